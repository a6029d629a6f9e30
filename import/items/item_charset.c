#include "import/items/item_charset.h"

#include "core/base/unicode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <uniconv.h>

enum { LOOKED_AT_SIZE = 4096, NAME_SIZE = 32 };

/* Prefixes of supported encodings. A page can't choose any other converter. */
static const char *const families[] = {
    "windows-125", "iso-8859-", "koi8-", "shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5",
};

/*
 * The encodings that browsers use for a name ("Encoding Standard", WHATWG, 4.2). Mostly it is the wider set, which the
 * authors really used.
 */
static const struct {
    const char *name, *converter;
} meanings[] = {
    {"iso-8859-1", "windows-1252"},
    {"latin1", "windows-1252"},
    {"us-ascii", "windows-1252"},
    {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"iso-8859-11", "cp874"},
    {"tis-620", "cp874"},
    {"gb2312", "gb18030"},
    {"gbk", "gb18030"},
    {"shift_jis", "cp932"},
    {"shift-jis", "cp932"},
    {"x-sjis", "cp932"},
    {"sjis", "cp932"},
    {"euc-kr", "cp949"},
    {"ks_c_5601-1987", "cp949"},
};

/* Returns the converter for a name; NULL: the name itself. */
static const char *find_meaning(const char *name)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(name, meanings[i].name) == 0)
            return meanings[i].converter;
    return NULL;
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
    return find_meaning(name) != NULL;
}

/* Returns the offset after the comment at `offset`, or `offset` when there is none. */
static size_t skip_comment(struct bytes head, size_t offset)
{
    if (!bytes_starts_with(bytes_from(head, offset), "<!--"))
        return offset;
    const char *end = memmem(head.data + offset, head.size - offset, "-->", strlen("-->"));
    return end != NULL ? (size_t)(end - head.data) : head.size;
}

/* Finds the declared encoding, in small letters. Returns false when there is none, or it is not supported. */
static bool find_name(struct bytes page, char name[NAME_SIZE])
{
    static const char key[] = "charset=";
    struct bytes head = bytes_slice(page, 0, smaller_size(page.size, LOOKED_AT_SIZE));
    for (size_t i = 0; (i = skip_comment(head, i)) + strlen(key) < head.size; i++) {
        if (!bytes_equal_ignoring_case(bytes_slice(head, i, i + strlen(key)), bytes_of(key)))
            continue;
        size_t at = i + strlen(key), size = 0;
        while (at < head.size && strchr("\"' ", head.data[at]) != NULL)
            at++;
        for (; at < head.size && size + 1 < NAME_SIZE; at++, size++) {
            if (!isalnum((unsigned char)head.data[at]) && head.data[at] != '-' && head.data[at] != '_')
                break;
            name[size] = byte_in_small(head.data[at]);
        }
        name[size] = '\0';
        return is_known(name);
    }
    return false;
}

/* Returns the converted page; NULL: its bytes are not valid in the encoding. */
static uint8_t *convert(struct bytes page, const char *converter, size_t *size)
{
    return converter == NULL
               ? NULL
               : u8_conv_from_encoding(converter, iconveh_error, page.data, page.size, NULL, NULL, size);
}

struct bytes item_charset_decode(struct bytes page, struct arena *arena)
{
    char name[NAME_SIZE];
    size_t size = 0;
    if (unicode_is_valid(page) || !find_name(page, name))
        return page;
    uint8_t *decoded = convert(page, find_meaning(name), &size);
    if (decoded == NULL)
        decoded = convert(page, name, &size);
    if (decoded == NULL)
        return page;
    struct bytes text = arena_copy(arena, (struct bytes){(const char *)decoded, size});
    free(decoded);
    return text;
}
