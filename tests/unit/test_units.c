/* A text as units, each of which is shown or hidden as a whole. */
#include "tests/support/support.h"

#include "core/match/shingles.h"
#include "tui/text/markup/markdown.h"
#include "tui/text/units.h"

#include <string.h>

/* Expects one line for each unit: its kind, its number, "<" with the number of the unit above it, and its text. */
static void assert_units_of(struct bytes text, const struct styled_text *styled, const char *expected)
{
    static const char kinds[] = {[UNIT_HEADING] = 'h',
                                 [UNIT_SENTENCE] = 's',
                                 [UNIT_ITEM] = 'i',
                                 [UNIT_HEADER] = 'H',
                                 [UNIT_ROW] = 'r'};
    struct arena arena = {0};
    struct buffer shown = {0};
    const struct text_units units = text_units_find(&arena, text, styled);
    for (size_t i = 0; i < units.n; i++) {
        const struct text_unit *unit = &units.items[i];
        buffer_add_format(&shown, "%c%zu", kinds[unit->kind], i);
        if (unit->governor != NO_UNIT)
            buffer_add_format(&shown, "<%zu", unit->governor);
        buffer_add_string(&shown, " ");
        text_add_squeezed(&shown, bytes_slice(text, unit->start, unit->end));
        buffer_add_byte(&shown, '\n');
    }
    assert_string_equal(buffer_string(&shown), expected);
    buffer_release(&shown);
    arena_release(&arena);
}

static void assert_units(const char *text, const char *expected)
{
    assert_units_of(bytes_of(text), NULL, expected);
}

static void assert_rendered(enum text_markup markup, const char *source, int columns, const char *expected)
{
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, markup, bytes_of(source), columns);
    while (markdown_extend(&markdown))
        ;
    assert_units_of(buffer_bytes(&markdown.seen.text), &markdown.seen, expected);
    markdown_release(&markdown);
}

static void prose_is_sentences(void **state)
{
    (void)state;
    assert_units("The pump is red. Dr. Miller has it!\n\nIt runs.",
                 "s0 The pump is red.\ns1 Dr. Miller has it!\ns2 It runs.\n");
}

static void a_sentence_continues_after_a_line_end(void **state)
{
    (void)state;
    assert_units(
        "The Buyer may not terminate\nunless the delay is caused by\ngross negligence. Notice is\ngiven.",
        "s0 The Buyer may not terminate unless the delay is caused by gross negligence.\n"
        "s1 Notice is given.\n");
    assert_units("In pain give\n1.5 mg of morphine\nNote: never more.",
                 "s0 In pain give 1.5 mg of morphine Note: never more.\n");
}

static void lines_without_a_full_stop_belong_together(void **state)
{
    (void)state;
    assert_units("E-01\nOcclusion downstream\nOpen the clamp\n\nE-02\nOcclusion upstream\nClose the clamp",
                 "s0 E-01 Occlusion downstream Open the clamp\ns1 E-02 Occlusion upstream Close the clamp\n");
}

static void text_below_a_heading_belongs_to_it(void **state)
{
    (void)state;
    assert_units(
        "Infusa 300\n\n1 Safety\n\nRead this.\n\n1.1 Alarms\n\nStay.\n\n2 Cleaning\n\nWash it.",
        "h0 Infusa 300\nh1<0 1 Safety\ns2<1 Read this.\nh3<1 1.1 Alarms\ns4<3 Stay.\nh5<0 2 Cleaning\n"
        "s6<5 Wash it.\n");
    assert_units("# Pump\n## Safety\nRead this.", "h0 # Pump\nh1<0 ## Safety\ns2<1 Read this.\n");
}

static void a_record_is_one_unit(void **state)
{
    (void)state;
    assert_units(
        "Codes\n\nCode: E-01\nMeaning: Occlusion\n  downstream\nAction: Open\n\nCode: E-02\nAction: Close",
        "h0 Codes\nr1<0 Code: E-01 Meaning: Occlusion downstream Action: Open\n"
        "r2<0 Code: E-02 Action: Close\n");
    assert_units("Code: E-01\nAction: Open\nCode: E-02\nAction: Close",
                 "r0 Code: E-01 Action: Open\nr1 Code: E-02 Action: Close\n");
}

/* The fields of a record may be paragraphs or items. */
static void a_record_may_have_empty_lines_and_bullets(void **state)
{
    (void)state;
    assert_units("Code: E-01\n\nAction: Open\n\nCode: E-02\n\nAction: Close",
                 "r0 Code: E-01 Action: Open\nr1 Code: E-02 Action: Close\n");
    assert_units("- Code: E-01\n- Action: Open\n- Code: E-02\n- Action: Close",
                 "r0 - Code: E-01 - Action: Open\nr1 - Code: E-02 - Action: Close\n");
}

static void a_field_alone_is_a_sentence(void **state)
{
    (void)state;
    assert_units("Warning: keep out. Stay there.", "s0 Warning: keep out.\ns1 Stay there.\n");
}

static void an_item_is_whole_and_belongs_to_its_introduction(void **state)
{
    (void)state;
    assert_units(
        "Never give it to:\n- children. They are small.\n- adults\n  below 50 kg\n\nGo on.",
        "s0 Never give it to:\ni1<0 - children. They are small.\ni2<0 - adults below 50 kg\ns3 Go on.\n");
    assert_units("8.7 Close the clamp. Wait.\n8.8 Open it.",
                 "i0 8.7 Close the clamp. Wait.\ni1 8.8 Open it.\n");
}

static void a_nested_item_belongs_to_its_item(void **state)
{
    (void)state;
    assert_rendered(MARKUP_MARKDOWN, "Do:\n\n1. Wash:\n   - hot\n   - cold\n2. Dry", 60,
                    "h0 Do:\ni1<0 Wash:\ni2<1 hot\ni3<1 cold\ni4<0 Dry\n");
}

static void a_row_belongs_to_its_header(void **state)
{
    (void)state;
    static const char doses[] = "Doses:\n\n| Drug | Max |\n|---|---|\n| A | 4 g |\n| B | 30 mg |\n\nThe end.";
    assert_units("Drug\tMax\nA\t4 g\nB\t30 mg", "H0 Drug Max\nr1<0 A 4 g\nr2<0 B 30 mg\n");
    assert_units(
        doses,
        "h0 Doses:\nH1<0 | Drug | Max | |---|---|\nr2<1 | A | 4 g |\nr3<1 | B | 30 mg |\ns4<0 The end.\n");
    assert_rendered(MARKUP_MARKDOWN, doses, 60,
                    "h0 Doses:\nH1<0 Drug │ Max ─────┼──────\nr2<1 A │ 4 g\nr3<1 B │ 30 mg\ns4<0 The end.\n");
}

static void a_table_that_is_too_wide_is_records(void **state)
{
    (void)state;
    assert_rendered(
        MARKUP_MARKDOWN,
        "## Doses\n\n| | Max |\n|---|---|\n| Paracetamol | 4 g |\n| Ibuprofen | 2400 mg a day |\n", 20,
        "h0 Doses\nr1<0 Paracetamol Max: 4 g\nr2<0 Ibuprofen Max: 2400 mg a day\n");
}

static void a_row_across_the_table_heads_the_rows_after_it(void **state)
{
    (void)state;
    assert_rendered(
        MARKUP_HTML,
        "<html><table><tr><th>Drug<th>Max</tr><tr><td colspan=2>Children</tr><tr><td>A<td>1 g</tr>"
        "<tr><td colspan=2>Adults</tr><tr><td>A<td>4 g</tr></table>",
        60, "H0 Drug │ Max ─────┼────\nH1<0 Children\nr2<1 A │ 1 g\nH3<0 Adults\nr4<3 A │ 4 g\n");
}

static void scripts_without_blanks_have_sentences(void **state)
{
    (void)state;
    assert_units("这是说明。软管裂了怎么办？请换新。", "s0 这是说明。\ns1 软管裂了怎么办？\ns2 请换新。\n");
}

/* --- Identity --------------------------------------------------------------------------------- */

static bool have_same_last(const char *a, const char *b)
{
    struct arena arena = {0};
    const struct text_units one = text_units_find(&arena, bytes_of(a), NULL);
    const struct text_units other = text_units_find(&arena, bytes_of(b), NULL);
    bool are_same = one.items[one.n - 1].identity == other.items[other.n - 1].identity;
    arena_release(&arena);
    return are_same;
}

static void the_same_words_are_the_same_unit_only_at_the_same_place(void **state)
{
    (void)state;
    assert_true(have_same_last("Wash  it\nhot.", "Wash it hot."));
    assert_true(have_same_last("Pump 1\n\nA line.\n\nWash it.", "Pump 2\n\nAnother line.\n\nWash it."));
    assert_false(have_same_last("Pump\n\nAdults\n\nGive 4 g.", "Pump\n\nChildren\n\nGive 4 g."));
    assert_false(have_same_last("Drug\tMax\nA\t4 g", "Drug\tMin\nA\t4 g"));
    assert_false(have_same_last("Never:\n- eat", "Always:\n- eat"));
    assert_false(have_same_last("1. Eat\n2. Sleep", "2. Eat\n3. Sleep"));
}

/* Signs count too, although they are not words. */
static void units_that_differ_in_a_sign_are_different(void **state)
{
    (void)state;
    assert_false(have_same_last("Keep it at -5 degrees.", "Keep it at 5 degrees."));
    assert_false(have_same_last("Do NOT open it.", "Do not open it."));
}

static void a_text_without_words_has_no_units(void **state)
{
    (void)state;
    assert_units("", "");
    assert_units(" \n\n----\n", "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose_is_sentences),
        cmocka_unit_test(a_sentence_continues_after_a_line_end),
        cmocka_unit_test(lines_without_a_full_stop_belong_together),
        cmocka_unit_test(text_below_a_heading_belongs_to_it),
        cmocka_unit_test(a_record_is_one_unit),
        cmocka_unit_test(a_record_may_have_empty_lines_and_bullets),
        cmocka_unit_test(a_field_alone_is_a_sentence),
        cmocka_unit_test(an_item_is_whole_and_belongs_to_its_introduction),
        cmocka_unit_test(a_nested_item_belongs_to_its_item),
        cmocka_unit_test(a_row_belongs_to_its_header),
        cmocka_unit_test(a_table_that_is_too_wide_is_records),
        cmocka_unit_test(a_row_across_the_table_heads_the_rows_after_it),
        cmocka_unit_test(scripts_without_blanks_have_sentences),
        cmocka_unit_test(the_same_words_are_the_same_unit_only_at_the_same_place),
        cmocka_unit_test(units_that_differ_in_a_sign_are_different),
        cmocka_unit_test(a_text_without_words_has_no_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
