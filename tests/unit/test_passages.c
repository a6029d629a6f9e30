/* Passages in which the question's rare words meet, and texts with folded parts. */
#include "tests/support/support.h"

#include "tui/text/folded_text.h"
#include "tui/text/passages.h"

#include <stdio.h>
#include <string.h>

#define FIVE_WORDS "Keep it in the dry. "
#define TWENTY_FIVE_WORDS FIVE_WORDS FIVE_WORDS FIVE_WORDS FIVE_WORDS FIVE_WORDS

/* --- Passages --------------------------------------------------------------------------------- */

/* Returns the text with brackets around its passages. `pool`: the texts that weight the words, up to a NULL;
 * or NULL. */
static char *with_passages(struct arena *arena, const char *question, const char *const *pool,
                           const char *text)
{
    struct question_words words = {0};
    struct passage_list list = {0};
    struct bytes texts[8];
    size_t n = 0;
    question_words_set(&words, bytes_of(question), "english");
    for (; pool != NULL && pool[n] != NULL; n++)
        texts[n] = bytes_of(pool[n]);
    question_words_weigh(&words, texts, n);
    const struct text_units units = text_units_find(arena, bytes_of(text), NULL);
    passage_list_find(&list, bytes_of(text), &units, &words);
    struct buffer shown = {0};
    size_t offset = 0;
    for (size_t i = 0; i < list.count; i++) {
        buffer_add(&shown, bytes_slice(bytes_of(text), offset, list.items[i].start));
        buffer_add_byte(&shown, '[');
        buffer_add(&shown, bytes_slice(bytes_of(text), list.items[i].start, list.items[i].end));
        buffer_add_byte(&shown, ']');
        offset = list.items[i].end;
    }
    buffer_add_string(&shown, text + offset);
    char *copy = arena_copy_string(arena, buffer_string(&shown));
    buffer_release(&shown);
    passage_list_release(&list);
    question_words_release(&words);
    return copy;
}

static void assert_passages(const char *question, const char *const *pool, const char *text,
                            const char *expected)
{
    struct arena arena = {0};
    assert_string_equal(with_passages(&arena, question, pool, text), expected);
    arena_release(&arena);
}

static void a_passage_is_the_sentence_where_the_words_meet(void **state)
{
    (void)state;
    assert_passages("How do I mend a split hose?", NULL,
                    "The hose joins the head.\nWash it in May.\nTo mend a split hose, cut it.\nThen rest.",
                    "The hose joins the head.\nWash it in May.\n[To mend a split hose, cut it.]\nThen rest.");
}

static void a_rare_word_weighs_more_than_common_ones(void **state)
{
    (void)state;
    static const char *const pool[] = {"The cleaner and its hose.", "A hose of the cleaner.",
                                       "Hose, cleaner, descaling.", "The cleaner's hose is long.", NULL};
    assert_passages("cleaner hose descaling", pool,
                    "The hose of the cleaner is red.\n" TWENTY_FIVE_WORDS "\nOn descaling, see below.",
                    "The hose of the cleaner is red.\n" TWENTY_FIVE_WORDS "\n[On descaling, see below.]");
}

static void words_in_neighbouring_sentences_are_one_passage(void **state)
{
    (void)state;
    assert_passages("split hose handle", NULL, "Nothing here. The hose has a handle. It may split. The end.",
                    "Nothing here. [The hose has a handle. It may split.] The end.");
}

static void passages_half_as_heavy_are_found_too(void **state)
{
    (void)state;
    assert_passages("split hose", NULL, "A split hose.\nOne.\nTwo.\nThe hose again.\nThree.",
                    "[A split hose.]\nOne.\nTwo.\n[The hose again.]\nThree.");
}

static void sentences_without_blanks_are_found(void **state)
{
    (void)state;
    assert_passages("吸尘器软管", NULL, "这是说明。软管裂了怎么办？请换新。",
                    "这是说明。[软管裂了怎么办？]请换新。");
}

static void the_number_of_an_item_belongs_to_it(void **state)
{
    (void)state;
    assert_passages("hose", NULL, "1. Wash it.\n2. Mend the hose.\n3. Rest.",
                    "1. Wash it.\n[2. Mend the hose.]\n3. Rest.");
}

static void a_passage_is_never_a_part_of_a_sentence(void **state)
{
    (void)state;
    static const char long_one[] =
        "The hose of the cleaner, which is red and has a length of two metres, is never mended but with the "
        "tape that came with it, unless the split is longer than a finger, in which case it is replaced.";
    struct arena arena = {0};
    assert_passages("mend split hose", NULL, long_one, arena_format(&arena, "[%s]", long_one));
    arena_release(&arena);
}

static void a_record_is_found_as_a_whole(void **state)
{
    (void)state;
    assert_passages("extension for E-17", NULL,
                    "Code: E-16\nAction: Call extension 4711 of the engineer.\n\n"
                    "Code: E-17\nMeaning: The cell of the battery has failed for good.\n"
                    "Action: Take it out of use and call extension 4711 of the engineer.",
                    "[Code: E-16\nAction: Call extension 4711 of the engineer.]\n\n"
                    "[Code: E-17\nMeaning: The cell of the battery has failed for good.\n"
                    "Action: Take it out of use and call extension 4711 of the engineer.]");
}

static void a_passage_with_a_heading_includes_the_text_below_it(void **state)
{
    (void)state;
    assert_passages("split hose", NULL,
                    "Cleaning\n\nWash it.\n\nA split hose\n\nTape will do for a while.\n\nThen rest.",
                    "Cleaning\n\nWash it.\n\n[A split hose\n\nTape will do for a while.]\n\nThen rest.");
}

static void assert_beginning(const char *text, const char *beginning)
{
    struct arena arena = {0};
    const struct text_units units = text_units_find(&arena, bytes_of(text), NULL);
    struct passage best = passage_list_best(&(struct passage_list){0}, bytes_of(text), &units);
    assert_int_equal(best.start, 0);
    assert_int_equal(best.end, strlen(beginning));
    arena_release(&arena);
}

static void a_text_without_words_of_the_question_has_no_passage(void **state)
{
    (void)state;
    const char *text = "The cleaner has a wheel. It has a bag.";
    assert_passages("hose", NULL, text, text);
    assert_beginning(text, "The cleaner has a wheel. It has a bag.");
}

static void a_beginning_is_more_than_some_words(void **state)
{
    (void)state;
    assert_beginning("No. The cleaner has a wheel. It has a bag.", "No. The cleaner has a wheel.");
    assert_beginning("The cleaner has a wheel and a bag. It rolls.", "The cleaner has a wheel and a bag.");
}

static void a_text_of_one_word_without_end_has_passages(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer text = {0};
    struct question_words words = {0};
    struct passage_list list = {0};
    while (text.size < 2 * PASSAGE_TEXT_MAX)
        buffer_add_string(&text, "hosehosehose");
    question_words_set(&words, bytes_of("hose"), "english");
    const struct text_units units = text_units_find(&arena, buffer_bytes(&text), NULL);
    passage_list_find(&list, buffer_bytes(&text), &units, &words);
    assert_int_equal(list.count, 0);
    passage_list_release(&list);
    arena_release(&arena);
    question_words_release(&words);
    buffer_release(&text);
}

/* --- Folds ------------------------------------------------------------------------------------ */

static void a_fold_is_replaced_by_one_line_about_it(void **state)
{
    (void)state;
    struct folded_text folded = {0};
    static const struct text_fold folds[] = {{0, 6, {"2 words", 7}}, {16, 26, {"more", 4}}};
    folded_text_set(&folded, bytes_of("One.\n\nThe middle. The last.\n"), NULL,
                    &(struct text_folding){.folds = folds, .n_folds = 2});
    assert_string_equal(buffer_string(&folded.seen.text), "2 words\nThe middle\nmore\n.\n");
    folded_text_release(&folded);
}

static void places_in_a_folded_text_map_to_its_source(void **state)
{
    (void)state;
    struct folded_text folded = {0};
    static const struct text_fold folds[] = {{0, 6, {"2 words", 7}}};
    folded_text_set(&folded, bytes_of("One.\n\nThe middle."), NULL,
                    &(struct text_folding){.folds = folds, .n_folds = 1});
    assert_int_equal(styled_text_source_of(&folded.seen, strlen("2 words\nThe ")), strlen("One.\n\nThe "));
    assert_int_equal(styled_text_seen_of(&folded.seen, strlen("One.\n\nThe ")), strlen("2 words\nThe "));
    folded_text_release(&folded);
}

static void marks_go_along_with_what_is_shown(void **state)
{
    (void)state;
    struct folded_text folded = {0};
    static const struct text_fold folds[] = {{0, 6, {"2 words", 7}}};
    static const struct text_mark marks[] = {{1, 3, STYLE_STRONG}, {10, 16, STYLE_STRONG}};
    folded_text_set(&folded, bytes_of("One.\n\nThe middle."), NULL,
                    &(struct text_folding){.folds = folds, .n_folds = 1, .marks = marks, .n_marks = 2});
    assert_int_equal(folded.n_marks, 1);
    assert_int_equal(folded.marks[0].start, strlen("2 words\nThe "));
    assert_int_equal(folded.marks[0].end, strlen("2 words\nThe middle"));
    folded_text_release(&folded);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passage_is_the_sentence_where_the_words_meet),
        cmocka_unit_test(a_rare_word_weighs_more_than_common_ones),
        cmocka_unit_test(words_in_neighbouring_sentences_are_one_passage),
        cmocka_unit_test(passages_half_as_heavy_are_found_too),
        cmocka_unit_test(sentences_without_blanks_are_found),
        cmocka_unit_test(the_number_of_an_item_belongs_to_it),
        cmocka_unit_test(a_passage_is_never_a_part_of_a_sentence),
        cmocka_unit_test(a_record_is_found_as_a_whole),
        cmocka_unit_test(a_passage_with_a_heading_includes_the_text_below_it),
        cmocka_unit_test(a_text_without_words_of_the_question_has_no_passage),
        cmocka_unit_test(a_beginning_is_more_than_some_words),
        cmocka_unit_test(a_text_of_one_word_without_end_has_passages),
        cmocka_unit_test(a_fold_is_replaced_by_one_line_about_it),
        cmocka_unit_test(places_in_a_folded_text_map_to_its_source),
        cmocka_unit_test(marks_go_along_with_what_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
