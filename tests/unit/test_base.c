#include "tests/support/support.h"

#include "core/base/bytes.h"
#include "core/base/hash_index.h"
#include "core/base/map.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/base/random.h"
#include "core/base/unicode.h"
#include "core/base/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void an_error_is_one_line_without_control_bytes(void **state)
{
    (void)state;
    struct err err;
    assert_false(err_set(&err, ERR_INPUT, "id '%s'", "a\x1b[2J\nb\x7f\xc2\x9b"));
    assert_string_equal(err.text, "id 'a␛[2J␊b␡\ufffd'");
}

static void an_error_has_no_bare_bytes_bidi_controls_or_separators(void **state)
{
    (void)state;
    struct err err;
    assert_false(err_set(&err, ERR_INPUT, "'%s'",
                         "\x9b"
                         "31m\u202ea\u200fb\u2028c"));
    assert_string_equal(err.text, "'\ufffd"
                                  "31mab␤c'");
}

static void an_error_that_is_too_long_is_cut_at_a_character(void **state)
{
    (void)state;
    char text[2 * ERR_TEXT_SIZE + 1] = "";
    for (size_t i = 0; i < ERR_TEXT_SIZE; i++)
        memcpy(text + 2 * i, "é", 3);
    struct err err;
    err_set(&err, ERR_INPUT, "x%s", text);
    assert_int_equal(strlen(err.text) % 2, 1); /* the x, then whole characters of two bytes each */
}

static void context_is_put_before_the_message_of_an_error(void **state)
{
    (void)state;
    struct err err;
    err_set(&err, ERR_INPUT, "no score");
    assert_false(err_context(&err, "%s:%d", "bm25.run", 12));
    assert_error(false, err, ERR_INPUT, "bm25.run:12: no score");
}

static void the_first_of_several_errors_is_kept(void **state)
{
    (void)state;
    struct err err;
    bool all_worked = err_set(err_if(true, &err), ERR_INPUT, "the first");
    all_worked = err_set(err_if(all_worked, &err), ERR_SYSTEM, "the second") && all_worked;
    assert_false(all_worked);
    assert_int_equal(err.code, ERR_INPUT);
    assert_string_equal(err.text, "the first");
}

static void bytes_are_ordered_as_unsigned_and_a_prefix_first(void **state)
{
    (void)state;
    assert_true(bytes_compare(bytes_of("a"), bytes_of("\xc3\xa1")) < 0);
    assert_true(bytes_compare(bytes_of("a"), bytes_of("ab")) < 0);
    assert_int_equal(bytes_compare(bytes_of("ab"), bytes_of("ab")), 0);
}

static void a_slice_of_nothing_is_nothing(void **state)
{
    (void)state;
    struct bytes none = {0};
    assert_null(bytes_slice(none, 0, 0).data);
    assert_true(bytes_equal(bytes_slice(bytes_of("question"), 2, 5), bytes_of("est")));
    assert_true(bytes_equal(bytes_from(bytes_of("question"), 5), bytes_of("ion")));
}

static void a_trim_leaves_white_space_inside(void **state)
{
    (void)state;
    assert_true(bytes_equal(bytes_trim(bytes_of(" \t two words\r")), bytes_of("two words")));
    assert_int_equal(bytes_trim(bytes_of(" \t ")).size, 0);
}

static void a_split_is_at_the_first_separator(void **state)
{
    (void)state;
    struct bytes before, behind;
    assert_true(bytes_split(bytes_of("a=b=c"), '=', &before, &behind));
    assert_true(bytes_equal(before, bytes_of("a")));
    assert_true(bytes_equal(behind, bytes_of("b=c")));
    assert_false(bytes_split(bytes_of("abc"), '=', &before, &behind));
}

static void lines_end_with_lf_or_cr_lf_or_the_text(void **state)
{
    (void)state;
    static const char *const expected[] = {"one", "", "t\rwo", "three"};
    struct bytes rest = bytes_of("one\r\n\nt\rwo\nthree"), line;
    size_t n = 0;
    while (bytes_next_line(&rest, &line)) {
        assert_true(n < 4);
        assert_true(bytes_equal(line, bytes_of(expected[n++])));
    }
    assert_int_equal(n, 4);
}

static void words_are_separated_by_white_space(void **state)
{
    (void)state;
    struct bytes rest = bytes_of("  one\ttwo "), word;
    assert_true(bytes_next_word(&rest, &word));
    assert_true(bytes_equal(word, bytes_of("one")));
    assert_true(bytes_next_word(&rest, &word));
    assert_true(bytes_equal(word, bytes_of("two")));
    assert_false(bytes_next_word(&rest, &word));
}

static void a_byte_order_mark_is_left_out_at_the_beginning_alone(void **state)
{
    (void)state;
    assert_true(bytes_equal(bytes_without_mark(bytes_of("\xef\xbb\xbfx")), bytes_of("x")));
    assert_int_equal(bytes_without_mark(bytes_of("x\xef\xbb\xbf")).size, 4);
}

static void integers_are_taken_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t value = 7;
    assert_true(number_parse_integer(bytes_of("-9223372036854775808"), INT64_MIN, INT64_MAX, &value));
    assert_true(value == INT64_MIN);
    const char *const wrong[] = {"", "-", "1x", " 1", "1 ", "0x1", "9223372036854775808", "1.0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(number_parse_integer(bytes_of(wrong[i]), INT64_MIN, INT64_MAX, &value));
    assert_false(number_parse_integer(bytes_of("11"), 0, 10, &value));
}

static void reals_are_finite_decimals(void **state)
{
    (void)state;
    double value;
    const char *const right[] = {"1", "-.5", "5.", "6.02e23", "+1E-3", "1e300"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(number_parse_real(bytes_of(right[i]), &value));
        assert_true(value == strtod(right[i], NULL));
    }
    const char *const wrong[] = {"", ".", "nan", "inf", "1e", "1e999", "0x1p3", " 1", "1,5", "1_000"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(number_parse_real(bytes_of(wrong[i]), &value));
}

static void a_real_of_any_length_is_read(void **state)
{
    (void)state;
    char text[200];
    memset(text, '0', sizeof text);
    memcpy(text, "0.", 2);
    text[198] = '1';
    double value = 1;
    assert_true(number_parse_real((struct bytes){.data = text, .size = 199}, &value));
    assert_true(value < 1e-190);
}

static void a_hash_does_not_depend_on_whether_the_bytes_after_it_are_readable(void **state)
{
    (void)state;
    char text[64];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 37);
    for (size_t size = 1; size + BYTES_HASH_REACH <= sizeof text; size++) {
        const struct bytes bytes = {.data = text, .size = size};
        assert_true(bytes_hash_in_reach(bytes) == bytes_hash(bytes));
        assert_true(bytes_hash(bytes) != bytes_hash((struct bytes){.data = text, .size = size + 1}));
    }
}

static void a_hash_index_finds_all_entries_of_a_hash_until_it_is_reset(void **state)
{
    (void)state;
    const uint64_t hash = UINT64_MAX; /* the last slot: the search continues at the first */
    struct hash_index index = {0};
    assert_true(hash_index_is_full(&index, 0));
    hash_index_reset(&index, 3);
    for (uint32_t number = 0; number < 3; number++) {
        uint32_t *slot = hash_index_first(&index, hash);
        for (uint32_t before = 0; before < number; before++, slot = hash_index_next(&index, slot))
            assert_int_equal(*slot, before + 1);
        assert_int_equal(*slot, 0);
        *slot = number + 1;
    }
    assert_false(hash_index_is_full(&index, 3));
    hash_index_reset(&index, 2);
    assert_int_equal(*hash_index_first(&index, hash), 0);
    hash_index_release(&index);
}

static void a_map_numbers_keys_in_the_order_they_come(void **state)
{
    (void)state;
    struct map map = {0};
    struct arena arena = {0};
    for (int64_t i = 0; i < 5000; i++)
        assert_int_equal(map_put(&map, bytes_of(arena_format(&arena, "key %lld", (long long)i)), NULL), i);
    bool is_new = true;
    assert_int_equal(map_put(&map, bytes_of("key 77"), &is_new), 77);
    assert_false(is_new);
    assert_int_equal(map_find(&map, bytes_of("key 4999")), 4999);
    assert_int_equal(map_find(&map, bytes_of("key 5000")), MAP_ABSENT);
    map_release(&map);
    arena_release(&arena);
}

static void an_arena_gives_zeroed_memory_again_after_a_clear(void **state)
{
    (void)state;
    static const char zeros[100];
    struct arena arena = {0};
    memset(arena_get(&arena, 100), 'x', 100);
    arena_clear(&arena);
    assert_memory_equal(arena_get(&arena, 100), zeros, 100);
    arena_release(&arena);
}

static void an_array_in_an_arena_keeps_its_elements_as_it_grows(void **state)
{
    (void)state;
    struct arena arena = {0};
    int *numbers = NULL;
    size_t n = 0;
    for (int i = 0; i < 1000; i++)
        ARENA_PUSH(&arena, numbers, n) = i;
    assert_int_equal(n, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    arena_release(&arena);
}

static void the_last_allocation_of_an_arena_keeps_its_bytes_when_it_grows(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char zeros[100];
    arena_get(&arena, 1); /* so that the text does not begin its block */
    char *text = NULL;
    size_t size = 0;
    for (size_t new_size = 10; new_size < 1000 * 1000; new_size *= 3) {
        text = arena_extend(&arena, text, size, new_size);
        memset(text + size, (int)new_size % 251, new_size - size);
        size = new_size;
    }
    for (size_t end = 10, start = 0; end <= size; start = end, end *= 3) {
        for (size_t i = start; i < end; i++)
            assert_int_equal((unsigned char)text[i], end % 251);
    }
    assert_memory_equal(arena_get(&arena, 100), zeros, 100);
    arena_release(&arena);
}

static void the_same_seed_and_stream_give_the_same_numbers(void **state)
{
    (void)state;
    struct random_source a = random_from(1, 2), b = random_from(1, 2), other = random_from(1, 3);
    assert_true(random_next(&a) == random_next(&b));
    assert_false(random_next(&a) == random_next(&other));
}

static void numbers_below_a_bound_are_uniform(void **state)
{
    (void)state;
    struct random_source source = random_from(42, 0);
    int counts[6] = {0};
    for (int i = 0; i < 60000; i++)
        counts[random_below(&source, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9600, 10400); /* ± 4 standard deviations */
}

static void invalid_utf8_is_replaced_and_the_rest_stays(void **state)
{
    (void)state;
    struct buffer valid = {0};
    static const char text[] = "\xff"
                               "a\xc3\xa9\0b\xe2\x82"
                               "c\xef\xbf\xbd";
    unicode_add_valid(&valid, (struct bytes){.data = text, .size = sizeof text - 1});
    assert_string_equal(buffer_string(&valid), "\ufffda\u00e9\ufffdb\ufffdc\ufffd");
    buffer_release(&valid);
}

enum { BINOMIAL_DRAWS = 500000 };

/*
 * Returns the largest difference between the share of draws up to k and the binomial distribution, over all k. The
 * probability of k successes follows from that of k - 1, and that of 0 is (1 - p)^n.
 */
static double distance_of_binomial(uint64_t n, double p)
{
    struct random_source source = random_from(7, n);
    uint32_t *counts = calloc(n + 1, sizeof *counts);
    double log_probability = (double)n * log1p(-p), expected = 0, drawn = 0, distance = 0;
    assert_non_null(counts);
    for (int i = 0; i < BINOMIAL_DRAWS; i++) {
        const uint64_t k = random_binomial(&source, n, p);
        assert_true(k <= n);
        counts[k]++;
    }
    for (uint64_t k = 0; k <= n; k++) {
        expected += exp(log_probability);
        drawn += (double)counts[k] / BINOMIAL_DRAWS;
        distance = fmax(distance, fabs(expected - drawn));
        log_probability += log((double)(n - k)) - log((double)(k + 1)) + log(p) - log1p(-p);
    }
    free(counts);
    return distance;
}

/* 1.95 / sqrt(draws) is exceeded once in 1,000 times (Kolmogorov & Smirnov). */
static void binomial_numbers_have_their_distribution(void **state)
{
    (void)state;
    static const struct {
        uint64_t n;
        double p;
    } cases[] = {{1, 0.5},    {5, 0.3},     {40, 0.1},     {40, 0.9},       {100, 0.1},      {100, 0.4},
                 {101, 0.99}, {25, 0.4999}, {1000, 0.004}, {45000, 0.0001}, {45000, 0.3333}, {45000, 0.998}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(distance_of_binomial(cases[i].n, cases[i].p) < 1.95 / sqrt(BINOMIAL_DRAWS));
}

static void a_binomial_number_of_what_is_certain_is_certain(void **state)
{
    (void)state;
    struct random_source source = random_from(3, 0);
    for (int i = 0; i < 100; i++) {
        assert_true(random_binomial(&source, 70, 0) == 0);
        assert_true(random_binomial(&source, 70, 1) == 70);
        assert_true(random_binomial(&source, 0, 0.5) == 0);
    }
}

static void a_uuid_has_version_7_and_begins_with_its_time(void **state)
{
    (void)state;
    struct random_source source = random_from(1, 1);
    char uuid[UUID_SIZE];
    random_uuid(&source, 0x017f22e279b0, 0xcc3, uuid); /* RFC 9562, appendix A.6 */
    assert_int_equal(strlen(uuid), 36);
    assert_memory_equal(uuid, "017f22e2-79b0-7cc3-", 19);
    assert_non_null(strchr("89ab", uuid[19]));
}

static void uuids_of_one_millisecond_ascend(void **state)
{
    (void)state;
    struct random_source source = random_from(1, 1);
    char before[UUID_SIZE] = "", uuid[UUID_SIZE];
    for (int64_t number = 1; number < 100; number++) {
        random_uuid(&source, 0x017f22e279b0, number, uuid);
        assert_true(strcmp(uuid, before) > 0);
        memcpy(before, uuid, sizeof before);
    }
}

/* --- Words ------------------------------------------------------------------ */

static const char *const colour_names[] = {"red", "green"};
static const struct words colours = WORDS_OF(colour_names);

static const struct {
    int number;
    const char *name;
} shapes[] = {{4, "square"}, {0, "circle"}};
static const struct words shape_words = WORDS_OF_ROWS(shapes, name);

static const char *const more_names[] = {"blue"};
static const struct words more_colours = WORDS_BEHIND(&colours, more_names);

static void assert_place(const struct words *words, const char *word, size_t expected)
{
    size_t place = SIZE_MAX;
    assert_true(words_find(words, bytes_of(word), &place));
    assert_int_equal(place, expected);
}

static void a_word_is_found_at_its_place_in_either_case(void **state)
{
    (void)state;
    assert_place(&colours, "green", 1);
    assert_place(&colours, "RED", 0);
    assert_place(&shape_words, "circle", 1);
}

static void words_of_two_lists_are_numbered_consecutively(void **state)
{
    (void)state;
    assert_place(&more_colours, "red", 0);
    assert_place(&more_colours, "blue", 2);
    assert_string_equal(words_at(&more_colours, 1), "green");
    assert_string_equal(words_at(&more_colours, 2), "blue");
}

static void the_error_for_an_unknown_word_lists_the_valid_words(void **state)
{
    (void)state;
    size_t place;
    struct err err = {0};
    assert_error(words_choose(&more_colours, "--colour", bytes_of("redd"), &place, &err), err, ERR_USAGE,
                 "--colour is red, green or blue, not 'redd'");
    assert_error(words_choose(&shape_words, "shape", bytes_of(""), &place, &err), err, ERR_USAGE,
                 "shape is square or circle, not ''");
}

static void the_nearest_name_is_found_and_a_far_one_is_not(void **state)
{
    (void)state;
    static const char *const names[] = {"import", "export", "status"};
    assert_string_equal(nearest_name(bytes_of("improt"), names, 3), "import");
    assert_null(nearest_name(bytes_of("zebra"), names, 3));
    assert_string_equal(nearest_name(bytes_of("ex"), names, 3), "export");
    static const char *const alike[] = {"documents", "document-count", "do"};
    assert_null(nearest_name(bytes_of("docum"), alike, 3));
    assert_string_equal(nearest_name(bytes_of("documents"), alike, 3), "documents");
}

/* --- Characters ----------------------------------------------------------------- */

static void assert_beginning(const char *text, size_t characters, const char *expected)
{
    struct buffer out = {0};
    unicode_add_beginning(&out, bytes_of(text), characters);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
}

static void a_beginning_is_counted_in_characters(void **state)
{
    (void)state;
    assert_int_equal(unicode_first(bytes_of("Gr\xc3\xbc\xc3\x9f"
                                            "e"),
                                   3)
                         .size,
                     4);
    assert_int_equal(unicode_first(bytes_of("\xff\xffx"), 2).size, 2);
    assert_int_equal(unicode_first(bytes_of("abc"), 9).size, 3);
    assert_int_equal(unicode_first(bytes_of(""), 9).size, 0);
}

static void an_excerpt_of_the_beginning_is_safe_and_marks_omitted_text(void **state)
{
    (void)state;
    assert_beginning("abc", 3, "abc");
    assert_beginning("abcd", 3, "abc…");
    assert_beginning("a\x1b\xe2\x80\xae"
                     "b",
                     4, "a␛b");
}

static void marks_on_a_character_are_few(void **state)
{
    (void)state;
    assert_beginning("e\u0301\u0302\u0303\u0304\u0305\u0306"
                     "f\u0307",
                     99,
                     "e\u0301\u0302\u0303\u0304"
                     "f\u0307");
}

static void assert_escaped(const char *text, bool ascii, const char *expected)
{
    struct buffer out = {0};
    unicode_add_escaped(&out, bytes_of(text), ascii);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
}

static void escaping_keeps_line_ends_and_tabs(void **state)
{
    (void)state;
    assert_escaped("q1\t0\r\nGrüße 漢字\n", false, "q1\t0\r\nGrüße 漢字\n");
}

static void control_and_deceptive_characters_are_escaped_as_in_json(void **state)
{
    (void)state;
    assert_escaped("\x1b]52;c;\x07\x7f"
                   "a\rb",
                   false, "\\u001b]52;c;\\u0007\\u007fa\\u000db");
    assert_escaped("\xc2\x9b"
                   "31m\u202e\u2066\u200f\u2028\u2029",
                   false, "\\u009b31m\\u202e\\u2066\\u200f\\u2028\\u2029");
    assert_escaped("\U000e0041", false, "\\udb40\\udc41"); /* the same pair of surrogates as in UTF-16 */
    assert_escaped("e\u0301\u0302\u0303\u0304\u0305", false, "e\u0301\u0302\u0303\u0304\\u0305");
    assert_escaped("a\x9b\xe2\x82", false, "a\ufffd\ufffd");
}

/* In ISO 8859-1 the second byte of ś is a control character. */
static void without_utf_8_support_everything_but_ascii_is_escaped(void **state)
{
    (void)state;
    assert_escaped("\u015b\xff 漢", true, "\\u015b\\ufffd \\u6f22");
}

static void a_text_is_whole_up_to_an_incomplete_last_character(void **state)
{
    (void)state;
    assert_int_equal(unicode_whole(bytes_of("a漢")), 4);
    assert_int_equal(unicode_whole(bytes_of("a\xe6\xbc")), 1);
    assert_int_equal(unicode_whole(bytes_of("a\xe6")), 1);
    assert_int_equal(unicode_whole(bytes_of("a\xff\xbf\xbf")), 4); /* no byte begins a character */
    assert_int_equal(unicode_whole(bytes_of("\xbf\xbf")), 2);
    assert_int_equal(unicode_whole(bytes_of("")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_one_line_without_control_bytes),
        cmocka_unit_test(an_error_has_no_bare_bytes_bidi_controls_or_separators),
        cmocka_unit_test(an_error_that_is_too_long_is_cut_at_a_character),
        cmocka_unit_test(the_first_of_several_errors_is_kept),
        cmocka_unit_test(context_is_put_before_the_message_of_an_error),
        cmocka_unit_test(bytes_are_ordered_as_unsigned_and_a_prefix_first),
        cmocka_unit_test(a_slice_of_nothing_is_nothing),
        cmocka_unit_test(a_trim_leaves_white_space_inside),
        cmocka_unit_test(a_split_is_at_the_first_separator),
        cmocka_unit_test(lines_end_with_lf_or_cr_lf_or_the_text),
        cmocka_unit_test(words_are_separated_by_white_space),
        cmocka_unit_test(a_byte_order_mark_is_left_out_at_the_beginning_alone),
        cmocka_unit_test(integers_are_taken_whole_or_not_at_all),
        cmocka_unit_test(reals_are_finite_decimals),
        cmocka_unit_test(a_real_of_any_length_is_read),
        cmocka_unit_test(a_hash_does_not_depend_on_whether_the_bytes_after_it_are_readable),
        cmocka_unit_test(a_hash_index_finds_all_entries_of_a_hash_until_it_is_reset),
        cmocka_unit_test(a_map_numbers_keys_in_the_order_they_come),
        cmocka_unit_test(an_arena_gives_zeroed_memory_again_after_a_clear),
        cmocka_unit_test(an_array_in_an_arena_keeps_its_elements_as_it_grows),
        cmocka_unit_test(the_last_allocation_of_an_arena_keeps_its_bytes_when_it_grows),
        cmocka_unit_test(the_same_seed_and_stream_give_the_same_numbers),
        cmocka_unit_test(numbers_below_a_bound_are_uniform),
        cmocka_unit_test(invalid_utf8_is_replaced_and_the_rest_stays),
        cmocka_unit_test(binomial_numbers_have_their_distribution),
        cmocka_unit_test(a_binomial_number_of_what_is_certain_is_certain),
        cmocka_unit_test(a_uuid_has_version_7_and_begins_with_its_time),
        cmocka_unit_test(uuids_of_one_millisecond_ascend),
        cmocka_unit_test(a_word_is_found_at_its_place_in_either_case),
        cmocka_unit_test(words_of_two_lists_are_numbered_consecutively),
        cmocka_unit_test(the_error_for_an_unknown_word_lists_the_valid_words),
        cmocka_unit_test(the_nearest_name_is_found_and_a_far_one_is_not),
        cmocka_unit_test(a_beginning_is_counted_in_characters),
        cmocka_unit_test(an_excerpt_of_the_beginning_is_safe_and_marks_omitted_text),
        cmocka_unit_test(marks_on_a_character_are_few),
        cmocka_unit_test(escaping_keeps_line_ends_and_tabs),
        cmocka_unit_test(control_and_deceptive_characters_are_escaped_as_in_json),
        cmocka_unit_test(without_utf_8_support_everything_but_ascii_is_escaped),
        cmocka_unit_test(a_text_is_whole_up_to_an_incomplete_last_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
