/*
 * The text is first made fit for pasting, then encoded as base64 in xterm's control sequence. For GNU screen, that
 * sequence is cut into pieces, each in its own control string.
 */
#include "tui/terminal/clipboard.h"

#include "core/base/unicode.h"

enum {
    GROUP_BYTES = 3, /* make GROUP_DIGITS base64 digits */
    GROUP_DIGITS = 4,
    /* All versions of GNU screen pass on strings shorter than 256 bytes. */
    SCREEN_PIECE_MAX = 240,
};

/* RFC 4648, section 4. */
static void add_base64(struct bytes bytes, struct buffer *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += GROUP_BYTES) {
        uint32_t group = 0;
        for (size_t j = 0; j < GROUP_BYTES; j++)
            group = group << 8 | (i + j < bytes.size ? (unsigned char)bytes.data[i + j] : 0);
        for (size_t j = 0; j < GROUP_DIGITS; j++)
            buffer_add_byte(text, i + j <= bytes.size ? digits[group >> (18 - 6 * j) & 63] : '=');
    }
}

/* Screen passes on the content of a device control string unchanged. Long content is cut into pieces. */
static void add_wrapped(struct bytes request, struct buffer *wrapped)
{
    for (size_t i = 0; i < request.size; i += SCREEN_PIECE_MAX) {
        size_t end = request.size - i > SCREEN_PIECE_MAX ? i + SCREEN_PIECE_MAX : request.size;
        buffer_add_string(wrapped, "\033P");
        buffer_add(wrapped, bytes_slice(request, i, end));
        buffer_add_string(wrapped, "\033\\");
    }
}

bool clipboard_add_request(struct bytes text, bool in_screen, struct buffer *request)
{
    if (text.size > CLIPBOARD_TEXT_MAX)
        return false;
    struct buffer plain = {0};
    buffer_add_string(&plain, "\033]52;c;");
    add_base64(text, &plain);
    buffer_add_byte(&plain, '\a');
    if (in_screen)
        add_wrapped(buffer_bytes(&plain), request);
    else
        buffer_add(request, buffer_bytes(&plain));
    buffer_release(&plain);
    return true;
}

size_t clipboard_add_text(struct bytes text, struct buffer *copy)
{
    size_t characters = 0;
    for (size_t offset = 0; offset < text.size;) {
        char32_t code;
        size_t size = unicode_decode(text, offset, &code);
        offset += size;
        if (code == '\r' && offset < text.size && text.data[offset] == '\n')
            continue;
        unicode_add_code(copy, code == '\n' || code == '\t' ? code : unicode_visible(code));
        characters++;
    }
    return characters;
}
