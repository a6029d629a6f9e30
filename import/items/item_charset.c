#include "import/items/item_charset.h"

#include "core/base/unicode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <uniconv.h>

enum { LOOKED_AT_SIZE = 4096, NAME_SIZE = 32 };

/* What they begin with. No other converter is called by what a page says. */
static const char *const families[] = {
    "windows-125", "iso-8859-", "koi8-", "shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5",
};

static bool is_known(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
    return false;
}

/* In small letters; false: it names none, or one that is not known. */
static bool find_name(struct bytes page, char name[NAME_SIZE])
{
    static const char key[] = "charset=";
    struct bytes head = bytes_slice(page, 0, smaller_size(page.size, LOOKED_AT_SIZE));
    for (size_t i = 0; i + strlen(key) < head.size; i++) {
        if (!bytes_equal_ignoring_case(bytes_slice(head, i, i + strlen(key)), bytes_of(key)))
            continue;
        size_t at = i + strlen(key), size = 0;
        while (at < head.size && strchr("\"' ", head.data[at]) != NULL)
            at++;
        for (; at < head.size && size + 1 < NAME_SIZE; at++, size++) {
            if (!isalnum((unsigned char)head.data[at]) && head.data[at] != '-' && head.data[at] != '_')
                break;
            name[size] = (char)tolower((unsigned char)head.data[at]);
        }
        name[size] = '\0';
        return is_known(name);
    }
    return false;
}

struct bytes item_charset_decode(struct bytes page, struct arena *arena)
{
    char name[NAME_SIZE];
    size_t size = 0;
    if (unicode_is_valid(page) || !find_name(page, name))
        return page;
    uint8_t *decoded = u8_conv_from_encoding(name, iconveh_error, page.data, page.size, NULL, NULL, &size);
    if (decoded == NULL)
        return page;
    struct bytes text = arena_copy(arena, (struct bytes){(const char *)decoded, size});
    free(decoded);
    return text;
}
