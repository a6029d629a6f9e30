/*
 * libunistring knows the characters. This file decides what happens to characters that must not be shown or written
 * unchanged. Text is read code point by code point, and each step is at least one byte long, also in invalid UTF-8.
 * So every loop ends and sees all of the text.
 */
#include "core/base/unicode.h"

#include "core/base/bug.h"

#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

enum {
    CONTROL_PICTURES = 0x2400,
    DELETE_PICTURE = 0x2421,
    LINE_END_PICTURE = 0x2424,
    FIRST_SUPPLEMENTARY = 0x10000, /* from here on UTF-16, and so an escape, needs two units */
};

size_t unicode_decode(struct bytes text, size_t offset, char32_t *code)
{
    ucs4_t decoded;
    int size = u8_mbtouc(&decoded, (const uint8_t *)text.data + offset, text.size - offset);
    *code = decoded;
    return (size_t)size;
}

bool unicode_is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void unicode_add_code(struct buffer *buffer, char32_t code)
{
    uint8_t encoded[6];
    int size = u8_uctomb(encoded, code, sizeof encoded);
    BUG_UNLESS(size > 0);
    buffer_add(buffer, (struct bytes){.data = (const char *)encoded, .size = (size_t)size});
}

/* Noncharacters, which Unicode reserves for internal use of programs. Terminals disagree about them. */
static bool is_no_character(char32_t code)
{
    return (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

char32_t unicode_visible(char32_t code)
{
    if (code < 0x20)
        return CONTROL_PICTURES + code;
    if (code == 0x7f)
        return DELETE_PICTURE;
    if (is_no_character(code))
        return UNICODE_REPLACEMENT;
    if (!uc_is_general_category_withtable(code,
                                          UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp))
        return code;
    return code < 0x100 ? UNICODE_REPLACEMENT : LINE_END_PICTURE;
}

bool unicode_has_control(struct bytes text)
{
    char32_t code;
    for (size_t offset = 0; offset < text.size;) {
        unsigned char byte = (unsigned char)text.data[offset];
        offset += unicode_decode(text, offset, &code);
        bool is_bare_c1 = code == UNICODE_REPLACEMENT && byte >= 0x80 && byte <= 0x9f;
        if (is_bare_c1 || uc_is_general_category_withtable(code, UC_CATEGORY_MASK_Cc))
            return true;
    }
    return false;
}

bool unicode_is_ignorable(char32_t code)
{
    return uc_is_property_default_ignorable_code_point(code);
}

/* Most text is ASCII, so the leading ASCII is checked eight bytes at a time. */
bool unicode_is_valid(struct bytes text)
{
    uint64_t word;
    size_t ascii = 0;
    for (; ascii + sizeof word <= text.size; ascii += sizeof word) {
        memcpy(&word, text.data + ascii, sizeof word);
        if ((word & UINT64_C(0x8080808080808080)) != 0)
            break;
    }
    return ascii == text.size || u8_check((const uint8_t *)text.data + ascii, text.size - ascii) == NULL;
}

void unicode_add_valid(struct buffer *buffer, struct bytes text)
{
    char32_t code;
    size_t added = 0; /* bytes of the text that were added; from there to `offset` the text is valid */
    for (size_t offset = 0; offset < text.size;) {
        size_t size = unicode_decode(text, offset, &code);
        if (code == 0 || code == UNICODE_REPLACEMENT) { /* invalid bytes are decoded as this */
            buffer_add(buffer, bytes_slice(text, added, offset));
            unicode_add_code(buffer, UNICODE_REPLACEMENT);
            added = offset + size;
        }
        offset += size;
    }
    buffer_add(buffer, bytes_from(text, added));
}

/* Counts the marks on one character. Returns true if there are so many that this one would only hide its neighbours. */
static bool is_mark_too_many(char32_t code, size_t *n_marks)
{
    *n_marks = uc_width(code, "UTF-8") == 0 ? *n_marks + 1 : 0;
    return *n_marks > UNICODE_MARKS_MAX;
}

/* Returns where the printable ASCII that begins at `offset` ends. */
static size_t end_of_plain(struct bytes text, size_t offset)
{
    while (offset < text.size && text.data[offset] >= ' ' && text.data[offset] <= '~')
        offset++;
    return offset;
}

/* Most text is printable ASCII, which is added as it is. */
void unicode_add_visible(struct buffer *buffer, struct bytes text)
{
    char32_t code;
    size_t n_marks = 0;
    for (size_t offset = 0; offset < text.size;) {
        const size_t end = end_of_plain(text, offset);
        if (end > offset) {
            buffer_add(buffer, bytes_slice(text, offset, end));
            offset = end;
            n_marks = 0;
            continue;
        }
        offset += unicode_decode(text, offset, &code);
        code = unicode_visible(code);
        if (!unicode_is_ignorable(code) && !is_mark_too_many(code, &n_marks))
            unicode_add_code(buffer, uc_width(code, "UTF-8") < 0 ? UNICODE_REPLACEMENT : code);
    }
}

size_t unicode_whole(struct bytes text)
{
    size_t last = text.size;
    while (last > 0 && unicode_is_continuation(text.data[last - 1]))
        last--;
    if (last == 0)
        return text.size;
    last--;
    ucs4_t code;
    bool is_cut = u8_mbtoucr(&code, (const uint8_t *)text.data + last, text.size - last) == -2;
    return is_cut ? last : text.size;
}

static void add_escape(struct buffer *buffer, char32_t code)
{
    if (code < FIRST_SUPPLEMENTARY) {
        buffer_add_format(buffer, "\\u%04x", (unsigned)code);
        return;
    }
    code -= FIRST_SUPPLEMENTARY;
    buffer_add_format(buffer, "\\u%04x\\u%04x", 0xd800 + (unsigned)(code >> 10),
                      0xdc00 + (unsigned)(code & 0x3ff));
}

void unicode_add_escaped(struct buffer *buffer, struct bytes text, bool ascii)
{
    char32_t code;
    size_t n_marks = 0;
    for (size_t offset = 0; offset < text.size;) {
        offset += unicode_decode(text, offset, &code);
        bool is_layout =
            code == '\n' || code == '\t' || (code == '\r' && offset < text.size && text.data[offset] == '\n');
        bool is_shown = unicode_visible(code) == code && !unicode_is_ignorable(code) &&
                        !is_mark_too_many(code, &n_marks) && (!ascii || code < 0x80);
        if (is_layout || is_shown)
            unicode_add_code(buffer, code);
        else
            add_escape(buffer, code);
    }
}

void unicode_add_visible_format(struct buffer *buffer, const char *format, va_list arguments)
{
    struct buffer formatted = {0};
    buffer_add_format_of(&formatted, format, arguments);
    unicode_add_visible(buffer, buffer_bytes(&formatted));
    buffer_release(&formatted);
}

struct bytes unicode_first(struct bytes text, size_t characters)
{
    size_t size = 0;
    char32_t code;
    while (characters-- > 0 && size < text.size)
        size += unicode_decode(text, size, &code);
    return bytes_slice(text, 0, size);
}

void unicode_add_beginning(struct buffer *buffer, struct bytes text, size_t characters)
{
    struct bytes beginning = unicode_first(text, characters);
    unicode_add_visible(buffer, beginning);
    if (beginning.size < text.size)
        buffer_add_string(buffer, "…");
}

size_t unicode_columns(struct bytes visible)
{
    int columns = u8_width((const uint8_t *)visible.data, visible.size, "UTF-8");
    BUG_UNLESS(columns >= 0);
    return (size_t)columns;
}
