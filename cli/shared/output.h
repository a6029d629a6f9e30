/* Shared by commands for writing their results. */
#pragma once

#include "cli/command.h"
#include "core/metric/run.h"
#include "export/forms/table.h"

struct file_writer;
struct json;
struct store;

/* Option row for commands that write a table. The struct `owner` has a size_t `format`. */
#define OPTION_ROW_FORMAT(owner)                                                                             \
    CHOICE_OPTION("format", "FORMAT", owner, format, .words = &table_format_words)
/* Option row for commands that write a file. `output` is a const char *. */
#define OPTION_ROW_OUTPUT(owner)                                                                             \
    TEXT_OPTION("output", "FILE", owner, output, .letter = 'o',                                              \
                .help = "write to FILE (default: standard output)")

void output_text(const struct buffer *text, struct world *world);
/*
 * Prints text between the bytes `begin` and `end` in bold, if the terminal can do that and colour is wanted. The two
 * bytes are not printed.
 */
void output_marked(struct bytes text, char begin, char end, struct world *world);
/* Adds text outside a table, in the form that a report in this format can hold. */
void output_add_words(struct buffer *out, size_t format, struct bytes words);
/*
 * Opens the file of --output. The new file replaces the old one at the end, as a whole. NULL and "-" mean standard
 * output. ERR_USAGE: the file is a database, or a file that SQLite keeps beside one, so that a typing error costs no
 * votes; or it is a terminal. Standard output may be a terminal: its text is made harmless.
 */
MUST_CHECK bool output_open(struct file_writer *file, const char *path, struct world *world, struct err *err);
/* Checks that `path` is none of the files that are read. ERR_USAGE: it is. `path` may be NULL. */
MUST_CHECK bool output_check_inputs(const char *path, const char *const *inputs, size_t n, struct err *err);
/*
 * Checks that the output does not replace another file. ERR_USAGE: the file exists and is not a run with this tag. (In
 * other commands, --run names an input, which might be overwritten.)
 */
MUST_CHECK bool output_check_run(const char *path, const char *tag, struct err *err);
/* Opens the file, writes the text and closes it. */
MUST_CHECK bool output_file(const struct buffer *text, const char *path, struct world *world,
                            struct err *err);
/* ERR_USAGE: the text of --tag is not a word that can end the lines of a run. */
MUST_CHECK bool output_check_tag(const char *tag, struct err *err);
/*
 * Prints the table, in parts if the lines of the terminal are too short for it (table_next_part). `format`: an index in
 * table_format_words. For CSV, a remark tells how many cells a spreadsheet takes for formulas.
 */
void output_table(const struct table *table, size_t format, struct world *world);
/*
 * Rows that are printed as they are made, so that a million rows need not be in memory. The maker adds rows to the
 * table and calls output_rows_made. It is called once more if the widths of columns depend on the cells, and once for
 * each part if lines of the terminal are too short for all columns.
 */
struct output_rows {
    struct table *table;
    enum table_format format;
    struct world *world;
    bool are_measured; /* in this call they are only measured; the next one prints them */
};
/* Prints or measures the rows in the table, which must be complete, and removes them. */
void output_rows_made(const struct output_rows *rows);
typedef bool rows_maker(const void *context, const struct output_rows *rows, struct err *err);
/*
 * Prints the rows of a maker. The table has its columns and no row yet. Otherwise like output_table. Fails if the maker
 * fails.
 */
MUST_CHECK bool output_rows_of(rows_maker *make, const void *context, struct table *table, size_t format,
                               struct world *world, struct err *err);
/* Prints the value indented, with a line end, and frees it. */
void output_json(struct json *root, struct world *world);
/* Like output_json, but on one line, for output with several values. */
void output_json_line(struct json *root, struct world *world);
/*
 * Prints an error's text or another remark for the user: made safe, on one line, after "assay: ". Also adds it to
 * world->remarks.
 */
void output_remark(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Prints that `n` cells, `first` being one of them, are formulas to a spreadsheet (export/forms/csv.h). Prints nothing
 * when n is 0.
 */
void output_remark_formulas(struct world *world, size_t n, struct bytes first);
/* Adds " (a, b, …)": some of `count` names, made visible. Adds nothing without names. */
void output_add_some(struct buffer *out, const struct bytes *names, size_t n_names, int64_t count);
/* If no question of the database has a candidate, prints how to add candidates. */
void output_remark_bare(struct world *world, struct store *store);
/* Prints the last line of a dry run, on standard output. */
void output_nothing_written(struct world *world);
/* Prints the remark on a run file: see run_doubt_add. */
void output_remark_run(struct world *world, const char *path, enum run_doubt doubt);
