/*
 * A key is one number: the code point of a character, or a named key above the last code point. A table indexed by
 * that number has the labels of the named keys. Labels are searched linearly, because a config file is short.
 */
#include "tui/keys/key.h"

#include "core/base/unicode.h"

static const char *const labels[NAMED_COUNT - NAMED_FIRST] = {
    [NAMED_UP - NAMED_FIRST] = "↑",
    [NAMED_DOWN - NAMED_FIRST] = "↓",
    [NAMED_LEFT - NAMED_FIRST] = "←",
    [NAMED_RIGHT - NAMED_FIRST] = "→",
    [NAMED_PAGE_UP - NAMED_FIRST] = "PgUp",
    [NAMED_PAGE_DOWN - NAMED_FIRST] = "PgDn",
    [NAMED_HOME - NAMED_FIRST] = "Home",
    [NAMED_END - NAMED_FIRST] = "End",
    [NAMED_TAB - NAMED_FIRST] = "Tab",
    [NAMED_BACKTAB - NAMED_FIRST] = "Shift-Tab",
    [NAMED_ENTER - NAMED_FIRST] = "Enter",
    [NAMED_BACKSPACE - NAMED_FIRST] = "Backspace",
    [NAMED_ESCAPE - NAMED_FIRST] = "Esc",
    [NAMED_DELETE - NAMED_FIRST] = "Del",
    [NAMED_F1 - NAMED_FIRST] = "F1",
    [NAMED_CLICK - NAMED_FIRST] = "Click",
    [NAMED_WHEEL_UP - NAMED_FIRST] = "Wheel↑",
    [NAMED_WHEEL_DOWN - NAMED_FIRST] = "Wheel↓",
    [NAMED_PASTE - NAMED_FIRST] = "Paste",
    [NAMED_OTHER - NAMED_FIRST] = "this key",
    [NAMED_NOTHING - NAMED_FIRST] = "nothing",
    [NAMED_RESIZE - NAMED_FIRST] = "resize",
    [NAMED_STOP - NAMED_FIRST] = "stop",
};

bool key_is_character(struct key key)
{
    return key.code >= ' ' && key.code < NAMED_FIRST;
}

void key_add_character(struct key key, struct buffer *text)
{
    unicode_add_code(text, key.code);
}

static const struct {
    enum key_modifier bit;
    const char *label;
} modifiers[] = {{KEY_CONTROL, "Ctrl-"}, {KEY_ALT, "Alt-"}};

enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

void key_add_modifiers(struct key key, struct buffer *text)
{
    for (size_t i = 0; i < MODIFIERS; i++)
        if ((key.code & modifiers[i].bit) != 0)
            buffer_add_string(text, modifiers[i].label);
}

void key_add_label(struct key key, struct buffer *text)
{
    key_add_modifiers(key, text);
    char32_t code = key.code & ~(char32_t)KEY_MODIFIERS;
    bool is_small = code >= 'a' && code <= 'z';
    if (code >= NAMED_FIRST)
        buffer_add_string(text, labels[code - NAMED_FIRST]);
    else if (code == ' ')
        buffer_add_string(text, "Space");
    else
        unicode_add_code(text, code != key.code && is_small ? code - 'a' + 'A' : code);
}

/* The arrows, for users who can't type the arrow characters. */
static const struct {
    const char *label;
    enum named_key name;
} arrows[] = {{"Up", NAMED_UP}, {"Down", NAMED_DOWN}, {"Left", NAMED_LEFT}, {"Right", NAMED_RIGHT}};

static bool find_named(struct bytes label, struct key *key)
{
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (bytes_equal_ignoring_case(label, bytes_of(arrows[i].label))) {
            key->code = arrows[i].name;
            return true;
        }
    }
    for (char32_t code = NAMED_FIRST; code < NAMED_OTHER; code++) {
        if (bytes_equal_ignoring_case(label, bytes_of(labels[code - NAMED_FIRST]))) {
            key->code = code;
            return true;
        }
    }
    return false;
}

static bool find_plain(struct bytes label, struct key *key)
{
    if (find_named(label, key))
        return true;
    if (bytes_equal_ignoring_case(label, bytes_of("Space")))
        label = bytes_of(" ");
    bool is_one = label.size > 0 && unicode_decode(label, 0, &key->code) == label.size;
    return is_one && unicode_visible(key->code) == key->code && key->code != UNICODE_REPLACEMENT;
}

bool key_by_label(struct bytes label, struct key *key)
{
    char32_t pressed = 0;
    for (size_t i = 0; i < MODIFIERS; i++) {
        struct bytes name = bytes_of(modifiers[i].label);
        bool is_with =
            label.size > name.size && bytes_equal_ignoring_case((struct bytes){label.data, name.size}, name);
        if (is_with) {
            pressed |= (char32_t)modifiers[i].bit;
            label = bytes_from(label, name.size);
        }
    }
    if (!find_plain(label, key))
        return false;
    if (pressed != 0 && key->code >= 'A' && key->code <= 'Z')
        key->code += 'a' - 'A';
    key->code |= pressed;
    return true;
}
