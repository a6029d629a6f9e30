/*
 * Keys, as every part of the app but the terminal's own file knows them: a Unicode character, or one of the named keys, which
 * lie behind the characters. A mouse event is a key with a place.
 */
#ifndef ASSAY_TUI_KEYS_KEY_H
#define ASSAY_TUI_KEYS_KEY_H

#include "core/base/bytes.h"

#include <uchar.h>

struct key {
    char32_t
        code; /* a character from ' ' up, or an enum named_key; pressed with others: and enum key_modifier */
    int row, column; /* of the cell under the pointer; of NAMED_CLICK and the wheel only */
    bool
        is_in_burst; /* a character that came with more of them than anybody types at once: it is pasted, perhaps */
};

enum named_key {
    NAMED_FIRST = 0x110000,
    NAMED_UP = NAMED_FIRST,
    NAMED_DOWN,
    NAMED_LEFT,
    NAMED_RIGHT,
    NAMED_PAGE_UP,
    NAMED_PAGE_DOWN,
    NAMED_HOME,
    NAMED_END,
    NAMED_TAB,
    NAMED_BACKTAB,
    NAMED_ENTER,
    NAMED_BACKSPACE,
    NAMED_ESCAPE,
    NAMED_DELETE,
    NAMED_F1,
    NAMED_CLICK, /* the first button of the mouse goes down */
    NAMED_WHEEL_UP,
    NAMED_WHEEL_DOWN,
    NAMED_PASTE,   /* text was pasted: see struct terminal */
    NAMED_OTHER,   /* a key that has no use here: F5 … */
    NAMED_NOTHING, /* no key: the time was over */
    NAMED_RESIZE,  /* no key: the terminal has another size, or must be drawn again */
    NAMED_STOP,    /* no key: a signal or the closed terminal ends the app */
    NAMED_COUNT,
};

/* Bits beside a key's code. A letter with one is a small one. */
enum key_modifier { KEY_CONTROL = 1 << 24, KEY_ALT = 1 << 25, KEY_MODIFIERS = KEY_CONTROL | KEY_ALT };

/* Whether the key is a character that can be typed into a text. */
bool key_is_character(struct key key);

/* Adds a character's UTF-8. */
void key_add_character(struct key key, struct buffer *text);

/* Adds what is written on the key: "a", "Space", "PgDn", "Ctrl-A". */
void key_add_label(struct key key, struct buffer *text);
/* Adds only what is pressed with it: "Ctrl-", "Alt-", or nothing. */
void key_add_modifiers(struct key key, struct buffer *text);

/* The key of this label, in either case of its letters when it has several ("space"; Up, Down, Left and Right are
 * the arrows). False: there is none. */
bool key_by_label(struct bytes label, struct key *key);

#endif
