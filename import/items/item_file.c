/*
 * The first row of the table that recognises the content reads it. The most distinctive formats come first; the formats
 * that any text may match come last.
 */
#include "import/items/item_file.h"

#include "import/files/file.h"
#include "import/files/foreign.h"
#include "import/items/item_reading.h"

struct item_format {
    const char *name;
    item_recogniser *recognises; /* NULL: everything else */
    item_reader *read;
    bool has_names; /* the fields of an item have names */
    bool has_lines; /* each item is a line */
};

static const struct item_format formats[] = {
    {"bulk requests", item_bulk_recognise, item_bulk_read, true, false},
    {"JSON of columns", item_columns_recognise, item_columns_read, true, false},
    {"answers of a search", item_answers_recognise, item_answers_read, true, false},
    {"JSON lines", item_jsonl_recognise, item_jsonl_read, true, true},
    {"JSON", item_json_recognise, item_json_read, true, false},
    {"TREC", item_trec_recognise, item_trec_read, true, false},
    {"questions and answers", item_faq_recognise, item_faq_read, true, false},
    {"a table with a header", item_table_recognise, item_table_read, true, true},
    {"TSV", item_pairs_recognise, item_pairs_read, false, true},
    {"lines", NULL, item_lines_read, false, true},
};
static const struct item_format passages = {"passages", NULL, item_passages_read, false, false};

/*
 * Examines at most as much as the largest item takes. Otherwise a large object would have to be in memory as a whole.
 */
static const struct item_format *find_format(const struct item_fields *fields, struct bytes content)
{
    const struct item_format *format = formats;
    if (fields->passages != NULL)
        return &passages;
    if (content.size > ITEM_SIZE_MAX)
        content = bytes_slice(content, 0, ITEM_SIZE_MAX);
    while (format->recognises != NULL && !format->recognises(fields, content))
        format++;
    return format;
}

bool item_file_read(struct item_fields *fields, const char *path, struct bytes bytes, item_sink *sink,
                    void *context, struct err *err)
{
    struct item_reading reading = {
        .fields = fields, .path = path, .content = bytes, .sink = sink, .context = context};
    bool worked = foreign_refuse(path, bytes, err) && find_format(fields, bytes)->read(&reading, err);
    arena_release(&reading.arena);
    if (worked && !reading.has_item)
        return bytes.size == 0 ? err_set(err, ERR_INPUT, "%s: is empty; there is no %s in it",
                                         file_label(path), item_kind_name(fields->kind))
                               : err_set(err, ERR_INPUT, "%s: the file has no %s", file_label(path),
                                         item_kind_name(fields->kind));
    return worked;
}

const char *item_file_format(enum item_kind kind, struct bytes beginning, bool *has_lines)
{
    struct item_fields fields = {.kind = kind};
    if (kind == ITEM_QUESTION) /* the user may name it, see struct field_choice */
        fields.named[ITEM_ROLE_TEXT] = record_shape_choice()->names[FIELD_ROLE_QUESTION];
    const struct item_format *format = find_format(&fields, beginning);
    *has_lines = format->has_lines;
    return format->name;
}

bool item_file_look(enum item_kind kind, struct bytes beginning, item_look *look, void *context)
{
    struct item_fields fields = {.kind = kind};
    struct item_reading reading = {
        .fields = &fields, .path = "", .content = beginning, .look = look, .context = context};
    const struct item_format *format = find_format(&fields, beginning);
    bool read = format->has_names && format->read(&reading, err_ignored());
    arena_release(&reading.arena);
    item_fields_release(&fields);
    return !read && reading.has_item;
}
