/*
 * Tables in JSON that are no lists of records. Programs that store data by columns write them:
 *
 *     {"question": ["Why?", …], "contexts": [[…], …]}           Haystack's evaluation, ragas, to_dict() of Hugging Face
 *     {"question": {"0": "Why?", …}, "doc_id": {"0": …}}        to_json() of pandas
 *     {"columns": ["question", …], "data": [["Why?", …], …]}    the same, orient="split"
 *     {"rows": [{"row_idx": 0, "row": {…}}, …]}                 the rows of Hugging Face's viewer
 *
 * A file is one of the first two only if one column has a name for questions, and another one for documents.
 */
#include "import/tools/forms.h"

#include "import/field_names.h"
#include "import/fields/field_facts.h"
#include "import/text/json_scan.h"
#include "import/tools/record_writer.h"
#include "import/tools/task.h"

enum { COLUMNS_MOST = 64 };

enum form { FORM_NONE, FORM_LISTS, FORM_OBJECTS, FORM_SPLIT, FORM_ROWS };

struct column_table {
    enum form form;
    struct bytes keys[COLUMNS_MOST], values[COLUMNS_MOST]; /* keys without their quotation marks */
    size_t n, question;
};

static bool is_question(struct bytes name)
{
    return field_find_name(name, query_text_names) != NULL ||
           field_find_name(name, question_id_names) != NULL ||
           field_find_name(name, question_container_names) != NULL;
}

/* Returns the index of the column with this name; SIZE_MAX: none. */
static size_t find_column(const struct column_table *columns, const char *name)
{
    size_t i = 0;
    while (i < columns->n && !bytes_equal(columns->keys[i], bytes_of(name)))
        i++;
    return i < columns->n ? i : SIZE_MAX;
}

/* Returns the first element of a list, or the first member of an object with its key; empty: there is none. */
static struct bytes first_of(struct bytes value, struct bytes *key)
{
    struct json_scan scan = json_scan_of(value);
    struct bytes first = {0};
    const bool is_object = json_scan_take_if(&scan, '{');
    *key = (struct bytes){0};
    if (!(is_object || json_scan_take_if(&scan, '[')) ||
        !json_scan_next(&scan, is_object ? '}' : ']', true) || (is_object && !json_scan_key(&scan, key)) ||
        !json_scan_value(&scan, &first))
        return (struct bytes){0};
    return first;
}

/* Returns whether the column names documents: in lists, or one for each question. */
static bool names_documents(struct bytes name, struct bytes first)
{
    const bool is_list = bytes_starts_with(first, "[");
    return (is_list && (field_sounds_right(name) || field_sounds_found(name))) ||
           (bytes_starts_with(first, "\"") &&
            (field_find_name(name, document_id_names) != NULL || field_sounds_right(name)));
}

static bool has_documents(const struct column_table *columns, struct bytes question,
                          struct bytes question_key)
{
    struct bytes key;
    for (size_t i = 0; i < columns->n; i++) {
        const struct bytes first = first_of(columns->values[i], &key);
        if (i != columns->question && columns->values[i].data[0] == question.data[0] &&
            bytes_equal(key, question_key) && names_documents(columns->keys[i], first))
            return true;
    }
    return false;
}

static enum form form_of(struct column_table *columns)
{
    const size_t names = find_column(columns, "columns"), data = find_column(columns, "data"),
                 rows = find_column(columns, "rows");
    struct bytes key;
    if (names != SIZE_MAX && data != SIZE_MAX &&
        bytes_starts_with(first_of(columns->values[names], &key), "\""))
        return bytes_starts_with(first_of(columns->values[data], &key), "[") ? FORM_SPLIT : FORM_NONE;
    if (rows != SIZE_MAX && task_value(first_of(columns->values[rows], &key), "row").size > 0)
        return FORM_ROWS;
    for (columns->question = 0; columns->question < columns->n; columns->question++) {
        const struct bytes name = columns->keys[columns->question],
                           value = columns->values[columns->question], first = first_of(value, &key);
        const bool is_list = value.data[0] == '[';
        const bool is_by_id = !is_list && field_find_name(name, question_container_names) != NULL;
        if (is_question(name) && !is_by_id && bytes_starts_with(first, "\"") &&
            has_documents(columns, value, key))
            return is_list ? FORM_LISTS : FORM_OBJECTS;
    }
    return FORM_NONE;
}

/* Returns whether these are hits in columns, as Chroma writes them. import/records/record_columns.h reads them. */
static bool are_hits(const struct column_table *columns)
{
    return find_column(columns, "ids") != SIZE_MAX &&
           (find_column(columns, "distances") != SIZE_MAX || find_column(columns, "scores") != SIZE_MAX);
}

/* Returns whether a table may begin with this name. This saves scanning large objects of other kinds. */
static bool may_begin(struct bytes name)
{
    static const char *const names[] = {"columns", "index", "data", "features", "rows", "id", "_id", NULL};
    return is_question(name) || field_find_name(name, names) != NULL || field_sounds_right(name) ||
           field_sounds_found(name) || field_sounds_like_documents(name);
}

static struct column_table find_columns(struct bytes content)
{
    struct column_table columns = {0};
    struct json_scan scan = json_scan_of(content);
    struct bytes key, value;
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true;
         is_object && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key); is_first = false) {
        const struct bytes name = bytes_slice(key, 1, key.size - 1);
        if ((is_first && !may_begin(name)) || !json_scan_value(&scan, &value))
            return columns;
        if (columns.n == COLUMNS_MOST || (value.data[0] != '[' && value.data[0] != '{'))
            continue;
        columns.keys[columns.n] = name;
        columns.values[columns.n++] = value;
    }
    if (is_object && scan.fault == NULL && !are_hits(&columns))
        columns.form = form_of(&columns);
    return columns;
}

bool columns_recognise(struct bytes content)
{
    return find_columns(content).form != FORM_NONE;
}

/* --- Parallel lists and objects --------------------------------------------------------------- */

/* The state of a column while it is read. */
struct column {
    struct bytes name;
    bool is_object;
    struct json_scan scan;
};

static struct column column_of(struct bytes name, struct bytes value)
{
    struct column column = {.name = field_find_name(name, question_container_names) != NULL
                                        ? bytes_of("question")
                                        : name,
                            .is_object = value.data[0] == '{',
                            .scan = json_scan_of(value)};
    json_scan_take(&column.scan, column.is_object ? '{' : '[');
    return column;
}

static bool next_value(struct column *column, bool is_first, struct bytes *key, struct bytes *value)
{
    *key = (struct bytes){0};
    return json_scan_next(&column->scan, column->is_object ? '}' : ']', is_first) &&
           (!column->is_object || json_scan_key(&column->scan, key)) && json_scan_value(&column->scan, value);
}

static bool add_beside(struct record_writer *writer, struct column *columns, size_t n, bool is_first,
                       struct bytes wanted_key, struct err *err)
{
    struct bytes key, value;
    for (size_t i = 1; i < n; i++) {
        if (!next_value(&columns[i], is_first, &key, &value) || !bytes_equal(key, wanted_key))
            return err_set(err, ERR_INPUT,
                           "\"%.*s\" does not have as many values as \"%.*s\"; make the columns equally long",
                           BYTES_FORMAT(columns[i].name), BYTES_FORMAT(columns[0].name));
        record_writer_member(writer, columns[i].name, value);
    }
    return true;
}

/* The first column must be that of the questions. */
static bool add_columns(struct record_writer *writer, struct column *columns, size_t n, const char **place,
                        struct err *err)
{
    struct bytes key, value;
    bool worked = true;
    for (bool is_first = true; worked && next_value(&columns[0], is_first, &key, &value); is_first = false) {
        *place = value.data;
        record_writer_object(writer, value.data);
        record_writer_member(writer, columns[0].name, value);
        worked = add_beside(writer, columns, n, is_first, key, err);
        record_writer_close(writer);
    }
    for (size_t i = 1; worked && i < n; i++)
        worked =
            !next_value(&columns[i], writer->n == 0, &key, &value) ||
            err_set(err, ERR_INPUT, "\"%.*s\" has more values than \"%.*s\"; make the columns equally long",
                    BYTES_FORMAT(columns[i].name), BYTES_FORMAT(columns[0].name));
    return worked;
}

static bool add_by_columns(struct record_writer *writer, const struct column_table *columns,
                           const char **place, struct err *err)
{
    struct column all[COLUMNS_MOST];
    const struct bytes question = columns->values[columns->question];
    size_t n = 0;
    all[n++] = column_of(columns->keys[columns->question], question);
    for (size_t i = 0; i < columns->n; i++) {
        if (i != columns->question && columns->values[i].data[0] == question.data[0])
            all[n++] = column_of(columns->keys[i], columns->values[i]);
    }
    return add_columns(writer, all, n, place, err);
}

/* --- Rows ------------------------------------------------------------------- */

static bool add_split_row(struct record_writer *writer, struct bytes names, struct bytes row, struct err *err)
{
    struct json_scan of_names = json_scan_of(names), of_row = json_scan_of(row);
    struct bytes name, value;
    bool worked = json_scan_take_if(&of_row, '[');
    json_scan_take(&of_names, '[');
    record_writer_object(writer, row.data);
    for (bool is_first = true; worked && json_scan_next(&of_names, ']', is_first); is_first = false) {
        worked = json_scan_value(&of_names, &name) && name.size >= 2 && name.data[0] == '"' &&
                 json_scan_next(&of_row, ']', is_first) && json_scan_value(&of_row, &value);
        if (worked)
            record_writer_member(writer, bytes_slice(name, 1, name.size - 1), value);
    }
    record_writer_close(writer);
    return worked ||
           err_set(err, ERR_INPUT, "this row is no list as long as \"columns\"; write the table again");
}

static bool add_row(struct record_writer *writer, struct bytes element, struct err *err)
{
    const struct bytes row = task_value(element, "row");
    if (!bytes_starts_with(row, "{"))
        return err_set(err, ERR_INPUT, "there is no \"row\" here; fetch the rows again");
    record_writer_whole(writer, row);
    return true;
}

static bool add_rows(struct record_writer *writer, const struct column_table *columns, const char **place,
                     struct err *err)
{
    const bool is_split = columns->form == FORM_SPLIT;
    const struct bytes names =
        is_split ? columns->values[find_column(columns, "columns")] : (struct bytes){0};
    struct json_scan scan = json_scan_of(columns->values[find_column(columns, is_split ? "data" : "rows")]);
    struct bytes row;
    bool worked = true;
    json_scan_take(&scan, '[');
    for (bool is_first = true; worked && json_scan_next(&scan, ']', is_first) && json_scan_value(&scan, &row);
         is_first = false) {
        *place = row.data;
        worked = is_split ? add_split_row(writer, names, row, err) : add_row(writer, row, err);
    }
    return worked;
}

bool columns_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    const struct column_table columns = find_columns(content);
    struct record_writer writer;
    const char *place = content.data;
    record_writer_begin(&writer, content, out);
    bool worked = columns.form == FORM_LISTS || columns.form == FORM_OBJECTS
                      ? add_by_columns(&writer, &columns, &place, err)
                      : add_rows(&writer, &columns, &place, err);
    *line = worked ? 0 : record_writer_line(&writer, place);
    record_writer_end(&writer);
    return worked;
}
