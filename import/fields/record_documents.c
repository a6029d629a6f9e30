#include "import/fields/record_documents.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/text/json_scan.h"
#include "import/fields/grade_words.h"
#include "import/fields/known_names.h"

#include <string.h>
#include <math.h>

struct visit {
    const struct record_shape *shape;
    bool is_truth;
    struct arena *arena;
    document_sink *sink;
    void *context;
    struct documents_outcome *outcome;
    size_t n;            /* documents passed on */
    struct bytes grades; /* grades or scores of the list: another list, or an object */
    struct list_walk next_grade;
    bool is_inside;    /* in a list or an object, whose values are JSON, in a cell of a table, too */
    bool is_wrong;     /* the documents of the list are wrong ones */
    struct map graded; /* documents of the list, when their grades are in an object by id */
};

static struct field_value value_of(const struct visit *visit, struct bytes written)
{
    return visit->shape->format != NULL && !visit->is_inside ? field_value_of_cell(written, visit->arena)
                                                             : field_value_of_json(written, visit->arena);
}

static void set_wrong(const struct visit *visit, const char *at, bool is_said)
{
    visit->outcome->wrong_at = at;
    visit->outcome->is_said = is_said;
}

/* --- Numbers ---------------------------------------------------------------- */

static const char *name_of_number(const struct visit *visit)
{
    return visit->is_truth ? "grade" : visit->shape->meaning == NUMBER_DISTANCE ? "distance" : "score";
}

static bool fail_number(const struct visit *visit, struct field_value value, const char *place,
                        struct err *err)
{
    set_wrong(visit, place, true);
    visit->outcome->number = value.text;
    return err_set(err, ERR_INPUT, "the %s '%.*s' is not a finite number; %s", name_of_number(visit),
                   BYTES_FORMAT(value.text), number_advice(value.text, visit->is_truth));
}

/* A text of JSON is trimmed first. A cell has no blanks around it. */
static bool read_number(const struct visit *visit, struct bytes text, double *number)
{
    char room[TABLE_NUMBER_SIZE];
    text = visit->shape->format == NULL ? bytes_trim(text) : table_number(visit->shape->format, text, room);
    return visit->is_truth ? grade_parse(text, number) : number_parse_real(text, number);
}

/* Reads clicks and impressions as a rate. Sets *is_there to whether there are any. */
static bool take_rate(const struct visit *visit, struct field_value clicks, struct bytes impressions,
                      const char *place, double *number, bool *is_there, struct err *err)
{
    const struct field_value views = value_of(visit, impressions);
    double n = 0, of = 0;
    if (clicks.kind != VALUE_ABSENT && !number_parse_real(bytes_trim(clicks.text), &n))
        return fail_number(visit, clicks, place, err);
    if (views.kind != VALUE_ABSENT && !number_parse_real(bytes_trim(views.text), &of))
        return fail_number(visit, views, place, err);
    if (n < 0 || n > of) {
        set_wrong(visit, place, true);
        return err_set(err, ERR_INPUT, "%g clicks on %g impressions; correct or remove the line", n, of);
    }
    *is_there = of > 0;
    *number = of > 0 ? n / of : 0;
    return true;
}

static bool take_number(const struct visit *visit, struct bytes written, struct bytes impressions,
                        const char *place, double *number, bool *is_there, struct err *err)
{
    const struct field_value value = value_of(visit, written);
    if (visit->shape->meaning == NUMBER_RATE)
        return take_rate(visit, value, impressions, place, number, is_there, err);
    *is_there = value.kind != VALUE_ABSENT;
    if (*is_there && (value.kind != VALUE_PLAIN || !read_number(visit, value.text, number)))
        return fail_number(visit, value, place, err);
    if (visit->shape->meaning == NUMBER_DISTANCE)
        *number = -*number;
    return true;
}

/* --- Documents -------------------------------------------------------------- */

static bool put(struct visit *visit, struct bytes docid, bool has_number, double number, const char *place,
                struct err *err)
{
    const struct named_document document = {.docid = docid,
                                            .number = number,
                                            .has_number = has_number,
                                            .place = place};
    visit->n++;
    return visit->sink(visit->context, &document, err);
}

static double number_by_place(const struct visit *visit)
{
    return visit->is_truth ? !visit->is_wrong : -(double)(visit->n + 1);
}

/* Passes on a document with its number. Without a number, the document is unjudged. */
static bool put_numbered(struct visit *visit, struct bytes docid, struct bytes written,
                         struct bytes impressions, const char *place, struct err *err)
{
    double number = number_by_place(visit);
    bool is_there = false;
    if (visit->is_wrong)
        return put(visit, docid, false, number, place, err);
    if (visit->shape->meaning != NUMBER_NONE &&
        !take_number(visit, written, impressions, place, &number, &is_there, err))
        return false;
    if (visit->is_truth && visit->shape->meaning != NUMBER_NONE && !is_there) {
        visit->outcome->n_open++;
        return true;
    }
    return put(visit, docid, is_there, number, place, err);
}

static bool fail_element(struct visit *visit, const char *place, struct err *err)
{
    set_wrong(visit, place, false);
    return err_set(err, ERR_INPUT, "%s",
                   visit->shape->element.size > 0 ? "this hit has no docid" : "a docid is missing here");
}

static bool fail_list(struct visit *visit, struct bytes written, struct err *err)
{
    set_wrong(visit, written.data, false);
    return err_set(err, ERR_INPUT, "\"%.*s\" is not a list of ids; write it like [\"d1\", \"d2\"]",
                   BYTES_FORMAT(visit->shape->document));
}

static bool put_object(struct visit *visit, struct bytes object, struct err *err)
{
    const struct record_shape *shape = visit->shape;
    const struct bytes paths[] = {shape->element, shape->number, shape->impressions};
    struct bytes found[] = {{0}, {0}, {0}};
    field_find(object, paths, found, sizeof paths / sizeof *paths);
    const struct field_value docid = value_of(visit, found[0]);
    if (shape->element.size == 0 || docid.kind != VALUE_PLAIN)
        return fail_element(visit, object.data, err);
    return put_numbered(visit, docid.text, found[1], found[2], object.data, err);
}

/* Finds the grade of an id in an object of grades; empty when it is missing. */
static struct bytes find_grade(const struct visit *visit, struct bytes docid)
{
    struct json_scan scan = json_scan_of(visit->grades);
    struct bytes key, value;
    json_scan_take_if(&scan, '{');
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        if (bytes_equal(field_value_of_json(key, visit->arena).text, docid))
            return value;
    }
    return (struct bytes){0};
}

static bool fail_count(const struct visit *visit, const char *place, const char *how, struct err *err)
{
    const char *number = name_of_number(visit);
    set_wrong(visit, place, true);
    return err_set(err, ERR_INPUT, "there are %s %ss than documents; give each document a %s", how, number,
                   number);
}

static bool put_id(struct visit *visit, struct bytes docid, const char *place, struct err *err)
{
    struct bytes grade = {0};
    if (visit->is_wrong || visit->shape->number.size == 0 || visit->shape->element.size > 0)
        return put(visit, docid, false, number_by_place(visit), place, err);
    if (bytes_starts_with(visit->grades, "{")) {
        grade = find_grade(visit, docid);
        map_put(&visit->graded, docid, NULL);
    } else if (!list_walk_next(&visit->next_grade, &grade)) {
        return fail_count(visit, place, "fewer", err);
    }
    return put_numbered(visit, docid, grade, (struct bytes){0}, place, err);
}

static bool put_elements(struct visit *visit, struct list_walk walk, struct err *err);

static bool put_list(struct visit *visit, struct bytes list, struct err *err)
{
    return put_elements(visit, list_walk_of(list), err);
}

/* Returns whether the list may be ids or an id with a number, and nothing tells which. */
static bool is_unclear(struct bytes list)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes written;
    size_t n = 0, n_numbers = 0;
    double number;
    for (; list_walk_next(&walk, &written); n++)
        n_numbers += number_parse_real(written, &number);
    return n_numbers > 0 && (n_numbers < n || n == 2);
}

/* Passes on a list in a list: a document with its number, or several documents. */
static bool put_inner(struct visit *visit, struct bytes list, struct err *err)
{
    struct bytes id, number;
    if (list_is_pair(list, &id, &number))
        return put_object(visit, list, err);
    if (!is_unclear(list))
        return put_list(visit, list, err);
    set_wrong(visit, list.data, false);
    return err_set(err, ERR_INPUT,
                   "a list in the list of documents may be ids, or an id with its %s; write {\"id\": …, "
                   "\"%s\": …} in place of it",
                   name_of_number(visit), name_of_number(visit));
}

/*
 * Passes on what a text names: several documents, or one. A known text with a separator in it is one. The text of a
 * JSON file may be a list that Python printed.
 */
static bool put_text(struct visit *visit, struct bytes text, struct err *err)
{
    const struct field_value cell = field_value_of_cell(text, visit->arena);
    if (cell.kind == VALUE_LIST)
        return put_list(visit, cell.text, err);
    const struct field_value plain = {VALUE_PLAIN, text};
    const char separator = known_names_separator(text);
    if (separator == '\0' && known_names_has_text(text))
        return put_id(visit, text, text.data, err);
    return put_elements(visit,
                        list_walk_between(&plain, separator != '\0' ? separator : visit->shape->separator),
                        err);
}

static bool put_elements(struct visit *visit, struct list_walk walk, struct err *err)
{
    struct bytes written;
    while (list_walk_next(&walk, &written)) {
        const struct field_value value = field_value_of_json(written, visit->arena);
        bool worked = value.kind == VALUE_LIST     ? put_inner(visit, value.text, err)
                      : value.kind == VALUE_OBJECT ? put_object(visit, value.text, err)
                      : value.kind == VALUE_PLAIN  ? put_id(visit, value.text, written.data, err)
                                                   : fail_element(visit, written.data, err);
        if (!worked)
            return false;
    }
    return !walk.is_broken || fail_list(visit, walk.rest, err);
}

/* Passes on the documents of an object by id, without those of the list. */
static bool put_map(struct visit *visit, struct bytes object, struct err *err)
{
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value;
    json_scan_take_if(&scan, '{');
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        struct bytes docid = field_value_of_json(key, visit->arena).text;
        if (map_find(&visit->graded, docid) == MAP_ABSENT &&
            !put_numbered(visit, docid, value, (struct bytes){0}, key.data, err))
            return false;
    }
    return scan.fault == NULL || fail_list(visit, object, err);
}

bool record_documents_visit(const struct record_shape *shape, const struct record_values *values,
                            bool is_truth, struct arena *arena, document_sink *sink, void *context,
                            struct documents_outcome *outcome, struct err *err)
{
    struct visit visit = {
        .shape = shape,
        .is_truth = is_truth,
        .arena = arena,
        .sink = sink,
        .context = context,
        .outcome = outcome,
    };
    const struct field_value documents = value_of(&visit, values->documents);
    bool worked = true;
    *outcome = (struct documents_outcome){0};
    if (shape->form == DOCUMENT_ONE)
        return put_numbered(&visit, documents.text, values->number, values->impressions,
                            values->documents.data, err);
    if (shape->form == DOCUMENT_LIST) {
        const struct field_value grades = value_of(&visit, values->number);
        visit.grades = grades.text;
        visit.next_grade = list_walk_between(&grades, shape->separator);
    }
    visit.is_inside = true;
    if (shape->form == DOCUMENT_MAP) {
        worked = documents.kind == VALUE_OBJECT
                     ? put_map(&visit, documents.text, err)
                     : documents.kind == VALUE_ABSENT || fail_list(&visit, values->documents, err);
    } else if (documents.kind == VALUE_LIST) {
        worked = put_list(&visit, documents.text, err);
    } else if (documents.kind == VALUE_PLAIN) {
        worked = put_text(&visit, documents.text, err);
    } else if (documents.kind != VALUE_ABSENT) {
        worked = fail_list(&visit, values->documents, err);
    }
    struct bytes more;
    const bool has_map = bytes_starts_with(visit.grades, "{");
    if (worked && has_map && is_truth)
        worked = put_map(&visit, visit.grades, err);
    if (worked && !has_map && list_walk_next(&visit.next_grade, &more))
        worked = fail_count(&visit, values->number.data, "more", err);
    visit.is_wrong = true;
    for (size_t i = 0; worked && i < shape->n_wrong; i++) {
        visit.is_inside = false;
        const struct field_value wrong = value_of(&visit, values->wrong[i]);
        visit.is_inside = true;
        worked = wrong.kind == VALUE_ABSENT || put_list(&visit, wrong.text, err);
    }
    map_release(&visit.graded);
    return worked;
}
