/* Charts: the positions of lines, bands and labels. */
#include "tests/support/support.h"

#include "export/forms/chart.h"

#include <math.h>
#include <string.h>

static void assert_has(const struct buffer *chart, const char *text)
{
    if (strstr(buffer_string(chart), text) == NULL)
        fail_msg("no %s in %s", text, buffer_string(chart));
}

static void assert_lacks(const struct buffer *chart, const char *text)
{
    if (strstr(buffer_string(chart), text) != NULL)
        fail_msg("%s in %s", text, buffer_string(chart));
}

static void a_bar_is_as_wide_as_its_share(void **state)
{
    (void)state;
    struct buffer chart = {0};
    chart_add_bar(&chart, 0.25);
    assert_has(&chart, "width=\"25.00%\"");
    buffer_release(&chart);
}

static void parts_of_a_stack_are_drawn_next_to_each_other(void **state)
{
    (void)state;
    struct buffer chart = {0};
    chart_add_stack(&chart, (struct chart_part[]){{1, "s0", "a"}, {3, "soft", "b"}}, 2);
    assert_has(&chart, "class=\"s0\" x=\"0.00%\" width=\"25.00%\"");
    assert_has(&chart, "class=\"soft\" x=\"25.00%\" width=\"75.00%\"");
    buffer_release(&chart);
}

static void a_stack_of_nothing_is_empty(void **state)
{
    (void)state;
    struct buffer chart = {0};
    chart_add_stack(&chart, (struct chart_part[]){{0, "s0", "a"}, {0, "soft", "b"}}, 2);
    assert_lacks(&chart, "<rect");
    buffer_release(&chart);
}

static void an_interval_is_drawn_to_its_scale(void **state)
{
    (void)state;
    struct buffer chart = {0};
    const struct chart_interval interval = {
        .low = 0.5, .value = 0.6, .high = 0.8, .reference = 0.9, .part = 0.04};
    chart_add_interval(&chart, &interval, (struct chart_scale){0.5, 0.9});
    assert_has(&chart, "class=\"range\" x1=\"0.00%\" y1=\"50.00%\" x2=\"75.00%\"");
    assert_has(&chart, "cx=\"25.00%\"");
    assert_has(&chart, "class=\"reference\" x1=\"100.00%\"");
    assert_has(&chart, "class=\"part\" x1=\"15.00%\" y1=\"50.00%\" x2=\"35.00%\"");
    buffer_release(&chart);
}

static void unknown_ends_of_an_interval_are_not_drawn(void **state)
{
    (void)state;
    struct buffer chart = {0};
    const struct chart_interval interval = {.low = NAN, .value = 0.6, .high = NAN, .reference = NAN};
    chart_add_interval(&chart, &interval, (struct chart_scale){0, 1});
    assert_lacks(&chart, "<line");
    assert_lacks(&chart, "nan");
    buffer_release(&chart);
}

static void a_field_is_as_deep_as_its_value(void **state)
{
    (void)state;
    struct buffer chart = {0};
    chart_add_strip(&chart, (struct chart_field[]){{0.5, bytes_of("a<b")}, {NAN, bytes_of("c")}}, 2);
    assert_has(&chart, "viewBox=\"0 0 2 1\"");
    assert_has(&chart, "<rect x=\"0\" fill-opacity=\"0.50\"><title>a&lt;b</title></rect>");
    assert_has(&chart, "<rect x=\"1\" class=\"none\"><title>c</title></rect>");
    buffer_release(&chart);
}

/* The line's x goes from 50 over 75 to 100. */
static struct buffer chart_of_line(struct chart_line line)
{
    struct buffer chart = {0};
    chart_add_lines(&chart, &(struct chart_lines){.label = "scores",
                                                  .x = (double[]){50, 75, 100},
                                                  .n_points = 3,
                                                  .lines = &line,
                                                  .n_lines = 1,
                                                  .x_name = "votes"});
    return chart;
}

static struct buffer chart_of(const double *y)
{
    return chart_of_line((struct chart_line){.label = bytes_of("a"), .y = y});
}

/* The band goes along its upper edge and back along its lower edge. The scale covers the line and the end of its band.
 * The wider part of the band is cut off. */
static void a_line_has_a_band(void **state)
{
    (void)state;
    const double y[] = {0.5, 0.5, 0.5}, low[] = {0.3, 0.4, 0.4}, high[] = {0.7, 0.6, 0.6};
    struct buffer chart =
        chart_of_line((struct chart_line){.label = bytes_of("a"), .y = y, .low = low, .high = high});
    assert_has(&chart, "<polygon class=\"band0\" points=\"500.0,0.0 750.0,0.0 1000.0,0.0 1000.0,1000.0 "
                       "750.0,1000.0 500.0,1000.0\"/>");
    buffer_release(&chart);
}

static void lines_have_round_numbers_beside_them(void **state)
{
    (void)state;
    struct buffer chart = chart_of((double[]){0.42, 0.5, 0.58});
    const char *const numbers[] = {">0.40<", ">0.45<", ">0.50<", ">0.55<", ">0.60<"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_has(&chart, numbers[i]);
    assert_has(&chart, "points=\"500.0,900.0 750.0,500.0 1000.0,100.0\"");
    buffer_release(&chart);
}

static void a_gap_cuts_a_line(void **state)
{
    (void)state;
    struct buffer chart = chart_of((double[]){NAN, 0.5, 0.5});
    assert_has(&chart, "points=\"750.0,500.0 1000.0,500.0\"");
    assert_lacks(&chart, "nan");
    buffer_release(&chart);
}

static void a_line_without_values_still_has_a_grid(void **state)
{
    (void)state;
    struct buffer chart = chart_of((double[]){NAN, NAN, NAN});
    assert_has(&chart, ">1.0<");
    assert_lacks(&chart, "polyline");
    buffer_release(&chart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_is_as_wide_as_its_share),
        cmocka_unit_test(parts_of_a_stack_are_drawn_next_to_each_other),
        cmocka_unit_test(a_stack_of_nothing_is_empty),
        cmocka_unit_test(an_interval_is_drawn_to_its_scale),
        cmocka_unit_test(unknown_ends_of_an_interval_are_not_drawn),
        cmocka_unit_test(a_field_is_as_deep_as_its_value),
        cmocka_unit_test(a_line_has_a_band),
        cmocka_unit_test(lines_have_round_numbers_beside_them),
        cmocka_unit_test(a_gap_cuts_a_line),
        cmocka_unit_test(a_line_without_values_still_has_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
