/*
 * Tables of keys. Dispatch, the key bar, the help screen, the config file and
 * the manual read the same rows: adding a key is adding a row. A keymap holds the
 * rows that the user has given other keys.
 */
#ifndef ASSAY_TUI_KEYS_KEYMAP_H
#define ASSAY_TUI_KEYS_KEYMAP_H

#include "core/base/err.h"
#include "tui/keys/key.h"

enum { KEY_ROW_KEYS_MAX = 8 };

/* The action that a key asks for. */
struct action {
    int name; /* a row's action, or one of those below */
    int nth;  /* which of the row's places the key has, from 0 */
    struct key key;
    bool is_behind_vote; /* the message that a vote is saved stands: something can be said beside the vote */
};

enum { KEY_UNBOUND, KEY_TYPED }; /* no row has the key; it is a character, where text is typed */

struct key_row {
    const char *id;                  /* in the config file: key.undo */
    char32_t keys[KEY_ROW_KEYS_MAX]; /* 0 ends the list */
    /* How many of the keys mean something of their own ("1 2 3", up and down). Behind them the same ones follow once
     * more ("Up Down k j"), and where keys are left over that are too few for it, they mean what the last one does.
     * 0: all are alike. */
    int places;
    int action;
    bool is_for_lead; /* the key bar has it for who leads alone */
    struct {
        int keys; /* how many of them it shows, the first ones; 0: none, only the help says the name */
        int rank; /* 1 is the last to go when it gets narrow */
        const char *name; /* one to three words */
    } bar;                /* the key bar; {0}: the row is not in it */
    const char *brief;    /* its name there in a narrow window; NULL: the same */
    const char *help;     /* in the help screen, one sentence without a full stop */
};

struct key_table {
    const char *id;    /* in the config file: key.label.undo */
    const char *title; /* the heading in the help screen */
    bool takes_text;   /* characters are typed into a text */
    bool keeps_places; /* the key bar has its keys at the same places whether or not they do something now */
    const struct key_row *rows;
    size_t n_rows;
    const struct key_table *also; /* whose rows follow; NULL: nobody's */
};

/* Row number `i` (from 0) of the table and those that follow; NULL: there is none. */
const struct key_row *key_table_row(const struct key_table *table, size_t i);

/* {0}: every row has the keys that its table says; safe to release. */
struct keymap {
    struct key_binding {
        const struct key_row *row;
        char32_t keys[KEY_ROW_KEYS_MAX];
        size_t line; /* of the file that said so */
    } * bindings;
    size_t count;
    size_t capacity;
};

void keymap_release(struct keymap *keymap);

/*
 * Gives the row of this id the keys that `labels` lists, as they are written on
 * the help screen, blanks between two: "k j", "Space", "Shift-Tab", "Ctrl-D". They take
 * the places of the row's own: where the second key means something else than the
 * first, so it does here. "none": it has no key, which a row with places can't do without. *found = false: the table has no such row. `line`: of the
 * file that says so, for keymap_check.
 * ERR_INPUT: a label is no key or stands twice, or there are more than
 * KEY_ROW_KEYS_MAX or, where each means something of its own, fewer than places.
 */
bool keymap_bind(struct keymap *keymap, const struct key_table *table, struct bytes id, struct bytes labels,
                 size_t line, bool *found, struct err *err) __attribute__((warn_unused_result));

/*
 * ERR_INPUT: two rows of the table share a key, which with their ids is in the
 * text, or a character is a key where text is typed; *line is where it was given.
 */
bool keymap_check(const struct keymap *keymap, const struct key_table *table, size_t *line, struct err *err)
    __attribute__((warn_unused_result));

/* The keys of the row that are in force; 0 ends the list, if it has not KEY_ROW_KEYS_MAX. */
const char32_t *keymap_keys(const struct keymap *keymap, const struct key_row *row);
/* Whether it has any: a row without one is on no key bar and in no help. */
bool keymap_has_key(const struct keymap *keymap, const struct key_row *row);

/* Finds the action of the key in this table. */
struct action keymap_action(const struct keymap *keymap, const struct key_table *table, struct key key);

/* Adds the row's key number `nth`, from 0; nothing where it has none. */
void keymap_add_label(const struct keymap *keymap, const struct key_row *row, size_t nth,
                      struct buffer *text);

/* Adds the first `count` keys of the row, "1 2 3". */
void keymap_add_labels(const struct keymap *keymap, const struct key_row *row, int count,
                       struct buffer *text);

/* In a text, the first key in force of the row of this id: "taken back · " KEY_OF("redo") " gives it again". */
#define KEY_OF(id) "\1" id "\1"

/* Adds the text with each KEY_OF as the key's label in this table, "?" when it has no such row: then false. */
bool keymap_add_text(const struct keymap *keymap, const struct key_table *table, struct bytes text,
                     struct buffer *to);

#endif
