/* Writes records as a JSON array, each on the line of the file that it comes from. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct record_writer {
    struct bytes content;
    struct buffer *out;
    const char *at; /* a place in the content, up to which lines are counted */
    size_t line, n; /* the line of `at`, from 1; the number of records so far */
    size_t written_line;
    struct arena arena;
};

/* These write the brackets around all records to `out`. */
void record_writer_begin(struct record_writer *writer, struct bytes content, struct buffer *out);
void record_writer_end(struct record_writer *writer);

/* Returns the line of the place, which must not be before that of the previous call. */
size_t record_writer_line(struct record_writer *writer, const char *place);
/*
 * Adds {"question": …, "doc_id": …, "NAME": …}. Question, document and grade are as in JSON: a text in quotation marks,
 * or a number. A document {0} is left out. A grade {0} is left out, so that each document counts the same.
 */
void record_writer_add(struct record_writer *writer, const char *place, struct bytes question,
                       struct bytes document, const char *name, struct bytes grade);
/* Do the same in parts, for a record with any number of other fields. */
void record_writer_open(struct record_writer *writer, const char *place, struct bytes question,
                        struct bytes document);
void record_writer_field(struct record_writer *writer, const char *name, struct bytes value);
/*
 * Add another record: a whole object of the content, or one made of members. A key comes without its marks, a value as
 * in JSON. record_writer_close ends a record that was made of members.
 */
void record_writer_whole(struct record_writer *writer, struct bytes object);
void record_writer_object(struct record_writer *writer, const char *place);
void record_writer_member(struct record_writer *writer, struct bytes key, struct bytes value);
void record_writer_close(struct record_writer *writer);
/* Returns a text as JSON, in the arena of the writer. */
struct bytes record_writer_text(struct record_writer *writer, struct bytes text);
