/*
 * Files of other tools whose shape no field's name tells, turned into JSON when they are opened: an array of records with a
 * question, a document and a grade, or votes. Nothing is guessed: words stay words, which --grades maps.
 */
#ifndef ASSAY_IMPORT_TOOLS_TOOLS_H
#define ASSAY_IMPORT_TOOLS_TOOLS_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct tool;

/* Which tool wrote it, by its beginning; NULL: none of these. */
const struct tool *tool_of(struct bytes content);
/* What it is called: "RankLib". */
const char *tool_name(const struct tool *tool);
/* Adds the records. ERR_INPUT, without the file's name: *line, from 1, has something that can't be read. */
bool tool_add_records(const struct tool *tool, struct bytes content, struct buffer *out, size_t *line,
                      struct err *err) __attribute__((warn_unused_result));

#endif
