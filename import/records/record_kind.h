/*
 * The kinds of files that hold records (qid, docid, number). A kind is a row of a table: how its content is
 * recognised, and the function that reads its records. qrels_kinds.c has one such table, run_kinds.c the other.
 *
 * Whether a third column is a rank is decided by the first thousand lines of a file, before anything is read
 * (run_layout); a later line that contradicts is an error. The look is at the lines or entries of a question,
 * never at a single line.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_KIND_H
#define ASSAY_IMPORT_RECORDS_RECORD_KIND_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"
#include "import/records/record_line.h"
#include "import/fields/record_shape.h"

/* A file whose records are read. */
struct record_file {
    const char *path;     /* for messages: see file_label */
    struct bytes content; /* ids are views into it … */
    struct arena *memory; /* … or, where they are written with escapes, lie in here */
    const char
        *rater;     /* of several raters in fields of their own the one who counts; NULL: nobody is named */
    size_t *n_open; /* counts the documents of a truth that have no grade; NULL: nobody asks */
};

/*
 * Called with each record; `place` is where it stands in the content. False stops the reading, with an error
 * that names file and line.
 */
typedef bool record_sink(void *context, const struct record *record, const char *place, struct err *err);

struct record_kind {
    const char *name;                   /* NULL: messages name the row behind it, which is much like it */
    const char *label;                  /* what a list of files calls it: "TREC run" */
    const struct record_layout *layout; /* of lines of columns, which need none of what follows */
    const char *example;                /* what its content looks like */
    const char *number_name;            /* how messages call the number: "grade" */
    /* By its first line, see record_skip_preamble; NULL: the layout does. */
    bool (*recognises)(struct bytes content);
    bool (*read)(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                 void *context, struct err *err);
    enum shape_wanted wanted; /* of records with named fields */
    bool takes_lists;         /* of JSON: a list of docids stands for documents whose number is 1 */
    /* How to read the ranks beside the scores of a run; NULL: there are none. */
    const struct record_kind *ranks;
    bool lacks_tag;                      /* of a run: its lines have no tag at their end */
    const struct record_kind *as_scores; /* of a run of ranks: how to read what turns out to be none */
};

struct record_kind_table {
    const char *what; /* the rows are kinds of, as messages call it: "qrels" */
    const struct record_kind *rows;
    size_t n_rows;
};

/*
 * The kind of the content, told by its first line that is neither blank nor a comment: the first row that fits. ERR_INPUT, which
 * says what was seen and what is accepted: it is empty, binary, or of none of these kinds.
 */
bool record_kind_find(const struct record_kind_table *table, const struct record_file *file,
                      const struct record_kind **kind, struct err *err) __attribute__((warn_unused_result));

/*
 * The same of a file's beginning, which may be cut off in a line; and that the first line, where it is columns, is
 * a record.
 */
bool record_kind_check_beginning(const struct record_kind_table *table, const struct record_file *beginning,
                                 const struct record_kind **kind, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Hands all records to the sink. ERR_INPUT, one line that names the file, the line and what to do: something
 * is no record, or a number is not finite.
 */
bool record_kind_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err) __attribute__((warn_unused_result));

/* The error of a document that stands twice under a question: both lines are looked for, and named. */
bool record_kind_fail_duplicate(const struct record_kind *kind, const struct record_file *file,
                                struct bytes qid, struct bytes docid, struct err *err);
/* The error of content without a record. */
bool record_kind_fail_empty(const struct record_kind_table *table, const struct record_file *file,
                            struct err *err);

/* --- For the functions that read a kind ----------------------------------- */

/* Puts file and line of the place in front of the error; returns false. */
bool record_file_context(const struct record_file *file, const char *place, struct err *err);
/* The number of a record, which is finite, or else an error. */
bool record_kind_parse_number(const struct record_kind *kind, const struct record_file *file,
                              const char *place, struct bytes text, double *number, struct err *err)
    __attribute__((warn_unused_result));
/* The questions of a file that has each of them once, and where they stand. {0} is empty; to be released. */
struct record_questions {
    struct map qids; /* in the order of `places` */
    const char **places;
    size_t n_places, places_capacity;
};
/* ERR_INPUT: it stands there already; both lines are named. */
bool record_questions_add(struct record_questions *questions, const struct record_file *file,
                          struct bytes qid, const char *place, struct err *err)
    __attribute__((warn_unused_result));
void record_questions_release(struct record_questions *questions);
/* Two ids, neither of them empty or with white space, but that a question may be named by its text: no lines of columns come here. */
bool record_kind_check_ids(const struct record_kind *kind, const struct record_file *file, const char *place,
                           const struct record *record, struct err *err) __attribute__((warn_unused_result));

#endif
