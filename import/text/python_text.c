#include "import/text/python_text.h"

#include "core/base/unicode.h"

#include <string.h>

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Reads a code point from the first `n` hex digits. Returns false when they are invalid. */
static bool read_code(struct bytes digits, size_t n, char32_t *code)
{
    enum { LAST = 0x10ffff, FIRST_SURROGATE = 0xd800, LAST_SURROGATE = 0xdfff };
    *code = 0;
    for (size_t i = 0; i < n; i++) {
        const int digit = i < digits.size ? hex_digit(digits.data[i]) : -1;
        if (digit < 0)
            return false;
        *code = *code * 16 + (char32_t)digit;
    }
    return *code <= LAST && !(*code >= FIRST_SURROGATE && *code <= LAST_SURROGATE);
}

/* Decodes the escape after a backslash and takes it off `rest`. */
static void take_escape(struct bytes *rest, struct buffer *out)
{
    static const char letters[] = "nrt\\'\"abfv", meant[] = "\n\r\t\\'\"\a\b\f\v";
    static const struct {
        char letter;
        size_t n_digits;
    } numbers[] = {{'x', 2}, {'u', 4}, {'U', 8}};
    const char letter = rest->size > 0 ? rest->data[0] : '\0';
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    char32_t code;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (letter != numbers[i].letter || !read_code(bytes_from(*rest, 1), numbers[i].n_digits, &code))
            continue;
        unicode_add_code(out, code);
        *rest = bytes_from(*rest, numbers[i].n_digits + 1);
        return;
    }
    buffer_add_byte(out, found != NULL ? meant[found - letters] : '\\');
    *rest = bytes_from(*rest, found != NULL ? 1 : 0);
}

struct bytes python_text_read(struct bytes inside, struct arena *arena)
{
    struct buffer out = {0};
    if (inside.size == 0 || memchr(inside.data, '\\', inside.size) == NULL)
        return inside;
    for (struct bytes rest = inside; rest.size > 0;) {
        const char first = rest.data[0];
        rest = bytes_from(rest, 1);
        if (first == '\\')
            take_escape(&rest, &out);
        else
            buffer_add_byte(&out, first);
    }
    struct bytes text = arena_copy(arena, buffer_bytes(&out));
    buffer_release(&out);
    return text;
}
