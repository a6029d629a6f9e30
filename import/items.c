#include "import/items.h"

#include "import/file.h"
#include "import/unpack.h"

#include <string.h>

struct item_format {
    const char *endings[4];
    const char *first_bytes; /* that begin a file of it; "" = any */
    item_line_reader *read;
};

/* In order: the last one takes what no other does. */
static const struct item_format formats[] = {
    {.endings = {".jsonl", ".json", ".ndjson"}, .first_bytes = "{[", .read = jsonl_read_item},
    {.endings = {".tsv"}, .first_bytes = "", .read = tsv_read_item},
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

static item_line_reader *tell_format(const char *path, struct bytes bytes)
{
    struct bytes name = unpacked_name(bytes_of(path));
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (has_ending(name, &formats[i]))
            return formats[i].read;
    }
    size_t first = 0;
    while (first < bytes.size && strchr(" \t\r\n", bytes.data[first]) != NULL)
        first++;
    for (size_t i = 0; i + 1 < N_FORMATS; i++) {
        if (first < bytes.size && strchr(formats[i].first_bytes, bytes.data[first]) != NULL)
            return formats[i].read;
    }
    return formats[N_FORMATS - 1].read;
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

bool items_read(enum item_kind kind, const char *path, struct bytes bytes, item_sink *sink, void *context,
                struct err *err)
{
    item_line_reader *read = tell_format(path, bytes);
    struct line_reader lines = line_reader_of(bytes);
    struct bytes line;
    struct arena arena = {0}; /* of one item after the other */
    bool any = false, worked = true;
    while (worked && line_reader_next(&lines, &line)) {
        if (is_blank(line))
            continue;
        struct item item = {0};
        any = true;
        worked = read(kind, line, &arena, &item, err) && item_id_check(kind, item.id, err) &&
                 sink(context, &item, lines.number, bytes.size - lines.rest.size, err);
        arena_clear(&arena);
    }
    arena_release(&arena);
    if (!worked)
        return err->code == ERR_INPUT ? err_context(err, "%s:%zu", file_label(path), lines.number) : false;
    return any || err_set(err, ERR_INPUT, "%s: there is no %s in it; it has to hold one a line, JSONL or TSV",
                          file_label(path), item_kind_name(kind));
}
