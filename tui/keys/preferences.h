/*
 * The user's preferences: the config file, and the choices that the app remembers between sessions. Both consist of
 * lines of the form `key = value`; a line that begins with "#" is a comment.
 *
 *     theme = light
 *     key.undo = Backspace
 *     key.label.vote = 7 8 9
 *
 * key.ACTION sets the keys of an action on every screen that has it; key.TABLE.ACTION sets them in one table of keys
 * only (tui/keys/keymap.h).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/words.h"
#include "tui/keys/keymap.h"

enum preference {
    PREFERENCE_THEME, /* THEME_CHOICE_AUTO: chosen from the environment; else 1 + an enum theme */
    PREFERENCE_MOUSE,
    PREFERENCE_LAYOUT,
    PREFERENCE_FAST_VOTE_HINT,
    PREFERENCE_READ_BEFORE,
    PREFERENCE_DIFFERENCES,
    PREFERENCE_OPENING,
    PREFERENCE_RIGHT_TO_LEFT,
    PREFERENCE_COUNT,
};

/* The values of the options: places in the lists of their rows. */
enum theme { THEME_DARK, THEME_LIGHT, THEME_MONOCHROME, THEME_COUNT };
enum { THEME_CHOICE_AUTO };
enum layout_choice { LAYOUT_AUTO, LAYOUT_COLUMNS, LAYOUT_TWO, LAYOUT_STACKED, LAYOUT_TABS };
enum { PREFERENCE_ON, PREFERENCE_OFF };
enum shown_text { SHOWN_PASSAGE, SHOWN_WHOLE };
enum differences_choice { DIFFERENCES_AUTO, DIFFERENCES_ASKED };
enum opening { OPENING_PASSAGE, OPENING_BEGINNING };
enum right_to_left { RIGHT_TO_LEFT_ORDERED, RIGHT_TO_LEFT_STORED };

/* Names of the themes in options and files, by enum theme. */
extern const struct words theme_words;

struct preference_row {
    const char *key;
    const struct words *values; /* the first is the default */
    const char *help;
    bool is_remembered; /* the user's last choice in the app is in force in the next session */
};

extern const struct preference_row preference_rows[PREFERENCE_COUNT];

/* {0}: everything is as the tables say; safe to release. */
struct preferences {
    int values[PREFERENCE_COUNT]; /* places in the rows' lists */
    int wished[PREFERENCE_COUNT]; /* the values from the config file alone */
    bool is_given[PREFERENCE_COUNT];
    struct keymap keymap;
};

void preferences_release(struct preferences *preferences);

/* Returns key table number `i` (from 0) of all tables. NULL: there is no such table. */
typedef const struct key_table *key_table_at(size_t i);

/*
 * Reads the lines of a file into `preferences`; `path` is for messages. The tables give the actions whose keys can be
 * set. ERR_INPUT names the file and the line: an unknown option (with the most similar one), an invalid value, a
 * label that is not a key, or two actions with the same key.
 */
MUST_CHECK bool preferences_read(struct preferences *preferences, key_table_at *table_at, const char *path,
                                 struct bytes text, struct err *err);

/* To be called after the config file was read and before the remembered choices are. */
void preferences_keep_wishes(struct preferences *preferences);

/* Appends the lines to remember: choices that differ from the config file. */
void preferences_add_remembered(const struct preferences *preferences, struct buffer *text);
