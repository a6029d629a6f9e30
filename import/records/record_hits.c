/*
 * The objects are walked by import/json_scan.h, and nothing but ids and numbers is looked at: a hit may carry the whole
 * document. What an object is, its members tell: one that names a question is a record or an answer, one that does not
 * has the questions for its keys.
 */
#include "import/records/record_hits.h"

#include "import/field_names.h"
#include "import/file.h"
#include "import/json_fields.h"
#include "import/json_scan.h"

#include <string.h>

struct hits_reading {
    const struct record_kind *kind;
    const struct record_file *file;
    record_sink *sink;
    void *context;
    /* Whose lists were read: two of one would mix their ranks and scores. */
    struct record_questions questions;
};

/* The members of an object that matter, as they are written; empty: not there, or null. */
struct hit_members {
    struct bytes question, document, plain_id, number, list;
    struct bytes plain_question;          /* called "question" or "query" */
    struct bytes relevant;                /* a list of docids */
    size_t number_place;                  /* of the number: 0: a score or a grade, 1: a distance, 2: a rank */
    struct bytes questions, ids, numbers; /* columns */
    bool are_least_first;
};

/* --- Members -------------------------------------------------------------- */

static bool fail_at(const struct hits_reading *reading, const char *place, const char *what, struct err *err)
{
    err_set(err, ERR_INPUT, "%s; %s look like %s", what, reading->kind->name, reading->kind->example);
    return record_file_context(reading->file, place, err);
}

static bool fail_scan(const struct hits_reading *reading, const struct json_scan *scan, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", scan->fault);
    return record_file_context(reading->file, scan->fault_at, err);
}

static bool is_plain(struct bytes value)
{
    return value.size > 0 && value.data[0] != '{' && value.data[0] != '[' &&
           !bytes_equal(value, bytes_of("null"));
}

static bool is_list_name(struct bytes name)
{
    static const char *const names[] = {"hits", "results", "documents", "docids", "responses", NULL};
    return field_find_name(name, names) != NULL;
}

/* The list in a value, which may be the object around it: {"total": …, "hits": [...]}. Empty: there is none. */
static struct bytes find_list(struct bytes value)
{
    struct json_scan scan = json_scan_of(value);
    struct bytes key, inner;
    if (json_scan_peek(&scan) == '[')
        return value;
    if (!json_scan_take_if(&scan, '{'))
        return (struct bytes){0};
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &inner);
         is_first = false) {
        if (is_list_name(bytes_slice(key, 1, key.size - 1)))
            return find_list(inner);
    }
    return (struct bytes){0};
}

/* A grade of qrels; of runs a score before a distance, and that before a rank. */
static void note_number(struct hit_members *members, bool is_run, struct bytes name, struct bytes value)
{
    const char *const *const names[] = {is_run ? score_names : grade_names, distance_names, rank_names};
    for (size_t i = 0; i < (is_run ? 3 : 1); i++) {
        bool is_taken = members->number.size > 0 && i > 0 && i >= members->number_place;
        if (field_find_name(name, names[i]) == NULL || is_taken)
            continue;
        members->number = value;
        members->number_place = i;
    }
}

/* Columns are called as what stands in them, with an s. */
static bool is_called_many(struct bytes name, const char *const *names)
{
    return bytes_ends_with(name, "s") && field_find_name(bytes_slice(name, 0, name.size - 1), names) != NULL;
}

static void note_column(struct hit_members *members, struct bytes name, struct bytes value)
{
    if (field_is_called(name, "ids"))
        members->ids = value;
    else if (is_called_many(name, question_id_names))
        members->questions = value;
    else if (is_called_many(name, score_names) || is_called_many(name, distance_names)) {
        members->numbers = value;
        members->are_least_first = is_called_many(name, distance_names);
    }
}

static void note_member(struct hit_members *members, bool is_run, struct bytes name, struct bytes value)
{
    if (is_run && is_list_name(name))
        members->list = find_list(value);
    if (is_run && value.data[0] == '[')
        note_column(members, name, value);
    if (!is_run && value.data[0] == '[' && field_find_name(name, relevant_list_names) != NULL)
        members->relevant = value;
    if (!is_plain(value))
        return;
    if (field_find_name(name, question_id_names) != NULL)
        members->question = value;
    else if (field_find_name(name, document_id_names) != NULL)
        members->document = value;
    else if (field_is_called(name, "id"))
        members->plain_id = value;
    else if (field_find_name(name, question_names) != NULL)
        members->plain_question = value;
    else
        note_number(members, is_run, name, value);
}

/* As far as the object goes; scan->fault tells where that was not to its end. */
static struct hit_members look_at_members(struct json_scan *scan, bool is_run)
{
    struct hit_members members = {0};
    struct bytes key, value;
    json_scan_take(scan, '{');
    for (bool is_first = true;
         json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key) && json_scan_value(scan, &value);
         is_first = false)
        note_member(&members, is_run, bytes_slice(key, 1, key.size - 1), value);
    if (members.question.size == 0 && (members.document.size > 0 || members.relevant.size > 0))
        members.question = members.plain_question;
    if (members.document.size == 0)
        members.document = members.plain_id;
    return members;
}

static bool is_run(const struct hits_reading *reading)
{
    const char *number_name = reading->kind->number_name;
    return number_name != NULL && strcmp(number_name, "grade") != 0;
}

/* --- One record ----------------------------------------------------------- */

/* An id: a text, or a number as it is written. */
static bool take_id(struct hits_reading *reading, struct bytes value, struct bytes *id, struct err *err)
{
    *id = value;
    return value.data[0] != '"' || json_string_parse(value, reading->file->memory, id, err) ||
           record_file_context(reading->file, value.data, err);
}

static bool take_number(struct hits_reading *reading, const struct hit_members *members, double *number,
                        struct err *err)
{
    struct bytes text;
    if (!take_id(reading, members->number, &text, err) ||
        !record_kind_parse_number(reading->kind, reading->file, members->number.data, text, number, err))
        return false;
    *number = members->number_place > 0 ? -*number : *number;
    return true;
}

static bool put(struct hits_reading *reading, const struct record *record, const char *place, struct err *err)
{
    return record_kind_check_ids(reading->kind, reading->file, place, record, err) &&
           reading->sink(reading->context, record, place, err);
}

static bool put_relevant(struct hits_reading *reading, struct record *record, struct bytes list,
                         struct err *err)
{
    struct json_scan scan = json_scan_of(list);
    struct bytes value;
    json_scan_take(&scan, '[');
    for (bool is_first = true; json_scan_next(&scan, ']', is_first) && json_scan_value(&scan, &value);
         is_first = false) {
        if (!is_plain(value))
            return fail_at(reading, value.data, "here a docid has to stand", err);
        if (!take_id(reading, value, &record->docid, err) || !put(reading, record, value.data, err))
            return false;
    }
    return true;
}

static bool put_record(struct hits_reading *reading, const struct hit_members *members, const char *place,
                       struct err *err)
{
    struct record record = {.number = 1};
    const bool has_number = reading->kind->number_name != NULL;
    if (members->document.size == 0 && members->relevant.size == 0)
        return fail_at(reading, place, "no docid in this record", err);
    if (!has_number && members->number.size > 0)
        return fail_at(reading, place, "a grade in this record, and none in the first one", err);
    if (has_number && members->number.size == 0) {
        err_set(err, ERR_INPUT, "no %s in this record", reading->kind->number_name);
        struct err missing = *err;
        return fail_at(reading, place, missing.text, err);
    }
    if (!take_id(reading, members->question, &record.qid, err) ||
        (has_number && !take_number(reading, members, &record.number, err)))
        return false;
    if (members->relevant.size > 0)
        return put_relevant(reading, &record, members->relevant, err);
    return take_id(reading, members->document, &record.docid, err) && put(reading, &record, place, err);
}

/* --- A list of hits ------------------------------------------------------- */

/* A docid, or an object with one; `record` has the number of its place. *has_score: it has one of its own. */
static bool take_hit(struct hits_reading *reading, struct bytes value, struct record *record, bool *has_score,
                     struct err *err)
{
    *has_score = false;
    if (is_plain(value))
        return take_id(reading, value, &record->docid, err);
    struct json_scan scan = json_scan_of(value);
    if (json_scan_peek(&scan) != '{')
        return fail_at(reading, value.data, "here a docid or a hit has to stand", err);
    struct hit_members members = look_at_members(&scan, true);
    if (scan.fault != NULL)
        return fail_scan(reading, &scan, err);
    if (members.document.size == 0)
        return fail_at(reading, value.data, "no docid in this hit", err);
    *has_score = members.number.size > 0;
    return take_id(reading, members.document, &record->docid, err) &&
           (!*has_score || take_number(reading, &members, &record->number, err));
}

static bool put_list(struct hits_reading *reading, struct bytes qid, struct bytes list, struct err *err)
{
    struct json_scan scan = json_scan_of(list);
    struct bytes value;
    bool first_has_score = false, has_score;
    json_scan_take(&scan, '[');
    for (size_t rank = 1; json_scan_next(&scan, ']', rank == 1) && json_scan_value(&scan, &value); rank++) {
        struct record record = {.qid = qid, .number = -(double)rank};
        if (!take_hit(reading, value, &record, &has_score, err))
            return false;
        first_has_score = rank == 1 ? has_score : first_has_score;
        if (has_score != first_has_score)
            return fail_at(reading, value.data, "some hits of this question have a score, and others none",
                           err);
        if (!put(reading, &record, value.data, err))
            return false;
    }
    return scan.fault == NULL || fail_scan(reading, &scan, err);
}

static bool put_answer(struct hits_reading *reading, struct bytes quoted_qid, struct bytes list,
                       const char *place, struct err *err)
{
    struct bytes qid;
    return take_id(reading, quoted_qid, &qid, err) &&
           record_questions_add(&reading->questions, reading->file, qid, place, err) &&
           put_list(reading, qid, list, err);
}

/* --- Columns -------------------------------------------------------------- */

/* Takes the next element of a column; empty where there is no column. False: there is none, or a fault. */
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

static bool fail_columns(struct hits_reading *reading, struct bytes list, struct err *err)
{
    return fail_at(reading, list.data, "these lists are not as long as each other, or end too early", err);
}

/* The documents of one question; the numbers are those of distances, scores, or, empty, the places in the list. */
static bool put_column(struct hits_reading *reading, struct bytes qid, struct bytes ids, struct bytes numbers,
                       bool are_least_first, struct err *err)
{
    struct json_scan id_column = open_column(ids), number_column = open_column(numbers);
    struct bytes id, number;
    size_t rank = 1;
    for (; next_cell(&id_column, rank == 1, &id); rank++) {
        struct record record = {.qid = qid, .number = -(double)rank};
        if (!next_cell(&number_column, rank == 1, &number))
            return fail_columns(reading, numbers, err);
        struct hit_members members = {.number = number, .number_place = are_least_first ? 1 : 0};
        if (!is_plain(id))
            return fail_at(reading, id.data, "here a docid has to stand", err);
        if (!take_id(reading, id, &record.docid, err) ||
            (number.size > 0 && !take_number(reading, &members, &record.number, err)) ||
            !put(reading, &record, id.data, err))
            return false;
    }
    bool is_longer = number_column.at != NULL && next_cell(&number_column, rank == 1, &number);
    return (id_column.fault == NULL && !is_longer) || fail_columns(reading, ids, err);
}

static bool put_question(struct hits_reading *reading, struct bytes question, struct bytes ids,
                         struct bytes numbers, bool are_least_first, const char *place, struct err *err)
{
    struct bytes qid;
    return take_id(reading, question, &qid, err) &&
           record_questions_add(&reading->questions, reading->file, qid, place, err) &&
           put_column(reading, qid, ids, numbers, are_least_first, err);
}

/* [[…]] of one question is its only list. */
static struct bytes only_list(struct bytes list)
{
    struct json_scan outer = open_column(list);
    struct bytes inner;
    return json_scan_peek(&outer) == '[' && json_scan_value(&outer, &inner) && json_scan_take_if(&outer, ']')
               ? inner
               : list;
}

static bool put_columns(struct hits_reading *reading, const struct hit_members *members, const char *place,
                        struct err *err)
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
            return fail_at(reading, question.data, "here a qid has to stand, and a list of docids for it",
                           err);
        if (!put_question(reading, question, list, number_list, members->are_least_first, question.data, err))
            return false;
    }
    bool is_longer = next_cell(&ids, is_first, &list);
    return (questions.fault == NULL && !is_longer) || fail_columns(reading, members->ids, err);
}

/* --- All of it ------------------------------------------------------------ */

/* {"qid": list or answer, …}, each put as soon as it is read: all of the file may be one such object. */
static bool put_keyed(struct hits_reading *reading, struct json_scan *scan, struct err *err)
{
    struct bytes key, value;
    json_scan_take(scan, '{');
    for (bool is_first = true;
         json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key) && json_scan_value(scan, &value);
         is_first = false) {
        struct bytes list = find_list(value);
        if (list.size == 0)
            return fail_at(reading, key.data, "no hits stand under this key, and no question beside it", err);
        if (!put_answer(reading, key, list, key.data, err))
            return false;
    }
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

static bool put_object(struct hits_reading *reading, struct json_scan *scan, struct err *err)
{
    const char *place = scan->at;
    struct json_scan object = *scan;
    struct hit_members members = look_at_members(&object, is_run(reading));
    bool has_list = members.list.size > 0;
    bool has_columns = members.ids.size > 0 && (members.question.size > 0 || members.questions.size > 0);
    if (members.question.size == 0 && !has_list && !has_columns && is_run(reading))
        return put_keyed(reading, scan, err);
    *scan = object;
    if (scan->fault != NULL)
        return fail_scan(reading, scan, err);
    if (has_columns)
        return put_columns(reading, &members, place, err);
    if (members.question.size == 0)
        return fail_at(reading, place,
                       has_list ? "hits without their question; put its qid beside them"
                                : "no qid in this record",
                       err);
    return has_list ? put_answer(reading, members.question, members.list, place, err)
                    : put_record(reading, &members, place, err);
}

/* The objects up to the end, or to the bracket that closes their array. */
static bool put_objects(struct hits_reading *reading, struct json_scan *scan, struct err *err)
{
    bool is_array = json_scan_take_if(scan, '[');
    for (bool is_first = true;
         is_array ? json_scan_next(scan, ']', is_first) : !json_scan_at_end(scan) && scan->fault == NULL;
         is_first = false) {
        if (json_scan_peek(scan) != '{')
            return fail_at(reading, scan->at, "here an object has to stand", err);
        if (!put_object(reading, scan, err))
            return false;
    }
    if (scan->fault == NULL && !json_scan_at_end(scan))
        return fail_at(reading, scan->at, "text behind the end of the JSON", err);
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

bool record_hits_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err)
{
    struct hits_reading reading = {.kind = kind, .file = file, .sink = sink, .context = context};
    struct json_scan scan = json_scan_of(file->content);
    bool worked = put_objects(&reading, &scan, err);
    record_questions_release(&reading.questions);
    return worked;
}

/* --- Which it is ---------------------------------------------------------- */

/* The first object, its bracket not yet taken; false: none stands here. */
static bool find_object(struct bytes content, struct json_scan *scan)
{
    *scan = json_scan_of(content);
    json_scan_take_if(scan, '[');
    return json_scan_peek(scan) == '{';
}

/* The members of the first object, as of judgments; nothing where there is none. */
static struct hit_members look_at_first(struct bytes content)
{
    struct json_scan scan;
    return find_object(content, &scan) ? look_at_members(&scan, false) : (struct hit_members){0};
}

bool record_hits_recognise_records(struct bytes content)
{
    struct hit_members members = look_at_first(content);
    return members.question.size > 0 && members.document.size > 0 && members.number.size > 0;
}

bool record_hits_recognise_pairs(struct bytes content)
{
    struct hit_members members = look_at_first(content);
    return members.question.size > 0 && (members.document.size > 0 || members.relevant.size > 0) &&
           members.number.size == 0;
}

bool record_hits_recognise_graded_questions(struct bytes content)
{
    struct hit_members members = look_at_first(content);
    return members.plain_question.size > 0 && members.question.data == members.plain_question.data &&
           members.number.size > 0;
}

/* Whether the value, which may be cut off, is a list or has a member that is called so. */
static bool begins_with_list(struct json_scan scan, size_t depth)
{
    enum { DEPTH_MAX = 2 };
    struct bytes key, value;
    if (json_scan_peek(&scan) == '[')
        return true;
    if (depth == DEPTH_MAX || !json_scan_take_if(&scan, '{'))
        return false;
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        if (is_list_name(bytes_slice(key, 1, key.size - 1)) && begins_with_list(scan, depth + 1))
            return true;
        if (!json_scan_value(&scan, &value))
            return false;
    }
    return false;
}

/* Whether the object that begins here names questions and a list of ids, as far as it goes. */
static bool has_columns(struct json_scan scan)
{
    struct bytes key, value;
    bool has_ids = false, has_questions = false;
    bool goes_on = json_scan_take_if(&scan, '{');
    for (bool is_first = true; goes_on && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        bool is_list = json_scan_peek(&scan) == '[';
        has_ids |= is_list && field_is_called(name, "ids");
        has_questions |= is_list ? is_called_many(name, question_id_names)
                                 : field_find_name(name, question_id_names) != NULL;
        goes_on = json_scan_value(&scan, &value);
    }
    return has_ids && has_questions;
}

bool record_hits_recognise(struct bytes content)
{
    struct json_scan scan;
    struct bytes key;
    if (!find_object(content, &scan))
        return false;
    if (has_columns(scan))
        return true;
    struct json_scan object = scan;
    struct hit_members members = look_at_members(&object, true);
    if (members.list.size > 0 || (members.question.size > 0 && members.document.size > 0))
        return true;
    if (members.question.size > 0)
        return begins_with_list(scan, 0);
    json_scan_take(&scan, '{');
    return content.data[0] == '{' && json_scan_next(&scan, '}', true) && json_scan_key(&scan, &key) &&
           begins_with_list(scan, 0);
}

/* Whether the object that begins here has an answer of a search in it, as far as it goes. */
static bool has_answer(struct json_scan scan)
{
    struct bytes key, value;
    if (!json_scan_take_if(&scan, '{'))
        return false;
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        if (bytes_equal(key, bytes_of("\"hits\"")) && json_scan_peek(&scan) == '{')
            return true;
        if (!json_scan_value(&scan, &value))
            return false;
    }
    return false;
}

bool record_hits_recognise_answers(struct bytes content)
{
    struct json_scan scan;
    struct bytes key;
    if (!find_object(content, &scan))
        return false;
    struct json_scan object = scan;
    if (has_columns(scan))
        return true;
    if (look_at_members(&object, true).question.size > 0)
        return has_answer(scan);
    json_scan_take(&scan, '{');
    return json_scan_next(&scan, '}', true) && json_scan_key(&scan, &key) && has_answer(scan);
}
