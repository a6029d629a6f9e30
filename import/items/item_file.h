/*
 * Documents and questions from files of any format. A format is one file and one row in item_file.c (its readers:
 * item_reading.h); what the fields of an item are follows from their names (item_fields.h).
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FILE_H
#define ASSAY_IMPORT_ITEMS_ITEM_FILE_H

#include "import/items/item_fields.h"
#include "import/items/item_sink.h"

/*
 * Reads a whole file, of the format that its content is of, whatever it is called: JSON lines, JSON, bulk
 * requests, TREC's topics and documents, a table with a header (CSV, TSV), `id TAB text`, and of questions a
 * text a line. Errors of an item, the sink's too, name file and line. A file without items is an error.
 */
bool item_file_read(struct item_fields *fields, const char *path, struct bytes bytes, item_sink *sink,
                    void *context, struct err *err) __attribute__((warn_unused_result));

/*
 * What the format is called by which item_file_read reads a file that begins so: "JSON lines"; *has_lines: an item of it
 * is a line.
 */
const char *item_file_format(enum item_kind kind, struct bytes beginning, bool *has_lines);

/*
 * Shows the fields of the first item whose names the beginning of a file tells, read as items of this kind.
 * False: it tells none.
 */
bool item_file_look(enum item_kind kind, struct bytes beginning, item_look *look, void *context);

#endif
