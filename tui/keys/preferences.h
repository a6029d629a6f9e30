/*
 * The preferences of a user: the config file, and the choices that the app remembers between sessions. Both are lines of `key =
 * value`; a line that begins with "#" is a remark.
 *
 *     theme = light
 *     key.undo = Backspace
 *     key.label.vote = 7 8 9
 *
 * key.ACTION gives an action other keys on every screen that has it,
 * key.TABLE.ACTION in one table of keys alone (tui/keys/keymap.h).
 */
#ifndef ASSAY_TUI_KEYS_PREFERENCES_H
#define ASSAY_TUI_KEYS_PREFERENCES_H

#include "core/base/arena.h"
#include "core/base/words.h"
#include "tui/keys/keymap.h"

enum preference {
    PREFERENCE_THEME, /* THEME_CHOICE_AUTO, what the environment asks for; or 1 + an enum theme */
    PREFERENCE_MOUSE,
    PREFERENCE_LAYOUT,
    PREFERENCE_FAST_VOTE_HINT,
    PREFERENCE_READ_BEFORE,
    PREFERENCE_DIFFERENCES,
    PREFERENCE_OPENING,
    PREFERENCE_RIGHT_TO_LEFT,
    PREFERENCE_COUNT,
};

/* The values of the options, as places in their rows' lists. */
enum theme { THEME_DARK, THEME_LIGHT, THEME_MONOCHROME, THEME_COUNT };
enum { THEME_CHOICE_AUTO };
enum layout_choice { LAYOUT_AUTO, LAYOUT_COLUMNS, LAYOUT_TWO, LAYOUT_STACKED, LAYOUT_TABS };
enum { PREFERENCE_ON, PREFERENCE_OFF };
enum shown_text { SHOWN_PASSAGE, SHOWN_WHOLE };
enum differences_choice { DIFFERENCES_AUTO, DIFFERENCES_ASKED };
enum opening { OPENING_PASSAGE, OPENING_BEGINNING };
enum right_to_left { RIGHT_TO_LEFT_ORDERED, RIGHT_TO_LEFT_STORED };

/* By enum theme: what options and files call it. */
extern const struct words theme_words;

struct preference_row {
    const char *key;
    const struct words *values; /* the first is in force where none is given */
    const char *help;
    bool is_remembered; /* what the user last chose in the app is in force the next time */
};

extern const struct preference_row preference_rows[PREFERENCE_COUNT];

/* {0}: everything as the tables say; safe to release. */
struct preferences {
    int values[PREFERENCE_COUNT]; /* places in the rows' lists */
    int wished[PREFERENCE_COUNT]; /* what the config file alone says */
    bool is_given[PREFERENCE_COUNT];
    struct keymap keymap;
};

void preferences_release(struct preferences *preferences);

/* Table of keys number `i` (from 0) of all that there are; NULL: there is none. */
typedef const struct key_table *key_table_at(size_t i);

/*
 * Reads the lines of a file into the config; `path` is for messages. ERR_INPUT
 * names the file and the line: an unknown key (with the nearest one), a value that
 * is none, a key on the keyboard that is none, two actions with the same key. The
 * keys of actions are those of the tables.
 */
bool preferences_read(struct preferences *preferences, key_table_at *table_at, const char *path,
                      struct bytes text, struct err *err) __attribute__((warn_unused_result));

/* To be called when the config file was read, before what is remembered is. */
void preferences_keep_wishes(struct preferences *preferences);

/* Adds the lines of what is to be remembered: where it is another choice than that of the config file. */
void preferences_add_remembered(const struct preferences *preferences, struct buffer *text);

#endif
