/*
 * Records: the lines of runs and qrels. A line has columns, separated by blanks, tabs, vertical tabs and form feeds.
 * Three columns matter: a qid, a docid and a number. Blank lines are skipped, and comments: their first column begins
 * with '#', as in trec_eval 10. Line ends may be CRLF. A line with too many columns, some of them after a bare CR, is
 * really several lines, and an error.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <math.h>

enum {
    RECORD_COLUMNS_MAX = 6,
    RECORD_COMMENT = '#',
};

struct record_layout {
    const char *what;    /* name of the whole in messages: "run" */
    const char *columns; /* for messages: "qid docid rank" */
    size_t n_columns;    /* at most RECORD_COLUMNS_MAX */
    bool more_columns;   /* allow more columns, and ignore them */
    size_t qid, docid;   /* index of the column, from 0 */
    size_t number;       /* likewise */
    const char *number_name;
    bool number_is_rank;  /* the rank becomes a score: the lower the rank, the higher the score */
    bool number_is_grade; /* the grade may be a word */
};

struct record {
    struct bytes qid;
    struct bytes docid;
    double number; /* finite */
};

/* The same as it is written; the number is not parsed. */
struct record_text {
    struct bytes docid;
    struct bytes number;
};

/* Iterates over the records of some bytes. */
struct record_reader {
    const struct record_layout *layout;
    const char *line; /* start of the line of the last record */
    const char *next; /* start of the line after it */
    const char *end;
};

enum record_outcome {
    RECORD_READ,
    RECORD_NONE,  /* at the end of the bytes */
    RECORD_WRONG, /* the line is not a record: record_explain says why */
};

struct record_reader record_reader_of(struct bytes bytes, const struct record_layout *layout);
enum record_outcome record_next(struct record_reader *reader, struct record *record);

/*
 * Reads the next record if it has this qid. Else it returns RECORD_NONE, and the record remains the next one.
 */
enum record_outcome record_next_of(struct record_reader *reader, struct bytes qid, struct record *record);
/* Does the same without parsing the number. */
enum record_outcome record_next_text_of(struct record_reader *reader, struct bytes qid,
                                        struct record_text *text);
/* Parses the number of a record. Returns false when it is not a finite number. */
bool record_read_number(const struct record_layout *layout, struct bytes text, double *number);

/* Ranks are whole numbers from 0. */
static inline bool record_is_rank(double number)
{
    return number >= 0 && number == floor(number);
}

/* Returns whether `rank` may follow the rank `before` within a question. `before` is -1 for the first rank. */
static inline bool record_rank_rises(double rank, double before)
{
    return rank == before + 1 || (rank > before && record_is_rank(rank)); /* mostly there is no gap */
}

/*
 * Finds the qid of the next record without reading the rest of its line: record_next may still find the line wrong.
 * Returns false at the end of the bytes. The record remains the next one, and reader->next is its line.
 */
bool record_peek(struct record_reader *reader, struct bytes *qid);
/* Skips the record that record_peek has found. */
void record_skip(struct record_reader *reader);

/*
 * Sets the error for a line that was RECORD_WRONG, with its number in `content`. The reader's bytes must be part of
 * `content`. Lines are not counted before. Returns false, like err_set.
 */
bool record_explain(const struct record_reader *reader, struct bytes content, const char *path,
                    struct err *err);
/* Sets the error for a number, in the line of `place`, that is not finite. */
bool record_fail_number(struct bytes content, const char *path, const char *place, const char *number_name,
                        struct bytes number, struct err *err);
/* Returns the number of the line, from 1, that contains `place`. */
size_t record_line_number(struct bytes content, const char *place);

/*
 * Returns the content from the first line that is neither blank, nor a comment, nor the declaration of a table
 * (import/text/table_row.h).
 */
struct bytes record_skip_preamble(struct bytes content);

/* The columns of the first line that has columns and is not a comment. */
struct record_columns {
    struct bytes at[RECORD_COLUMNS_MAX];
    size_t count; /* at most RECORD_COLUMNS_MAX; further columns are not counted */
};
struct record_columns record_first_columns(struct bytes content);

/* Returns whether the line contains a CR that is not at its end. */
bool record_has_bare_return(struct bytes line);
/* Says what is wrong with such a line, and what to do. */
extern const char record_bare_return[];
