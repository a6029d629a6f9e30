#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/match/contradiction.h"

#include <string.h>

/* Returns one line for each contradiction: "kind: words of one / words of the other". The line "two things" comes first
 * if the titles name two subjects. */
static const char *find(struct arena *arena, struct document_text one, struct document_text other)
{
    const struct document_text texts[2] = {one, other};
    struct contradictions found;
    struct buffer list = {0};
    contradictions_find(arena, texts, &found);
    if (found.are_of_other_subjects)
        buffer_add_string(&list, "two things\n");
    for (size_t i = 0; i < found.n; i++) {
        const struct contradiction *item = &found.items[i];
        buffer_add_format(&list, "%s: %.*s / %.*s\n", words_at(&contradiction_kind_words, item->kind),
                          BYTES_FORMAT(bytes_slice(one.text, item->words[0].start, item->words[0].end)),
                          BYTES_FORMAT(bytes_slice(other.text, item->words[1].start, item->words[1].end)));
    }
    const char *copy = arena_copy_string(arena, buffer_string(&list));
    buffer_release(&list);
    return copy;
}

static struct document_text titled(const char *title, const char *text)
{
    return (struct document_text){.title = bytes_of(title), .text = bytes_of(text)};
}

static void assert_found(const char *one, const char *other, const char *expected)
{
    struct arena arena = {0};
    assert_string_equal(find(&arena, titled("", one), titled("", other)), expected);
    arena_release(&arena);
}

/* Two sentences that both texts have, so that they are near duplicates. */
#define FRAME "Keep the receipt of what you bought. "
#define REST " Items must be unused and in their original box."

static void a_number_a_name_and_a_negation_contradict(void **state)
{
    (void)state;
    assert_found(FRAME "You may return items within 30 days of delivery." REST,
                 FRAME "You may return items within 14 days of delivery." REST, "number: 30 / 14\n");
    assert_found(FRAME "Send the parcel back to our house in Berlin." REST,
                 FRAME "Send the parcel back to our house in Bonn." REST, "name: Berlin / Bonn\n");
    assert_found(FRAME "The seller may refuse the return." REST,
                 FRAME "The seller may not refuse the return." REST, "negation:  / not\n");
    assert_found(FRAME "The return goes to desk E-17 of the shop." REST,
                 FRAME "The return goes to desk E-18 of the shop." REST, "name: E-17 / E-18\n");
}

static void opposites_and_denying_prefixes_are_negations(void **state)
{
    (void)state;
    assert_found(FRAME "First close the valve behind the pump." REST,
                 FRAME "First open the valve behind the pump." REST, "negation: close / open\n");
    assert_found(FRAME "The vials in the box are sterile." REST,
                 FRAME "The vials in the box are unsterile." REST, "negation: sterile / unsterile\n");
    assert_found(FRAME "Either party may assign this agreement." REST,
                 FRAME "Neither party may assign this agreement." REST, "negation: Either / Neither\n");
    assert_found(FRAME "Der Resturlaub verfällt nicht am Jahresende." REST,
                 FRAME "Der Resturlaub verfällt am Jahresende." REST, "negation: nicht / \n");
}

static void forbidden_and_not_permitted_do_not_contradict(void **state)
{
    (void)state;
    assert_found(FRAME "Payment by cheque is not permitted here." REST,
                 FRAME "Payment by cheque is forbidden here." REST, "");
}

static void one_number_in_two_spellings_is_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "The money is paid within five working days." REST,
                 FRAME "The money is paid within 5 working days." REST, "");
    assert_found(FRAME "Up to 1,000 requests are allowed per hour." REST,
                 FRAME "Up to 1000 requests are allowed per hour." REST, "");
    assert_found(FRAME "Take 30mg of it with some water." REST,
                 FRAME "Take 30 mg of it with some water." REST, "");
    assert_found(FRAME "The warranty lasts 2 years from now on." REST,
                 FRAME "The warranty lasts 24 months from now on." REST, "");
}

static void numbers_with_different_units_or_signs_are_different(void **state)
{
    (void)state;
    assert_found(FRAME "Let it dry for 4 hours in the sun." REST,
                 FRAME "Let it dry for 4 days in the sun." REST, "number: hours / days\n");
    assert_found(FRAME "Store the vaccine at -20 °C or so." REST,
                 FRAME "Store the vaccine at 20 °C or so." REST, "number: -20 / 20\n");
}

static void other_wording_and_added_sentences_are_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "Rinse the filter every month and let it dry." REST,
                 FRAME "Rinse the filter once a month and allow it to dry." REST " Shipping costs 4 euros.",
                 "");
}

static void numbers_of_figures_pages_and_versions_are_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "As figure 3 on page 12 shows, the lamp is red." REST,
                 FRAME "As figure 4 on page 14 shows, the lamp is red." REST, "");
    assert_found(FRAME "This is version 2 of the guide, of 12 May 2023." REST,
                 FRAME "This is version 3 of the guide, of 9 May 2024." REST, "");
    assert_found(FRAME "\n1. Open the rear door of it.\n2. Pull out the sheet of paper.\n" REST,
                 FRAME
                 "\n1. Pull the cord.\n2. Open the rear door of it.\n3. Pull out the sheet of paper.\n" REST,
                 "");
}

/* This holds at the beginning of a statement. Elsewhere a year is a number like any other. */
static void years_that_date_a_statement_are_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "2006-2014, Maria Weber, the owner of the shop." REST,
                 FRAME "2011-2020, Maria Weber, the owner of the shop." REST, "");
    assert_found(FRAME "The shop in the old town was opened in 1987." REST,
                 FRAME "The shop in the old town was opened in 1978." REST, "number: 1987 / 1978\n");
}

static void a_different_name_among_different_words_is_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "The complete text of the Apache terms is found in the shop." REST,
                 FRAME "A full text of the Mozilla terms lies somewhere in the shop." REST, "");
    assert_found("Licence: Apache\n" FRAME REST, "Licence: Mozilla\n" FRAME REST, "");
    assert_found("Comment: The upstream people do not say so.\n" FRAME REST,
                 "Comment: These files do not say so.\n" FRAME REST, "");
}

/* "Neither" negates as "not" does: the same statement in other words is not a contradiction. */
static void a_negation_in_other_words_is_no_contradiction(void **state)
{
    (void)state;
    assert_found(FRAME "The name of the author may not be used to promote products." REST,
                 FRAME
                 "Neither the name of Google nor its contributors may be used to promote products." REST,
                 "");
}

static void rows_of_a_table_are_compared_by_their_key(void **state)
{
    (void)state;
    assert_found(
        "| Drug | Max |\n|---|---|\n| Morphine | 30 mg |\n| Paracetamol | 4 g |\n",
        "| Drug | Max |\n|---|---|\n| Paracetamol | 4 g |\n| Morphine | 60 mg |\n| Ibuprofen | 2 g |\n",
        "number: 30 / 60\n");
}

static void the_first_line_of_a_record_names_its_subject(void **state)
{
    (void)state;
    assert_found("Drug: Morphine\nMax: 30 mg\nForm: drops\n\nDrug: Paracetamol\nMax: 4 g\nForm: tablets",
                 "Drug: Ibuprofen\nMax: 40 mg\nForm: drops\n\nDrug: Paracetamol\nMax: 3 g\nForm: tablets",
                 "number: 4 / 3\n");
}

static void statements_below_different_headings_are_not_compared(void **state)
{
    (void)state;
    assert_found("# Pump\n" FRAME
                 "\n## Alarm\nIt sounds for 10 seconds then.\n## Standby\nPress any key." REST,
                 "# Pump\n" FRAME
                 "\n## Battery\nIt sounds for 20 seconds then.\n## Standby\nPress any key." REST,
                 "");
    assert_found("# Pump\n" FRAME
                 "\n## Alarm\nIt sounds for 10 seconds then.\n## Standby\nPress any key." REST,
                 "# Pump\n" FRAME
                 "\n## Alarm\nIt sounds for 20 seconds then.\n## Standby\nPress any key." REST,
                 "number: 10 / 20\n");
}

static void line_wrapping_does_not_matter(void **state)
{
    (void)state;
    assert_found("The pump must be primed before each use, since air in the line\nstops the flow after 5 "
                 "minutes of use.",
                 "The pump must be primed before each use, since air in the line stops the flow\nafter 9 "
                 "minutes of use.",
                 "number: 5 / 9\n");
}

static void texts_with_little_in_common_are_not_compared(void **state)
{
    (void)state;
    assert_found(
        "The pump runs for 8 hours a day. Red lamps glow at night in the yard. Dogs bark at the moon.",
        "The pump runs for 9 hours a day. Green apples fall from old trees. Cats sleep on warm stones.", "");
}

static void titles_that_name_two_things_say_so_and_explain_what_differs(void **state)
{
    struct arena arena = {0};
    (void)state;
    assert_string_equal(
        find(&arena,
             titled("Infusa 300", FRAME "The Infusa 300 runs for 8 hours." REST " Call 4711 for help now."),
             titled("Infusa 310", FRAME "The Infusa 310 runs for 9 hours." REST " Call 4712 for help now.")),
        "two things\nnumber: 4711 / 4712\n");
    assert_string_equal(find(&arena, titled("Lease v1", FRAME "The rent is 700 euros each month." REST),
                             titled("Lease v2", FRAME "The rent is 800 euros each month." REST)),
                        "number: 700 / 800\n");
    arena_release(&arena);
}

static void the_place_in_each_text_is_reported(void **state)
{
    struct arena arena = {0};
    struct contradictions found;
    const struct document_text texts[2] = {titled("", FRAME "The rent is 700 euros each month." REST),
                                           titled("", FRAME "The rent is 800 euros each month." REST)};
    (void)state;
    contradictions_find(&arena, texts, &found);
    assert_int_equal(found.n, 1);
    for (size_t side = 0; side < 2; side++) {
        const struct text_span span = found.items[0].statements[side];
        assert_int_equal(span.start, strlen(FRAME));
        assert_int_equal(span.end, strlen(FRAME "The rent is 700 euros each month."));
    }
    arena_release(&arena);
}

/* Appends `pieces` random parts to `text` and returns it. The second text is the first one with some bytes changed. */
static struct bytes make_text(struct random_source *random, size_t pieces, struct buffer *text)
{
    static const char *const parts[] = {
        "The ", "pump ", "not ", "30",     "mg",   " ",       "\n",      "| ",     "# ",     "Key: ",
        "1. ",  "E-17 ", "-",    "20 °C ", "\xff", "\xc3",    "日本",    "don't ", "10.5",   "1,000 ",
        ". ",   "(",     "two ", "hours ", "v2 ",  "Berlin ", "|---|\n", "open ",  "12:30 ", "\xe2\x80\x99",
    };
    for (size_t i = 0; i < pieces; i++)
        buffer_add_string(text, parts[random_below(random, sizeof parts / sizeof *parts)]);
    return buffer_bytes(text);
}

static void assert_inside(const struct contradictions *found, const struct document_text texts[2])
{
    for (size_t i = 0; i < found->n; i++) {
        for (size_t side = 0; side < 2; side++) {
            const struct text_span all = found->items[i].statements[side],
                                   words = found->items[i].words[side];
            assert_true(all.start <= words.start && words.start <= words.end && words.end <= all.end);
            assert_true(all.end <= texts[side].text.size);
        }
    }
}

/* This must hold for any bytes. */
static void a_contradiction_lies_inside_its_statement(void **state)
{
    enum { ROUNDS = 2000, PIECES_MAX = 60 };
    struct random_source random = random_from(7, 0);
    size_t found_in_all = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena = {0};
        struct buffer one = {0}, other = {0};
        struct contradictions found;
        const struct bytes text = make_text(&random, 1 + random_below(&random, PIECES_MAX), &one);
        buffer_add(&other, text);
        for (int i = 0; i < 3; i++)
            other.data[random_below(&random, text.size)] = (char)random_below(&random, 256);
        const struct document_text texts[2] = {{.text = text}, {.text = buffer_bytes(&other)}};
        contradictions_find(&arena, texts, &found);
        assert_inside(&found, texts);
        found_in_all += found.n;
        arena_release(&arena);
        buffer_release(&one);
        buffer_release(&other);
    }
    assert_true(found_in_all > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_a_name_and_a_negation_contradict),
        cmocka_unit_test(opposites_and_denying_prefixes_are_negations),
        cmocka_unit_test(forbidden_and_not_permitted_do_not_contradict),
        cmocka_unit_test(one_number_in_two_spellings_is_no_contradiction),
        cmocka_unit_test(numbers_with_different_units_or_signs_are_different),
        cmocka_unit_test(other_wording_and_added_sentences_are_no_contradiction),
        cmocka_unit_test(numbers_of_figures_pages_and_versions_are_no_contradiction),
        cmocka_unit_test(years_that_date_a_statement_are_no_contradiction),
        cmocka_unit_test(a_different_name_among_different_words_is_no_contradiction),
        cmocka_unit_test(a_negation_in_other_words_is_no_contradiction),
        cmocka_unit_test(rows_of_a_table_are_compared_by_their_key),
        cmocka_unit_test(the_first_line_of_a_record_names_its_subject),
        cmocka_unit_test(statements_below_different_headings_are_not_compared),
        cmocka_unit_test(line_wrapping_does_not_matter),
        cmocka_unit_test(texts_with_little_in_common_are_not_compared),
        cmocka_unit_test(titles_that_name_two_things_say_so_and_explain_what_differs),
        cmocka_unit_test(the_place_in_each_text_is_reported),
        cmocka_unit_test(a_contradiction_lies_inside_its_statement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
