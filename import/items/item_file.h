/*
 * Reads documents and questions from files of any format. Each format has one file and one row in item_file.c (see
 * item_reading.h for its readers). The names of the fields tell their meaning (item_fields.h).
 */
#pragma once

#include "import/items/item_fields.h"
#include "import/items/item_sink.h"

/*
 * Reads a whole file. The content tells the format, not the name: JSON lines, JSON, bulk requests, topics and documents
 * of TREC, a table with a header (CSV, TSV), `id TAB text`, and for questions one text per line. Errors of an item,
 * including those of the sink, name file and line. A file without items is an error.
 */
MUST_CHECK bool item_file_read(struct item_fields *fields, const char *path, struct bytes bytes,
                               item_sink *sink, void *context, struct err *err);

/*
 * Returns the name of the format that item_file_read would use for a file with this beginning: "JSON lines". Sets
 * *has_lines to whether each item is a line.
 */
const char *item_file_format(enum item_kind kind, struct bytes beginning, bool *has_lines);

/*
 * Passes to `look` the fields of the first item whose names the beginning of a file shows, read as an item of this
 * kind. Returns false when there is none.
 */
bool item_file_look(enum item_kind kind, struct bytes beginning, item_look *look, void *context);
