#include "tui/key.h"

#include "core/base/unicode.h"

static const char *const labels[] = {
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

void key_add_label(struct key key, struct buffer *text)
{
    if (key.code >= NAMED_FIRST)
        buffer_add_string(text, labels[key.code - NAMED_FIRST]);
    else if (key.code == ' ')
        buffer_add_string(text, "Space");
    else
        key_add_character(key, text);
}
