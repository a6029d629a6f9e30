#include "import/items/id_recipe.h"

#include "core/base/bug.h"
#include "core/base/digest.h"
#include "core/base/number.h"
#include "core/base/unicode.h"

#include <string.h>

/* Splits off a number after the last colon. Without a number, a name such as "dc:title" stays whole. */
static void split_part(struct bytes *name, struct bytes *characters)
{
    size_t digits = name->size;
    while (digits > 0 && memchr("0123456789", name->data[digits - 1], 10) != NULL)
        digits--;
    *characters = (struct bytes){0};
    if (digits == 0 || digits == name->size || name->data[digits - 1] != ':')
        return;
    *characters = bytes_from(*name, digits);
    *name = bytes_slice(*name, 0, digits - 1);
}

static bool parse_part(struct bytes text, struct arena *arena, struct id_part *part, struct err *err)
{
    int64_t characters = 0;
    struct bytes digits;
    struct bytes name = bytes_trim(text);
    split_part(&name, &digits);
    if (name.size == 0 || name.data[name.size - 1] == ':')
        return err_set(
            err, ERR_USAGE,
            "--make-id has '%.*s' where a field should be; write it like 'course,question,text:10'",
            BYTES_FORMAT(text));
    if (digits.size > 0 && !number_parse_integer(digits, 1, INT32_MAX, &characters))
        return err_set(err, ERR_USAGE, "--make-id takes %.*s characters of '%.*s'; take 1 or more",
                       BYTES_FORMAT(digits), BYTES_FORMAT(name));
    *part = (struct id_part){.field = arena_copy(arena, name).data, .characters = (size_t)characters};
    return true;
}

bool id_recipe_parse(const char *text, struct arena *arena, struct id_recipe *recipe, struct err *err)
{
    struct bytes rest = bytes_of(text);
    struct bytes name;
    bool is_last;
    *recipe = (struct id_recipe){0};
    do {
        struct id_part part;
        is_last = !bytes_split(rest, ',', &name, &rest);
        if (!parse_part(is_last ? rest : name, arena, &part, err))
            return false;
        ARENA_PUSH(arena, recipe->parts, recipe->n_parts) = part;
    } while (!is_last);
    return true;
}

void id_recipe_describe(const struct id_recipe *recipe, struct buffer *out)
{
    for (size_t i = 0; i < recipe->n_parts; i++) {
        const struct id_part *part = &recipe->parts[i];
        buffer_add_string(out, i == 0 ? "" : i + 1 == recipe->n_parts ? " and " : ", ");
        if (part->characters > 0)
            buffer_add_format(out, "the first %zu characters of ", part->characters);
        buffer_add_format(out, "\"%s\"", part->field);
    }
}

void id_part_join(const struct id_part *part, struct bytes value, bool is_first, struct buffer *joined)
{
    if (!is_first)
        buffer_add_byte(joined, '-');
    buffer_add(joined, part->characters > 0 ? unicode_first(value, part->characters) : value);
}

struct bytes id_make(struct bytes joined, size_t length, struct arena *arena)
{
    char digits[DIGEST_HEX_SIZE];
    BUG_UNLESS(length >= ID_LENGTH_LEAST && length <= ID_LENGTH_MOST);
    digest_hex(joined, digits);
    return arena_copy(arena, (struct bytes){.data = digits, .size = length});
}
