/* What commands share in writing their result. */
#ifndef ASSAY_CLI_SHARED_OUTPUT_H
#define ASSAY_CLI_SHARED_OUTPUT_H

#include "cli/command.h"
#include "core/metric/run.h"
#include "export/forms/table.h"

struct file_writer;
struct json;
struct store;

/* The row of every command that writes a table; the struct `owner` has a size_t `format`. */
#define OPTION_ROW_FORMAT(owner)                                                                             \
    CHOICE_OPTION("format", "FORMAT", owner, format, .words = &table_format_words)
/* The row of every command that writes a file; `output`: a const char *. */
#define OPTION_ROW_OUTPUT(owner)                                                                             \
    TEXT_OPTION("output", "FILE", owner, output, .letter = 'o',                                              \
                .help = "write to FILE (default: standard output)")

void output_text(const struct buffer *text, struct world *world);
/* What stands between these bytes is bold on a terminal that knows it, if colour is wanted; the bytes are not shown. */
void output_marked(struct bytes text, char begin, char end, struct world *world);
/* Adds text that stands outside of a table, as a report in this format can hold it. */
void output_add_words(struct buffer *out, size_t format, struct bytes words);
/*
 * Opens what --output names: a file that is replaced at the end, at once and whole; NULL and "-" are standard output.
 * ERR_USAGE: the file is a database, or one that SQLite keeps beside one: a slip of the finger must not cost any votes;
 * or it is a terminal, which standard output leads to harmlessly.
 */
bool output_open(struct file_writer *file, const char *path, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: what --output names, or NULL, is one of the files that are read. */
bool output_check_inputs(const char *path, const char *const *inputs, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/*
 * ERR_USAGE: something else than a run of this tag is there already, under the name that such a run is to have: --run reads
 * elsewhere, and somebody's run may stand where one of ours is to.
 */
bool output_check_run(const char *path, const char *tag, struct err *err) __attribute__((warn_unused_result));
/* Opens it, writes the text and closes it. */
bool output_file(const struct buffer *text, const char *path, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: what --tag says is no word that can end the lines of a run. */
bool output_check_tag(const char *tag, struct err *err) __attribute__((warn_unused_result));
/* `format`: a place in table_format_words. Of CSV a remark says how many cells a spreadsheet takes for formulas. */
void output_table(const struct table *table, size_t format, struct world *world);
/*
 * Rows that are printed as they are made, so that a million are not held. Whoever makes them adds some to the table and says
 * so, and is called twice where a format's columns are as wide as their widest cells.
 */
struct output_rows {
    struct table *table;
    enum table_format format;
    struct world *world;
    bool are_measured; /* this time; they are printed the next */
};
/* What is in the table, whole rows, is printed or measured, and forgotten. */
void output_rows_made(const struct output_rows *rows);
typedef bool rows_maker(const void *context, const struct output_rows *rows, struct err *err);
/* The table has its columns and no row yet; as output_table otherwise. Fails as the maker does. */
bool output_rows_of(rows_maker *make, const void *context, struct table *table, size_t format,
                    struct world *world, struct err *err) __attribute__((warn_unused_result));
/* Prints it indented, a line's end behind it, and frees it. */
void output_json(struct json *root, struct world *world);
/* As output_json, on one line: for output that has several. */
void output_json_line(struct json *root, struct world *world);
/* An error's text or another remark for the user: made safe, on one line, "assay: " in front; kept in world->remarks, too. */
void output_remark(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* That `n` cells, of which this is the first, are formulas to a spreadsheet (export/forms/csv.h); 0: nothing. */
void output_remark_formulas(struct world *world, size_t n, struct bytes first);
/* Adds " (a, b, …)", some of `count` names, visible ones; nothing without names. */
void output_add_some(struct buffer *out, const struct bytes *names, size_t n_names, int64_t count);
/* How the questions of a database without any candidate get some; nothing of another one. */
void output_remark_bare(struct world *world, struct store *store);
/* The last line of what would be done, on standard output. */
void output_nothing_written(struct world *world);
/* What there is to say of a run file: see run_doubt_add. */
void output_remark_run(struct world *world, const char *path, enum run_doubt doubt);

#endif
