/*
 * How a score, and the difference of two, is written and coloured.
 */
#ifndef ASSAY_TUI_WIDGET_SCORE_FORMAT_H
#define ASSAY_TUI_WIDGET_SCORE_FORMAT_H

#include "core/metric/scoreboard.h"
#include "tui/widget/surface.h"

/* "0.4121"; "12" of a measure that counts. */
void score_add_value(const struct measure *measure, double value, struct buffer *text);

/*
 * A mean over so many questions, and the difference of two of the same ones, in the
 * digits that chance leaves: two below a hundred questions, three below ten
 * thousand; a difference has one more, since it varies less.
 */
void score_add_mean(const struct measure *measure, double mean, size_t questions, struct buffer *text);
void score_add_mean_difference(const struct measure *measure, double difference, size_t questions,
                               struct buffer *text);
int score_mean_digits(size_t questions);
int score_difference_digits(size_t questions);
/* "0.32 to 0.40", in the digits of the mean or the difference that it belongs to. */
void score_add_interval(const struct estimate *estimate, int digits, struct buffer *text);

/* "+0.0123 ▲", "-0.0123 ▼", "+0.0000 =". */
void score_add_difference(const struct measure *measure, double difference, struct buffer *text);

/* Whether the difference is too small to be seen in four digits. */
bool score_is_even(double difference);

enum style score_difference_style(double difference);

/* The number of the measure Judged@10, by which screens say how much is judged; false: it is none of these. */
bool score_find_judged(const struct scoreboard *scores, size_t *measure);

#endif
