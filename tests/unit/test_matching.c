/*
 * What became of documents, judged by their contents. The texts here are words w1, w2 … A text of n words has n - 4
 * shingles, so the overlap of two texts can be counted by hand.
 */
#include "tests/support/support.h"

#include "core/base/memory.h"
#include "core/match/matching.h"
#include "core/match/shingle_index.h"

#include <stdlib.h>

/* Adds "w<number>". It is written by hand for speed, because the tests add millions of words. */
static void add_word(struct buffer *text, int number)
{
    char word[16];
    char *at = word + sizeof word;
    for (; number > 9; number /= 10)
        *--at = (char)('0' + number % 10);
    *--at = (char)('0' + number);
    *--at = 'w';
    buffer_add(text, (struct bytes){.data = at, .size = (size_t)(word + sizeof word - at)});
}

/* Returns "w<from> … w<to>". */
static struct bytes words(struct arena *arena, int from, int to)
{
    struct buffer text = {0};
    for (int i = from; i <= to; i++) {
        if (i > from)
            buffer_add_byte(&text, ' ');
        add_word(&text, i);
    }
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

static size_t count_shingles(const char *text)
{
    struct shingles shingles = {0};
    shingles_read(&shingles, bytes_of(text));
    size_t n = shingles.n;
    shingles_release(&shingles);
    return n;
}

static size_t count_common(struct bytes a, struct bytes b)
{
    struct shingles left = {0}, right = {0};
    shingles_read(&left, a);
    shingles_read(&right, b);
    size_t n = shingles_count_common(&left, &right);
    shingles_release(&left);
    shingles_release(&right);
    return n;
}

static void each_five_words_in_a_row_are_a_shingle(void **state)
{
    (void)state;
    assert_int_equal(count_shingles(""), 0);
    assert_int_equal(count_shingles(" ,;- “ ” "), 0);
    assert_int_equal(count_shingles("one"), 1);
    assert_int_equal(count_shingles("a b c d e"), 1);
    assert_int_equal(count_shingles("a b c d e f g"), 3);
    assert_int_equal(count_shingles("a a a a a a a"), 1);
}

static void a_character_of_chinese_is_a_word(void **state)
{
    (void)state;
    assert_int_equal(count_shingles("水在一百度沸腾"), 3);
}

static void case_blanks_and_punctuation_are_no_part_of_words(void **state)
{
    (void)state;
    assert_int_equal(count_common(bytes_of("A good cook keeps knives sharp."),
                                  bytes_of("a  good, cook – keeps\n\"knives\" SHARP")),
                     2);
}

static void common_shingles_are_counted_at_any_position(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_int_equal(count_common(words(&arena, 1, 40), words(&arena, 21, 80)), 16);
    assert_int_equal(count_common(words(&arena, 1, 40), words(&arena, 38, 80)), 0);
    arena_release(&arena);
}

static void white_space_is_squeezed(void **state)
{
    (void)state;
    struct buffer text = {0};
    text_add_squeezed(&text, bytes_of(" \n a  b\r\n\tc "));
    assert_string_equal(buffer_string(&text), "a b c");
    buffer_release(&text);
}

/* Text i has the words 1000 i … 1000 i + 99. With so many texts, the index keeps only a sample of the shingles. */
static void the_index_misses_no_passage_of_texts_among_many(void **state)
{
    (void)state;
    enum { TEXTS = 180000, ASKED = 5000 };
    struct arena arena = {0};
    struct shingle_index index = {0};
    struct shingles shingles = {0};
    size_t found = 0, others = 0;
    for (int i = 0; i < TEXTS; i++) {
        shingles_read(&shingles, words(&arena, 1000 * i, 1000 * i + 99));
        shingle_index_add(&index, &shingles);
        arena_clear(&arena);
    }
    shingle_index_seal(&index);
    for (int i = 0; i < ASKED; i++) {
        size_t n;
        uint32_t text = (uint32_t)(i * (TEXTS / ASKED));
        shingles_read(&shingles, words(&arena, 1000 * (int)text + 50, 1000 * (int)text + 61));
        const uint32_t *numbers = shingle_index_find(&index, &shingles, &n);
        for (size_t k = 0; k < n; k++) {
            found += numbers[k] == text;
            others += numbers[k] != text;
        }
    }
    assert_int_equal(found, ASKED);
    assert_true(others < ASKED);
    shingles_release(&shingles);
    shingle_index_release(&index);
    arena_release(&arena);
}

static void a_shingle_common_to_very_many_texts_is_ignored(void **state)
{
    (void)state;
    struct shingle_index index = {0};
    struct shingles shingles = {0};
    size_t n;
    shingles_read(&shingles, bytes_of("all rights reserved by us"));
    for (int i = 0; i < 100; i++)
        shingle_index_add(&index, &shingles);
    shingle_index_seal(&index);
    shingle_index_find(&index, &shingles, &n);
    assert_int_equal(n, 0);
    shingles_release(&shingles);
    shingle_index_release(&index);
}

/* --- Pairs ----------------------------------------------------------------- */

struct matching {
    struct match_state before, after;
    struct match_overlaps overlaps;
};

static void add(struct match_state *state, const char *id, const char *text, uint32_t votes)
{
    match_state_add(state, bytes_of(id), digest_of(bytes_of(text)))->votes = votes;
}

static void overlap(struct matching *matching, uint32_t before, uint32_t after, uint32_t common,
                    uint32_t n_old, uint32_t n_new)
{
    struct match_overlaps *overlaps = &matching->overlaps;
    VECTOR_PUSH(overlaps->items, overlaps->n, overlaps->capacity) =
        (struct match_overlap){.before = before,
                               .after = after,
                               .common = common & MATCH_COMMON_MOST,
                               .n_old = n_old,
                               .n_new = n_new};
}

static void equal(struct matching *matching)
{
    match_equal(&matching->before, &matching->after, &matching->overlaps);
}

static void classify(struct matching *matching, double alike)
{
    match_classify(&matching->before, &matching->after, &matching->overlaps, alike);
}

static void release(struct matching *matching)
{
    match_state_release(&matching->before);
    match_state_release(&matching->after);
    free(matching->overlaps.items);
}

static void a_document_is_found_by_its_id(void **state)
{
    (void)state;
    enum { DOCUMENTS = 1000 };
    struct arena arena = {0};
    struct match_state documents = {0};
    assert_int_equal(match_state_find(&documents, bytes_of("d0")), MATCH_NONE);
    for (int i = 0; i < DOCUMENTS; i++)
        add(&documents, arena_format(&arena, "d%d", i), "text", 0);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < DOCUMENTS; i++) {
            struct bytes id = bytes_of(arena_format(&arena, "d%d", i));
            assert_int_equal(match_state_find(&documents, id), i);
            assert_true(bytes_equal(match_state_id(&documents, (size_t)i), id));
        }
        match_state_drop_index(&documents);
    }
    assert_int_equal(match_state_find(&documents, bytes_of("d")), MATCH_NONE);
    match_state_release(&documents);
    arena_release(&arena);
}

static void an_equal_id_takes_precedence_over_the_order(void **state)
{
    (void)state;
    struct matching m = {0};
    add(&m.before, "a", "one", 0);
    add(&m.before, "b", "one", 0);
    add(&m.after, "b", "one", 0);
    add(&m.after, "c", "one", 0);
    equal(&m);
    assert_int_equal(m.before.documents[1].kind, MATCH_SAME);
    assert_int_equal(m.before.documents[0].kind, MATCH_MOVED);
    assert_int_equal(m.before.documents[0].partner, 1);
    release(&m);
}

static void the_duplicate_with_votes_is_kept(void **state)
{
    (void)state;
    struct matching m = {0};
    add(&m.before, "a", "one", 0);
    add(&m.before, "b", "one", 3);
    add(&m.after, "c", "one", 0);
    equal(&m);
    classify(&m, 1);
    assert_int_equal(m.after.documents[0].partner, 1);
    assert_int_equal(m.before.documents[0].kind, MATCH_MERGED);
    release(&m);
}

/* "a" has votes and is gone, and "b" with the same text stays. Returns the old document whose partner is the
 * new "b". */
static uint32_t heir_of_text(uint32_t votes_of_b, bool is_judged)
{
    struct matching m = {0};
    add(&m.before, "a", "one", 3);
    add(&m.before, "b", "one", votes_of_b);
    m.before.documents[1].is_judged = is_judged;
    add(&m.after, "b", "one", 0);
    equal(&m);
    classify(&m, 1);
    uint32_t heir = m.after.documents[0].partner;
    assert_int_equal(m.before.documents[heir].kind, heir == 0 ? MATCH_MOVED : MATCH_SAME);
    assert_int_equal(m.before.documents[1 - heir].kind, MATCH_MERGED);
    assert_int_equal(m.before.documents[1 - heir].partner, MATCH_NONE);
    assert_true(match_is_copy(&m.before, &m.after, &m.overlaps.items[0]));
    release(&m);
    return heir;
}

static void votes_move_to_a_copy_without_votes(void **state)
{
    (void)state;
    assert_int_equal(heir_of_text(0, false), 0);
}

static void a_copy_with_votes_or_judgments_keeps_its_place(void **state)
{
    (void)state;
    assert_int_equal(heir_of_text(1, false), 1);
    assert_int_equal(heir_of_text(0, true), 1);
}

static void swapped_ids_do_not_mislead_the_matching(void **state)
{
    (void)state;
    struct matching m = {0};
    add(&m.before, "1", "one", 1);
    add(&m.before, "2", "two", 1);
    add(&m.after, "1", "two", 0);
    add(&m.after, "2", "one", 0);
    equal(&m);
    assert_int_equal(m.before.documents[0].partner, 1);
    assert_int_equal(m.before.documents[1].partner, 0);
    release(&m);
}

/* Returns two documents on each side. No two of them have the same digest. */
static struct matching two_by_two(void)
{
    struct matching m = {0};
    add(&m.before, "a", "a", 1);
    add(&m.before, "b", "b", 1);
    add(&m.after, "c", "c", 0);
    add(&m.after, "d", "d", 0);
    equal(&m);
    return m;
}

static void one_document_that_became_another_is_changed(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 1, 90, 100, 100);
    classify(&m, 1);
    assert_int_equal(m.overlaps.items[0].kind, MATCH_CHANGED);
    assert_int_equal(m.before.documents[0].partner, MATCH_NONE);
    assert_int_equal(m.before.documents[1].kind, MATCH_GONE);
    assert_int_equal(m.after.documents[0].kind, MATCH_NEW);
    release(&m);
}

static void documents_that_are_similar_enough_are_paired(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 1, 90, 100, 100);
    overlap(&m, 1, 0, 80, 100, 100);
    classify(&m, 0.8);
    assert_int_equal(m.before.documents[0].partner, 1);
    assert_int_equal(m.before.documents[1].partner, MATCH_NONE);
    release(&m);
}

static void a_text_over_two_is_split_and_never_paired(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 0, 80, 100, 80);
    overlap(&m, 0, 1, 20, 100, 20);
    classify(&m, 0.5);
    assert_int_equal(m.overlaps.items[0].kind, MATCH_SPLIT);
    assert_int_equal(m.overlaps.items[1].kind, MATCH_SPLIT);
    assert_int_equal(m.before.documents[0].partner, MATCH_NONE);
    release(&m);
}

static void two_texts_in_one_are_merged(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 0, 50, 50, 100);
    overlap(&m, 1, 0, 40, 40, 100);
    classify(&m, 0.5);
    assert_int_equal(m.overlaps.items[0].kind, MATCH_MERGED);
    assert_int_equal(m.overlaps.items[1].kind, MATCH_MERGED);
    release(&m);
}

/* Each chunk shares a part with the next chunk, and all are slightly edited. */
static void neighbours_that_overlap_are_each_changed(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 0, 92, 100, 100);
    overlap(&m, 0, 1, 40, 100, 100);
    overlap(&m, 1, 0, 40, 100, 100);
    overlap(&m, 1, 1, 92, 100, 100);
    classify(&m, 0.8);
    assert_int_equal(m.overlaps.n, 2);
    assert_int_equal(m.before.documents[0].partner, 0);
    assert_int_equal(m.before.documents[1].partner, 1);
    release(&m);
}

static void the_same_id_counts_only_if_no_text_overlaps_enough(void **state)
{
    (void)state;
    struct matching m = two_by_two();
    overlap(&m, 0, 0, 10, 100, 100);
    overlap(&m, 1, 0, 90, 100, 100);
    overlap(&m, 0, 1, 10, 100, 100);
    classify(&m, 1);
    assert_int_equal(m.overlaps.n, 2);
    assert_int_equal(m.overlaps.items[0].before, 1);
    assert_int_equal(m.overlaps.items[1].after, 1);
    release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_five_words_in_a_row_are_a_shingle),
        cmocka_unit_test(a_character_of_chinese_is_a_word),
        cmocka_unit_test(case_blanks_and_punctuation_are_no_part_of_words),
        cmocka_unit_test(common_shingles_are_counted_at_any_position),
        cmocka_unit_test(white_space_is_squeezed),
        cmocka_unit_test(the_index_misses_no_passage_of_texts_among_many),
        cmocka_unit_test(a_shingle_common_to_very_many_texts_is_ignored),
        cmocka_unit_test(a_document_is_found_by_its_id),
        cmocka_unit_test(an_equal_id_takes_precedence_over_the_order),
        cmocka_unit_test(the_duplicate_with_votes_is_kept),
        cmocka_unit_test(votes_move_to_a_copy_without_votes),
        cmocka_unit_test(a_copy_with_votes_or_judgments_keeps_its_place),
        cmocka_unit_test(swapped_ids_do_not_mislead_the_matching),
        cmocka_unit_test(one_document_that_became_another_is_changed),
        cmocka_unit_test(documents_that_are_similar_enough_are_paired),
        cmocka_unit_test(a_text_over_two_is_split_and_never_paired),
        cmocka_unit_test(two_texts_in_one_are_merged),
        cmocka_unit_test(neighbours_that_overlap_are_each_changed),
        cmocka_unit_test(the_same_id_counts_only_if_no_text_overlaps_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
