#include "export/text.h"

#include "core/base/bug.h"

#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

enum { REPLACEMENT = 0xfffd, CONTROL_PICTURES = 0x2400, DELETE_PICTURE = 0x2421 };

static void add_code(struct buffer *buffer, ucs4_t code)
{
    uint8_t encoded[6];
    int size = u8_uctomb(encoded, code, sizeof encoded);
    BUG_UNLESS(size > 0);
    buffer_add(buffer, (struct bytes){.data = (const char *)encoded, .size = (size_t)size});
}

/* Takes the first character off the text; U+FFFD for an invalid sequence. */
static ucs4_t take_code(struct bytes *text)
{
    ucs4_t code;
    int size = u8_mbtouc(&code, (const uint8_t *)text->data, text->size);
    text->data += size;
    text->size -= (size_t)size;
    return code;
}

void text_add_valid(struct buffer *buffer, struct bytes text)
{
    while (text.size > 0) {
        ucs4_t code = take_code(&text);
        add_code(buffer, code == 0 ? REPLACEMENT : code);
    }
}

static ucs4_t visible_code(ucs4_t code)
{
    if (code < 0x20)
        return CONTROL_PICTURES + code;
    if (code == 0x7f)
        return DELETE_PICTURE;
    return uc_width(code, "UTF-8") < 0 ? REPLACEMENT : code;
}

void text_add_visible(struct buffer *buffer, struct bytes text)
{
    while (text.size > 0) {
        ucs4_t code = take_code(&text);
        if (!uc_is_property_default_ignorable_code_point(code))
            add_code(buffer, visible_code(code));
    }
}

size_t text_columns(struct bytes visible)
{
    int columns = u8_width((const uint8_t *)visible.data, visible.size, "UTF-8");
    BUG_UNLESS(columns >= 0);
    return (size_t)columns;
}
