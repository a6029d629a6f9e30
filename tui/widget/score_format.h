/*
 * How a score and the difference of two scores are written and coloured.
 */
#pragma once

#include "core/metric/scoreboard.h"
#include "tui/widget/surface.h"

/* "0.4121", or "12" for a measure that counts. */
void score_add_value(const struct measure *measure, double value, struct buffer *text);

/*
 * Write a mean over `questions` questions, and the difference of two means over the same questions. Only digits that
 * exceed chance variation are written: two below 100 questions, three below 10,000. A difference has one digit more,
 * because it varies less.
 */
void score_add_mean(const struct measure *measure, double mean, size_t questions, struct buffer *text);
void score_add_mean_difference(const struct measure *measure, double difference, size_t questions,
                               struct buffer *text);
int score_mean_digits(size_t questions);
int score_difference_digits(size_t questions);
/* "0.32 to 0.40", with the digits of its mean or difference. */
void score_add_interval(const struct estimate *estimate, int digits, struct buffer *text);

/* "+0.0123 ▲", "-0.0123 ▼", "+0.0000 =". */
void score_add_difference(const struct measure *measure, double difference, struct buffer *text);

/* Whether the difference is too small to be seen in four digits. */
bool score_is_even(double difference);

enum style score_difference_style(double difference);

/*
 * Finds the number of the measure Judged@10, by which screens show the share of judged documents. Returns false if it
 * is not among the measures.
 */
bool score_find_judged(const struct scoreboard *scores, size_t *measure);
