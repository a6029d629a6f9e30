#include "tui/widget/score_format.h"

#include "core/metric/measure_name.h"

#include <math.h>

bool score_is_even(double difference)
{
    return fabs(difference) < 0.00005;
}

void score_add_value(const struct measure *measure, double value, struct buffer *text)
{
    buffer_add_format(text, measure->row->is_sum ? "%.0f" : "%.4f", value);
}

static const char *sign_of(double difference)
{
    if (score_is_even(difference))
        return "=";
    return difference > 0 ? "▲" : "▼";
}

void score_add_difference(const struct measure *measure, double difference, struct buffer *text)
{
    double shown = score_is_even(difference) ? 0 : difference;
    buffer_add_format(text, measure->row->is_sum ? "%+.0f %s" : "%+.4f %s", shown, sign_of(difference));
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
