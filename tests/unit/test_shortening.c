/* Which parts of a line are shortened if it has no room for all. */
#include "tests/support/support.h"

#include "tui/text/shortening.h"

static void assert_text(struct buffer *shown, const char *expected)
{
    assert_string_equal(buffer_string(shown), expected);
    buffer_clear(shown);
}

static void a_name_keeps_both_its_ends(void **state)
{
    (void)state;
    struct buffer shown = {0};
    text_add_without_middle(bytes_of("bm25-k1-0.9-b-0.4"), 17, &shown);
    assert_text(&shown, "bm25-k1-0.9-b-0.4");
    text_add_without_middle(bytes_of("bm25-k1-0.9-b-0.4"), 11, &shown);
    assert_text(&shown, "bm25-…b-0.4");
    text_add_without_middle(bytes_of("漢字漢字漢字"), 6, &shown); /* wide characters are not cut in half */
    assert_text(&shown, "漢…字");
    text_add_without_middle(bytes_of("bm25"), 1, &shown);
    assert_text(&shown, "…");
    buffer_release(&shown);
}

static void a_quotation_keeps_its_end_too(void **state)
{
    (void)state;
    static const char saved[] =
        "Saved" YIELDING(", “Enoxaparin: Dosierung bei Erwachsenen (Stand 2022)”") " · u undoes";
    struct buffer shown = {0};
    text_add_yielding(bytes_of(saved), 60, &shown);
    assert_text(&shown, "Saved, “Enoxaparin: Dosierung bei…n (Stand 2022)” · u undoes");
    buffer_release(&shown);
}

static void yielding_parts_are_cut_in_their_order(void **state)
{
    (void)state;
    static const char saved[] =
        "Saved" YIELDING(", “Split or cracked hose”") YIELDING(" · question done") " · u undoes";
    struct buffer shown = {0};
    text_add_yielding(bytes_of(saved), 80, &shown);
    assert_text(&shown, "Saved, “Split or cracked hose” · question done · u undoes");
    text_add_yielding(bytes_of(saved), 50, &shown);
    assert_text(&shown, "Saved, “Split or crac…” · question done · u undoes");
    text_add_yielding(bytes_of(saved), 38, &shown);
    assert_text(&shown, "Saved · question done · u undoes");
    text_add_yielding(bytes_of(saved), 30, &shown);
    assert_text(&shown, "Saved · question d… · u undoes");
    text_add_yielding(bytes_of(saved), 10, &shown);
    assert_text(&shown, "Saved · u undoes"); /* the rest is not shortened */
    buffer_release(&shown);
}

static void a_point_between_names_stays_when_one_is_cut(void **state)
{
    (void)state;
    static const char names[] = YIELDING("assay · ") YIELDING("collection-of-2026.db · ") "Käthe";
    struct buffer shown = {0};
    assert_int_equal(text_yielding_width(bytes_of(names)), 37);
    text_add_yielding(bytes_of(names), 25, &shown);
    assert_text(&shown, "collection-of-20… · Käthe");
    text_add_yielding(bytes_of(names), 12, &shown);
    assert_text(&shown, "Käthe");
    buffer_release(&shown);
}

static void wholly_yielding_parts_are_omitted_but_never_cut(void **state)
{
    (void)state;
    static const char text[] =
        "this key" YIELDING_WHOLLY(" does") " nothing" YIELDING_WHOLLY("; ? shows the keys");
    struct buffer shown = {0};
    text_add_yielding(bytes_of(text), 39, &shown);
    assert_text(&shown, "this key does nothing; ? shows the keys");
    text_add_yielding(bytes_of(text), 38, &shown);
    assert_text(&shown, "this key nothing; ? shows the keys");
    text_add_yielding(bytes_of(text), 33, &shown);
    assert_text(&shown, "this key nothing");
    buffer_release(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_keeps_both_its_ends),
        cmocka_unit_test(a_quotation_keeps_its_end_too),
        cmocka_unit_test(yielding_parts_are_cut_in_their_order),
        cmocka_unit_test(wholly_yielding_parts_are_omitted_but_never_cut),
        cmocka_unit_test(a_point_between_names_stays_when_one_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
