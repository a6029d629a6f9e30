/*
 * The kinds of files that hold records (qid, docid, number). A kind is a row of a table. It tells how to recognise the
 * content and has the function that reads the records. qrels_kinds.c has one such table, run_kinds.c the other.
 *
 * The first thousand lines of a file decide, before anything is read, whether a third column is a rank (run_layout). A
 * later line that contradicts this is an error. The decision looks at all lines or entries of a question, never at a
 * single line.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"
#include "import/records/record_line.h"
#include "import/fields/record_shape.h"

/* A file that is being read. */
struct record_file {
    const char *path;     /* path for messages: see file_label */
    struct bytes content; /* ids are views into it … */
    struct arena *memory; /* … or lie in here, when they are written with escapes */
    const char *rater; /* the rater whose grades count, in a file with a field for each rater; NULL: none */
    size_t *n_open;    /* counts documents of a truth without a grade; NULL: not counted */
};

/*
 * Called with each record; `place` is its position in the content. Return false to stop, with an error that names file
 * and line.
 */
typedef bool record_sink(void *context, const struct record *record, const char *place, struct err *err);

struct record_kind {
    const char *name;                   /* NULL: messages name the next row, which is similar */
    const char *label;                  /* name in a list of files: "TREC run" */
    const struct record_layout *layout; /* for lines of columns, which need none of the following members */
    const char *example;                /* a sample of its content */
    const char *number_name;            /* name of the number in messages: "grade" */
    /* Returns whether it is this kind, by the first line; see record_skip_preamble. NULL: the layout decides. */
    bool (*recognises)(struct bytes content);
    bool (*read)(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                 void *context, struct err *err);
    enum shape_wanted wanted; /* of records with named fields */
    bool takes_lists;         /* of JSON: a list of docids means documents whose number is 1 */
    /* How to read the ranks of a run that also has scores; NULL: there are none. */
    const struct record_kind *ranks;
    bool lacks_tag;                      /* of a run: its lines have no tag at the end */
    const struct record_kind *as_scores; /* of a run of ranks: how to read it when the numbers are no ranks */
};

struct record_kind_table {
    const char *what; /* common name of the rows in messages: "qrels" */
    const struct record_kind *rows;
    size_t n_rows;
};

/*
 * Finds the kind of the content by the first line that is neither blank nor a comment; the first matching row counts.
 * ERR_INPUT, which says what the content is and what is accepted: it is empty, binary, or of none of these kinds.
 */
MUST_CHECK bool record_kind_find(const struct record_kind_table *table, const struct record_file *file,
                                 const struct record_kind **kind, struct err *err);

/*
 * Does the same for the beginning of a file, which may end within a line. Also checks that the first line, if it is
 * columns, is a record.
 */
MUST_CHECK bool record_kind_check_beginning(const struct record_kind_table *table,
                                            const struct record_file *beginning,
                                            const struct record_kind **kind, struct err *err);

/*
 * Passes all records to the sink. ERR_INPUT, in one line that names the file, the line and the remedy: something is not
 * a record, or a number is not finite.
 */
MUST_CHECK bool record_kind_read(const struct record_kind *kind, const struct record_file *file,
                                 record_sink *sink, void *context, struct err *err);

/* Sets the error for a document that occurs twice under a question. Finds both lines and names them. */
bool record_kind_fail_duplicate(const struct record_kind *kind, const struct record_file *file,
                                struct bytes qid, struct bytes docid, struct err *err);
/* Sets the error for content without a record. */
bool record_kind_fail_empty(const struct record_kind_table *table, const struct record_file *file,
                            struct err *err);

/* --- For the functions that read a kind ----------------------------------- */

/* Prefixes the error with file and line of the place. Returns false. */
bool record_file_context(const struct record_file *file, const char *place, struct err *err);
/* Parses the number of a record. It must be finite; else it is an error. */
MUST_CHECK bool record_kind_parse_number(const struct record_kind *kind, const struct record_file *file,
                                         const char *place, struct bytes text, double *number,
                                         struct err *err);
/* The questions of a file that may contain each only once, with their places. {0} is empty; to be released. */
struct record_questions {
    struct map qids; /* in the order of `places` */
    const char **places;
    size_t n_places, places_capacity;
};
/* Adds a question. ERR_INPUT: it is there already; both lines are named. */
MUST_CHECK bool record_questions_add(struct record_questions *questions, const struct record_file *file,
                                     struct bytes qid, const char *place, struct err *err);
void record_questions_release(struct record_questions *questions);
/*
 * Checks the two ids: neither may be empty or contain white space. A question may be named by its text, because these
 * records are no lines of columns.
 */
MUST_CHECK bool record_kind_check_ids(const struct record_kind *kind, const struct record_file *file,
                                      const char *place, const struct record *record, struct err *err);
