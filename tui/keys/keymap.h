/*
 * Tables of keys. Dispatch, the key bar, the help screen, the config file and the manual all read the same rows: to
 * add a key is to add a row. A keymap holds the rows to which the user has given other keys.
 */
#pragma once

#include "core/base/err.h"
#include "tui/keys/key.h"

enum { KEY_ROW_KEYS_MAX = 8 };

/* The action of a pressed key. */
struct action {
    int name; /* the action of the key's row, or KEY_UNBOUND or KEY_TYPED */
    int nth;  /* the place of the key in the row, from 0 */
    struct key key;
    bool is_behind_vote; /* the message "vote saved" is shown: the key can add to the vote */
};

enum { KEY_UNBOUND, KEY_TYPED }; /* no row has the key; it is a character typed into a text */

struct key_row {
    const char *id;                  /* name in the config file: key.undo */
    char32_t keys[KEY_ROW_KEYS_MAX]; /* 0 ends the list */
    /* How many keys of the row have a meaning of their own ("1 2 3", up and down). Further keys repeat the same
     * places ("Up Down k j"). Remaining keys that are too few for another repetition mean the same as the last place.
     * 0: all keys mean the same. */
    int places;
    int action;
    bool is_for_lead; /* the key bar shows it to the project lead only */
    bool is_for_ties; /* it has no keys while the keymap lacks ties */
    struct {
        int keys;         /* how many of the row's first keys the bar shows; 0: only the help shows the row */
        int rank;         /* 1 is the last to be left out in a narrow window */
        const char *name; /* one to three words */
    } bar;                /* in the key bar; {0}: the bar does not show the row */
    const char *brief;    /* a shorter name for narrow windows; NULL: the same name */
    const char *help;     /* in the help screen: one sentence without a full stop */
};

struct key_table {
    const char *id;    /* name in the config file: key.label.undo */
    const char *title; /* heading in the help screen */
    bool takes_text;   /* characters are typed into a text */
    bool keeps_places; /* keys keep their places in the bar even when they do nothing at the moment */
    const struct key_row *rows;
    size_t n_rows;
    const struct key_table *also; /* the table whose rows follow; NULL: none */
};

/* Row number `i` (from 0) of the table and the tables that follow it (`also`). NULL: there is no such row. */
const struct key_row *key_table_row(const struct key_table *table, size_t i);

/* {0}: every row has the keys of its table; safe to release. */
struct keymap {
    bool lacks_ties; /* the project does not take ties (the setting `ties`) */
    struct key_binding {
        const struct key_row *row;
        char32_t keys[KEY_ROW_KEYS_MAX];
        size_t line; /* of the config file */
    } * bindings;
    size_t count;
    size_t capacity;
};

void keymap_release(struct keymap *keymap);

/*
 * Gives the row with this id the keys listed in `labels`, written as on the help screen and separated by blanks: "k
 * j", "Space", "Shift-Tab", "Ctrl-D". They take the places of the row's own keys in the same order. "none" leaves the
 * row without keys; a row with places can't be left without. `line` is the line of the config file, for keymap_check.
 * Sets *found to false if the table has no such row.
 *
 * ERR_INPUT: a label is not a key or is given twice, there are more than KEY_ROW_KEYS_MAX labels, or there are fewer
 * labels than the row has places.
 */
MUST_CHECK bool keymap_bind(struct keymap *keymap, const struct key_table *table, struct bytes id,
                            struct bytes labels, size_t line, bool *found, struct err *err);

/*
 * Checks that no two rows of the table share a key, and that no character is a key where text is typed. ERR_INPUT:
 * the text names the key and the ids of the rows, and *line is the line that gave the key.
 */
MUST_CHECK bool keymap_check(const struct keymap *keymap, const struct key_table *table, size_t *line,
                             struct err *err);

/* The row's keys in force. 0 ends the list unless it has KEY_ROW_KEYS_MAX keys. */
const char32_t *keymap_keys(const struct keymap *keymap, const struct key_row *row);
/* Whether the row has a key. A row without keys appears neither in the key bar nor in the help. */
bool keymap_has_key(const struct keymap *keymap, const struct key_row *row);

/* Finds the action of the key in this table. */
struct action keymap_action(const struct keymap *keymap, const struct key_table *table, struct key key);

/* Appends the label of the row's key number `nth` (from 0), or nothing if there is no such key. */
void keymap_add_label(const struct keymap *keymap, const struct key_row *row, size_t nth,
                      struct buffer *text);

/* Appends the labels of the row's first `count` keys: "1 2 3". */
void keymap_add_labels(const struct keymap *keymap, const struct key_row *row, int count,
                       struct buffer *text);

/* In a text, stands for the first key in force of the row with this id: "undone. Redo: " KEY_OF("redo"). */
#define KEY_OF(id) "\1" id "\1"

/*
 * Appends the text with each KEY_OF replaced by the key's label in this table. If the table has no such row, appends
 * "?" instead and returns false.
 */
bool keymap_add_text(const struct keymap *keymap, const struct key_table *table, struct bytes text,
                     struct buffer *to);
