/*
 * Reads the rows of tables: cells with a separator between them. A cell may be in quotation marks, as in RFC 4180. Then
 * it may contain the separator, line ends, and two marks for each mark of its text. The caller knows the meaning of the
 * columns.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"

struct row_format {
    char separator;  /* ' ': any number of blanks and tabs */
    bool has_marks;  /* cells may be in quotation marks; false: marks are ordinary bytes */
    bool has_margin; /* white space around a cell does not belong to it */
};

struct row_cell {
    struct bytes written; /* without the quotation marks around it */
    bool has_pairs;       /* contains pairs of marks, see row_cell_text */
};

/* The current row; its memory is reused. {0} is empty. */
struct table_row {
    struct row_cell *cells;
    size_t n;
    size_t capacity;
    const char *next;     /* after its line end */
    const char *fault;    /* what is wrong, and what to do; NULL: no fault */
    const char *fault_at; /* the quotation mark of the fault */
};

/* Reads the first row of `rest`, which may take several lines. Returns false when it has a fault. */
bool table_row_read(struct table_row *row, const struct row_format *format, struct bytes rest);
void table_row_release(struct table_row *row);
/* Returns whether all cells are empty. Spreadsheets write such rows after the last row with content. */
bool table_row_is_blank(const struct table_row *row);

/*
 * Skips `sep=;`, the line above a header that tells Excel the separator; assay takes it from the header. Returns all of
 * the content when it does not begin with such a line.
 */
struct bytes table_skip_declaration(struct bytes content);

/*
 * Returns a number of a table in `room`, with a decimal point. The decimal comma is replaced where semicolons separate
 * the cells, as in spreadsheets of most European languages. Returns other texts as they are.
 */
enum { TABLE_NUMBER_SIZE = 32 };
struct bytes table_number(const struct row_format *format, struct bytes text, char room[TABLE_NUMBER_SIZE]);

/* Returns the text of a cell. Each pair of marks becomes one mark; the text lies in the arena then. */
struct bytes row_cell_text(const struct row_cell *cell, struct arena *memory);
