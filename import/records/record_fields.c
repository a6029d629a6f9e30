#include "import/records/record_fields.h"

#include "import/field_names.h"
#include "import/files/file.h"
#include "import/text/json_scan.h"
#include "import/fields/known_names.h"
#include "import/fields/record_documents.h"

#include <string.h>

struct fields_reading {
    const struct record_kind *kind;
    const struct record_file *file;
    record_sink *sink;
    void *context;
    struct record_shape shape;
    /* Questions with a list of hits: two lists of one would mix positions. */
    struct record_questions questions;
    struct bytes qid;               /* of the current record */
    const char *place;              /* position of its beginning */
    bool has_hit, first_has_number; /* for its hits */
    struct map named;               /* documents that the record names by their texts */
};

static bool is_truth(const struct fields_reading *reading)
{
    return reading->kind->wanted == SHAPE_TRUTH;
}

/* --- Recognising ------------------------------------------------------------------------------ */

static bool is_json(struct bytes content)
{
    struct bytes text = bytes_skip_space(content);
    return bytes_starts_with(text, "{") || bytes_starts_with(text, "[");
}

/* Lists of ids by question are read as {"qid": {"docid": grade}}, not here. */
static bool has_shape(struct bytes content, enum shape_wanted wanted)
{
    struct arena arena = {0};
    struct record_shape shape;
    bool found = record_shape_find(content, wanted, &arena, &shape) &&
                 (wanted == SHAPE_RUN || !shape.is_keyed || shape.element.size > 0);
    arena_release(&arena);
    return found;
}

bool record_fields_recognise_json_truth(struct bytes content)
{
    return is_json(content) && has_shape(content, SHAPE_TRUTH);
}

bool record_fields_recognise_json_hits(struct bytes content)
{
    return is_json(content) && has_shape(content, SHAPE_RUN);
}

bool record_fields_recognise_table_of_hits(struct bytes content)
{
    return !is_json(content) && has_shape(content, SHAPE_RUN);
}

static const struct {
    const char *what;
    const char *const *names;
} roles[] = {{"qid", question_id_names}, {"docid", document_id_names}, {NULL, grade_names}};

enum { N_ROLES = sizeof roles / sizeof *roles };

/* Sets which of the roles the header names. */
static bool look_at_header(struct bytes content, bool is_named[N_ROLES])
{
    struct arena arena = {0};
    struct field_sample *sample = arena_get(&arena, sizeof *sample);
    bool has_header = !is_json(content) && field_sample_take(content, &arena, sample);
    for (size_t i = 0; has_header && i < sample->n_fields; i++) {
        for (size_t role = 0; role < N_ROLES; role++)
            is_named[role] |= field_find_name(sample->names[i], roles[role].names) != NULL;
    }
    arena_release(&arena);
    return has_header;
}

bool record_fields_recognise_header(struct bytes content)
{
    bool is_named[N_ROLES] = {false};
    return look_at_header(content, is_named) &&
           (is_named[0] || is_named[1] || is_named[2] || has_shape(content, SHAPE_TRUTH));
}

bool record_fields_say_unclear(struct bytes content, const char *path, struct err *err)
{
    struct arena arena = {0};
    struct record_shape shape;
    bool is_unclear = (record_shape_find(content, SHAPE_TRUTH, &arena, &shape) && shape.unclear != NULL) ||
                      (record_shape_find(content, SHAPE_RUN, &arena, &shape) && shape.unclear != NULL);
    if (is_unclear)
        err_set(err, ERR_INPUT, "%s: %s", file_label(path), shape.unclear);
    arena_release(&arena);
    return is_unclear;
}

/* --- Errors ----------------------------------------------------------------------------------- */

static bool fail_at(const struct fields_reading *reading, const char *place, const char *what,
                    struct err *err)
{
    err_set(err, ERR_INPUT, "%s; write %s like %s", what, reading->kind->name, reading->kind->example);
    return record_file_context(reading->file, place, err);
}

static bool fail_lacking(const struct fields_reading *reading, const char *place, const char *what,
                         struct err *err)
{
    err_set(err, ERR_INPUT, "no %s in this record", what);
    const struct err lacking = *err;
    return fail_at(reading, place, lacking.text, err);
}

/* Sets the error for a table whose header lacks a name. */
static bool fail_header(const struct fields_reading *reading, const char *lacking, struct err *err)
{
    err_set(err, ERR_INPUT, "the header names no %s; it must name a qid, a docid and a %s, like: %s", lacking,
            reading->kind->number_name, reading->kind->example);
    return record_file_context(reading->file, record_skip_preamble(reading->file->content).data, err);
}

static bool fail_shapeless(const struct fields_reading *reading, struct err *err)
{
    bool is_named[N_ROLES] = {false};
    look_at_header(record_skip_preamble(reading->file->content), is_named);
    return fail_header(reading,
                       !is_named[0]   ? "qid"
                       : !is_named[1] ? "docid"
                                      : reading->kind->number_name,
                       err);
}

/* Words that differ between the documents of a question may also be their grades, if nothing else is. */
static void fail_differing(const struct record_shape *shape, struct err *err)
{
    const struct bytes field = shape->of_question[0];
    if (shape->meaning == NUMBER_NONE)
        err_set(
            err, ERR_INPUT,
            "questions with the same text differ in \"%.*s\"; if it is the grade, use --grade %.*s, and map "
            "its words with --grades WORD=NUMBER,…; otherwise give the questions ids, or let `assay import` "
            "make ids",
            BYTES_FORMAT(field), BYTES_FORMAT(field));
    else
        err_set(err, ERR_INPUT,
                "questions with the same text differ in \"%.*s\", so a text does not identify them; give "
                "them ids, or let `assay import` make ids",
                BYTES_FORMAT(field));
}

static bool fail_unclear(const struct fields_reading *reading, struct err *err)
{
    const struct record_shape *shape = &reading->shape;
    if (shape->unclear == NULL && shape->n_of_question > 0)
        fail_differing(shape, err);
    else if (shape->unclear == NULL)
        err_set(err, ERR_INPUT,
                "\"%.*s\" and \"%.*s\" look like raters; choose whose grades count with --grade FIELD",
                BYTES_FORMAT(shape_rater_name(shape->raters[0])),
                BYTES_FORMAT(shape_rater_name(shape->raters[1])));
    else
        err_set(err, ERR_INPUT, "%s", shape->unclear);
    return record_file_context(reading->file, record_skip_preamble(reading->file->content).data, err);
}

/* --- One record ------------------------------------------------------------- */

/*
 * Returns whether an earlier text of the current record was resolved to this document: two passages of one document.
 */
static bool was_named(struct fields_reading *reading, struct bytes docid)
{
    bool is_new;
    map_put(&reading->named, docid, &is_new);
    return !is_new;
}

/* A cell with quotation marks is a copy outside the file. Its place is then that of its record. */
static const char *place_in_file(const struct fields_reading *reading, const char *place)
{
    const struct bytes content = reading->file->content;
    const uintptr_t begin = (uintptr_t)content.data, at = (uintptr_t)place;
    return at >= begin && at - begin <= content.size ? place : reading->place;
}

static bool put_document(void *context, const struct named_document *document, struct err *err)
{
    struct fields_reading *reading = context;
    const char *place = place_in_file(reading, document->place);
    const struct record record = {
        .qid = reading->qid,
        .docid = known_names_document(document->docid, reading->file->memory),
        .number = document->number,
    };
    bool is_hit = !is_truth(reading) && reading->shape.form == DOCUMENT_LIST;
    if (is_hit && !reading->has_hit)
        reading->first_has_number = document->has_number;
    reading->has_hit = true;
    if (is_hit && document->has_number != reading->first_has_number)
        return fail_at(reading, place,
                       "some hits of this question have a score and others do not; give all of them one",
                       err);
    if (is_hit && record.docid.data != document->docid.data && was_named(reading, record.docid))
        return true;
    return record_kind_check_ids(reading->kind, reading->file, place, &record, err) &&
           reading->sink(reading->context, &record, place, err);
}

enum { QUESTION, DOCUMENT, NUMBER, IMPRESSIONS, WRONG, N_VALUES = WRONG + WRONG_LISTS_MOST };

static bool visit_documents(struct fields_reading *reading, const struct bytes *found, struct err *err)
{
    const struct record_values values = {.documents = found[DOCUMENT],
                                         .number = found[NUMBER],
                                         .impressions = found[IMPRESSIONS],
                                         .wrong = {found[WRONG], found[WRONG + 1]}};
    struct documents_outcome outcome;
    bool worked = record_documents_visit(&reading->shape, &values, is_truth(reading), reading->file->memory,
                                         put_document, reading, &outcome, err);
    if (reading->file->n_open != NULL)
        *reading->file->n_open += outcome.n_open;
    if (worked || outcome.wrong_at == NULL)
        return worked;
    const struct err wrong = *err;
    const char *wrong_at = place_in_file(reading, outcome.wrong_at);
    if (outcome.number.data != NULL)
        return record_fail_number(reading->file->content, reading->file->path, wrong_at,
                                  reading->kind->number_name, outcome.number, err);
    return outcome.is_said ? record_file_context(reading->file, wrong_at, err)
                           : fail_at(reading, wrong_at, wrong.text, err);
}

/* In a truth, the number may be missing: the document is unjudged. */
static bool check_complete(const struct fields_reading *reading, const struct bytes *found, const char *place,
                           struct err *err)
{
    const struct record_shape *shape = &reading->shape;
    if (shape->form != DOCUMENT_ONE)
        return true;
    if (found[DOCUMENT].size == 0 && shape->format == NULL)
        return fail_lacking(reading, place, "docid", err);
    if (is_truth(reading))
        return true;
    const struct field_value number = shape->format != NULL
                                          ? field_value_of_cell(found[NUMBER], reading->file->memory)
                                          : field_value_of_json(found[NUMBER], reading->file->memory);
    return number.kind != VALUE_ABSENT || fail_lacking(reading, place, reading->kind->number_name, err);
}

/* Passes on the record that begins at `place` and has these values. */
static bool put_record(struct fields_reading *reading, const struct bytes *found, const char *place,
                       struct err *err)
{
    const bool is_table = reading->shape.format != NULL;
    const struct bytes question = bytes_trim(
        is_table ? found[QUESTION] : field_value_of_json(found[QUESTION], reading->file->memory).text);
    if (question.size == 0)
        return fail_lacking(reading, place, "qid", err);
    if (!check_complete(reading, found, place, err))
        return false;
    reading->has_hit = false;
    map_release(&reading->named);
    reading->place = place;
    reading->qid = known_names_question(question);
    bool has_list = !is_truth(reading) && reading->shape.form != DOCUMENT_ONE;
    if (has_list && !record_questions_add(&reading->questions, reading->file, reading->qid, place, err))
        return false;
    return visit_documents(reading, found, err);
}

static void get_paths(const struct record_shape *shape, struct bytes paths[N_VALUES])
{
    bool is_of_elements = shape->form == DOCUMENT_LIST && shape->element.size > 0;
    paths[QUESTION] = shape->question;
    paths[DOCUMENT] = shape->document;
    paths[NUMBER] = is_of_elements ? (struct bytes){0} : shape->number;
    paths[IMPRESSIONS] = is_of_elements ? (struct bytes){0} : shape->impressions;
    for (size_t i = 0; i < WRONG_LISTS_MOST; i++)
        paths[WRONG + i] = shape->wrong[i];
}

/* --- Rows ------------------------------------------------------------------- */

static bool fail_row(const struct fields_reading *reading, const struct table_row *row, const char *place,
                     size_t n_columns, struct err *err)
{
    if (row->fault != NULL) {
        err_set(err, ERR_INPUT, "%s", row->fault);
        return record_file_context(reading->file, row->fault_at, err);
    }
    err_set(err, ERR_INPUT, "%zu column%s where the header has %zu", row->n, row->n == 1 ? "" : "s",
            n_columns);
    return record_file_context(reading->file, place, err);
}

/* Finds the column of each value; SIZE_MAX: none. */
static void find_columns(const struct fields_reading *reading, const struct table_row *header,
                         size_t columns[N_VALUES])
{
    struct bytes paths[N_VALUES];
    get_paths(&reading->shape, paths);
    for (size_t value = 0; value < N_VALUES; value++) {
        columns[value] = SIZE_MAX;
        for (size_t i = header->n; paths[value].size > 0 && i > 0; i--) {
            if (bytes_equal(row_cell_text(&header->cells[i - 1], reading->file->memory), paths[value]))
                columns[value] = i - 1;
        }
    }
}

static bool read_rows(struct fields_reading *reading, struct table_row *row, struct err *err)
{
    const struct row_format *format = reading->shape.format;
    struct bytes rest = record_skip_preamble(reading->file->content);
    size_t columns[N_VALUES], n_columns;
    if (!table_row_read(row, format, rest))
        return fail_row(reading, row, rest.data, 0, err);
    n_columns = row->n;
    find_columns(reading, row, columns);
    for (;;) {
        struct bytes found[N_VALUES] = {{0}};
        rest = bytes_skip_blank_lines(bytes_from(rest, (size_t)(row->next - rest.data)));
        if (rest.size == 0)
            return true;
        if (!table_row_read(row, format, rest) || row->n != n_columns)
            return fail_row(reading, row, rest.data, n_columns, err);
        for (size_t value = 0; value < N_VALUES; value++) {
            if (columns[value] != SIZE_MAX)
                found[value] = row_cell_text(&row->cells[columns[value]], reading->file->memory);
        }
        if (!table_row_is_blank(row) && !put_record(reading, found, rest.data, err))
            return false;
    }
}

static bool read_table(struct fields_reading *reading, struct err *err)
{
    struct table_row row = {0};
    if (!is_truth(reading) && reading->shape.meaning == NUMBER_NONE && reading->shape.form == DOCUMENT_ONE)
        return fail_header(reading, reading->kind->number_name, err);
    bool worked = read_rows(reading, &row, err);
    table_row_release(&row);
    return worked;
}

/* --- Objects ---------------------------------------------------------------- */

static bool fail_scan(const struct fields_reading *reading, const struct json_scan *scan, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", scan->fault);
    return record_file_context(reading->file, scan->fault_at, err);
}

/* Reads the objects up to the end, or to the closing bracket of their array. */
static bool read_objects(struct fields_reading *reading, struct json_scan *scan, struct err *err)
{
    struct bytes paths[N_VALUES], object;
    bool is_array = json_scan_take_if(scan, '[');
    get_paths(&reading->shape, paths);
    for (bool is_first = true;
         is_array ? json_scan_next(scan, ']', is_first) : !json_scan_at_end(scan) && scan->fault == NULL;
         is_first = false) {
        struct bytes found[N_VALUES] = {{0}};
        if (json_scan_peek(scan) != '{')
            return fail_at(reading, scan->at, "an object is missing here", err);
        if (!json_scan_value(scan, &object))
            break;
        field_find(object, paths, found, N_VALUES);
        if (!put_record(reading, found, object.data, err))
            return false;
    }
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

/*
 * Reads {"question": list or answer, …}. Each member is passed on at once, because the file may be a single such
 * object.
 */
static bool read_members(struct fields_reading *reading, struct json_scan *scan, struct err *err)
{
    struct bytes paths[N_VALUES], key, value;
    get_paths(&reading->shape, paths);
    for (size_t i = DOCUMENT; i < N_VALUES; i++)
        paths[i] = bytes_from(paths[i], smaller_size(paths[i].size, sizeof SHAPE_BEHIND_KEY));
    json_scan_take(scan, '{');
    for (bool is_first = true;
         json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key) && json_scan_value(scan, &value);
         is_first = false) {
        struct bytes found[N_VALUES] = {key, value};
        if (value.data[0] == '{')
            field_find(value, &paths[DOCUMENT], &found[DOCUMENT], N_VALUES - DOCUMENT);
        if (found[DOCUMENT].data[0] != '[')
            return fail_at(reading, key.data, "this key has no hits, and no question is beside it", err);
        if (!put_record(reading, found, key.data, err))
            return false;
    }
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

static bool read_json(struct fields_reading *reading, struct err *err)
{
    struct json_scan scan = json_scan_of(reading->file->content);
    bool is_inner = reading->shape.list_at != NULL;
    if (is_inner)
        scan.at = reading->shape.list_at;
    if (!(reading->shape.is_keyed ? read_members : read_objects)(reading, &scan, err))
        return false;
    return is_inner || json_scan_at_end(&scan) ||
           fail_at(reading, scan.at, "there is text after the end of the JSON", err);
}

static bool read_any(struct fields_reading *reading, struct err *err)
{
    if (reading->file->rater != NULL)
        reading->shape.number = bytes_of(reading->file->rater);
    return (reading->shape.format != NULL ? read_table : read_json)(reading, err);
}

bool record_fields_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                        void *context, struct err *err)
{
    struct fields_reading reading = {.kind = kind, .file = file, .sink = sink, .context = context};
    struct arena arena = {0};
    const struct bytes content = record_skip_preamble(file->content);
    bool worked;
    if (!record_shape_find(content, kind->wanted, &arena, &reading.shape))
        worked = fail_shapeless(&reading, err);
    else if (reading.shape.unclear != NULL || reading.shape.n_of_question > 0 ||
             (reading.shape.n_raters > 0 && file->rater == NULL))
        worked = fail_unclear(&reading, err);
    else
        worked = read_any(&reading, err);
    record_questions_release(&reading.questions);
    map_release(&reading.named);
    arena_release(&arena);
    return worked;
}
