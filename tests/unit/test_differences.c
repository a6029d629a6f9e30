/* What texts have in common, and what only one of them has. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/match/differences.h"

#include <string.h>

#define LEASE(months, days)                                                                                  \
    "The tenant shall pay the rent monthly in advance on or before the third working day. The landlord "     \
    "shall "                                                                                                 \
    "maintain the structure. Notice of termination must be given in writing at least " months                \
    " months before the end of the term. The deposit shall be returned within " days " days."

#define RENT "Rent is due on the first working day of the month."
#define PETS "No pets are kept in the flat without a written consent."
#define SMALL "a child of this size may get "
#define GROWN ", but all who are grown up get "
#define LITTLE "fifteen of the small drops"
#define MUCH "eighty of the large drops"
#define KEYS "Three keys are handed over, and all come back at the end."

/*
 * Expects the text with these marks: [what only this text has], {what it shares with some of the others but not all}. A
 * bar at the start of a shared part means that no other text comes to it in the same way. A bar at its end means that
 * no other text continues in the same way.
 */
static void assert_compared(const struct differences *differences, size_t i, const char *text,
                            const char *expected)
{
    const struct compared_text *compared = &differences->texts[i];
    unsigned all = ((1U << differences->n) - 1) & ~(1U << i);
    struct buffer shown = {0};
    size_t offset = 0;
    for (size_t run = 0; run < compared->n_runs; run++) {
        const struct shared_run *shared = &compared->runs[run];
        const char *marks = shared->others == 0 ? "[]" : shared->others != all ? "{}" : NULL;
        buffer_add(&shown, bytes_slice(bytes_of(text), offset, shared->start));
        if (shared->others != 0 && shared->joined == 0)
            buffer_add_byte(&shown, '|');
        if (marks != NULL)
            buffer_add_byte(&shown, marks[0]);
        buffer_add(&shown, bytes_slice(bytes_of(text), shared->start, shared->end));
        if (marks != NULL)
            buffer_add_byte(&shown, marks[1]);
        if (shared->others != 0 && shared->ended == 0)
            buffer_add_byte(&shown, '|');
        offset = shared->end;
    }
    buffer_add_string(&shown, text + offset);
    assert_string_equal(buffer_string(&shown), expected);
    buffer_release(&shown);
}

static struct differences compared(const char *a, const char *b, const char *c)
{
    struct differences differences = {0};
    struct bytes texts[] = {bytes_of(a), bytes_of(b), bytes_of(c != NULL ? c : "")};
    differences_find(&differences, texts, c != NULL ? 3 : 2);
    return differences;
}

static void contracts_differ_in_two_words(void **state)
{
    (void)state;
    struct differences differences = compared(LEASE("three", "30"), LEASE("six", "60"), NULL);
    assert_compared(&differences, 0, LEASE("three", "30"), LEASE("[three]", "[30]"));
    assert_compared(&differences, 1, LEASE("six", "60"), LEASE("[six]", "[60]"));
    differences_release(&differences);
}

static void paragraphs_in_another_order_are_no_difference(void **state)
{
    (void)state;
    struct differences differences =
        compared(RENT "\n\n" PETS "\n\n" KEYS, KEYS "\n\n" RENT "\n\n" PETS, NULL);
    assert_compared(&differences, 0, RENT "\n\n" PETS "\n\n" KEYS, RENT "\n\n" PETS "\n\n" KEYS);
    assert_false(differences.texts[0].is_same[1]);
    assert_true(differences_share(&differences, 0, 1) >= 1);
    differences_release(&differences);
}

static void a_missing_word_is_marked_where_it_is_missing(void **state)
{
    (void)state;
    struct differences differences =
        compared(RENT " Do not use soap. " KEYS, RENT " Do use soap. " KEYS, NULL);
    assert_compared(&differences, 0, RENT " Do not use soap. " KEYS, RENT " Do [not] use soap. " KEYS);
    assert_compared(&differences, 1, RENT " Do use soap. " KEYS, RENT " Do| |use soap. " KEYS);
    differences_release(&differences);
}

static void missing_last_words_are_a_difference_a_missing_sentence_is_none(void **state)
{
    (void)state;
    struct differences differences = compared(RENT " Use soap only when it is dry.", RENT " Use soap.", NULL);
    assert_compared(&differences, 1, RENT " Use soap.", RENT " Use soap|.");
    differences_release(&differences);
    differences = compared(RENT " Use soap. Let it dry for a day.", RENT " Use soap.", NULL);
    assert_compared(&differences, 1, RENT " Use soap.", RENT " Use soap.");
    differences_release(&differences);
}

static void parts_of_a_sentence_in_another_order_are_a_difference(void **state)
{
    (void)state;
    struct differences differences = compared(SMALL LITTLE GROWN MUCH, SMALL MUCH GROWN LITTLE, NULL);
    assert_compared(&differences, 1, SMALL MUCH GROWN LITTLE,
                    "a child of this size may get| |" MUCH "|, |but all who are grown up get| |" LITTLE "|");
    differences_release(&differences);
}

/* The third text has nothing that the first one lacks. */
static void a_text_without_differences_from_one_of_two_others_is_joined_to_it(void **state)
{
    (void)state;
    struct differences differences =
        compared(RENT " Do use soap. " KEYS, RENT " Do not use soap. " KEYS, RENT " Do use soap. " KEYS);
    assert_compared(&differences, 2, RENT " Do use soap. " KEYS, RENT " Do use soap. " KEYS);
    assert_int_equal(differences.texts[2].n_runs, 2);
    assert_int_equal(differences.texts[2].runs[1].joined, 1U << 0);
    differences_release(&differences);
}

static void each_of_three_near_duplicates_shows_its_own_words(void **state)
{
    (void)state;
    struct differences differences = compared(LEASE("three", "60"), LEASE("three", "30"), LEASE("six", "30"));
    assert_compared(&differences, 0, LEASE("three", "60"), LEASE("{three}", "[60]"));
    assert_compared(&differences, 1, LEASE("three", "30"), LEASE("{three}", "{30}"));
    assert_compared(&differences, 2, LEASE("six", "30"), LEASE("[six]", "{30}"));
    differences_release(&differences);
}

static void texts_that_differ_only_in_white_space_count_as_the_same(void **state)
{
    (void)state;
    struct differences differences = compared("A red hose.", "A  red\nhose. ", "A red hose of mine.");
    assert_true(differences.texts[0].is_same[1]);
    assert_true(differences.texts[1].is_same[0]);
    assert_false(differences.texts[0].is_same[2]);
    assert_false(differences.texts[0].is_same[0]);
    differences_release(&differences);
    differences = compared("Keep it at -5 degrees.", "Keep it at 5 degrees.", "Keep it at - 5 degrees.");
    assert_false(differences.texts[0].is_same[1]);
    assert_false(differences.texts[0].is_same[2]);
    differences_release(&differences);
}

static void a_repeated_paragraph_is_shared_in_both_places(void **state)
{
    (void)state;
    struct differences differences = compared(RENT "\n" PETS "\n" RENT, RENT, NULL);
    assert_compared(&differences, 0, RENT "\n" PETS "\n" RENT,
                    RENT "\n[No pets are kept in the flat without a written consent].\n" RENT);
    differences_release(&differences);
}

static void common_words_alone_are_nothing_shared(void **state)
{
    (void)state;
    struct differences differences =
        compared("The hose of the cleaner is in the cellar of the house today.",
                 "The key of the gate is in the hand of the caretaker now.", NULL);
    assert_int_equal(differences.texts[0].shared[1], 0);
    differences_release(&differences);
}

static void a_short_text_does_not_make_chance_a_passage(void **state)
{
    (void)state;
    struct differences differences =
        compared("Mend the red hose with tape.", "The red hose of all.", "red hose");
    assert_int_equal(differences.texts[0].shared[1], 0);
    assert_int_equal(differences.texts[2].shared[0], 0);
    differences_release(&differences);
}

static void a_text_without_words_shares_nothing(void **state)
{
    (void)state;
    struct differences differences = compared("", LEASE("three", "30"), "...");
    assert_int_equal(differences.texts[0].n_runs, 0);
    assert_int_equal(differences.texts[1].shared[0], 0);
    assert_true(differences_share(&differences, 0, 1) <= 0);
    differences_release(&differences);
}

/* The cost of a comparison is bounded. Without the bound, this test would not end. */
static void texts_of_one_word_over_and_over_are_compared(void **state)
{
    (void)state;
    struct buffer a = {0}, b = {0};
    for (size_t i = 0; i < 100 * 1000; i++) {
        buffer_add_string(&a, "spam ");
        buffer_add_string(&b, i % 7 == 0 ? "egg " : "spam ");
    }
    struct differences differences = compared(buffer_string(&a), buffer_string(&b), NULL);
    assert_int_equal(differences.texts[0].words, 100 * 1000);
    differences_release(&differences);
    buffer_release(&a);
    buffer_release(&b);
}

static void words_that_were_changed_by_chance_are_found(void **state)
{
    (void)state;
    struct random_source random = random_from(1, 1);
    for (size_t round = 0; round < 200; round++) {
        struct buffer a = {0}, b = {0}, expected = {0};
        for (size_t i = 0; i < 60; i++) {
            bool is_changed = i % 20 == 10 && random_below(&random, 2) == 0;
            buffer_add_format(&a, "word%zu ", i);
            buffer_add_format(&b, is_changed ? "other%zu " : "word%zu ", i);
            buffer_add_format(&expected, is_changed ? "[other%zu] " : "word%zu ", i);
        }
        struct differences differences = compared(buffer_string(&a), buffer_string(&b), NULL);
        assert_compared(&differences, 1, buffer_string(&b), buffer_string(&expected));
        differences_release(&differences);
        buffer_release(&a);
        buffer_release(&b);
        buffer_release(&expected);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(contracts_differ_in_two_words),
        cmocka_unit_test(paragraphs_in_another_order_are_no_difference),
        cmocka_unit_test(a_missing_word_is_marked_where_it_is_missing),
        cmocka_unit_test(missing_last_words_are_a_difference_a_missing_sentence_is_none),
        cmocka_unit_test(parts_of_a_sentence_in_another_order_are_a_difference),
        cmocka_unit_test(a_text_without_differences_from_one_of_two_others_is_joined_to_it),
        cmocka_unit_test(each_of_three_near_duplicates_shows_its_own_words),
        cmocka_unit_test(texts_that_differ_only_in_white_space_count_as_the_same),
        cmocka_unit_test(a_repeated_paragraph_is_shared_in_both_places),
        cmocka_unit_test(common_words_alone_are_nothing_shared),
        cmocka_unit_test(a_short_text_does_not_make_chance_a_passage),
        cmocka_unit_test(a_text_without_words_shares_nothing),
        cmocka_unit_test(texts_of_one_word_over_and_over_are_compared),
        cmocka_unit_test(words_that_were_changed_by_chance_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
