#include "import/records/record_columns.h"

#include "import/field_names.h"
#include "import/fields/known_names.h"
#include "import/files/file.h"
#include "import/text/json_fields.h"
#include "import/text/json_scan.h"

struct columns_reading {
    const struct record_kind *kind;
    const struct record_file *file;
    record_sink *sink;
    void *context;
    /* Questions whose lists were read. Two lists of one question would mix positions and scores. */
    struct record_questions questions;
};

/* The relevant members of an object, as they are written; empty: missing or null. */
struct column_members {
    struct bytes question;                /* one question for all, or … */
    struct bytes questions, ids, numbers; /* … columns */
    bool are_least_first;
};

/* --- Members -------------------------------------------------------------- */

static bool fail_at(const struct columns_reading *reading, const char *place, const char *what,
                    struct err *err)
{
    err_set(err, ERR_INPUT, "%s; write %s like %s", what, reading->kind[1].name, reading->kind[1].example);
    return record_file_context(reading->file, place, err);
}

static bool fail_scan(const struct columns_reading *reading, const struct json_scan *scan, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", scan->fault);
    return record_file_context(reading->file, scan->fault_at, err);
}

static bool is_plain(struct bytes value)
{
    return value.size > 0 && value.data[0] != '{' && value.data[0] != '[' &&
           !bytes_equal(value, bytes_of("null"));
}

/* The name of a column is that of its content with an s. */
static bool is_called_many(struct bytes name, const char *const *names)
{
    return bytes_ends_with(name, "s") && field_find_name(bytes_slice(name, 0, name.size - 1), names) != NULL;
}

static void note_column(struct column_members *members, struct bytes name, struct bytes value)
{
    if (field_is_called(name, "ids"))
        members->ids = value;
    else if (is_called_many(name, question_id_names) || is_called_many(name, query_text_names) ||
             field_is_called(name, "queries"))
        members->questions = value;
    else if (is_called_many(name, score_names) || is_called_many(name, distance_names)) {
        members->numbers = value;
        members->are_least_first = is_called_many(name, distance_names);
    }
}

/* Examines the members of the object. scan->fault tells whether that failed before its end. */
static struct column_members look_at_members(struct json_scan *scan)
{
    struct column_members members = {0};
    struct bytes key, value;
    json_scan_take(scan, '{');
    for (bool is_first = true; json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        bool is_list = json_scan_peek(scan) == '[';
        struct bytes rest = {.data = scan->at, .size = (size_t)(scan->end - scan->at)};
        if (!json_scan_value(scan, &value))
            value = is_list ? rest : (struct bytes){0}; /* a list that is cut off counts as a list */
        if (is_list)
            note_column(&members, name, value);
        else if (is_plain(value) && field_find_name(name, question_id_names) != NULL)
            members.question = value;
    }
    return members;
}

static bool has_columns(const struct column_members *members)
{
    return members->ids.size > 0 && (members->question.size > 0 || members->questions.size > 0);
}

bool record_columns_lack_question(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    struct column_members members = {0};
    if (json_scan_peek(&scan) == '{')
        members = look_at_members(&scan);
    return members.ids.size > 0 && members.numbers.size > 0 && !has_columns(&members);
}

bool record_columns_recognise(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    json_scan_take_if(&scan, '[');
    if (json_scan_peek(&scan) != '{')
        return false;
    struct column_members members = look_at_members(&scan);
    return has_columns(&members);
}

/* --- The documents of one question ---------------------------------------- */

/* Takes an id: a text, or a number as it is written. */
static bool take_id(struct columns_reading *reading, struct bytes value, struct bytes *id, struct err *err)
{
    *id = value;
    return value.data[0] != '"' || json_string_parse(value, reading->file->memory, id, err) ||
           record_file_context(reading->file, value.data, err);
}

static bool take_number(struct columns_reading *reading, struct bytes written, bool is_distance,
                        double *number, struct err *err)
{
    struct bytes text;
    if (!take_id(reading, written, &text, err) ||
        !record_kind_parse_number(reading->kind, reading->file, written.data, text, number, err))
        return false;
    *number = is_distance ? -*number : *number;
    return true;
}

static bool put(struct columns_reading *reading, struct record *record, const char *place, struct err *err)
{
    return record_kind_check_ids(reading->kind, reading->file, place, record, err) &&
           reading->sink(reading->context, record, place, err);
}

/*
 * Takes the next element of a column; empty when there is no column. Returns false at the end, or on a fault.
 */
static bool next_cell(struct json_scan *column, bool is_first, struct bytes *cell)
{
    *cell = (struct bytes){0};
    return column->at == NULL || (json_scan_next(column, ']', is_first) && json_scan_value(column, cell));
}

static struct json_scan open_column(struct bytes list)
{
    struct json_scan column = json_scan_of(list);
    json_scan_take_if(&column, '[');
    return column;
}

static bool fail_columns(struct columns_reading *reading, struct bytes list, struct err *err)
{
    return fail_at(reading, list.data, "these lists differ in length, or end too early", err);
}

/*
 * Passes on the documents of one question. The numbers are distances or scores; if they are empty, the positions in the
 * list count.
 */
static bool put_column(struct columns_reading *reading, struct bytes qid, struct bytes ids,
                       struct bytes numbers, bool are_least_first, struct err *err)
{
    struct json_scan id_column = open_column(ids), number_column = open_column(numbers);
    struct bytes id, number;
    size_t rank = 1;
    for (; next_cell(&id_column, rank == 1, &id); rank++) {
        struct record record = {.qid = qid, .number = -(double)rank};
        if (!next_cell(&number_column, rank == 1, &number))
            return fail_columns(reading, numbers, err);
        if (!is_plain(id))
            return fail_at(reading, id.data, "a docid is missing here", err);
        if (!take_id(reading, id, &record.docid, err) ||
            (number.size > 0 && !take_number(reading, number, are_least_first, &record.number, err)) ||
            !put(reading, &record, id.data, err))
            return false;
    }
    bool is_longer = number_column.at != NULL && next_cell(&number_column, rank == 1, &number);
    return (id_column.fault == NULL && !is_longer) || fail_columns(reading, ids, err);
}

static bool put_question(struct columns_reading *reading, struct bytes question, struct bytes ids,
                         struct bytes numbers, bool are_least_first, const char *place, struct err *err)
{
    struct bytes qid;
    if (!take_id(reading, question, &qid, err))
        return false;
    qid = known_names_question(qid);
    return record_questions_add(&reading->questions, reading->file, qid, place, err) &&
           put_column(reading, qid, ids, numbers, are_least_first, err);
}

/* If the content is [[…]] for one question, returns its only list. */
static struct bytes only_list(struct bytes list)
{
    struct json_scan outer = open_column(list);
    struct bytes inner;
    return json_scan_peek(&outer) == '[' && json_scan_value(&outer, &inner) && json_scan_take_if(&outer, ']')
               ? inner
               : list;
}

static bool put_columns(struct columns_reading *reading, const struct column_members *members,
                        const char *place, struct err *err)
{
    if (members->question.size > 0)
        return put_question(reading, members->question, only_list(members->ids), only_list(members->numbers),
                            members->are_least_first, place, err);
    struct json_scan questions = open_column(members->questions);
    struct json_scan ids = open_column(members->ids);
    struct json_scan numbers = open_column(members->numbers);
    struct bytes question, list, number_list;
    bool is_first = true;
    for (; next_cell(&questions, is_first, &question); is_first = false) {
        if (!next_cell(&ids, is_first, &list) || !next_cell(&numbers, is_first, &number_list))
            return fail_columns(reading, members->ids, err);
        if (!is_plain(question) || list.data[0] != '[')
            return fail_at(reading, question.data, "a qid with a list of docids is missing here", err);
        if (!put_question(reading, question, list, number_list, members->are_least_first, question.data, err))
            return false;
    }
    bool is_longer = next_cell(&ids, is_first, &list);
    return (questions.fault == NULL && !is_longer) || fail_columns(reading, members->ids, err);
}

/* --- The whole content ------------------------------------------------------------------------ */

static bool put_object(struct columns_reading *reading, struct json_scan *scan, struct err *err)
{
    const char *place = scan->at;
    struct column_members members = look_at_members(scan);
    if (scan->fault != NULL)
        return fail_scan(reading, scan, err);
    return has_columns(&members)
               ? put_columns(reading, &members, place, err)
               : fail_at(reading, place, "this object has no ids, or no qid beside them", err);
}

/* Reads the objects up to the end, or to the closing bracket of their array. */
static bool put_objects(struct columns_reading *reading, struct json_scan *scan, struct err *err)
{
    bool is_array = json_scan_take_if(scan, '[');
    for (bool is_first = true;
         is_array ? json_scan_next(scan, ']', is_first) : !json_scan_at_end(scan) && scan->fault == NULL;
         is_first = false) {
        if (json_scan_peek(scan) != '{')
            return fail_at(reading, scan->at, "an object is missing here", err);
        if (!put_object(reading, scan, err))
            return false;
    }
    if (scan->fault == NULL && !json_scan_at_end(scan))
        return fail_at(reading, scan->at, "there is text after the end of the JSON", err);
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

bool record_columns_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                         void *context, struct err *err)
{
    struct columns_reading reading = {.kind = kind, .file = file, .sink = sink, .context = context};
    struct json_scan scan = json_scan_of(file->content);
    bool worked = put_objects(&reading, &scan, err);
    record_questions_release(&reading.questions);
    return worked;
}
