/*
 * In CommonMark, stars with punctuation on one side begin or end emphasis only if white space or punctuation is on
 * the other side. So a letter on the other side is replaced by punctuation, which works like a space there.
 */
#include "core/markup/cjk_emphasis.h"

#include "core/base/unicode.h"

#include <string.h>
#include <unictype.h>
#include <uniwidth.h>

static bool has_category(char32_t code, uint32_t categories)
{
    return uc_is_general_category_withtable(code, categories);
}

/* Letters that are two columns wide are those of East Asia. */
static bool is_letter(char32_t code)
{
    return has_category(code, UC_CATEGORY_MASK_L) && uc_width(code, "UTF-8") == 2;
}

static bool is_punctuation(char32_t code)
{
    return has_category(code, UC_CATEGORY_MASK_P | UC_CATEGORY_MASK_S);
}

/* Returns the character that ends at `offset`, and its beginning in *start; 0 if there is none. */
static char32_t code_before(struct bytes text, size_t offset, size_t *start)
{
    char32_t code = 0;
    *start = offset;
    while (*start > 0 && offset - *start < 4) {
        (*start)--;
        if (!unicode_is_continuation(text.data[*start]))
            break;
    }
    if (*start < offset)
        (void)unicode_decode(text, *start, &code);
    return code;
}

/* Returns the character that begins at `offset`, and its size in *size; 0 if there is none. */
static char32_t code_at(struct bytes text, size_t offset, size_t *size)
{
    char32_t code = 0;
    *size = offset < text.size ? unicode_decode(text, offset, &code) : 0;
    return code;
}

bool cjk_letter_before(struct bytes text, size_t offset)
{
    size_t start;
    return is_letter(code_before(text, offset, &start));
}

bool cjk_letter_at(struct bytes text, size_t offset)
{
    size_t size;
    return is_letter(code_at(text, offset, &size));
}

/* Replaces a letter by a full stop of the same size. Letters of these scripts have three or four bytes. */
static void stop_letter(struct bytes text, size_t offset, size_t size, struct buffer *room)
{
    static const char *const stops[] = {[3] = "\u3002", [4] = "\U00010100"};
    if (room->size == 0)
        buffer_add(room, text);
    memcpy(room->data + offset, stops[size], size);
}

/* Handles the stars from `offset` to `end`. */
static void open_run(struct bytes text, size_t offset, size_t end, struct buffer *room)
{
    size_t start, size;
    const char32_t before = code_before(text, offset, &start);
    const char32_t after = code_at(text, end, &size);
    if (is_letter(before) && is_punctuation(after))
        stop_letter(text, start, offset - start, room);
    else if (is_punctuation(before) && is_letter(after))
        stop_letter(text, end, size, room);
}

struct bytes cjk_emphasis_opened(struct bytes text, struct buffer *room)
{
    for (size_t offset = 0; offset < text.size;) {
        const char *star = memchr(text.data + offset, '*', text.size - offset);
        if (star == NULL)
            break;
        size_t end = offset = (size_t)(star - text.data);
        while (end < text.size && text.data[end] == '*')
            end++;
        open_run(text, offset, end, room);
        offset = end;
    }
    return room->size > 0 ? buffer_bytes(room) : text;
}
