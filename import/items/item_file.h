/*
 * Documents and questions from files: JSONL (item_jsonl.c) and TSV (item_tsv.c), one item a line. A format is
 * one file and one row in item_file.c; what its fields are follows from their names (item_fields.h).
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FILE_H
#define ASSAY_IMPORT_ITEMS_ITEM_FILE_H

#include "import/items/item_fields.h"

/* The names of a file's columns; none where the format or the file has no header. */
struct item_header {
    const char **names;
    size_t n_names;
};

/* What the lines of a file are read by. */
struct item_layout {
    struct item_fields *fields;
    struct item_header header;
};

/*
 * Reads the item of one line; what it points to lies in the line or in the arena.
 * ERR_INPUT without file and line: the caller puts them in front.
 */
typedef bool item_line_reader(const struct item_layout *layout, struct bytes line, struct arena *arena,
                              struct item *item, struct err *err);
/* Reads the first line, if it is a header: else `header` stays empty. The names lie in the arena. Errors as above. */
typedef bool item_header_reader(enum item_kind kind, struct bytes line, struct arena *arena,
                                struct item_header *header, struct err *err);

/* Called with each item as it is read; false stops the reading. */
typedef bool item_sink(void *context, const struct item *item, size_t line, size_t bytes_read,
                       struct err *err);

/*
 * Reads a whole file; blank lines are passed over. The format is told by the name's
 * ending (.jsonl, .json, .ndjson, .tsv, with .gz or .zst behind it or not), else by the first byte. Errors of
 * a line, the sink's too, name file and line. An empty file is an error.
 */
bool item_file_read(struct item_fields *fields, const char *path, struct bytes bytes, item_sink *sink,
                    void *context, struct err *err) __attribute__((warn_unused_result));

/* What the format is called by which item_file_read reads a file that begins so: "JSON lines". */
const char *item_file_format(const char *path, struct bytes beginning);

/* ERR_INPUT unless `id` can be an id of TREC's files: not empty, no white space. `remedy`: what to do about that. */
bool item_id_check(enum item_kind kind, struct bytes id, const char *remedy, struct err *err)
    __attribute__((warn_unused_result));

item_line_reader item_jsonl_read;
item_line_reader item_tsv_read;
item_header_reader item_tsv_read_header;

#endif
