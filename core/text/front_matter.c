#include "core/text/front_matter.h"

#include <string.h>

enum { SIZE_LIMIT = 64 * 1024 };

static const struct front_matter_kind {
    const char *begin;
    const char *end;
    const char *also; /* another line that ends it */
    char mark;        /* separates key and value */
} kinds[] = {
    {"---", "---", "...", ':'},
    {"+++", "+++", "+++", '='},
};

static bool is_fence(struct bytes line, const char *fence)
{
    return bytes_starts_with(line, fence) && bytes_trim(line).size == strlen(fence);
}

/* Returns NULL if the line does not begin front matter. */
static const struct front_matter_kind *find_kind(struct bytes line)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_fence(line, kinds[i].begin))
            return &kinds[i];
    return NULL;
}

/* A key begins at the start of its line and contains no blanks. */
static bool is_pair(struct bytes line, char mark, struct bytes *key, struct bytes *value)
{
    if (!bytes_split(line, mark, key, value) || key->size == 0 || byte_is_white(key->data[0]))
        return false;
    *key = bytes_trim(*key);
    *value = bytes_trim(*value);
    return memchr(key->data, ' ', key->size) == NULL && memchr(key->data, '\t', key->size) == NULL;
}

static bool says_nothing(struct bytes line)
{
    return bytes_trim(line).size == 0 || line.data[0] == '#';
}

size_t front_matter_size(struct bytes text)
{
    struct bytes rest = bytes_slice(text, 0, smaller_size(text.size, SIZE_LIMIT)), line, key, value;
    bool has_pair = false;
    if (!bytes_next_line(&rest, &line))
        return 0;
    const struct front_matter_kind *kind = find_kind(line);
    while (kind != NULL && bytes_next_line(&rest, &line)) {
        if (is_fence(line, kind->end) || is_fence(line, kind->also))
            return has_pair ? (size_t)(rest.data - text.data) : 0;
        if (has_pair || says_nothing(line))
            continue;
        has_pair = is_pair(line, kind->mark, &key, &value);
        if (!has_pair)
            return 0;
    }
    return 0;
}

static struct bytes without_quotation_marks(struct bytes value)
{
    bool is_quoted = value.size > 1 && (value.data[0] == '"' || value.data[0] == '\'') &&
                     value.data[value.size - 1] == value.data[0];
    return is_quoted ? bytes_slice(value, 1, value.size - 1) : value;
}

/* The value follows on the next lines: `>`, `|-`. */
static bool is_block(struct bytes value)
{
    return value.size > 0 && value.size <= 3 && (value.data[0] == '>' || value.data[0] == '|');
}

struct bytes front_matter_value(struct bytes text, const char *key)
{
    struct bytes rest = bytes_slice(text, 0, front_matter_size(text)), line, found, value;
    if (!bytes_next_line(&rest, &line))
        return (struct bytes){0};
    const struct front_matter_kind *kind = find_kind(line);
    while (bytes_next_line(&rest, &line))
        if (is_pair(line, kind->mark, &found, &value) && bytes_equal(found, bytes_of(key)))
            return is_block(value) ? (struct bytes){0} : without_quotation_marks(value);
    return (struct bytes){0};
}
