/*
 * The needle is folded once, and the text code point by code point during the search; nothing is copied. One function
 * reads both. It turns a run of white space into one space, and each hyphen or dash into HYPHEN, so both can be
 * compared directly while offsets remain those of the text. Where they are compared, it is decided what hyphens
 * match.
 */
#include "tui/text/match.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "tui/text/script.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>

static const char32_t HYPHEN = '-', SPACE = ' ';

void match_list_release(struct match_list *list)
{
    free(list->items);
    *list = (struct match_list){0};
}

void match_list_add(struct match_list *list, struct match match)
{
    VECTOR_PUSH(list->items, list->count, list->capacity) = match;
}

static bool is_white_space(char32_t code)
{
    return code < 0x80 ? code == ' ' || (code >= '\t' && code <= '\r') : uc_is_property_white_space(code);
}

/* Folds through upper case, so that letters with two lower-case forms become one. */
char32_t match_fold(char32_t code)
{
    if (code < 0x80)
        return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
    return uc_tolower(uc_toupper(code));
}

/* Hyphens and dashes of any length, including the soft hyphen. */
static bool is_hyphen(char32_t code)
{
    return code < 0x80 ? code == HYPHEN : uc_is_property_dash(code) || uc_is_property_hyphen(code);
}

static bool is_visible_ascii(char byte)
{
    return byte > ' ' && byte < 0x7f;
}

/* next_folded for anything else than the most frequent cases. */
static char32_t next_folded_of_any(struct bytes text, size_t *offset)
{
    char32_t code;
    *offset += unicode_decode(text, *offset, &code);
    if (is_hyphen(code))
        return HYPHEN;
    if (!is_white_space(code))
        return match_fold(script_base(code));
    while (*offset < text.size) {
        size_t size = unicode_decode(text, *offset, &code);
        if (!is_white_space(code))
            break;
        *offset += size;
    }
    return SPACE;
}

/*
 * Returns the next folded code point at *offset, or SPACE for a whole run of white space. Moves *offset after it.
 * Inline, because a filter searches 100,000 texts at each key.
 */
static inline char32_t next_folded(struct bytes text, size_t *offset)
{
    const char byte = text.data[*offset];
    if (is_visible_ascii(byte)) {
        ++*offset;
        return byte == '_' ? HYPHEN : match_fold((unsigned char)byte); /* C_max */
    }
    if (byte == ' ' && *offset + 1 < text.size && is_visible_ascii(text.data[*offset + 1])) {
        ++*offset;
        return SPACE;
    }
    return next_folded_of_any(text, offset);
}

struct needle {
    char32_t *codes; /* folded, without white space at the ends */
    size_t n;
};

static struct needle needle_read(struct bytes bytes)
{
    struct needle needle = {.codes = memory_get(bytes.size * sizeof *needle.codes)};
    for (size_t offset = 0; offset < bytes.size;) {
        char32_t code = next_folded(bytes, &offset);
        if (code != SPACE || needle.n > 0)
            needle.codes[needle.n++] = code;
    }
    if (needle.n > 0 && needle.codes[needle.n - 1] == SPACE)
        needle.n--;
    return needle;
}

static bool is_space_or_hyphen(char32_t code)
{
    return code == SPACE || code == HYPHEN;
}

static bool is_digit(char32_t code)
{
    return code >= '0' && code <= '9';
}

/* Whether a hyphen between these may be missing: 1-5 is not 15. */
static bool can_lack_hyphen(char32_t before, char32_t after)
{
    return !is_digit(before) || !is_digit(after);
}

static bool matches_at(struct bytes text, size_t start, const struct needle *needle, size_t *end)
{
    size_t offset = start;
    size_t i = 0;
    char32_t before = 0; /* the previous code point of the text */
    while (i < needle->n) {
        const char32_t wanted = needle->codes[i];
        const size_t here = offset;
        const char32_t code = offset < text.size ? next_folded(text, &offset) : 0;
        if (code == wanted || (is_space_or_hyphen(code) && is_space_or_hyphen(wanted))) {
            before = code;
            i++;
        } else if (wanted == HYPHEN && can_lack_hyphen(before, code)) {
            offset = here;
            i++;
        } else if (code != HYPHEN || !can_lack_hyphen(before, wanted)) {
            return false;
        }
    }
    *end = offset;
    return true;
}

/* Finds the first match from *offset on and moves *offset after it. Returns false if there is none. */
static bool next_match(struct bytes text, const struct needle *needle, size_t *offset, struct match *match)
{
    while (needle->n > 0 && *offset < text.size) {
        match->start = *offset;
        char32_t first = next_folded(text, offset);
        if (first == needle->codes[0] && matches_at(text, match->start, needle, &match->end)) {
            *offset = match->end;
            return true;
        }
    }
    return false;
}

void match_list_find(struct match_list *list, struct bytes text, struct bytes bytes)
{
    struct needle needle = needle_read(bytes);
    struct match match;
    list->count = 0;
    for (size_t offset = 0; next_match(text, &needle, &offset, &match);)
        match_list_add(list, match);
    free(needle.codes);
}

bool match_exists(struct bytes text, struct bytes bytes)
{
    struct needle needle = needle_read(bytes);
    struct match match;
    size_t offset = 0;
    bool is_in = needle.n == 0 || next_match(text, &needle, &offset, &match);
    free(needle.codes);
    return is_in;
}

static bool is_blank(struct bytes text)
{
    for (size_t offset = 0; offset < text.size;) {
        char32_t code;
        offset += unicode_decode(text, offset, &code);
        if (!is_white_space(code))
            return false;
    }
    return true;
}

void match_list_join(struct match_list *list, struct bytes text)
{
    size_t joined = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (joined > 0 && is_blank(bytes_slice(text, list->items[joined - 1].end, list->items[i].start)))
            list->items[joined - 1].end = list->items[i].end;
        else
            list->items[joined++] = list->items[i];
    }
    list->count = joined;
}

size_t match_list_after(const struct match_list *list, size_t offset)
{
    size_t match;
    LOWER_BOUND(match, list->count, list->items[match].end <= offset);
    return match;
}
