/*
 * A file is read line by line. An option's value is looked up in its row's list of values. A line with keys is tried
 * in each table of keys, because several tables may have a row for the action. The tables are checked after the whole
 * file was read, so two lines can swap two keys. A later line overrides an earlier one.
 *
 * After an error, the lines before it have already taken effect.
 */
#include "tui/keys/preferences.h"

#include "core/base/nearest.h"

#include <string.h>

static const char *const switch_names[] = {[PREFERENCE_ON] = "on", [PREFERENCE_OFF] = "off"};
static const struct words switch_words = WORDS_OF(switch_names);

static const char *const theme_names[THEME_COUNT] = {
    [THEME_DARK] = "dark",
    [THEME_LIGHT] = "light",
    [THEME_MONOCHROME] = "monochrome",
};

const struct words theme_words = WORDS_OF(theme_names);

static const char *const theme_by_itself[] = {[THEME_CHOICE_AUTO] = "auto"};
static const struct words theme_by_itself_words = WORDS_OF(theme_by_itself);
static const struct words theme_choice_words = WORDS_BEHIND(&theme_by_itself_words, theme_names);

static const char *const layout_names[] = {
    [LAYOUT_AUTO] = "auto",       [LAYOUT_COLUMNS] = "columns", [LAYOUT_TWO] = "two",
    [LAYOUT_STACKED] = "stacked", [LAYOUT_TABS] = "tabs",
};
static const struct words layout_words = WORDS_OF(layout_names);

static const char *const shown_text_names[] = {[SHOWN_PASSAGE] = "passage", [SHOWN_WHOLE] = "whole"};
static const struct words shown_text_words = WORDS_OF(shown_text_names);

static const char *const differences_names[] = {
    [DIFFERENCES_AUTO] = "auto",
    [DIFFERENCES_ASKED] = "asked",
};
static const struct words differences_words = WORDS_OF(differences_names);

static const char *const opening_names[] = {
    [OPENING_PASSAGE] = "passage",
    [OPENING_BEGINNING] = "beginning",
};
static const struct words opening_words = WORDS_OF(opening_names);

static const char *const right_to_left_names[] = {
    [RIGHT_TO_LEFT_ORDERED] = "ordered",
    [RIGHT_TO_LEFT_STORED] = "stored",
};
static const struct words right_to_left_words = WORDS_OF(right_to_left_names);

const struct preference_row preference_rows[PREFERENCE_COUNT] = {
    [PREFERENCE_THEME] = {.key = "theme",
                          .values = &theme_choice_words,
                          .help =
                              "Colours; auto: by NO_COLOR, the terminal's background or COLORFGBG; else dark",
                          .is_remembered = true},
    [PREFERENCE_MOUSE] = {.key = "mouse",
                          .values = &switch_words,
                          .help = "Clicks and wheel; off leaves the mouse to the terminal, to select text",
                          .is_remembered = true},
    [PREFERENCE_LAYOUT] =
        {.key = "layout",
         .values = &layout_words,
         .help = "Documents: auto, side by side or below each other, two above one, one at a time",
         .is_remembered = true},
    [PREFERENCE_FAST_VOTE_HINT] = {.key = "fast_vote_hint",
                                   .values = &switch_words,
                                   .help = "Hint after a vote that took less than 0.8 s"},
    [PREFERENCE_READ_BEFORE] =
        {.key = "read_before",
         .values = &shown_text_words,
         .help = "Text you have already read for a question: its best passage, or all of it"},
    [PREFERENCE_DIFFERENCES] = {.key = "differences",
                                .values = &differences_words,
                                .help =
                                    "Mark differences if two documents share much text, or only on request"},
    [PREFERENCE_OPENING] = {.key = "opening",
                            .values = &opening_words,
                            .help = "Where long documents open: at the best passage, or at the beginning"},
    [PREFERENCE_RIGHT_TO_LEFT] =
        {.key = "right_to_left",
         .values = &right_to_left_words,
         .help = "Right-to-left text: in visual order, or as stored if the terminal reorders it"},
};

void preferences_release(struct preferences *preferences)
{
    keymap_release(&preferences->keymap);
}

/* --- Reading -------------------------------------------------------------- */

static bool read_preference(struct preferences *preferences, enum preference name, struct bytes value,
                            struct err *err)
{
    size_t place;
    if (!words_choose(preference_rows[name].values, preference_rows[name].key, value, &place, err)) {
        err->code = ERR_INPUT; /* words_choose blames the command line, but the value is from a file */
        return false;
    }
    preferences->values[name] = (int)place;
    preferences->is_given[name] = true;
    return true;
}

/* A line that sets keys: the tables, the action and the keys. */
struct given_keys {
    struct preferences *preferences;
    struct bytes table; /* empty: all tables */
    struct bytes id;
    struct bytes labels;
    size_t line;
    bool is_known_table;
    bool is_known_id;
};

static bool bind_in_table(const struct key_table *table, struct given_keys *given, struct err *err)
{
    bool found;
    if (given->table.size > 0 && !bytes_equal(given->table, bytes_of(table->id)))
        return true;
    given->is_known_table = true;
    if (!keymap_bind(&given->preferences->keymap, table, given->id, given->labels, given->line, &found, err))
        return false;
    given->is_known_id = given->is_known_id || found;
    return true;
}

static bool bind_keys(struct preferences *preferences, key_table_at *table_at, struct bytes action,
                      struct bytes labels, size_t number, struct err *err)
{
    struct given_keys given = {.preferences = preferences, .labels = labels, .line = number};
    const struct key_table *table;
    if (!bytes_split(action, '.', &given.table, &given.id))
        given.id = action;
    given.table = bytes_trim(given.table);
    given.id = bytes_trim(given.id);
    for (size_t i = 0; (table = table_at(i)) != NULL; i++)
        if (!bind_in_table(table, &given, err))
            return false;
    if (!given.is_known_table)
        return err_set(err, ERR_INPUT, "there are no keys with the name '%.*s'; `assay keys` lists all names",
                       BYTES_FORMAT(given.table));
    return given.is_known_id ||
           err_set(err, ERR_INPUT, "there is no action '%.*s'; `assay keys` lists all actions",
                   BYTES_FORMAT(given.id));
}

static bool fail_unknown_preference(struct bytes key, struct err *err)
{
    const char *names[PREFERENCE_COUNT];
    for (size_t i = 0; i < PREFERENCE_COUNT; i++)
        names[i] = preference_rows[i].key;
    const char *nearest = nearest_name(key, names, PREFERENCE_COUNT);
    return err_set(err, ERR_INPUT,
                   "there is no option '%.*s'%s%s; the manual lists all options under CONFIGURATION",
                   BYTES_FORMAT(key), nearest != NULL ? "; perhaps " : "", nearest != NULL ? nearest : "");
}

static bool read_preference_line(struct preferences *preferences, key_table_at *table_at, struct bytes line,
                                 size_t number, struct err *err)
{
    struct bytes key, value;
    line = bytes_trim(line);
    if (line.size == 0 || line.data[0] == '#')
        return true;
    if (!bytes_split(line, '=', &key, &value))
        return err_set(err, ERR_INPUT, "'%.*s' is not a setting; write key = value", BYTES_FORMAT(line));
    key = bytes_trim(key);
    value = bytes_trim(value);
    if (bytes_starts_with(key, "key."))
        return bind_keys(preferences, table_at, bytes_from(key, strlen("key.")), value, number, err);
    for (size_t i = 0; i < PREFERENCE_COUNT; i++)
        if (bytes_equal(key, bytes_of(preference_rows[i].key)))
            return read_preference(preferences, (enum preference)i, value, err);
    return fail_unknown_preference(key, err);
}

static bool check_keys(const struct preferences *preferences, key_table_at *table_at, const char *path,
                       struct err *err)
{
    const struct key_table *table;
    size_t line;
    for (size_t i = 0; (table = table_at(i)) != NULL; i++)
        if (!keymap_check(&preferences->keymap, table, &line, err))
            return err_context(err, "%s:%zu", path, line);
    return true;
}

bool preferences_read(struct preferences *preferences, key_table_at *table_at, const char *path,
                      struct bytes text, struct err *err)
{
    struct bytes line;
    text = bytes_without_mark(text);
    for (size_t number = 1; bytes_next_line(&text, &line); number++)
        if (!read_preference_line(preferences, table_at, line, number, err))
            return err_context(err, "%s:%zu", path, number);
    return check_keys(preferences, table_at, path, err);
}

/* --- Remembering ---------------------------------------------------------- */

void preferences_keep_wishes(struct preferences *preferences)
{
    memcpy(preferences->wished, preferences->values, sizeof preferences->wished);
}

void preferences_add_remembered(const struct preferences *preferences, struct buffer *text)
{
    for (size_t i = 0; i < PREFERENCE_COUNT; i++)
        if (preference_rows[i].is_remembered && preferences->values[i] != preferences->wished[i])
            buffer_add_format(text, "%s = %s\n", preference_rows[i].key,
                              words_at(preference_rows[i].values, (size_t)preferences->values[i]));
}
