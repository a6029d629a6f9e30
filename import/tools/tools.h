/*
 * Converts files of other tools to JSON when they are opened, if the names of fields do not tell their shape. The
 * result is an array of records with a question, a document and a grade, or votes. Nothing is guessed: words stay
 * words, and --grades maps them.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct tool;

/* Returns the tool that wrote the content, by its beginning; NULL: none of these. */
const struct tool *tool_of(struct bytes content);
/* Returns its name: "RankLib". */
const char *tool_name(const struct tool *tool);
/*
 * Adds the records. ERR_INPUT, without the file's name: *line, from 1, contains something that can't be read.
 */
MUST_CHECK bool tool_add_records(const struct tool *tool, struct bytes content, struct buffer *out,
                                 size_t *line, struct err *err);
