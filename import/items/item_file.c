/*
 * The format is chosen once, by the ending of the name or else by the first byte; then the file is read
 * line by line. Blank lines count as lines, but are no items.
 *
 * An item lives until the sink returns: its memory is cleared for the next one, so that a file of any
 * length needs the memory of one item. The names of a header live as long as the reading.
 */
#include "import/items/item_file.h"

#include "import/file.h"
#include "import/unpack.h"

#include <string.h>

struct item_format {
    const char *name;
    const char *endings[4];
    const char *first_bytes;         /* that begin a file of it; "" = any */
    item_header_reader *read_header; /* NULL: a file of it has none */
    item_line_reader *read;
};

/* In order: the last one takes what no other does. */
static const struct item_format formats[] = {
    {.name = "JSON lines",
     .endings = {".jsonl", ".json", ".ndjson"},
     .first_bytes = "{[",
     .read = item_jsonl_read},
    {.name = "TSV",
     .endings = {".tsv"},
     .first_bytes = "",
     .read_header = item_tsv_read_header,
     .read = item_tsv_read},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

static bool has_ending(struct bytes name, const struct item_format *format)
{
    for (size_t i = 0; i < 4 && format->endings[i] != NULL; i++) {
        if (bytes_ends_with(name, format->endings[i]))
            return true;
    }
    return false;
}

static const struct item_format *find_format(const char *path, struct bytes bytes)
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

const char *item_file_format(const char *path, struct bytes beginning)
{
    return find_format(path, beginning)->name;
}

bool item_id_check(enum item_kind kind, struct bytes id, const char *remedy, struct err *err)
{
    if (id.size == 0)
        return err_set(err, ERR_INPUT, "the %s's id is empty; give each one an id", item_kind_name(kind));
    for (size_t i = 0; i < id.size; i++) {
        if (strchr(" \t\r\n\v\f", id.data[i]) != NULL) /* NUL too: strchr finds it */
            return err_set(err, ERR_INPUT,
                           "the id '%.*s' has white space, which qrels and runs can't hold; %s",
                           BYTES_FORMAT(id), remedy);
    }
    return true;
}

/* A file that is read line by line. */
struct item_reading {
    const struct item_format *format;
    struct item_layout layout;
    struct bytes rest; /* the lines that are still to be read */
    size_t line;       /* number of the line read last, from 1 */
    bool is_begun;     /* its first line that is not blank has been seen */
    bool has_item;
    struct arena names; /* of the header */
    struct arena item;  /* of one item after the other */
};

/* Takes the header, if the first line that is not blank is one; *is_header: it held names and no item. */
static bool take_header(struct item_reading *reading, struct bytes line, bool *is_header, struct err *err)
{
    struct item_layout *layout = &reading->layout;
    bool may_have = !reading->is_begun && reading->format->read_header != NULL;
    reading->is_begun = true;
    bool worked = !may_have || reading->format->read_header(layout->fields->kind, line, &reading->names,
                                                            &layout->header, err);
    *is_header = may_have && layout->header.n_names > 0;
    return worked;
}

static bool take_item_line(struct item_reading *reading, struct bytes line, size_t size, item_sink *sink,
                           void *context, struct err *err)
{
    bool is_header;
    struct item item = {0};
    if (!take_header(reading, line, &is_header, err))
        return false;
    if (is_header)
        return true;
    reading->has_item = true;
    bool worked = reading->format->read(&reading->layout, line, &reading->item, &item, err) &&
                  item_id_check(reading->layout.fields->kind, item.id,
                                "take it out, or make ids with --make-id", err) &&
                  sink(context, &item, reading->line, size - reading->rest.size, err);
    arena_clear(&reading->item);
    return worked;
}

bool item_file_read(struct item_fields *fields, const char *path, struct bytes bytes, item_sink *sink,
                    void *context, struct err *err)
{
    struct item_reading reading = {.format = find_format(path, bytes),
                                   .layout = {.fields = fields},
                                   .rest = bytes};
    struct bytes line;
    bool worked = true;
    while (worked && bytes_next_line(&reading.rest, &line)) {
        reading.line++;
        worked = bytes_trim(line).size == 0 || take_item_line(&reading, line, bytes.size, sink, context, err);
    }
    arena_release(&reading.names);
    arena_release(&reading.item);
    if (!worked)
        return err->code == ERR_INPUT ? err_context(err, "%s:%zu", file_label(path), reading.line) : false;
    return reading.has_item ||
           err_set(err, ERR_INPUT, "%s: there is no %s in it; it has to hold one a line, JSONL or TSV",
                   file_label(path), item_kind_name(fields->kind));
}
