/* The config file: each line is obeyed, or refused with an error that says where and why. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "tui/keys/preferences.h"
#include "tui/screens/screens.h"

#include <string.h>

static bool read_text(struct preferences *preferences, const char *text, struct err *err)
{
    return preferences_read(preferences, screens_key_table, "config", bytes_of(text), err);
}

static void assert_refused(const char *text, const char *message)
{
    struct preferences preferences = {0};
    struct err err;
    assert_error(read_text(&preferences, text, &err), err, ERR_INPUT, message);
    preferences_release(&preferences);
}

static void assert_accepted(struct preferences *preferences, const char *text)
{
    struct err err;
    if (!read_text(preferences, text, &err))
        fail_msg("%s: %s", text, err.text);
}

static const struct key_table *table_called(const char *id)
{
    const struct key_table *table;
    for (size_t i = 0; (table = screens_key_table(i)) != NULL; i++)
        if (strcmp(table->id, id) == 0)
            return table;
    fail_msg("there is no table %s", id);
    return NULL;
}

static void assert_meaning(const struct preferences *preferences, const char *table, char32_t code,
                           const char *row_id, int nth)
{
    const struct key_table *keys = table_called(table);
    struct action action = keymap_action(&preferences->keymap, keys, (struct key){.code = code});
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(keys, i)) != NULL; i++)
        if (strcmp(row->id, row_id) == 0)
            assert_int_equal(action.name, row->action);
    assert_int_equal(action.nth, nth);
}

static void every_option_takes_each_of_its_values(void **state)
{
    (void)state;
    for (int option = 0; option < PREFERENCE_COUNT; option++) {
        for (size_t i = 0; i < words_count(preference_rows[option].values); i++) {
            struct buffer line = {0};
            struct preferences preferences = {0};
            buffer_add_format(&line, "%s = %s\n", preference_rows[option].key,
                              words_at(preference_rows[option].values, i));
            assert_accepted(&preferences, buffer_string(&line));
            assert_int_equal(preferences.values[option], i);
            assert_true(preferences.is_given[option]);
            buffer_release(&line);
            preferences_release(&preferences);
        }
    }
}

static void remarks_blanks_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences,
                    "\xef\xbb\xbf# mine\r\n\r\n\t layout\t=  Stacked \r\n#mouse = on\nmouse=OFF");
    assert_int_equal(preferences.values[PREFERENCE_LAYOUT], LAYOUT_STACKED);
    assert_int_equal(preferences.values[PREFERENCE_MOUSE], PREFERENCE_OFF);
    preferences_release(&preferences);
}

static void an_empty_file_changes_nothing(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences, "");
    for (int option = 0; option < PREFERENCE_COUNT; option++) {
        assert_int_equal(preferences.values[option], 0);
        assert_false(preferences.is_given[option]);
    }
    preferences_release(&preferences);
}

static void the_error_for_an_unknown_option_names_its_line_and_the_nearest_one(void **state)
{
    (void)state;
    assert_refused("# one\n\nlayuot = auto\n", "config:3: there is no option 'layuot'; perhaps layout; the "
                                               "manual lists all options under CONFIGURATION");
    assert_refused("zzzzzzzzz = 1",
                   "config:1: there is no option 'zzzzzzzzz'; the manual lists all options under "
                   "CONFIGURATION");
}

static void a_line_without_a_value_is_refused(void **state)
{
    (void)state;
    assert_refused("mouse = on\nlayout", "config:2: 'layout' is not a setting; write key = value");
}

static void the_error_for_an_invalid_value_lists_the_valid_ones(void **state)
{
    (void)state;
    assert_refused("mouse = maybe", "config:1: mouse is on or off, not 'maybe'");
    assert_refused("mouse =", "config:1: mouse is on or off, not ''");
}

static void a_key_applies_to_every_table_with_the_action_or_to_one(void **state)
{
    (void)state;
    struct preferences everywhere = {0}, one = {0};
    assert_accepted(&everywhere, "key.undo = h");
    assert_meaning(&everywhere, "label", 'h', "undo", 0);
    assert_meaning(&everywhere, "finished", 'h', "undo", 0);
    assert_accepted(&one, "key.label.undo = h");
    assert_meaning(&one, "label", 'h', "undo", 0);
    assert_meaning(&one, "finished", 'u', "undo", 0);
    assert_int_equal(keymap_action(&one.keymap, table_called("label"), (struct key){.code = 'u'}).name,
                     ACTION_UNBOUND);
    preferences_release(&everywhere);
    preferences_release(&one);
}

static void configured_keys_take_the_places_of_the_default_keys(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences, "key.label.vote = 7 8\t9\nkey.reason = 4 5 6 1 2 3\nkey.line = Up Down j");
    assert_meaning(&preferences, "label", '7', "vote", 0);
    assert_meaning(&preferences, "label", '9', "vote", 2);
    assert_meaning(&preferences, "label", NAMED_UP, "line", 0);
    assert_meaning(&preferences, "label", 'j', "line", 1);
    preferences_release(&preferences);
}

/* A fourth key must not vote for a fourth document. */
static void keys_beyond_the_places_mean_what_the_last_place_does(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences, "key.vote = 6 7 8 9\nkey.reason = 4 5 1 2 3 h");
    assert_meaning(&preferences, "label", '9', "vote", 2);
    preferences_release(&preferences);
}

static void a_key_that_votes_gives_no_reason(void **state)
{
    (void)state;
    assert_refused("key.vote = 7 8 9",
                   "config:1: 7 would mean both vote and reason in label; give one of the two another key");
}

static void two_actions_can_change_places(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences, "key.label.undo = r\nkey.label.redo = u\n");
    assert_meaning(&preferences, "label", 'r', "undo", 0);
    assert_meaning(&preferences, "label", 'u', "redo", 0);
    preferences_release(&preferences);
}

static void n_can_be_configured_as_the_key_for_none(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    assert_accepted(&preferences, "key.label.none = 0 n\nkey.label.match-next = > .\n");
    assert_meaning(&preferences, "label", 'n', "none", 1);
    assert_meaning(&preferences, "label", '>', "match-next", 0);
    preferences_release(&preferences);
}

static void a_clash_names_the_key_both_actions_the_table_and_the_line(void **state)
{
    (void)state;
    assert_refused("mouse = on\nkey.label.undo = i\n",
                   "config:2: i would mean both undo and guide in label; give one of the two another key");
    assert_refused("key.label.undo = 7\nkey.label.redo = 7\n# end\n",
                   "config:2: 7 would mean both undo and redo in label; give one of the two another key");
}

static void an_invalid_key_name_is_refused(void **state)
{
    (void)state;
    assert_refused("key.undo = Ctrl-AB",
                   "config:1: 'Ctrl-AB' is not a key; write a character, or a name as on the help screen: "
                   "Space, Tab, PgDn, ↑");
    assert_refused("key.undo = resize",
                   "config:1: 'resize' is not a key; write a character, or a name as on the help screen: "
                   "Space, Tab, PgDn, ↑");
}

static void too_many_and_too_few_keys_are_refused(void **state)
{
    (void)state;
    assert_refused("key.undo = a b c d e f g h i",
                   "config:1: 'i' is one key too many; an action takes at most 8");
    assert_refused("key.undo =", "config:1: undo needs a key");
    assert_refused("key.label.vote = 1 2", "config:1: vote needs three keys");
    assert_refused("key.label.line = k", "config:1: line needs two keys");
    assert_refused("key.label.vote = 1 1 2", "config:1: '1' is given twice");
}

static void an_unknown_action_or_table_is_refused(void **state)
{
    (void)state;
    assert_refused("key.undoo = u", "config:1: there is no action 'undoo'; `assay keys` lists all actions");
    assert_refused("key.label.keep = u",
                   "config:1: there is no action 'keep'; `assay keys` lists all actions");
    assert_refused("key.lable.undo = u",
                   "config:1: there are no keys with the name 'lable'; `assay keys` lists all names");
}

static void no_character_can_be_a_command_where_text_is_typed(void **state)
{
    (void)state;
    assert_refused("key.find.keep = k",
                   "config:1: keep in find can't have the key of a character, because text is typed there");
}

static void only_differences_from_the_file_are_remembered(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    struct buffer text = {0};
    assert_accepted(&preferences, "layout = stacked\nfast_vote_hint = off");
    preferences_keep_wishes(&preferences);
    preferences_add_remembered(&preferences, &text);
    assert_string_equal(buffer_string(&text), "");
    preferences.values[PREFERENCE_LAYOUT] = LAYOUT_COLUMNS;
    preferences.values[PREFERENCE_FAST_VOTE_HINT] =
        PREFERENCE_ON; /* no screen changes it, so it is not remembered */
    preferences_add_remembered(&preferences, &text);
    assert_string_equal(buffer_string(&text), "layout = columns\n");
    buffer_release(&text);
    preferences_release(&preferences);
}

static void no_bytes_break_it_or_reach_a_terminal(void **state)
{
    (void)state;
    struct random_source random = random_from(1, 1);
    for (int i = 0; i < 5000; i++) {
        static const char *const pieces[] = {"key.", "label.",   "vote", " = ",     "=",  "layout",
                                             "auto", "\n",       "\r",   "\033[2J", "\0", "#",
                                             "\xff", "\xc2\x9b", "PgUp", " "};
        struct buffer text = {0};
        struct preferences preferences = {0};
        struct err err = {0};
        for (size_t n = random_below(&random, 12); n > 0; n--) {
            size_t piece = random_below(&random, sizeof pieces / sizeof *pieces);
            size_t size = piece == 10 ? 1 : strlen(pieces[piece]);
            buffer_add(&text, (struct bytes){pieces[piece], size});
        }
        if (!preferences_read(&preferences, screens_key_table, "config", buffer_bytes(&text), &err)) {
            assert_int_equal(strncmp(err.text, "config:", 7), 0);
            assert_null(strchr(err.text, '\033'));
            assert_null(strstr(err.text, "\xc2\x9b"));
        }
        preferences_release(&preferences);
        buffer_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_takes_each_of_its_values),
        cmocka_unit_test(remarks_blanks_and_line_ends_do_not_matter),
        cmocka_unit_test(an_empty_file_changes_nothing),
        cmocka_unit_test(the_error_for_an_unknown_option_names_its_line_and_the_nearest_one),
        cmocka_unit_test(a_line_without_a_value_is_refused),
        cmocka_unit_test(the_error_for_an_invalid_value_lists_the_valid_ones),
        cmocka_unit_test(a_key_applies_to_every_table_with_the_action_or_to_one),
        cmocka_unit_test(configured_keys_take_the_places_of_the_default_keys),
        cmocka_unit_test(keys_beyond_the_places_mean_what_the_last_place_does),
        cmocka_unit_test(a_key_that_votes_gives_no_reason),
        cmocka_unit_test(two_actions_can_change_places),
        cmocka_unit_test(n_can_be_configured_as_the_key_for_none),
        cmocka_unit_test(a_clash_names_the_key_both_actions_the_table_and_the_line),
        cmocka_unit_test(an_invalid_key_name_is_refused),
        cmocka_unit_test(too_many_and_too_few_keys_are_refused),
        cmocka_unit_test(an_unknown_action_or_table_is_refused),
        cmocka_unit_test(no_character_can_be_a_command_where_text_is_typed),
        cmocka_unit_test(only_differences_from_the_file_are_remembered),
        cmocka_unit_test(no_bytes_break_it_or_reach_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
