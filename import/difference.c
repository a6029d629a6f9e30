/* Long values that begin alike are shown from shortly before the first byte that differs. */
#include "import/difference.h"

#include "core/base/unicode.h"
#include "import/text/json_fields.h"

enum {
    SHOWN = 60, /* characters */
    LEAD = 20,  /* equal bytes shown before the difference */
};

static size_t count_common(struct bytes a, struct bytes b)
{
    size_t n = 0;
    while (n < a.size && n < b.size && a.data[n] == b.data[n])
        n++;
    return n;
}

/* Returns the offset from which both are shown. */
static size_t find_begin(struct bytes here, struct bytes there)
{
    size_t common = count_common(here, there);
    if (common < unicode_first(here, SHOWN).size || common < unicode_first(there, SHOWN).size)
        return 0;
    size_t begin = common - LEAD; /* not negative: 60 characters take more bytes than LEAD */
    while (begin < here.size && begin < there.size && unicode_is_continuation(here.data[begin]))
        begin++;
    return begin;
}

static void add_value(struct bytes value, size_t begin, struct buffer *out)
{
    if (value.size == 0) {
        buffer_add_string(out, "nothing");
        return;
    }
    buffer_add_string(out, begin > 0 ? "'…" : "'");
    unicode_add_beginning(out, bytes_from(value, begin), SHOWN);
    buffer_add_byte(out, '\'');
}

static void add_values(const char *name, struct bytes here, struct bytes there, const char *where,
                       struct buffer *out)
{
    size_t begin = find_begin(here, there);
    unicode_add_beginning(out, bytes_of(name), SHOWN);
    buffer_add_byte(out, ' ');
    add_value(here, begin, out);
    buffer_add_string(out, " here, ");
    add_value(there, begin, out);
    buffer_add_format(out, " %s", where);
}

/* Parses the other fields of an item as an object. This can't fail, because they were printed from one. */
static struct json_fields *read_fields(struct bytes fields)
{
    struct json_fields *object;
    return fields.size > 0 && json_fields_parse(&object, fields, "{}", err_ignored()) ? object
                                                                                      : json_fields_make();
}

/*
 * Finds the first field of `one` that `other` lacks or has with another value. Returns false when there is none.
 */
static bool find_field(const struct json_fields *one, const struct json_fields *other, struct arena *arena,
                       struct bytes *name)
{
    struct json_cursor field = json_fields_begin(one);
    while (json_fields_next(&field)) {
        *name = field.key;
        if (json_fields_kind(other, field.key.data) != field.kind ||
            !bytes_equal(json_fields_value(one, field.key.data, arena),
                         json_fields_value(other, field.key.data, arena)))
            return true;
    }
    return false;
}

static void add_fields(struct bytes here, struct bytes there, const char *where, struct buffer *out)
{
    struct arena arena = {0};
    struct bytes name;
    struct json_fields *fields_here = read_fields(here), *fields_there = read_fields(there);
    if (find_field(fields_here, fields_there, &arena, &name) ||
        find_field(fields_there, fields_here, &arena, &name))
        add_values(arena_format(&arena, "\"%s\"", name.data),
                   json_fields_value(fields_here, name.data, &arena),
                   json_fields_value(fields_there, name.data, &arena), where, out);
    else
        buffer_add_string(out, "its fields are in another order"); /* and all have the same values */
    json_fields_free(fields_here);
    json_fields_free(fields_there);
    arena_release(&arena);
}

void difference_describe(const struct item *here, const struct item *there, const char *where,
                         struct buffer *out)
{
    if (!bytes_equal(here->title, there->title))
        add_values("title", here->title, there->title, where, out);
    else if (!bytes_equal(here->text, there->text))
        add_values("text", here->text, there->text, where, out);
    else
        add_fields(here->fields, there->fields, where, out);
}
