/* Finding text: what a needle matches, and which bytes the match covers. */
#include "tests/support/support.h"

#include "tui/text/match.h"

/* Expects the text with brackets around each match. */
static void assert_matches(const char *text, const struct match_list *matches, const char *expected)
{
    struct buffer marked = {0};
    size_t offset = 0;
    for (size_t i = 0; i < matches->count; i++) {
        struct match match = matches->items[i];
        buffer_add(&marked, (struct bytes){text + offset, match.start - offset});
        buffer_add_byte(&marked, '[');
        buffer_add(&marked, (struct bytes){text + match.start, match.end - match.start});
        buffer_add_byte(&marked, ']');
        offset = match.end;
    }
    buffer_add_string(&marked, text + offset);
    assert_string_equal(buffer_string(&marked), expected);
    buffer_release(&marked);
}

static void assert_found(const char *text, const char *needle, const char *expected)
{
    struct match_list matches = {0};
    match_list_find(&matches, bytes_of(text), bytes_of(needle));
    assert_matches(text, &matches, expected);
    match_list_release(&matches);
}

static void every_place_is_found(void **state)
{
    (void)state;
    assert_found("a hose, two hoses", "hose", "a [hose], two [hose]s");
}

static void case_does_not_matter(void **state)
{
    (void)state;
    assert_found("Hose HOSE", "hOsE", "[Hose] [HOSE]");
}

static void case_does_not_matter_beyond_ascii(void **state)
{
    (void)state;
    assert_found("Übel ΣΊΣΥΦΟΣ", "σίσυφος", "Übel [ΣΊΣΥΦΟΣ]");
}

static void a_space_matches_any_white_space(void **state)
{
    (void)state;
    assert_found("split\r\n  hose", "split hose", "[split\r\n  hose]");
}

static void a_hyphen_in_the_text_may_be_missing_in_the_needle(void **state)
{
    (void)state;
    assert_found("a Wi-Fi router", "wifi", "a [Wi-Fi] router");
    assert_found("Wi\u2011Fi, Wi\u2013Fi", "wifi", "[Wi\u2011Fi], [Wi\u2013Fi]");
    assert_found("vac\u00aduum", "vacuum", "[vac\u00aduum]");
}

static void a_hyphen_in_the_needle_may_be_missing_in_the_text(void **state)
{
    (void)state;
    assert_found("a WiFi router", "wi-fi", "a [WiFi] router");
    assert_found("a vacuum", "vac\u00aduum", "a [vacuum]");
    assert_found("wi", "wi-", "[wi]");
}

static void a_hyphen_matches_another_hyphen_and_a_space(void **state)
{
    (void)state;
    assert_found("split-hose split hose split\u2013hose", "split-hose",
                 "[split-hose] [split hose] [split\u2013hose]");
    assert_found("split-hose", "split hose", "[split-hose]");
}

static void between_digits_a_hyphen_is_not_missing(void **state)
{
    (void)state;
    assert_found("1-5 days, 15 of them", "15", "1-5 days, [15] of them");
    assert_found("1-5 days, 15 of them", "1\u20135", "[1-5] days, 15 of them");
    assert_found("B-12, B12", "b12", "[B-12], [B12]");
}

static void a_hyphen_that_a_needle_begins_with_is_looked_for(void **state)
{
    (void)state;
    assert_found("5 or -5", "-5", "5 or [-5]");
    assert_found("a - b", "-", "a [-] b");
}

static void digits_match_superscripts_and_subscripts(void **state)
{
    (void)state;
    assert_found("10⁹/L of CO₂", "109/l", "[10⁹/L] of CO₂");
    assert_found("10⁹/L of CO₂", "co2", "10⁹/L of [CO₂]");
    assert_found("10⁻³", "10-3", "[10⁻³]");
    assert_found("10-3 m²", "10⁻³ M2", "[10-3 m²]");
    assert_found("C_max, Cmax", "cmax", "[C_max], [Cmax]");
}

static void spaces_around_the_needle_do_not_count(void **state)
{
    (void)state;
    assert_found("the hose.", " hose ", "the [hose].");
}

static void matches_do_not_overlap(void **state)
{
    (void)state;
    assert_found("aaaa", "aa", "[aa][aa]");
}

static void a_blank_needle_matches_nothing(void **state)
{
    (void)state;
    assert_found("a b", "", "a b");
    assert_found("a b", "  ", "a b");
}

static void a_needle_longer_than_the_text_matches_nothing(void **state)
{
    (void)state;
    assert_found("ho", "hose", "ho");
}

static void invalid_bytes_are_skipped(void **state)
{
    (void)state;
    assert_found("\xff\xe6hose", "hose", "\xff\xe6[hose]");
}

static void the_match_after_a_byte_is_found(void **state)
{
    (void)state;
    struct match_list matches = {0};
    match_list_find(&matches, bytes_of("ab ab ab"), bytes_of("ab"));
    assert_int_equal(match_list_after(&matches, 0), 0);
    assert_int_equal(match_list_after(&matches, 2), 1);
    assert_int_equal(match_list_after(&matches, 8), matches.count);
    match_list_release(&matches);
}

static void matches_with_white_space_between_them_are_one(void **state)
{
    (void)state;
    static const char text[] = "ab ab,ab\u00a0 ab  x ab";
    struct match_list matches = {0};
    match_list_find(&matches, bytes_of(text), bytes_of("ab"));
    match_list_join(&matches, bytes_of(text));
    assert_matches(text, &matches, "[ab ab],[ab\u00a0 ab]  x [ab]");
    match_list_release(&matches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_found),
        cmocka_unit_test(case_does_not_matter),
        cmocka_unit_test(case_does_not_matter_beyond_ascii),
        cmocka_unit_test(a_space_matches_any_white_space),
        cmocka_unit_test(a_hyphen_in_the_text_may_be_missing_in_the_needle),
        cmocka_unit_test(a_hyphen_in_the_needle_may_be_missing_in_the_text),
        cmocka_unit_test(a_hyphen_matches_another_hyphen_and_a_space),
        cmocka_unit_test(between_digits_a_hyphen_is_not_missing),
        cmocka_unit_test(a_hyphen_that_a_needle_begins_with_is_looked_for),
        cmocka_unit_test(digits_match_superscripts_and_subscripts),
        cmocka_unit_test(spaces_around_the_needle_do_not_count),
        cmocka_unit_test(matches_do_not_overlap),
        cmocka_unit_test(a_blank_needle_matches_nothing),
        cmocka_unit_test(a_needle_longer_than_the_text_matches_nothing),
        cmocka_unit_test(invalid_bytes_are_skipped),
        cmocka_unit_test(the_match_after_a_byte_is_found),
        cmocka_unit_test(matches_with_white_space_between_them_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
