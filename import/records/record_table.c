/*
 * The header gives each of three roles, qid, docid and number, a column. A row is then cut into cells by
 * what separates the header, and the cells of these three are kept.
 *
 * What a column may be called depends on the kind: "score" is the grade of qrels and the score of a run.
 * Between tabs, which no id holds, quotation marks are bytes of the ids.
 */
#include "import/records/record_table.h"

#include "core/base/number.h"
#include "import/field_names.h"
#include "import/file.h"
#include "import/table_row.h"

#include <string.h>

/* --- The names of columns ------------------------------------------------- */

enum { QID, DOCID, NUMBER, N_ROLES };

struct column_role {
    const char *what;
    const char *const *names;
};

static const struct column_role ids[] = {
    [QID] = {"qid", question_id_names},
    [DOCID] = {"docid", document_id_names},
};

enum { GRADE, SCORE, DISTANCE, RANK };

/* What the number is called depends on the kind (number_name). */
static const struct column_role numbers[] = {
    [GRADE] = {"grade", grade_names},
    [SCORE] = {"score", score_names},
    [DISTANCE] = {"distance", distance_names},
    [RANK] = {"rank", rank_names},
};

/* NULL: the kind has none. */
static const struct column_role *number_of(const struct record_kind *kind)
{
    if (kind->number_name == NULL)
        return NULL;
    const struct column_role *role = numbers;
    while (strcmp(role->what, kind->number_name) != 0)
        role++;
    return role;
}

/* The role of this index; `number` is the one of the number. */
static const struct column_role *role_at(size_t index, const struct column_role *number)
{
    return index == NUMBER ? number : &ids[index];
}

/* Which column it names, or N_ROLES. `number`: NULL where there is none. */
static size_t role_of(struct bytes cell, const struct column_role *number)
{
    const size_t n_roles = number != NULL ? N_ROLES : NUMBER;
    for (size_t role = 0; role < n_roles; role++) {
        if (field_find_name(cell, role_at(role, number)->names) != NULL)
            return role;
    }
    return N_ROLES;
}

/* --- The header ----------------------------------------------------------- */

/* The first whose sign the header holds; what holds none is words. */
static const struct table_format formats[] = {
    {.separator = '\t', .has_margin = true},
    {.separator = ',', .has_marks = true, .has_margin = true},
    {.separator = ';', .has_marks = true, .has_margin = true},
    {.separator = ' '},
};

struct record_table {
    const struct table_format *format;
    size_t n_columns;
    size_t columns[N_ROLES];
    bool is_named[N_ROLES];
};

static const struct table_format *format_of(struct bytes content)
{
    struct bytes header = {0};
    bytes_next_line(&content, &header);
    const struct table_format *format = formats;
    while (format->separator != ' ' &&
           (header.size == 0 || memchr(header.data, format->separator, header.size) == NULL))
        format++;
    return format;
}

/* Of the columns that are called so the last one, or SIZE_MAX. */
static size_t find_column(const struct table_row *row, const char *const *names)
{
    size_t column = row->n;
    while (column > 0 && field_find_name(row->cells[column - 1].written, names) == NULL)
        column--;
    return column - 1;
}

/* A column "id" is that of the docids where another one names the question and another the number. */
static bool has_plain_docid(const bool is_named[N_ROLES])
{
    return is_named[QID] && !is_named[DOCID] && is_named[NUMBER];
}

/* A column "question" is that of the qids where nothing else names them, but all else is named that there has to be. */
static bool has_plain_qid(const bool is_named[N_ROLES], const struct column_role *number_role)
{
    return !is_named[QID] && is_named[DOCID] && (number_role == NULL || is_named[NUMBER]);
}

/* Which roles the cells name; none when there is a number among them. */
static void find_roles(struct bytes content, const struct column_role *number_role,
                       bool is_named[N_ROLES + 1])
{
    struct table_row row = {0};
    double number;
    bool has_number = false, has_plain_id = false, has_question = false;
    (void)!table_row_read(&row, format_of(content), content); /* what is wrong is told later */
    for (size_t i = 0; i < row.n; i++) {
        struct bytes cell = row.cells[i].written;
        is_named[role_of(cell, number_role)] = true;
        has_number = has_number || number_parse_real(cell, &number);
        has_plain_id = has_plain_id || field_is_called(cell, "id");
        has_question = has_question || field_find_name(cell, question_names) != NULL;
    }
    table_row_release(&row);
    is_named[DOCID] = is_named[DOCID] || (has_plain_id && has_plain_docid(is_named));
    is_named[QID] = is_named[QID] || (has_question && has_plain_qid(is_named, number_role));
    for (size_t role = 0; role < N_ROLES; role++)
        is_named[role] = is_named[role] && !has_number;
}

/* Whether the header names both ids and a number of this name. */
static bool names_all(struct bytes content, const struct column_role *number)
{
    bool is_named[N_ROLES + 1] = {false};
    find_roles(content, number, is_named);
    return is_named[QID] && is_named[DOCID] && is_named[NUMBER];
}

bool record_table_recognise_qrels(struct bytes content)
{
    bool is_named[N_ROLES + 1] = {false};
    find_roles(content, &numbers[GRADE], is_named);
    return is_named[QID] || is_named[DOCID] || is_named[NUMBER];
}

bool record_table_recognise_run(struct bytes content)
{
    bool is_named[N_ROLES + 1] = {false};
    find_roles(content, &numbers[SCORE], is_named);
    return is_named[QID] && is_named[DOCID];
}

bool record_table_recognise_distances(struct bytes content)
{
    return names_all(content, &numbers[DISTANCE]) && !names_all(content, &numbers[SCORE]);
}

bool record_table_recognise_ranks(struct bytes content)
{
    return names_all(content, &numbers[RANK]) && !names_all(content, &numbers[SCORE]);
}

bool record_table_recognise_pairs(struct bytes content)
{
    bool is_named[N_ROLES + 1] = {false}, has_grade[N_ROLES + 1] = {false};
    find_roles(content, NULL, is_named);
    find_roles(content, &numbers[GRADE], has_grade);
    return is_named[QID] && is_named[DOCID] && !has_grade[NUMBER];
}

static bool names_a(struct bytes content, const char *const *names)
{
    struct table_row row = {0};
    (void)!table_row_read(&row, format_of(content), content);
    bool is_there = find_column(&row, names) != SIZE_MAX;
    table_row_release(&row);
    return is_there;
}

bool record_table_recognise_graded_questions(struct bytes content)
{
    return names_all(content, &numbers[GRADE]) && !names_a(content, question_id_names);
}

static bool check_named(const struct record_table *table, const struct record_kind *kind, struct err *err)
{
    const size_t n_roles = kind->number_name != NULL ? N_ROLES : NUMBER;
    for (size_t role = 0; role < n_roles; role++) {
        if (!table->is_named[role])
            return err_set(err, ERR_INPUT,
                           "the header names no %s; it has to name a qid, a docid and a %s, as in: %s",
                           role_at(role, number_of(kind))->what, kind->number_name, kind->example);
    }
    return true;
}

/* --- Reading -------------------------------------------------------------- */

struct table_reading {
    const struct record_kind *kind;
    const struct record_file *file;
    struct record_table table;
    struct table_row row;
    struct bytes rest; /* of the content, from a line that is not blank */
};

/* Takes the next row off the rest. */
static bool take_row(struct table_reading *reading, struct err *err)
{
    struct table_row *row = &reading->row;
    if (!table_row_read(row, reading->table.format, reading->rest)) {
        err_set(err, ERR_INPUT, "%s", row->fault);
        return record_file_context(reading->file, row->fault_at, err);
    }
    reading->rest =
        bytes_skip_blank_lines(bytes_from(reading->rest, (size_t)(row->next - reading->rest.data)));
    return true;
}

static bool name_column(struct record_table *table, const struct column_role *number, size_t column,
                        struct bytes cell, struct err *err)
{
    size_t role = role_of(cell, number);
    if (role == N_ROLES)
        return true;
    if (table->is_named[role])
        return err_set(err, ERR_INPUT,
                       "'%.*s' is the second column of the header that names a %s; rename one",
                       BYTES_FORMAT(cell), role_at(role, number)->what);
    table->is_named[role] = true;
    table->columns[role] = column;
    return true;
}

/* PyTerrier writes the number that a document has in its index as "docid" beside its id, the "docno". */
static bool is_index_number(const struct table_row *row, size_t column)
{
    static const char *const docno[] = {"docno", NULL};
    return field_is_called(row->cells[column].written, "docid") && find_column(row, docno) != SIZE_MAX;
}

static void take_plain_name(struct record_table *table, size_t role, size_t column)
{
    table->is_named[role] = column != SIZE_MAX;
    table->columns[role] = column;
}

static bool take_names(struct record_table *table, const struct table_row *row,
                       const struct record_kind *kind, struct err *err)
{
    static const char *const plain_id_names[] = {"id", NULL};
    const struct column_role *number = number_of(kind);
    table->n_columns = row->n;
    for (size_t i = 0; i < row->n; i++) {
        if (!is_index_number(row, i) && !name_column(table, number, i, row->cells[i].written, err))
            return false;
    }
    if (has_plain_docid(table->is_named))
        take_plain_name(table, DOCID, find_column(row, plain_id_names));
    if (has_plain_qid(table->is_named, number))
        take_plain_name(table, QID, find_column(row, question_names));
    return check_named(table, kind, err);
}

static bool read_header(struct table_reading *reading, struct err *err)
{
    const char *place = reading->rest.data;
    reading->table.format = format_of(reading->rest);
    return take_row(reading, err) && (take_names(&reading->table, &reading->row, reading->kind, err) ||
                                      record_file_context(reading->file, place, err));
}

/* The record in the row, which begins at `place`. */
static bool make_record(const struct table_reading *reading, const char *place, struct record *record,
                        struct err *err)
{
    const struct record_file *file = reading->file;
    const struct record_table *table = &reading->table;
    const struct row_cell *cells = reading->row.cells;
    bool has_number = table->is_named[NUMBER];
    *record = (struct record){
        .qid = row_cell_text(&cells[table->columns[QID]], file->memory),
        .docid = row_cell_text(&cells[table->columns[DOCID]], file->memory),
        .number = 1,
    };
    return record_kind_check_ids(reading->kind, file, place, record, err) &&
           (!has_number ||
            record_kind_parse_number(reading->kind, file, place, cells[table->columns[NUMBER]].written,
                                     &record->number, err));
}

/* The next row, which begins at `place`. */
static bool read_row(struct table_reading *reading, const char *place, struct err *err)
{
    size_t n_columns = reading->table.n_columns;
    if (!take_row(reading, err))
        return false;
    if (reading->row.n == n_columns)
        return true;
    err_set(err, ERR_INPUT, "%zu column%s where the header has %zu", reading->row.n,
            reading->row.n == 1 ? "" : "s", n_columns);
    return record_file_context(reading->file, place, err);
}

bool record_table_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                       void *context, struct err *err)
{
    struct table_reading reading = {.kind = kind, .file = file, .rest = record_skip_preamble(file->content)};
    bool worked = read_header(&reading, err);
    while (worked && reading.rest.size > 0) {
        const char *place = reading.rest.data;
        struct record record;
        worked = read_row(&reading, place, err);
        if (!worked || table_row_is_blank(&reading.row))
            continue;
        worked = make_record(&reading, place, &record, err);
        if (worked && kind->least_first)
            record.number = -record.number;
        worked = worked && sink(context, &record, place, err);
    }
    table_row_release(&reading.row);
    return worked;
}
