/*
 * Records: the lines that runs and qrels are made of. A line has columns, split at blanks, tabs, vertical
 * tabs and form feeds, and three of them matter: a qid, a docid and a number. Skipped are blank lines and comments, whose
 * first column begins with '#', as in trec_eval 10. CRLF ends are fine; a line with more columns than it should have, some of
 * them behind a bare CR, is several lines, and wrong.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_LINE_H
#define ASSAY_IMPORT_RECORDS_RECORD_LINE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <math.h>

enum {
    RECORD_COLUMNS_MAX = 6,
    RECORD_COMMENT = '#',
};

struct record_layout {
    const char *what;    /* it makes up, as messages call it: "run" */
    const char *columns; /* as messages show them: "qid docid rank" */
    size_t n_columns;    /* at most RECORD_COLUMNS_MAX */
    bool more_columns;   /* are allowed, and not looked at */
    size_t qid, docid;   /* which column they are, from 0 */
    size_t number;       /* the same */
    const char *number_name;
    bool number_is_rank;  /* which becomes a score: higher stands first */
    bool number_is_grade; /* which may be a word */
};

struct record {
    struct bytes qid;
    struct bytes docid;
    double number; /* finite */
};

/* The same as it is written, the number not read. */
struct record_text {
    struct bytes docid;
    struct bytes number;
};

/* A walk over the records of some bytes. */
struct record_reader {
    const struct record_layout *layout;
    const char *line; /* where the line of the record read last starts */
    const char *next; /* where the line after it starts */
    const char *end;
};

enum record_outcome {
    RECORD_READ,
    RECORD_NONE,  /* the bytes are at their end */
    RECORD_WRONG, /* the line is no record: record_explain says why */
};

struct record_reader record_reader_of(struct bytes bytes, const struct record_layout *layout);
enum record_outcome record_next(struct record_reader *reader, struct record *record);

/* The next record if it has this qid; else RECORD_NONE, and the record is still the next one. */
enum record_outcome record_next_of(struct record_reader *reader, struct bytes qid, struct record *record);
/* The same without a look at the number. */
enum record_outcome record_next_text_of(struct record_reader *reader, struct bytes qid,
                                        struct record_text *text);
/* The number of a record from its text. False: it is no finite one. */
bool record_read_number(const struct record_layout *layout, struct bytes text, double *number);

/* Ranks are whole numbers from 0. */
static inline bool record_is_rank(double number)
{
    return number >= 0 && number == floor(number);
}

/* Whether a rank can follow another one of its question, or -1. */
static inline bool record_rank_rises(double rank, double before)
{
    return rank == before + 1 || (rank > before && record_is_rank(rank)); /* mostly there is no gap */
}

/*
 * The qid of the next record, without a look at the rest of its line: record_next may yet find it wrong.
 * False: the bytes are at their end. The record is still the next one, and reader->next its line.
 */
bool record_peek(struct record_reader *reader, struct bytes *qid);
/* Passes over the record that record_peek has seen. */
void record_skip(struct record_reader *reader);

/*
 * The error of the line that was RECORD_WRONG, with its number in `content`, which the reader's bytes are a
 * part of. Nothing counts lines until one is wrong. Returns false, as err_set.
 */
bool record_explain(const struct record_reader *reader, struct bytes content, const char *path,
                    struct err *err);
/* The error of a number, in the line of `place`, that is not a finite one. */
bool record_fail_number(struct bytes content, const char *path, const char *place, const char *number_name,
                        struct bytes number, struct err *err);
/* The line, from 1, in which `place` stands in the content. */
size_t record_line_number(struct bytes content, const char *place);

/* From the first line on that is neither blank, a comment, nor the declaration of a table (import/text/table_row.h). */
struct bytes record_skip_preamble(struct bytes content);

/* The columns of the first line that has any and is no comment. */
struct record_columns {
    struct bytes at[RECORD_COLUMNS_MAX];
    size_t count; /* at most RECORD_COLUMNS_MAX, whatever stands behind */
};
struct record_columns record_first_columns(struct bytes content);

/* Whether a CR stands in the line, and something behind it. */
bool record_has_bare_return(struct bytes line);
/* What is wrong with it, and what to do. */
extern const char record_bare_return[];

#endif
