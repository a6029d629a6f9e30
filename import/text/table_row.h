/*
 * The rows of tables: cells with one sign between them. A cell may stand in quotation marks, as in RFC 4180: then it may
 * hold that sign, line ends, and two marks for each one of its text. Who reads a table knows what its columns are.
 */
#ifndef ASSAY_IMPORT_TEXT_TABLE_ROW_H
#define ASSAY_IMPORT_TEXT_TABLE_ROW_H

#include "core/base/arena.h"
#include "core/base/bytes.h"

struct row_format {
    char separator;  /* ' ': any number of blanks and tabs */
    bool has_marks;  /* cells may stand in quotation marks; without, marks are bytes like others */
    bool has_margin; /* white space around a cell is none of it */
};

struct row_cell {
    struct bytes written; /* without the marks around it */
    bool has_pairs;       /* of marks, see row_cell_text */
};

/* One row after the other, in the same room; {0} is empty. */
struct table_row {
    struct row_cell *cells;
    size_t n;
    size_t capacity;
    const char *next;     /* behind its line end */
    const char *fault;    /* what is wrong with it, and what to do; NULL: nothing */
    const char *fault_at; /* the quotation mark */
};

/* Reads the first row of `rest`, of a line or more. False: it has a fault. */
bool table_row_read(struct table_row *row, const struct row_format *format, struct bytes rest);
void table_row_release(struct table_row *row);
/* No cell has anything in it: spreadsheets write such rows behind the last one that has. */
bool table_row_is_blank(const struct table_row *row);

/*
 * What stands behind `sep=;`, the line above a header by which Excel is told what separates cells; the header itself
 * tells it here. All of the content where it does not begin with one.
 */
struct bytes table_skip_declaration(struct bytes content);

/*
 * A number of a table, with a point for the comma of decimals where semicolons separate the cells, as spreadsheets write them in
 * most of Europe; in `room`. Other texts stay as they are.
 */
enum { TABLE_NUMBER_SIZE = 32 };
struct bytes table_number(const struct row_format *format, struct bytes text, char room[TABLE_NUMBER_SIZE]);

/* A pair of marks is one mark of the text, which lies in the arena then. */
struct bytes row_cell_text(const struct row_cell *cell, struct arena *memory);

#endif
