#include "tui/widget/score_format.h"

#include "core/metric/measures/measure_name.h"

#include <math.h>

bool score_is_even(double difference)
{
    return fabs(difference) < 0.00005;
}

enum { DIGITS_MAX = 4, FEW_QUESTIONS = 100, MANY_QUESTIONS = 10000 };

static void add_number(const struct measure *measure, double value, int digits, struct buffer *text)
{
    buffer_add_format(text, "%.*f", measure->row->is_sum ? 0 : digits, value);
}

void score_add_value(const struct measure *measure, double value, struct buffer *text)
{
    add_number(measure, value, DIGITS_MAX, text);
}

/* The value of a question varies by about 0.3, and a mean by that divided by the root of the number of questions. */
int score_mean_digits(size_t questions)
{
    return questions < FEW_QUESTIONS ? 2 : questions < MANY_QUESTIONS ? 3 : DIGITS_MAX;
}

void score_add_mean(const struct measure *measure, double mean, size_t questions, struct buffer *text)
{
    add_number(measure, mean, score_mean_digits(questions), text);
}

int score_difference_digits(size_t questions)
{
    int digits = score_mean_digits(questions) + 1;
    return digits < DIGITS_MAX ? digits : DIGITS_MAX;
}

void score_add_interval(const struct estimate *estimate, int digits, struct buffer *text)
{
    buffer_add_format(text, "%.*f to %.*f", digits, estimate->low, digits, estimate->high);
}

static const char *sign_of(double difference)
{
    if (score_is_even(difference))
        return "=";
    return difference > 0 ? "▲" : "▼";
}

static void add_difference(const struct measure *measure, double difference, int digits, struct buffer *text)
{
    double shown = score_is_even(difference) ? 0 : difference;
    buffer_add_format(text, "%+.*f %s", measure->row->is_sum ? 0 : digits, shown, sign_of(difference));
}

void score_add_difference(const struct measure *measure, double difference, struct buffer *text)
{
    add_difference(measure, difference, DIGITS_MAX, text);
}

void score_add_mean_difference(const struct measure *measure, double difference, size_t questions,
                               struct buffer *text)
{
    add_difference(measure, difference, score_difference_digits(questions), text);
}

enum style score_difference_style(double difference)
{
    if (score_is_even(difference))
        return STYLE_DIM;
    return difference > 0 ? STYLE_GOOD : STYLE_BAD;
}

bool score_find_judged(const struct scoreboard *scores, size_t *measure)
{
    bool found = false;
    for (size_t i = 0; i < scoreboard_measure_count(scores); i++) {
        struct buffer name = {0};
        measure_add_name(scoreboard_measure(scores, i), &name);
        if (bytes_equal(buffer_bytes(&name), bytes_of("Judged@10"))) {
            *measure = i;
            found = true;
        }
        buffer_release(&name);
    }
    return found;
}
