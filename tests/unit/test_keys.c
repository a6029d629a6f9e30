/* The key tables, on which dispatch, the key bar and the help screen rely. */
#include "tests/support/support.h"

#include "tui/screens/screens.h"

static const struct keymap no_keymap = {0};

static void for_each_table(void (*check)(const struct key_table *table))
{
    for (int i = 0; i < SCREEN_COUNT; i++)
        for (int j = 0; screens[i]->tables[j] != NULL; j++)
            check(screens[i]->tables[j]);
}

static int count_keys(const struct key_row *row)
{
    int n = 0;
    while (n < KEY_ROW_KEYS_MAX && row->keys[n] != 0)
        n++;
    return n;
}

static struct action action_of(const struct key_row *row, int nth)
{
    int round = row->places > 0 ? row->places : KEY_ROW_KEYS_MAX;
    bool is_whole = row->places == 0 || nth / round < count_keys(row) / round;
    return (struct action){.name = row->action, .nth = is_whole ? nth % round : row->places - 1};
}

static void expect_first_to_win(const struct key_table *table)
{
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(table, i)) != NULL; i++) {
        for (int nth = 0; nth < KEY_ROW_KEYS_MAX && row->keys[nth] != 0; nth++) {
            struct action action = keymap_action(&no_keymap, table, (struct key){.code = row->keys[nth]});
            struct action expected = action_of(row, nth);
            assert_int_equal(action.name, expected.name);
            assert_int_equal(action.nth, expected.nth);
        }
    }
}

static void no_key_occurs_twice_in_a_table(void **state)
{
    (void)state;
    for_each_table(expect_first_to_win);
}

static void expect_help(const struct key_table *table)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        assert_non_null(table->rows[i].id);
        assert_non_null(table->rows[i].help);
        assert_true(table->rows[i].bar.keys == 0 || table->rows[i].bar.name != NULL);
        assert_true(table->rows[i].bar.keys == 0 || table->rows[i].bar.rank > 0);
    }
}

static void assert_place(const struct key_row *row, char32_t code, int expected)
{
    const struct key_table table = {.id = "table", .rows = row, .n_rows = 1};
    assert_int_equal(keymap_action(&no_keymap, &table, (struct key){.code = code}).nth, expected);
}

static void arrows_and_letters_go_together(void **state)
{
    (void)state;
    const struct key_row row = {.id = "line",
                                .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j', ' '},
                                .places = 2,
                                .action = ACTION_LINE};
    assert_place(&row, NAMED_UP, 0);
    assert_place(&row, 'k', 0);
    assert_place(&row, 'j', 1);
    assert_place(&row, ' ', 1); /* a key beyond the places counts as the last */
}

static void every_row_has_help_and_can_be_shown(void **state)
{
    (void)state;
    for_each_table(expect_help);
}

static void expect_typed(const struct key_table *table)
{
    for (size_t i = 0; table->takes_text && i < table->n_rows; i++)
        for (int nth = 0; nth < KEY_ROW_KEYS_MAX && table->rows[i].keys[nth] != 0; nth++)
            assert_false(key_is_character((struct key){.code = table->rows[i].keys[nth]}));
}

static void while_text_is_typed_no_character_is_a_command(void **state)
{
    (void)state;
    for_each_table(expect_typed);
}

static void a_key_without_a_row_is_unbound(void **state)
{
    (void)state;
    const struct key_table *table = screen_label.tables[0];
    assert_int_equal(keymap_action(&no_keymap, table, (struct key){.code = '%'}).name, ACTION_UNBOUND);
    assert_int_equal(keymap_action(&no_keymap, table, (struct key){.code = NAMED_OTHER}).name,
                     ACTION_UNBOUND);
}

static void assert_label(char32_t code, const char *expected)
{
    struct buffer text = {0};
    key_add_label((struct key){.code = code}, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void keys_are_named_by_their_labels(void **state)
{
    (void)state;
    assert_label('a', "a");
    assert_label(U'ü', "ü");
    assert_label(' ', "Space");
    assert_label(NAMED_PAGE_DOWN, "PgDn");
    assert_label(NAMED_BACKTAB, "Shift-Tab");
    assert_label(KEY_CONTROL | 'a', "Ctrl-A");
    assert_label(KEY_ALT | NAMED_BACKSPACE, "Alt-Backspace");
}

static void a_row_lists_as_many_keys_as_requested(void **state)
{
    (void)state;
    const struct key_row row = {.keys = {'1', '2', '3'}};
    struct buffer text = {0};
    keymap_add_labels(&no_keymap, &row, 2, &text);
    assert_string_equal(buffer_string(&text), "1 2");
    buffer_clear(&text);
    keymap_add_labels(&no_keymap, &row, KEY_ROW_KEYS_MAX, &text);
    assert_string_equal(buffer_string(&text), "1 2 3");
    buffer_release(&text);
}

static void assert_key(const char *label, char32_t code)
{
    struct key key = {0};
    assert_true(key_by_label(bytes_of(label), &key));
    assert_int_equal(key.code, code);
}

static void keys_are_found_by_their_labels(void **state)
{
    (void)state;
    assert_key("a", 'a');
    assert_key("A", 'A');
    assert_key("ü", U'ü');
    assert_key("=", '=');
    assert_key("space", ' ');
    assert_key("SHIFT-tab", NAMED_BACKTAB);
    assert_key("↑", NAMED_UP);
    assert_key("down", NAMED_DOWN);
    assert_key("ctrl-A", KEY_CONTROL | 'a');
    assert_key("Alt-b", KEY_ALT | 'b');
    assert_key("Ctrl-Left", KEY_CONTROL | NAMED_LEFT);
    assert_key("f1", NAMED_F1);
}

static void labels_that_name_no_key_are_not_found(void **state)
{
    (void)state;
    static const char *const labels[] = {"",          "ab",       "F5",   "resize", "stop",    "Ctrl-",
                                         "Ctrl-stop", "this key", "\033", "\xff",   "\xc2\x9b"};
    struct key key = {0};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (key_by_label(bytes_of(labels[i]), &key))
            fail_msg("%zu is a key", i);
}

static void assert_text(const struct keymap *keymap, const char *text, const char *expected)
{
    struct buffer shown = {0};
    (void)keymap_add_text(keymap, screen_label.tables[0], bytes_of(text), &shown);
    assert_string_equal(buffer_string(&shown), expected);
    buffer_release(&shown);
}

static void a_text_names_the_keys_that_are_in_force(void **state)
{
    (void)state;
    struct keymap keymap = {0};
    struct err err;
    bool found;
    assert_text(&keymap, KEY_OF("undo") " takes it back, " KEY_OF("redo"), "u takes it back, r");
    assert_true(keymap_bind(&keymap, screen_label.tables[0], bytes_of("undo"), bytes_of("Backspace u"), 1,
                            &found, &err));
    assert_true(found);
    assert_text(&keymap, KEY_OF("undo") " takes it back, " KEY_OF("redo"), "Backspace takes it back, r");
    assert_text(&keymap, "no key: " KEY_OF("nothing of the kind"), "no key: ?");
    assert_text(&keymap, "cut \1undo", "cut ");
    keymap_release(&keymap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_occurs_twice_in_a_table),
        cmocka_unit_test(arrows_and_letters_go_together),
        cmocka_unit_test(every_row_has_help_and_can_be_shown),
        cmocka_unit_test(while_text_is_typed_no_character_is_a_command),
        cmocka_unit_test(a_key_without_a_row_is_unbound),
        cmocka_unit_test(keys_are_named_by_their_labels),
        cmocka_unit_test(a_row_lists_as_many_keys_as_requested),
        cmocka_unit_test(keys_are_found_by_their_labels),
        cmocka_unit_test(labels_that_name_no_key_are_not_found),
        cmocka_unit_test(a_text_names_the_keys_that_are_in_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
