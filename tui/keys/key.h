/*
 * Keys as all parts of the app see them, except the terminal's own file: a Unicode character or one of the named
 * keys, whose codes lie above the characters. A mouse event is a key with a position.
 */
#pragma once

#include "core/base/bytes.h"

#include <uchar.h>

struct key {
    char32_t code;   /* a character from ' ' on, or an enum named_key; combined with enum key_modifier */
    int row, column; /* the cell under the pointer; only for NAMED_CLICK and the wheel */
    bool
        /* a character that came together with more than a person types at once: perhaps pasted text */
        is_in_burst;
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
    NAMED_CLICK, /* the first mouse button was pressed */
    NAMED_WHEEL_UP,
    NAMED_WHEEL_DOWN,
    NAMED_PASTE,   /* text was pasted; see struct terminal */
    NAMED_OTHER,   /* a key without a use here, such as F5 */
    NAMED_NOTHING, /* no key: the timeout has passed */
    NAMED_RESIZE,  /* no key: the terminal has another size or must be drawn again */
    NAMED_STOP,    /* no key: a signal or the closed terminal ends the app */
    NAMED_COUNT,
};

/* Bits added to a key's code. A letter with a modifier is always in lower case. */
enum key_modifier { KEY_CONTROL = 1 << 24, KEY_ALT = 1 << 25, KEY_MODIFIERS = KEY_CONTROL | KEY_ALT };

/* Whether the key is a character that can be typed into a text. */
bool key_is_character(struct key key);

/* Appends the character as UTF-8. */
void key_add_character(struct key key, struct buffer *text);

/* Appends the key's label: "a", "Space", "PgDn", "Ctrl-A". */
void key_add_label(struct key key, struct buffer *text);
/* Appends only the modifiers of the key: "Ctrl-", "Alt-", or nothing. */
void key_add_modifiers(struct key key, struct buffer *text);

/* Finds the key with this label. Labels of several letters match in either case ("space"). Up, Down, Left and Right
 * are the arrows. Returns false if there is no such key. */
bool key_by_label(struct bytes label, struct key *key);
