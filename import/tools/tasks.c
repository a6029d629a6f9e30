/*
 * Exports of Label Studio (JSON), Argilla (records of versions 1 and 2) and Prodigy (JSON lines) in which a task shows
 * a question and a document, and annotators grade them. With one annotator, a document has a grade. With several, each
 * has a separate field, which record_shape takes for a rater's. https://labelstud.io/guide/task_format ·
 * https://docs.argilla.io/latest/how_to_guides/import_export/ · https://prodi.gy/docs/api-interfaces
 */
#include "import/tools/forms.h"

#include "import/field_names.h"
#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/tools/graded.h"
#include "import/tools/task.h"

#include <string.h>

static bool is_label_studio(struct bytes beginning)
{
    return bytes_contains(beginning, "\"annotations\"") && bytes_contains(beginning, "\"result\"") &&
           bytes_contains(beginning, "\"data\"");
}

static bool is_argilla(struct bytes beginning)
{
    return bytes_contains(beginning, "\"fields\"") && bytes_contains(beginning, "\"responses\"");
}

static bool is_prodigy(struct bytes beginning)
{
    return bytes_contains(beginning, "\"answer\"") &&
           (bytes_contains(beginning, "\"_task_hash\"") || bytes_contains(beginning, "\"_session_id\"") ||
            bytes_contains(beginning, "\"_annotator_id\""));
}

bool tasks_recognise(struct bytes beginning)
{
    struct bytes text = bytes_skip_space(beginning);
    return (bytes_starts_with(text, "{") || bytes_starts_with(text, "[")) &&
           (is_label_studio(text) || is_argilla(text) || is_prodigy(text));
}

struct tasks_reading {
    struct arena *arena;
    struct graded_pairs pairs;
    struct bytes grade_field; /* the first field with a grade */
};

/* --- Collecting grades ------------------------------------------------------------------------ */

static bool note_grade(struct tasks_reading *reading, size_t pair, struct bytes who, struct bytes grade,
                       struct err *err)
{
    return graded_note(&reading->pairs, pair, task_annotator(who, reading->arena), grade, err);
}

/* Accepts grades of only one field, because a task may ask for other things, too. */
static bool check_field(struct tasks_reading *reading, struct bytes field, struct err *err)
{
    if (reading->grade_field.size == 0)
        reading->grade_field = field;
    return bytes_equal(reading->grade_field, field) ||
           err_set(err, ERR_INPUT, "%.*s and %.*s could both be the grade; export only one of them",
                   BYTES_FORMAT(reading->grade_field), BYTES_FORMAT(field));
}

/* Finds the pair of a task. ERR_INPUT: it names no question or no document. */
static bool find_task(struct tasks_reading *reading, struct bytes data, const char *place, size_t *pair,
                      struct err *err)
{
    struct bytes question, document = task_member(data, document_id_names);
    if (!task_question(data, &question, err))
        return false;
    if (document.size == 0)
        return err_set(err, ERR_INPUT,
                       "this task has no document; name its id doc_id, or its text document or passage");
    bool is_new;
    *pair = graded_find(&reading->pairs, question, document, place, &is_new);
    if (is_new)
        graded_describe(&reading->pairs, *pair,
                        bytes_of(arena_format(reading->arena, "\"question\":%.*s,\"doc_id\":%.*s",
                                              BYTES_FORMAT(question), BYTES_FORMAT(document))));
    return true;
}

static struct bytes only_element(struct bytes list)
{
    struct bytes first = {0}, second;
    struct list_walk walk = list_walk_of(list);
    bool is_one = list.size > 0 && list.data[0] == '[' && list_walk_next(&walk, &first) &&
                  !list_walk_next(&walk, &second);
    return is_one ? first : (struct bytes){0};
}

/* --- Label Studio ------------------------------------------------------------------ */

/* Returns a choice, a rating or a number; empty: something else, such as a comment. */
static struct bytes grade_of_result(struct bytes result)
{
    struct bytes choice = only_element(task_value(result, "value.choices"));
    struct bytes rating = task_value(result, "value.rating"), number = task_value(result, "value.number");
    return choice.size > 0 ? choice : rating.size > 0 ? rating : number;
}

static bool read_annotation(struct tasks_reading *reading, size_t pair, struct bytes annotation,
                            struct err *err)
{
    struct bytes results = task_value(annotation, "result"), result;
    struct list_walk walk = list_walk_of(results);
    bool worked = true;
    if (bytes_equal(task_value(annotation, "was_cancelled"), bytes_of("true")))
        return true;
    while (worked && bytes_starts_with(results, "[") && list_walk_next(&walk, &result)) {
        struct bytes grade = grade_of_result(result);
        worked = grade.size == 0 ||
                 (check_field(reading, task_value(result, "from_name"), err) &&
                  note_grade(reading, pair, task_value(annotation, "completed_by"), grade, err));
    }
    return worked;
}

static bool read_label_studio(struct tasks_reading *reading, struct bytes task, struct err *err)
{
    struct bytes annotations = task_value(task, "annotations"), annotation;
    struct list_walk walk = list_walk_of(annotations);
    size_t pair;
    bool worked = find_task(reading, task_value(task, "data"), task.data, &pair, err);
    while (worked && bytes_starts_with(annotations, "[") && list_walk_next(&walk, &annotation))
        worked = read_annotation(reading, pair, annotation, err);
    return worked;
}

/* --- Argilla ------------------------------------------------------------------------ */

static bool is_submitted(struct bytes response)
{
    struct bytes status = task_value(response, "status");
    return status.size == 0 || bytes_equal(status, bytes_of("\"submitted\""));
}

static bool note_response(struct tasks_reading *reading, size_t pair, struct bytes field, struct bytes who,
                          struct bytes value, struct err *err)
{
    bool is_grade = value.size > 0 && value.data[0] != '[' && value.data[0] != '{';
    return !is_grade || (check_field(reading, field, err) && note_grade(reading, pair, who, value, err));
}

/* Reads {"relevance": [{"value": 3, "user_id": "a"}]}. */
static bool read_by_question(struct tasks_reading *reading, size_t pair, struct bytes responses,
                             struct err *err)
{
    struct json_scan scan = json_scan_of(responses);
    struct bytes key, list, response;
    bool worked = json_scan_take_if(&scan, '{');
    for (bool is_first = true; worked && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) &&
                               json_scan_value(&scan, &list);
         is_first = false) {
        struct list_walk walk = list_walk_of(list);
        while (worked && bytes_starts_with(list, "[") && list_walk_next(&walk, &response))
            worked =
                !is_submitted(response) || note_response(reading, pair, key, task_value(response, "user_id"),
                                                         task_value(response, "value"), err);
    }
    return worked;
}

/* Reads [{"user_id": "a", "values": {"relevance": {"value": 3}}}]. */
static bool read_by_user(struct tasks_reading *reading, size_t pair, struct bytes responses, struct err *err)
{
    struct list_walk walk = list_walk_of(responses);
    struct bytes response, key, value;
    bool worked = true;
    while (worked && list_walk_next(&walk, &response)) {
        struct json_scan scan = json_scan_of(task_value(response, "values"));
        bool is_object = is_submitted(response) && json_scan_take_if(&scan, '{');
        for (bool is_first = true; worked && is_object && json_scan_next(&scan, '}', is_first) &&
                                   json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
             is_first = false)
            worked = note_response(reading, pair, key, task_value(response, "user_id"),
                                   task_value(value, "value"), err);
    }
    return worked;
}

/* The question and the document are in the fields or in the metadata. */
static bool read_argilla(struct tasks_reading *reading, struct bytes task, struct err *err)
{
    struct buffer data = {0};
    struct bytes fields = task_value(task, "fields"), metadata = task_value(task, "metadata");
    struct bytes responses = task_value(task, "responses");
    size_t pair;
    if (!bytes_starts_with(fields, "{"))
        return err_set(err, ERR_INPUT, "this record has no fields; export the records again");
    buffer_add(&data, bytes_slice(fields, 0, fields.size - 1));
    buffer_add_format(&data, "%s\"metadata\":%.*s}", fields.size > 2 ? "," : "",
                      BYTES_FORMAT(metadata.size > 0 ? metadata : bytes_of("{}")));
    bool worked = find_task(reading, arena_copy(reading->arena, buffer_bytes(&data)), task.data, &pair, err);
    buffer_release(&data);
    if (worked && bytes_starts_with(responses, "{"))
        return read_by_question(reading, pair, responses, err);
    return worked && (!bytes_starts_with(responses, "[") || read_by_user(reading, pair, responses, err));
}

/* --- Prodigy ------------------------------------------------------------------------ */

/* Reads whether the task was accepted or rejected, or which option was chosen. */
static bool read_prodigy(struct tasks_reading *reading, struct bytes task, struct err *err)
{
    static const struct bytes grades[] = {{.data = "0", .size = 1}, {.data = "1", .size = 1}};
    struct bytes answer = task_value(task, "answer"), chosen = task_value(task, "accept");
    struct bytes who = task_value(task, "_annotator_id");
    size_t pair;
    const bool is_accepted = bytes_equal(answer, bytes_of("\"accept\""));
    if (!is_accepted && !bytes_equal(answer, bytes_of("\"reject\"")))
        return true;
    if (!find_task(reading, task, task.data, &pair, err))
        return false;
    struct bytes grade = chosen.size == 0 ? grades[is_accepted]
                         : is_accepted    ? only_element(chosen)
                                          : (struct bytes){0};
    who = who.size > 0 ? who : task_value(task, "_session_id");
    return grade.size == 0 || note_grade(reading, pair, who, grade, err);
}

/* --- All of it ------------------------------------------------------------------------ */

bool tasks_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct tasks_reading reading = {.arena = &writer.arena, .pairs = {.arena = &writer.arena}};
    struct task_walk walk = task_walk_of(content);
    struct bytes task = content;
    bool worked = true;
    record_writer_begin(&writer, content, out);
    while (worked && task_walk_next(&walk, &task))
        worked = is_label_studio(task) ? read_label_studio(&reading, task, err)
                 : is_argilla(task)    ? read_argilla(&reading, task, err)
                                       : read_prodigy(&reading, task, err);
    if (worked && walk.fault != NULL) {
        task.data = walk.fault_at;
        worked = err_set(err, ERR_INPUT, "%s", walk.fault);
    }
    *line = worked ? 0 : record_writer_line(&writer, task.data);
    if (worked)
        graded_write(&reading.pairs, &writer);
    graded_release(&reading.pairs);
    record_writer_end(&writer);
    return worked;
}
