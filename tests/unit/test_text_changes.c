/* The differences of near duplicates, as a list of changes. */
#include "tests/support/support.h"

#include "tui/text/text_changes.h"

/* Expects one line for each change. */
static void assert_changes(const char *one, const char *other, const char *expected)
{
    struct arena arena = {0};
    struct buffer lines = {0};
    const struct bytes texts[] = {bytes_of(one), bytes_of(other)};
    const struct text_units found[] = {text_units_find(&arena, texts[0], NULL),
                                       text_units_find(&arena, texts[1], NULL)};
    const struct text_units *const units[] = {&found[0], &found[1]};
    struct shared_units shared[DIFFERENCES_TEXTS_MAX];
    struct text_changes changes = {0};
    shared_units_begin(&arena, units, 2, shared);
    shared_units_pair(&arena, units, shared, 0, 1);
    text_changes_find(&arena, texts, units, shared, 0, 1, &changes);
    for (size_t i = 0; i < changes.n; i++) {
        text_change_add(&lines, &changes.items[i], texts, units, CHANGE_SEEN, 30);
        buffer_add_byte(&lines, '\n');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    arena_release(&arena);
}

static void replaced_added_and_removed_words_are_changes(void **state)
{
    (void)state;
    assert_changes("Call extension 4711 at once. Wait.", "Call extension 4712 at once. Wait.",
                   "extension 4711 at → extension 4712 at\n");
    assert_changes("The Buyer may terminate. It ends.", "The Buyer may not terminate. It ends.",
                   "only in 2: “may not terminate”\n");
    assert_changes("Never open it. Wait for the nurse.", "Wait for the nurse.",
                   "only in 1: “Never open it”\n");
}

static void a_change_names_the_heading_above_it(void **state)
{
    (void)state;
    assert_changes("Infusa 300\n\n20. Error codes\n\nCode | Action\nE-17 | call 4711\n\nAlarms\n\nStay here "
                   "for 5 minutes.",
                   "Infusa 310\n\n20. Error codes\n\nCode | Action\nE-17 | call 4712\n\nAlarms\n\nStay here "
                   "for 6 minutes.",
                   "4711 → 4712 (§20)\n5 → 6 (Alarms)\nInfusa 300 → Infusa 310\n");
}

/* The words next to the change are those of its cell or its line. */
static void without_a_heading_the_words_beside_a_change_give_its_place(void **state)
{
    (void)state;
    assert_changes("Drug: Morphine\nMax: 3 g\nRoute: oral", "Drug: Morphine\nMax: 4 g\nRoute: oral",
                   "Max: 3 g → Max: 4 g\n");
    assert_changes("Drug | Dose | Max\n---|---|---\nMorphine | 5 mg | 30",
                   "Drug | Dose | Max\n---|---|---\nMorphine | 5 mg | 20", "30 → 20\n");
}

static void changes_that_are_one_word_apart_are_one(void **state)
{
    (void)state;
    assert_changes("Give 2 and 3 to the man who waits.", "Give 4 and 5 to the man who stays.",
                   "2 and 3 → 4 and 5\nwho waits → who stays\n");
}

/* In a numbered list the numbers are marks before the items, so the words are the same and only their place differs. */
static void text_that_was_only_moved_is_a_change_too(void **state)
{
    (void)state;
    assert_changes("1. Close it.\n2. Open it.", "1. Open it.\n2. Close it.",
                   "1. Close it → 1. Open it\n2. Open it → 2. Close it\n");
    assert_changes("First:\n\nWash it.\n\nThen dry it with a cloth.",
                   "First:\n\nThen dry it with a cloth.\n\nWash it.",
                   "only in 1: “Wash it”\nonly in 2: “Wash it”\n");
}

static void a_change_ends_with_its_sentence(void **state)
{
    (void)state;
    assert_changes("It is caused by force majeure. Either party may sign.",
                   "It is caused by gross negligence. Neither party may sign.",
                   "force majeure → gross negligence\nEither party → Neither party\n");
}

static void a_long_passage_is_one_change(void **state)
{
    (void)state;
    struct buffer one = {0}, other = {0};
    for (size_t i = 0; i < 1000; i++) {
        buffer_add_format(&one, "a%zu ", i);
        buffer_add_format(&other, "b%zu ", i);
    }
    assert_changes(buffer_string(&one), buffer_string(&other),
                   "a0 a1 a2 a3 a4… a997 a998 a999 → b0 b1 b2 b3 b4… b997 b998 b999\n");
    buffer_release(&one);
    buffer_release(&other);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaced_added_and_removed_words_are_changes),
        cmocka_unit_test(a_change_names_the_heading_above_it),
        cmocka_unit_test(without_a_heading_the_words_beside_a_change_give_its_place),
        cmocka_unit_test(changes_that_are_one_word_apart_are_one),
        cmocka_unit_test(text_that_was_only_moved_is_a_change_too),
        cmocka_unit_test(a_change_ends_with_its_sentence),
        cmocka_unit_test(a_long_passage_is_one_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
