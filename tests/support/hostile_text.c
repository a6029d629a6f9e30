/*
 * hostile_find has its own rules: it shares no table and no function with the code that makes text harmless.
 */
#include "tests/support/hostile_text.h"

#include <string.h>
#include <unistr.h>

#define UTF8(name, text)                                                                                     \
    {                                                                                                        \
        name, text, true, true                                                                               \
    }
#define BYTES(name, text)                                                                                    \
    {                                                                                                        \
        name, text, false, true                                                                              \
    }

const struct hostile_text hostile_texts[HOSTILE_TEXTS] = {
    UTF8("clearing the screen", "a\033[2;77Jb"),
    UTF8("writing to the clipboard", "a\033]52;c;UFdO\007b"),
    UTF8("a title of the window", "a\033]0;PWN\033\\b"),
    UTF8("a string for the device", "a\033P+q77\033\\b"),
    UTF8("another set of characters", "a\033(0\016b\017"),
    UTF8("asking who is there", "a\033[0;77cb\005"),
    UTF8("a bell", "a\007b"),
    UTF8("going back over it", "abc\b\b\bd"),
    UTF8("a delete character", "a\177b"),
    UTF8("a form feed's neighbours", "a\001\002\037b"),
    UTF8("CSI as a character", "a\302\23331;77mb"),
    UTF8("OSC as a character", "a\302\2350;PWN\302\234b"),
    UTF8("a next line", "a\302\205b"),
    UTF8("turning the direction", "a\u202egpj.exe\u202cb"),
    UTF8("isolating", "a\u2066b\u2067c\u2069"),
    UTF8("marks of direction", "a\u200f\u200e\u061cb"),
    UTF8("what has no width", "a\u200b\u2060\ufeff\u00adb"),
    UTF8("tags", "a\U000e0050\U000e0057b"),
    UTF8("a tower of marks", "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u030a\u030b\u030c"
                             "b"),
    {"line ends and separators", "a\rb\n\u2028c\u2029d", true, false},
    BYTES("CSI as a byte", "a\23331;77mb"),
    BYTES("an overlong escape, and a character cut off", "a\300\233[2;77Jb\342\202"),
    BYTES("half of a pair", "a\355\240\200b\377\376"),
};

/* --- What a terminal may receive ----------------------------------------------------------------------- */

static const struct range {
    ucs4_t first, last;
} forbidden[] = {
    {0x0, 0x1f},      {0x7f, 0x9f},     {0xad, 0xad},       {0x61c, 0x61c},   {0x180e, 0x180e},
    {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0xfdd0, 0xfdef}, {0xfeff, 0xfeff},
    {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe007f},
};

static bool is_forbidden(ucs4_t code)
{
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        if (code >= forbidden[i].first && code <= forbidden[i].last)
            return true;
    }
    return false;
}

static size_t starts_with(struct bytes text, const char *beginning)
{
    return bytes_starts_with(text, beginning) ? strlen(beginning) : 0;
}

/* Line ends as the terminal driver turns "\n", and the "\r\n" of CSV, into bytes. */
static size_t command_layout(struct bytes text)
{
    static const char *const layouts[] = {"\n", "\t", "\r\n", "\r\r\n", "\r\033[K"};
    size_t size = 0;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts && size == 0; i++)
        size = starts_with(text, layouts[i]);
    return size;
}

static size_t span(struct bytes text, size_t from, const char *accepted)
{
    while (from < text.size && text.data[from] != '\0' && strchr(accepted, text.data[from]) != NULL)
        from++;
    return from;
}

/*
 * Matches CSI sequences with numbers, their private modes, a few short escape sequences, and queries to the terminal.
 */
static size_t screen_sequence(struct bytes text)
{
    static const char *const others[] = {
        "\033=", "\033>", "\0337", "\0338",      "\033(B",       "\033)0",          "\017",   "\r",
        "\n",    "\b",    "\a",    "\033[?69$p", "\033[?2027$p", "\033]11;?\033\\", "\033[5n"};
    size_t size = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others && size == 0; i++)
        size = starts_with(text, others[i]);
    if (size == 0 && starts_with(text, "\033[") != 0) {
        size = span(text, span(text, 2, "?>"), "0123456789;");
        size_t end = span(text, size, "ABCDGHJKPSTXcdhlmrstu@");
        return end > size ? size + 1 : 0;
    }
    return size;
}

/*
 * Matches one of the hostile texts in its raw form. Even if its beginning looks like a sequence of assay's own, it is
 * not.
 */
static size_t raw_text(struct bytes text)
{
    for (size_t i = 0; i < HOSTILE_TEXTS; i++) {
        const char *hostile = hostile_texts[i].text;
        if (starts_with(text, hostile + 1) != 0) /* the first letter is harmless */
            return strlen(hostile + 1);
    }
    return 0;
}

/* Returns the size of a printable character, otherwise 0. */
static size_t printable(struct bytes text, size_t *n_marks)
{
    enum { MARKS_MAX = 4, FIRST_MARK = 0x300, LAST_MARK = 0x36f };
    ucs4_t code;
    int size = u8_mbtoucr(&code, (const uint8_t *)text.data, text.size);
    if (size <= 0 || is_forbidden(code))
        return 0;
    *n_marks = code >= FIRST_MARK && code <= LAST_MARK ? *n_marks + 1 : 0;
    return *n_marks <= MARKS_MAX ? (size_t)size : 0;
}

struct bytes hostile_find(struct bytes written, enum hostile_place place, size_t *n_before)
{
    size_t n_marks = 0;
    for (size_t i = 0; i < written.size;) {
        struct bytes rest = bytes_from(written, i);
        size_t raw = raw_text(rest);
        size_t size = raw > 0 ? 0 : printable(rest, &n_marks);
        if (size == 0 && raw == 0)
            size = place == HOSTILE_COMMAND ? command_layout(rest) : screen_sequence(rest);
        if (size == 0) {
            *n_before = i;
            return bytes_slice(rest, 0, raw > 0 ? raw : 1);
        }
        i += size;
    }
    *n_before = written.size;
    return (struct bytes){0};
}
