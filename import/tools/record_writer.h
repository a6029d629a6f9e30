/* Writes records as an array of JSON, each on the line of the file that it comes from. */
#ifndef ASSAY_IMPORT_TOOLS_RECORD_WRITER_H
#define ASSAY_IMPORT_TOOLS_RECORD_WRITER_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct record_writer {
    struct bytes content;
    struct buffer *out;
    const char *at; /* of the content: what has been counted */
    size_t line, n; /* of `at`, from 1; records so far */
    size_t written_line;
    struct arena arena;
};

/* `out` gets the brackets around all records. */
void record_writer_begin(struct record_writer *writer, struct bytes content, struct buffer *out);
void record_writer_end(struct record_writer *writer);

/* The line of the place, which is not before that of the call before. */
size_t record_writer_line(struct record_writer *writer, const char *place);
/*
 * Adds {"question": …, "doc_id": …, "NAME": …}. Question, document and grade are as they stand in JSON: a text in quotation marks,
 * a number; the document {0}: none, the grade {0}: each counts alike.
 */
void record_writer_add(struct record_writer *writer, const char *place, struct bytes question,
                       struct bytes document, const char *name, struct bytes grade);
/* The same in parts: a record with any number of other fields. */
void record_writer_open(struct record_writer *writer, const char *place, struct bytes question,
                        struct bytes document);
void record_writer_field(struct record_writer *writer, const char *name, struct bytes value);
/*
 * Any other record: a whole object of the content, or one whose members are added, each a key without its marks and a value as they
 * stand in JSON. record_writer_close ends the latter.
 */
void record_writer_whole(struct record_writer *writer, struct bytes object);
void record_writer_object(struct record_writer *writer, const char *place);
void record_writer_member(struct record_writer *writer, struct bytes key, struct bytes value);
void record_writer_close(struct record_writer *writer);
/* A text as JSON, in the writer's arena. */
struct bytes record_writer_text(struct record_writer *writer, struct bytes text);

#endif
