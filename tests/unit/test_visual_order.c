/*
 * The order from left to right in which right-to-left text is drawn, with the examples of UAX #9 and of texts that
 * people write.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/base/unicode.h"
#include "tui/text/visual_order.h"

#include <string.h>

enum { COLUMNS = 80 };

/* Expects these characters in the columns of a line, from left to right. */
static void assert_line_stands(const char *text, size_t start, size_t end, bool keeps_order,
                               const char *expected)
{
    const struct placed_cluster *at[COLUMNS] = {NULL};
    struct visual_line line = {0};
    struct buffer seen = {0};
    visual_line_set(&line, bytes_of(text), start, end, keeps_order);
    assert_true(line.columns <= COLUMNS);
    for (size_t i = 0; i < line.n; i++)
        if (line.clusters[i].cluster.width > 0)
            at[line.clusters[i].column] = &line.clusters[i];
    for (int column = 0; column < line.columns; column++)
        for (int i = 0; at[column] != NULL && i < GLYPH_CODES_MAX && at[column]->cluster.glyph.codes[i] != 0;
             i++)
            unicode_add_code(&seen, at[column]->cluster.glyph.codes[i]);
    assert_string_equal(buffer_string(&seen), expected);
    buffer_release(&seen);
    visual_line_release(&line);
}

static void assert_stands(const char *text, bool keeps_order, const char *expected)
{
    assert_line_stands(text, 0, strlen(text), keeps_order, expected);
}

static bool is_right_to_left(const char *text)
{
    struct visual_line line = {0};
    visual_line_set(&line, bytes_of(text), 0, strlen(text), false);
    bool is = line.is_right_to_left;
    visual_line_release(&line);
    return is;
}

static void left_to_right_text_stays(void **state)
{
    (void)state;
    assert_stands("plain (text), 漢字 é", false, "plain (text), 漢字 é");
    assert_false(is_right_to_left("plain"));
}

static void right_to_left_words_are_ordered_from_right_to_left(void **state)
{
    (void)state;
    assert_stands("שלום עולם", false, "םלוע םולש");
    assert_true(is_right_to_left("שלום עולם"));
}

static void words_of_the_other_direction_keep_their_place_in_a_text(void **state)
{
    (void)state;
    assert_stands("say שלום twice", false, "say םולש twice");
    assert_false(is_right_to_left("say שלום twice"));
    assert_stands("אמר hello פעם", false, "םעפ hello רמא");
}

static void numbers_keep_their_left_to_right_order(void **state)
{
    (void)state;
    assert_stands("עמוד 123 מתוך 456", false, "456 ךותמ 123 דומע");
}

static void brackets_are_mirrored(void **state)
{
    (void)state;
    assert_stands("(שלום) עולם", false, "םלוע (םולש)");
}

static void marks_stay_on_their_letter(void **state)
{
    (void)state;
    assert_stands("שָׁלוֹם", false, "םוֹלשָׁ");
}

/* These are Unicode's forms: initial seen, medial lam, final alef, isolated meem. */
static void arabic_letters_join(void **state)
{
    (void)state;
    assert_stands("سلام", false, "\ufee1\ufe8e\ufee0\ufeb3");
}

/* As in "Trojan Source": overrides would show letters in an order that no other program shows. */
static void overrides_are_not_obeyed(void **state)
{
    (void)state;
    assert_stands("a \u202etxet\u202c b א", false, "a txet b א");
    assert_stands("\u202dשלום\u202c", false, "םולש");
}

static void text_stays_in_logical_order_for_a_terminal_that_reorders(void **state)
{
    (void)state;
    assert_stands("(שלום) עולם سلام", true, "(שלום) עולם سلام");
}

/* For the later lines of a paragraph, the first strong character is on an earlier line. */
static void a_line_takes_its_direction_from_its_paragraph(void **state)
{
    (void)state;
    static const char text[] = "english\nשלום\nאב cd";
    const char *last = strstr(text, "cd");
    struct visual_line line = {0};
    size_t start = (size_t)(strstr(text, "אב") - text);
    visual_line_set(&line, bytes_of(text), start, strlen(text), false);
    assert_true(line.is_right_to_left);
    assert_non_null(last);
    assert_int_equal(line.clusters[0].column, line.columns - 1);
    visual_line_release(&line);
}

/* This also holds for a line without any right-to-left text. */
static void a_line_of_the_other_direction_follows_its_paragraph(void **state)
{
    (void)state;
    static const char text[] = "אמר hello world.";
    size_t start = (size_t)(strstr(text, "world") - text);
    struct visual_line line = {0};
    visual_line_set(&line, bytes_of(text), start, strlen(text), false);
    assert_true(line.is_right_to_left);
    visual_line_release(&line);
    assert_line_stands(text, start, strlen(text), false, ".world");
}

/* A comma between two words of one direction has their direction, also if the line ends after it. */
static void a_comma_at_the_end_of_a_line_follows_the_next_word(void **state)
{
    (void)state;
    static const char text[] = "see אבג, דהו too";
    assert_line_stands(text, 0, (size_t)(strstr(text, " דהו") - text), false, "see ,גבא");
}

static void a_line_does_not_depend_on_another_paragraph(void **state)
{
    (void)state;
    static const char text[] = "שלום\nsee this.\nשלום";
    size_t start = (size_t)(strstr(text, "see") - text);
    assert_line_stands(text, start, (size_t)(strrchr(text, '\n') - text), false, "see this.");
}

/* For any bytes, each cluster has its own columns, and together the clusters are the whole line. */
static void every_cluster_has_its_own_columns(void **state)
{
    (void)state;
    enum { LINES = 20000, PARTS_MAX = 60 };
    static const char *const parts[] = {"א",      "ب",      "(",      "]",      "1",      "a",
                                        " ",      "\t",     "漢",     "\u0301", "\u05b8", "\u200f",
                                        "\u202e", "\u2067", "\u2069", "\xff",   "\xd7",   "\x1b",
                                        "ل",      "ا",      "٣",      "🙂",   "\u25cc"};
    struct random_source random = random_from(7, 1);
    for (int i = 0; i < LINES; i++) {
        struct buffer text = {0};
        for (uint64_t n = random_below(&random, PARTS_MAX); n > 0; n--)
            buffer_add_string(&text, parts[random_below(&random, sizeof parts / sizeof *parts)]);
        struct visual_line line = {0};
        bool taken[4 * PARTS_MAX] = {false};
        visual_line_set(&line, buffer_bytes(&text), 0, text.size, false);
        for (size_t j = 0; j < line.n; j++) {
            for (int k = 0; k < line.clusters[j].cluster.width; k++) {
                int column = line.clusters[j].column + k;
                assert_true(column >= 0 && column < line.columns && !taken[column]);
                taken[column] = true;
            }
        }
        visual_line_release(&line);
        buffer_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_to_right_text_stays),
        cmocka_unit_test(right_to_left_words_are_ordered_from_right_to_left),
        cmocka_unit_test(words_of_the_other_direction_keep_their_place_in_a_text),
        cmocka_unit_test(numbers_keep_their_left_to_right_order),
        cmocka_unit_test(brackets_are_mirrored),
        cmocka_unit_test(marks_stay_on_their_letter),
        cmocka_unit_test(arabic_letters_join),
        cmocka_unit_test(overrides_are_not_obeyed),
        cmocka_unit_test(text_stays_in_logical_order_for_a_terminal_that_reorders),
        cmocka_unit_test(a_line_takes_its_direction_from_its_paragraph),
        cmocka_unit_test(a_line_of_the_other_direction_follows_its_paragraph),
        cmocka_unit_test(a_comma_at_the_end_of_a_line_follows_the_next_word),
        cmocka_unit_test(a_line_does_not_depend_on_another_paragraph),
        cmocka_unit_test(every_cluster_has_its_own_columns),
    };
    return cmocka_run_group_tests_name("visual order", tests, NULL, NULL);
}
