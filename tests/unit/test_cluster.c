/* Untrusted text as clusters: what is drawn, how wide it is, and how many bytes each cluster covers. */
#include "tests/support/support.h"

#include "tui/text/cluster.h"

#include <stdio.h>
#include <string.h>
#include <unistr.h>
#include <unistring/version.h>

/* Adds the text as it is drawn: the code points of each cluster, '|' between clusters, and one blank for a tab. */
static void add_drawn(struct bytes text, struct buffer *drawn)
{
    int column = 0;
    for (size_t offset = 0; offset < text.size;) {
        struct cluster cluster = text_cluster(text, offset, column);
        if (offset > 0)
            buffer_add_byte(drawn, '|');
        for (int i = 0; i < GLYPH_CODES_MAX && cluster.glyph.codes[i] != 0; i++) {
            uint8_t encoded[6];
            int size = u8_uctomb(encoded, cluster.glyph.codes[i], sizeof encoded);
            buffer_add(drawn, (struct bytes){(const char *)encoded, (size_t)size});
        }
        column += cluster.width;
        offset += cluster.size;
    }
}

static void assert_drawn_bytes(struct bytes text, const char *expected, int width)
{
    struct buffer drawn = {0};
    add_drawn(text, &drawn);
    assert_string_equal(buffer_string(&drawn), expected);
    assert_int_equal(text_width(text), width);
    buffer_release(&drawn);
}

static void assert_drawn(const char *text, const char *expected, int width)
{
    assert_drawn_bytes(bytes_of(text), expected, width);
}

static void ascii_is_a_column_a_byte(void **state)
{
    (void)state;
    assert_drawn("Hose 5", "H|o|s|e| |5", 6);
}

static void a_mark_is_drawn_on_its_base_character(void **state)
{
    (void)state;
    assert_drawn("e\u0301a", "e\u0301|a", 2);
}

static void marks_beyond_the_fourth_are_left_out(void **state)
{
    (void)state;
    assert_drawn("a\u0300\u0301\u0302\u0303\u0304\u0305b", "a\u0300\u0301\u0302\u0303|b", 2);
}

static void a_mark_without_base_is_drawn_on_a_dotted_circle(void **state)
{
    (void)state;
    assert_drawn("\u0301a", "\u25cc\u0301|a", 2);
}

static void wide_characters_take_two_columns(void **state)
{
    (void)state;
    assert_drawn("漢a", "漢|a", 3);
}

static void hangul_letters_join_to_a_syllable(void **state)
{
    (void)state;
    assert_drawn("\u1112\u1161\u11ab", "\u1112\u1161\u11ab", 2);
}

static void a_spacing_vowel_sign_takes_its_own_column(void **state)
{
    (void)state;
    assert_drawn("\u0915\u093f", "\u0915|\u093f", 2);
}

static void a_joined_emoji_is_its_first_one(void **state)
{
    (void)state;
    assert_drawn("👩\u200d🔧x", "👩|x", 3);
}

static void a_skin_tone_is_left_out(void **state)
{
    (void)state;
    assert_drawn("👍🏽x", "👍|x", 3);
}

static void a_variation_selector_is_left_out(void **state)
{
    (void)state;
    assert_drawn("❤\ufe0fx", "❤|x", 2);
}

static void a_flag_is_its_letters(void **state)
{
    (void)state;
    assert_drawn("🇩🇪", "D|E", 2);
}

static void control_bytes_are_symbols(void **state)
{
    (void)state;
    assert_drawn("a\x1b[31m\x07\x7f", "a|␛|[|3|1|m|␇|␡", 8);
}

static void a_nul_is_a_symbol(void **state)
{
    (void)state;
    assert_drawn_bytes((struct bytes){"a\0b", 3}, "a|␀|b", 3);
}

static void c1_controls_are_replaced(void **state)
{
    (void)state;
    assert_drawn("a\xc2\x9b"
                 "31m",
                 "a|\ufffd|3|1|m", 5);
}

static void invalid_utf8_is_replaced(void **state)
{
    (void)state;
    assert_drawn("a\xff\xc3z", "a|\ufffd|\ufffd|z", 4);
}

static void a_cut_character_at_the_end_is_replaced(void **state)
{
    (void)state;
    assert_drawn("a\xe6\xbc", "a|\ufffd", 2);
}

static void surrogates_and_unassigned_code_points_are_replaced(void **state)
{
    (void)state;
#if _LIBUNISTRING_VERSION < 0x010200
    assert_drawn("\xed\xa0\x80", "\ufffd", 1);
#else
    assert_drawn("\xed\xa0\x80", "\ufffd|\ufffd|\ufffd", 3); /* a sign for each byte */
#endif
    assert_drawn("\U0007fff0", "\ufffd", 1); /* in a plane that Unicode does not use */
}

static void direction_controls_are_not_drawn(void **state)
{
    (void)state;
    assert_drawn("a\u202eb\u2066c\u200fd\u061ce", "a||b||c||d||e", 5);
}

static void byte_order_mark_and_soft_hyphen_are_not_drawn(void **state)
{
    (void)state;
    assert_drawn("\ufeffa\u00adb", "|a||b", 2);
}

static void right_to_left_text_keeps_its_order(void **state)
{
    (void)state;
    assert_drawn("שלום", "ש|ל|ו|ם", 4);
}

static void line_ends_are_one_blank(void **state)
{
    (void)state;
    assert_drawn("a\nb\r\nc\u2028d", "a| |b| |c| |d", 7);
}

static void a_lone_carriage_return_is_a_symbol(void **state)
{
    (void)state;
    assert_drawn("a\rb", "a|␍|b", 3);
}

static void tabs_go_to_the_next_stop(void **state)
{
    (void)state;
    assert_int_equal(text_width(bytes_of("\t")), 4);
    assert_int_equal(text_width(bytes_of("abc\t")), 4);
    assert_int_equal(text_width(bytes_of("abcd\tx")), 9);
}

static void clusters_cover_every_byte(void **state)
{
    (void)state;
    struct bytes text = bytes_of("a\u0301\u202e漢\xff👩\u200d🔧\r\n\t");
    size_t covered = 0;
    while (covered < text.size)
        covered += text_cluster(text, covered, 0).size;
    assert_int_equal(covered, text.size);
}

/* --- On a terminal that draws each grapheme in one place ---------------------------------------------- */

static int join(void **state)
{
    (void)state;
    clusters_join(true);
    return 0;
}

static int part(void **state)
{
    (void)state;
    clusters_join(false);
    return 0;
}

static void an_emoji_sequence_is_whole(void **state)
{
    static const char *const sequences[] = {
        "👩\u200d🔧", "👨\u200d👩\u200d👧\u200d👦", "👍🏽", "☝🏽", "🧑🏽\u200d🚀",
        "🏳\ufe0f\u200d🌈", "❤\ufe0f", "❤\u200d🔥", "1\ufe0f\u20e3", "🇩🇪",
        /* Scotland, written with tags: the longest one */
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "🧑🏽\u200d❤\ufe0f\u200d💋\u200d🧑🏿"};
    (void)state;
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        char text[128];
        char drawn[128];
        snprintf(text, sizeof text, "%sx%s", sequences[i], sequences[i]);
        snprintf(drawn, sizeof drawn, "%s|x|%s", sequences[i], sequences[i]);
        assert_drawn(text, drawn, 5);
    }
}

static void flags_are_pairs_of_letters(void **state)
{
    (void)state;
    assert_drawn("🇩🇪🇫🇷🇪", "🇩🇪|🇫🇷|E", 5);
}

static void joiners_and_modifiers_outside_an_emoji_are_left_out(void **state)
{
    (void)state;
    assert_drawn("a\u200db", "a|b", 2);
    assert_drawn("a\ufe0fb", "a|b", 2);
    assert_drawn("a🏽b", "a|b", 2);
    assert_drawn("👩\u200d b", "👩| |b", 4);
    assert_drawn("👩\u200d\u200d🔧", "👩|🔧", 4);
    assert_drawn("👩\u200d\ufe0f", "👩", 2);
    assert_drawn("🔧🏽", "🔧", 2);
    assert_drawn("⌚\ufe0e", "⌚", 2);
    assert_drawn("🏴\U000e0067\U000e0062", "🏴", 2); /* the sequence ends before the flag is complete */
}

static void a_sequence_that_no_cell_holds_is_its_first_emoji(void **state)
{
    (void)state;
    assert_drawn("👩\u200d👩\u200d👩\u200d👩\u200d👩\u200d👩x", "👩|x", 3);
}

static void a_spacing_mark_shares_the_place_of_its_base(void **state)
{
    (void)state;
    assert_drawn("\u0915\u093f", "\u0915\u093f", 2);
    assert_drawn("\u092f\u093e\u0903a", "\u092f\u093e\u0903|a", 3);
    assert_drawn("\uff76\uff9e", "\uff76\uff9e", 2);
}

/* The terminal would join it to the character on its left, which may be a frame. */
static void a_joining_character_never_begins_a_cluster(void **state)
{
    (void)state;
    assert_drawn("\u093f", "\u25cc\u093f", 2);
    assert_drawn("🏽", "\u25cc🏽", 2);
    assert_drawn("\u0301", "\u25cc\u0301", 1);
}

static void other_text_is_as_it_is_everywhere(void **state)
{
    (void)state;
    assert_drawn("Hose e\u0301漢\t", "H|o|s|e| |e\u0301|漢| ", 12);
    assert_drawn("a\u0300\u0301\u0302\u0303\u0304\u0305b", "a\u0300\u0301\u0302\u0303|b", 2);
    assert_drawn("\u1112\u1161\u11ab", "\u1112\u1161\u11ab", 2);
}

/* No code point of the whole range may be drawn as a character that moves the cursor. */
static void no_code_point_is_drawn_as_a_control(void **state)
{
    (void)state;
    for (ucs4_t code = 1; code < 0x110000; code++) {
        uint8_t encoded[6];
        int size = u8_uctomb(encoded, code, sizeof encoded);
        if (size < 0)
            continue; /* a surrogate */
        struct cluster cluster = text_cluster((struct bytes){(const char *)encoded, (size_t)size}, 0, 0);
        char32_t drawn = cluster.glyph.codes[0];
        bool is_control = drawn < ' ' || (drawn >= 0x7f && drawn < 0xa0) ||
                          (drawn >= 0x202a && drawn <= 0x202e) || (drawn >= 0x2066 && drawn <= 0x2069);
        if (cluster.width > 0 && is_control)
            fail_msg("U+%04X is drawn as U+%04X", code, drawn);
    }
}

static void fitting_never_cuts_a_wide_character(void **state)
{
    (void)state;
    assert_int_equal(text_fitting(bytes_of("漢字"), 3).size, strlen("漢"));
}

#define joined_test(function) cmocka_unit_test_setup_teardown(function, join, part)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascii_is_a_column_a_byte),
        cmocka_unit_test(a_mark_is_drawn_on_its_base_character),
        cmocka_unit_test(marks_beyond_the_fourth_are_left_out),
        cmocka_unit_test(a_mark_without_base_is_drawn_on_a_dotted_circle),
        cmocka_unit_test(wide_characters_take_two_columns),
        cmocka_unit_test(hangul_letters_join_to_a_syllable),
        cmocka_unit_test(a_spacing_vowel_sign_takes_its_own_column),
        cmocka_unit_test(a_joined_emoji_is_its_first_one),
        cmocka_unit_test(a_skin_tone_is_left_out),
        cmocka_unit_test(a_variation_selector_is_left_out),
        cmocka_unit_test(a_flag_is_its_letters),
        cmocka_unit_test(control_bytes_are_symbols),
        cmocka_unit_test(a_nul_is_a_symbol),
        cmocka_unit_test(c1_controls_are_replaced),
        cmocka_unit_test(invalid_utf8_is_replaced),
        cmocka_unit_test(a_cut_character_at_the_end_is_replaced),
        cmocka_unit_test(surrogates_and_unassigned_code_points_are_replaced),
        cmocka_unit_test(direction_controls_are_not_drawn),
        cmocka_unit_test(byte_order_mark_and_soft_hyphen_are_not_drawn),
        cmocka_unit_test(right_to_left_text_keeps_its_order),
        cmocka_unit_test(line_ends_are_one_blank),
        cmocka_unit_test(a_lone_carriage_return_is_a_symbol),
        cmocka_unit_test(tabs_go_to_the_next_stop),
        cmocka_unit_test(clusters_cover_every_byte),
        cmocka_unit_test(no_code_point_is_drawn_as_a_control),
        cmocka_unit_test(fitting_never_cuts_a_wide_character),
        joined_test(an_emoji_sequence_is_whole),
        joined_test(flags_are_pairs_of_letters),
        joined_test(joiners_and_modifiers_outside_an_emoji_are_left_out),
        joined_test(a_sequence_that_no_cell_holds_is_its_first_emoji),
        joined_test(a_spacing_mark_shares_the_place_of_its_base),
        joined_test(a_joining_character_never_begins_a_cluster),
        joined_test(other_text_is_as_it_is_everywhere),
        joined_test(clusters_cover_every_byte),
        joined_test(no_code_point_is_drawn_as_a_control),
        joined_test(fitting_never_cuts_a_wide_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
