/*
 * Converts office files and books to text: documents in JSON lines, {"id", "title", "text"}, or a table. The id is the
 * name of the file. If the file holds several documents, '#' and the place of the document follow: "manual.pdf#page=3",
 * "book.epub#ch02.xhtml".
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct office_kind;

/*
 * Returns the kind of the file by its content; NULL: none of these. The content must be complete, because the directory
 * of an archive is at its end.
 */
const struct office_kind *office_kind_of(struct bytes content);
/* Returns whether a file with this beginning may be one of these. */
bool office_may_begin(struct bytes beginning);
/* Returns the name of the kind: "PDF". */
const char *office_name(const struct office_kind *kind);
/* Returns whether the kind holds documents and not a table. */
bool office_has_documents(const struct office_kind *kind);
/*
 * Adds the text of the content; `name` is the name of the file. ERR_INPUT, without the file's name: the file is
 * damaged, encrypted or without text, it has several tables, or the program that reads such files is missing.
 */
MUST_CHECK bool office_add_text(const struct office_kind *kind, struct bytes content, struct bytes name,
                                struct buffer *out, struct err *err);
