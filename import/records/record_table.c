/*
 * The header gives each of three roles, qid, docid and number, a column. A line is then cut into cells by
 * what separates the header, and the cells of these three are kept.
 *
 * What a column may be called depends on the kind: "score" is the grade of qrels and the score of a run. A
 * cell is a view of its line, but where a quotation mark is doubled in it: then it is a copy in the file's
 * memory.
 */
#include "import/records/record_table.h"

#include "core/base/number.h"
#include "import/field_names.h"
#include "import/file.h"

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

/* Where there is no grade, a question is what stands in its column. */
static const char *const pair_question_names[] = {"question", "query", NULL};

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
    if (number == NULL && field_find_name(cell, pair_question_names) != NULL)
        return QID;
    for (size_t role = 0; role < n_roles; role++) {
        if (field_find_name(cell, role_at(role, number)->names) != NULL)
            return role;
    }
    return N_ROLES;
}

/* --- Cells ---------------------------------------------------------------- */

/* The cells of a line that are still to be read. */
struct record_cells {
    struct bytes rest;
    char separator; /* ' ' stands for any number of blanks and tabs */
    bool at_end;
    bool is_broken;       /* a quotation mark that is not closed, or does not end its cell */
    struct arena *memory; /* for cells that hold quotation marks */
};

static char separator_of(struct bytes header)
{
    for (const char *separator = "\t,"; *separator != '\0'; separator++) {
        if (header.size > 0 && memchr(header.data, *separator, header.size) != NULL)
            return *separator;
    }
    return ' ';
}

static struct record_cells cells_of(struct bytes line, char separator, struct arena *memory)
{
    /* Tabs at the ends are separators where tabs separate. */
    struct bytes rest = separator == '\t' ? line : bytes_trim(line);
    return (struct record_cells){.rest = rest, .separator = separator, .memory = memory};
}

/* Takes the rest up to the next separator, and that too. */
static struct bytes take_plain(struct record_cells *cells)
{
    struct bytes cell = {0};
    if (cells->separator == ' ') {
        bytes_next_word(&cells->rest, &cell);
        cells->at_end = cells->rest.size == 0;
        return cell;
    }
    cells->at_end = !bytes_split(cells->rest, cells->separator, &cell, &cells->rest);
    return bytes_trim(cells->at_end ? cells->rest : cell);
}

/* The index of the quotation mark that ends the text, or the size of all; a pair of marks is one in the text. */
static size_t find_closing(struct bytes bytes, size_t *n_pairs)
{
    size_t i = 1;
    for (*n_pairs = 0; i < bytes.size; i++) {
        if (bytes.data[i] != '"')
            continue;
        if (i + 1 == bytes.size || bytes.data[i + 1] != '"')
            break;
        ++*n_pairs;
        i++;
    }
    return i;
}

static struct bytes without_pairs(struct bytes text, struct arena *memory)
{
    char *copy = arena_get(memory, text.size);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        copy[size++] = text.data[i];
        i += text.data[i] == '"'; /* the second of a pair */
    }
    return (struct bytes){.data = copy, .size = size};
}

/* Takes a text in quotation marks, and the separator behind it. */
static struct bytes take_quoted(struct record_cells *cells)
{
    size_t n_pairs;
    size_t closing = find_closing(cells->rest, &n_pairs);
    struct bytes text = bytes_slice(cells->rest, 1, closing);
    if (closing == cells->rest.size) {
        cells->is_broken = true;
        return text;
    }
    cells->rest = bytes_from(cells->rest, closing + 1);
    cells->is_broken = take_plain(cells).size > 0;
    return n_pairs > 0 ? without_pairs(text, cells->memory) : text;
}

/* False: there is no further cell, or it is broken. */
static bool next_table_cell(struct record_cells *cells, struct bytes *cell)
{
    if (cells->at_end)
        return false;
    if (cells->separator == ',')
        cells->rest = bytes_trim(cells->rest);
    bool is_quoted = cells->separator == ',' && bytes_starts_with(cells->rest, "\"");
    *cell = is_quoted ? take_quoted(cells) : take_plain(cells);
    return !cells->is_broken;
}

/* --- The header ----------------------------------------------------------- */

struct record_table {
    char separator;
    size_t n_columns;
    size_t columns[N_ROLES];
    bool is_named[N_ROLES];
};

/* A column "id" is that of the docids where another one names the question and another the number. */
static bool has_plain_docid(const bool is_named[N_ROLES])
{
    return is_named[QID] && !is_named[DOCID] && is_named[NUMBER];
}

/* Which roles the cells name; none when there is a number among them. */
static void find_roles(struct bytes content, const struct column_role *number_role,
                       bool is_named[N_ROLES + 1])
{
    struct arena memory = {0};
    struct bytes header = {0};
    bytes_next_line(&content, &header);
    struct record_cells cells = cells_of(header, separator_of(header), &memory);
    struct bytes cell;
    double number;
    bool has_number = false, has_plain_id = false;
    while (next_table_cell(&cells, &cell)) {
        is_named[role_of(cell, number_role)] = true;
        has_number = has_number || number_parse_real(cell, &number);
        has_plain_id = has_plain_id || field_is_called(cell, "id");
    }
    arena_release(&memory);
    is_named[DOCID] = is_named[DOCID] || (has_plain_id && has_plain_docid(is_named));
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

static bool fail_broken(struct err *err)
{
    return err_set(
        err, ERR_INPUT,
        "a quotation mark is not closed, or is followed by something other than a comma; correct it");
}

static bool read_header(struct record_table *table, struct bytes line, const struct record_kind *kind,
                        struct arena *memory, struct err *err)
{
    *table = (struct record_table){.separator = separator_of(line)};
    struct record_cells cells = cells_of(line, table->separator, memory);
    struct bytes cell;
    size_t plain_id = SIZE_MAX;
    for (; next_table_cell(&cells, &cell); table->n_columns++) {
        size_t role = role_of(cell, number_of(kind));
        if (field_is_called(cell, "id"))
            plain_id = table->n_columns;
        if (role == N_ROLES)
            continue;
        if (table->is_named[role])
            return err_set(err, ERR_INPUT,
                           "'%.*s' is the second column of the header that names a %s; rename one",
                           BYTES_FORMAT(cell), role_at(role, number_of(kind))->what);
        table->is_named[role] = true;
        table->columns[role] = table->n_columns;
    }
    if (plain_id != SIZE_MAX && has_plain_docid(table->is_named)) {
        table->is_named[DOCID] = true;
        table->columns[DOCID] = plain_id;
    }
    return cells.is_broken ? fail_broken(err) : check_named(table, kind, err);
}

/* --- Rows ----------------------------------------------------------------- */

/* The cells that matter. */
static bool read_row(const struct record_table *table, struct bytes line, struct arena *memory,
                     struct bytes values[N_ROLES], struct err *err)
{
    struct record_cells cells = cells_of(line, table->separator, memory);
    struct bytes cell;
    size_t count = 0;
    for (; next_table_cell(&cells, &cell); count++) {
        for (size_t role = 0; role < N_ROLES; role++) {
            if (table->is_named[role] && table->columns[role] == count)
                values[role] = cell;
        }
    }
    if (cells.is_broken)
        return fail_broken(err);
    return count == table->n_columns || err_set(err, ERR_INPUT, "%zu column%s where the header has %zu",
                                                count, count == 1 ? "" : "s", table->n_columns);
}

/* Takes the next line that is not blank off `rest`. */
static bool next_line_with_text(struct bytes *rest, struct bytes *line)
{
    while (bytes_next_line(rest, line)) {
        if (bytes_trim(*line).size > 0)
            return true;
    }
    return false;
}

bool record_table_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                       void *context, struct err *err)
{
    bool (*const check_ids)(const struct record_file *, const char *, struct bytes, struct bytes,
                            struct err *) =
        kind->number_name != NULL ? record_file_check_ids : record_file_check_pair;
    struct bytes rest = file->content;
    struct record_table table = {0};
    struct bytes line;
    if (next_line_with_text(&rest, &line) && !read_header(&table, line, kind, file->memory, err))
        return record_file_context(file, line.data, err);
    while (next_line_with_text(&rest, &line)) {
        struct bytes values[N_ROLES];
        if (!read_row(&table, line, file->memory, values, err))
            return record_file_context(file, line.data, err);
        struct record record = {.qid = values[QID], .docid = values[DOCID], .number = 1};
        if (!check_ids(file, line.data, record.qid, record.docid, err) ||
            (table.is_named[NUMBER] &&
             !record_kind_parse_number(kind, file, line.data, values[NUMBER], &record.number, err)))
            return false;
        record.number = kind->least_first ? -record.number : record.number;
        if (!sink(context, &record, line.data, err))
            return false;
    }
    return true;
}
