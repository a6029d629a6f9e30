#include "import/items/item_file.h"

#include "import/file.h"
#include "import/unpack.h"

#include <string.h>

struct item_format {
    const char *endings[4];
    const char *first_bytes;         /* that begin a file of it; "" = any */
    item_header_reader *read_header; /* NULL: a file of it has none */
    item_line_reader *read;
};

/* In order: the last one takes what no other does. */
static const struct item_format formats[] = {
    {.endings = {".jsonl", ".json", ".ndjson"}, .first_bytes = "{[", .read = item_jsonl_read},
    {.endings = {".tsv"}, .first_bytes = "", .read_header = item_tsv_read_header, .read = item_tsv_read},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

const char *item_kind_name(enum item_kind kind)
{
    return kind == ITEM_DOCUMENT ? "document" : "question";
}

static bool has_ending(struct bytes name, const struct item_format *format)
{
    for (size_t i = 0; i < 4 && format->endings[i] != NULL; i++) {
        if (bytes_ends_with(name, format->endings[i]))
            return true;
    }
    return false;
}

static bool is_blank(struct bytes line)
{
    for (size_t i = 0; i < line.size; i++) {
        if (strchr(" \t\r", line.data[i]) == NULL)
            return false;
    }
    return true;
}

static const struct item_format *tell_format(const char *path, struct bytes bytes)
{
    struct bytes name = unpacked_name(bytes_of(path));
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (has_ending(name, &formats[i]))
            return &formats[i];
    }
    size_t first = 0;
    while (first < bytes.size && strchr(" \t\r\n", bytes.data[first]) != NULL)
        first++;
    for (size_t i = 0; i + 1 < N_FORMATS; i++) {
        if (first < bytes.size && strchr(formats[i].first_bytes, bytes.data[first]) != NULL)
            return &formats[i];
    }
    return &formats[N_FORMATS - 1];
}

bool item_id_check(enum item_kind kind, struct bytes id, struct err *err)
{
    if (id.size == 0)
        return err_set(err, ERR_INPUT, "the %s's id is empty; give each one an id", item_kind_name(kind));
    for (size_t i = 0; i < id.size; i++) {
        if (strchr(" \t\r\n\v\f", id.data[i]) != NULL) /* NUL too: strchr finds it */
            return err_set(err, ERR_INPUT,
                           "the id '%.*s' has white space, which qrels and runs can't hold; take it out",
                           BYTES_FORMAT(id));
    }
    return true;
}

/* What one pass over a file works with. */
struct pass {
    const struct item_format *format;
    struct item_layout layout;
    bool is_begun; /* its first line that is not blank has been seen */
    bool has_item;
    struct arena names; /* of the header */
    struct arena item;  /* of one item after the other */
};

/* *is_header: the line held names and no item. */
static bool begin(struct pass *pass, struct bytes line, bool *is_header, struct err *err)
{
    bool may_have = !pass->is_begun && pass->format->read_header != NULL;
    pass->is_begun = true;
    bool worked = !may_have ||
                  pass->format->read_header(pass->layout.kind, line, &pass->names, &pass->layout.header, err);
    *is_header = may_have && pass->layout.header.n_names > 0;
    return worked;
}

static bool read_line(struct pass *pass, const struct line_reader *lines, struct bytes line, size_t size,
                      item_sink *sink, void *context, struct err *err)
{
    bool is_header;
    struct item item = {0};
    if (!begin(pass, line, &is_header, err))
        return false;
    if (is_header)
        return true;
    pass->has_item = true;
    bool worked = pass->format->read(&pass->layout, line, &pass->item, &item, err) &&
                  item_id_check(pass->layout.kind, item.id, err) &&
                  sink(context, &item, lines->number, size - lines->rest.size, err);
    arena_clear(&pass->item);
    return worked;
}

bool item_file_read(enum item_kind kind, const char *path, struct bytes bytes, item_sink *sink, void *context,
                    struct err *err)
{
    struct pass pass = {.format = tell_format(path, bytes), .layout = {.kind = kind}};
    struct line_reader lines = line_reader_of(bytes);
    struct bytes line;
    bool worked = true;
    while (worked && line_reader_next(&lines, &line))
        worked = is_blank(line) || read_line(&pass, &lines, line, bytes.size, sink, context, err);
    arena_release(&pass.names);
    arena_release(&pass.item);
    if (!worked)
        return err->code == ERR_INPUT ? err_context(err, "%s:%zu", file_label(path), lines.number) : false;
    return pass.has_item ||
           err_set(err, ERR_INPUT, "%s: there is no %s in it; it has to hold one a line, JSONL or TSV",
                   file_label(path), item_kind_name(kind));
}
