/*
 * Files of office programs and books as text: documents in JSON lines, {"id", "title", "text"}, or a table. An id is the file's name,
 * and behind it, where the file holds several documents, '#' and the place of each: "manual.pdf#page=3", "book.epub#ch02.xhtml".
 */
#ifndef ASSAY_IMPORT_OFFICE_OFFICE_H
#define ASSAY_IMPORT_OFFICE_OFFICE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct office_kind;

/* Which kind of file it is, by its content; NULL: none of these. The end of an archive says what is in it, so all of it is wanted. */
const struct office_kind *office_kind_of(struct bytes content);
/* Whether a file that begins so may be one of these. */
bool office_may_begin(struct bytes beginning);
/* What it is called: "PDF". */
const char *office_name(const struct office_kind *kind);
/* Whether it holds documents, and not a table. */
bool office_has_documents(const struct office_kind *kind);
/*
 * Adds what the content says; `name` is that of the file. ERR_INPUT, without the file's name: it is damaged, encrypted or without
 * text, it has several tables, the program that reads such files is not there.
 */
bool office_add_text(const struct office_kind *kind, struct bytes content, struct bytes name,
                     struct buffer *out, struct err *err) __attribute__((warn_unused_result));

#endif
