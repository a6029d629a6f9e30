/* Aligning sentences: equal and nearly equal ones get one row, and each text keeps its own order. */
#include "tests/support/support.h"

#include "tui/text/alignment.h"

/* Expects one line for each row: the first word of each text's sentence in that row, or "-". */
static void assert_aligned(const char *const *given, size_t n, const char *expected)
{
    struct arena arena = {0};
    struct bytes texts[DIFFERENCES_TEXTS_MAX];
    struct alignment alignment;
    struct buffer lines = {0};
    for (size_t i = 0; i < n; i++)
        texts[i] = bytes_of(given[i]);
    assert_true(alignment_find(&alignment, texts, n, &arena));
    for (size_t row = 0; row < alignment.n; row++) {
        for (size_t i = 0; i < n; i++) {
            struct sentence sentence = alignment.rows[row].sentences[i];
            bool has = (alignment.rows[row].texts >> i & 1) != 0;
            struct bytes word = bytes_slice(texts[i], sentence.start, sentence.end), rest;
            (void)(has && bytes_split(word, ' ', &word, &rest));
            buffer_add_string(&lines, i > 0 ? " " : "");
            buffer_add(&lines, has ? word : bytes_of("-"));
        }
        buffer_add_byte(&lines, '\n');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    arena_release(&arena);
}

static void contracts_that_differ_in_two_words_are_aligned(void **state)
{
    static const char *const leases[] = {
        "Rent is paid monthly in advance. Notice is given three months before the end. Deposits come back "
        "within 30 days.",
        "Rent is paid monthly in advance. Notice is given six months before the end. Deposits come back "
        "within 60 days.",
    };
    (void)state;
    assert_aligned(leases, 2, "Rent Rent\nNotice Notice\nDeposits Deposits\n");
}

static void a_sentence_of_only_one_text_gets_its_own_row(void **state)
{
    static const char *const texts[] = {
        "Rinse the filter. Dry it for a whole day. Put it back into its place.",
        "Rinse the filter. Never use hot water from the boiler. Put it back into its place.",
    };
    (void)state;
    assert_aligned(texts, 2, "Rinse Rinse\nDry -\n- Never\nPut Put\n");
}

static void paragraphs_in_another_order_cross_no_row(void **state)
{
    static const char *const texts[] = {
        "Alpha comes here with many words. Beta is another thing that is said.",
        "Beta is another thing that is said. Alpha comes here with many words.",
    };
    (void)state;
    assert_aligned(texts, 2, "Alpha -\nBeta Beta\n- Alpha\n");
}

static void a_third_text_is_aligned_with_either_of_the_others(void **state)
{
    static const char *const texts[] = {
        "One is the first of all numbers. Two follows it at once.",
        "One is the first of all numbers. Three is an odd prime number.",
        "Two follows it at once. Three is an odd prime number.",
    };
    (void)state;
    assert_aligned(texts, 3, "One One -\nTwo - Two\n- Three Three\n");
}

static void texts_of_nothing_have_no_rows(void **state)
{
    static const char *const texts[] = {"", "Something is said.", "  \n"};
    (void)state;
    assert_aligned(texts, 3, "- Something -\n");
    assert_aligned(texts, 1, "");
}

static void a_text_of_too_many_sentences_is_not_aligned(void **state)
{
    struct arena arena = {0};
    struct buffer text = {0};
    struct alignment alignment;
    (void)state;
    for (int i = 0; i <= ALIGNED_SENTENCES_MAX; i++)
        buffer_add_format(&text, "Sentence number %d. ", i);
    const struct bytes texts[] = {buffer_bytes(&text), bytes_of("Sentence number 1.")};
    assert_false(alignment_find(&alignment, texts, 2, &arena));
    arena_release(&arena);
    buffer_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contracts_that_differ_in_two_words_are_aligned),
        cmocka_unit_test(a_sentence_of_only_one_text_gets_its_own_row),
        cmocka_unit_test(paragraphs_in_another_order_cross_no_row),
        cmocka_unit_test(a_third_text_is_aligned_with_either_of_the_others),
        cmocka_unit_test(texts_of_nothing_have_no_rows),
        cmocka_unit_test(a_text_of_too_many_sentences_is_not_aligned),
    };
    return cmocka_run_group_tests_name("alignment", tests, NULL, NULL);
}
