/*
 * Comparisons of two documents, which are votes: from Label Studio's <Pairwise> and from Potato. A task names its
 * documents as "left_id" and "right_id", or in a list; by ids or by texts. Potato's export names only the task, so its
 * tasks must come before it in one file: cat tasks.jsonl annotations.jsonl. A tie is not a vote.
 * https://labelstud.io/tags/pairwise · https://github.com/davidjurgens/potato (docs/annotation-types/comparison)
 */
#include "import/tools/forms.h"

#include "core/base/map.h"
#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/text/json_text.h"
#include "import/tools/task.h"

#include <string.h>

static bool is_pairwise(struct bytes beginning)
{
    return bytes_contains(beginning, "\"annotations\"") && bytes_contains(beginning, "\"pairwise\"");
}

static bool is_potato(struct bytes beginning)
{
    return bytes_contains(beginning, "\"instance_id\"") && bytes_contains(beginning, "\"labels\"") &&
           bytes_contains(beginning, "\"selection\"");
}

bool comparisons_recognise(struct bytes beginning)
{
    struct bytes text = bytes_skip_space(beginning);
    return (bytes_starts_with(text, "{") || bytes_starts_with(text, "[")) &&
           (is_pairwise(text) || is_potato(text));
}

struct comparisons {
    struct buffer *out;
    struct arena arena;
    struct map tasks; /* of Potato: id → index in `instances` */
    struct bytes *instances;
    size_t n_instances;
};

/* Finds the two documents of a task, as in JSON. */
static bool find_pair(struct bytes task, struct bytes pair[2], struct err *err)
{
    static const char *const sides[2][6] = {{"left_id", "left", "doc_a", "document_a", "text1", NULL},
                                            {"right_id", "right", "doc_b", "document_b", "text2", NULL}};
    static const char *const lists[] = {"doc_ids", "documents", "items", "responses", "candidates"};
    struct bytes more;
    for (size_t side = 0; side < 2; side++)
        pair[side] = task_member(task, sides[side]);
    for (size_t i = 0; pair[0].size == 0 && i < sizeof lists / sizeof *lists; i++) {
        struct bytes list = task_value(task, lists[i]);
        struct list_walk walk = list_walk_of(list);
        bool is_pair = bytes_starts_with(list, "[") && list_walk_next(&walk, &pair[0]) &&
                       list_walk_next(&walk, &pair[1]) && !list_walk_next(&walk, &more);
        if (!is_pair)
            pair[0] = pair[1] = (struct bytes){0};
    }
    bool are_texts = pair[0].size > 0 && pair[1].size > 0 && pair[0].data[0] == '"' && pair[1].data[0] == '"';
    return are_texts || err_set(err, ERR_INPUT,
                                "this task does not name its two documents; name them as left_id and "
                                "right_id, or as documents, a list");
}

static bool add_vote(struct comparisons *comparisons, struct bytes task, size_t chosen, struct bytes who,
                     struct err *err)
{
    struct bytes question, pair[2], name = task_annotator(who, &comparisons->arena);
    if (!task_question(task, &question, err) || !find_pair(task, pair, err))
        return false;
    buffer_add_string(comparisons->out, "{\"question\":");
    json_text_add(comparisons->out, field_value_of_json(question, &comparisons->arena).text);
    buffer_add_format(comparisons->out, ",\"shown\":[%.*s,%.*s],\"chosen\":%.*s", BYTES_FORMAT(pair[0]),
                      BYTES_FORMAT(pair[1]), BYTES_FORMAT(pair[chosen]));
    if (name.size > 0) {
        buffer_add_string(comparisons->out, ",\"annotator\":");
        json_text_add(comparisons->out, name);
    }
    buffer_add_string(comparisons->out, "}\n");
    return true;
}

/* --- Label Studio ------------------------------------------------------------------ */

static bool read_annotation(struct comparisons *comparisons, struct bytes data, struct bytes annotation,
                            struct err *err)
{
    struct bytes results = task_value(annotation, "result"), result;
    struct list_walk walk = list_walk_of(results);
    bool worked = true;
    if (bytes_equal(task_value(annotation, "was_cancelled"), bytes_of("true")))
        return true;
    while (worked && bytes_starts_with(results, "[") && list_walk_next(&walk, &result)) {
        struct bytes selected = task_value(result, "value.selected");
        bool is_left = bytes_equal(selected, bytes_of("\"left\""));
        bool is_right = bytes_equal(selected, bytes_of("\"right\""));
        worked = !(is_left || is_right) ||
                 add_vote(comparisons, data, is_right, task_value(annotation, "completed_by"), err);
    }
    return worked;
}

static bool read_pairwise(struct comparisons *comparisons, struct bytes task, struct err *err)
{
    struct bytes annotations = task_value(task, "annotations"), annotation;
    struct list_walk walk = list_walk_of(annotations);
    bool worked = true;
    while (worked && bytes_starts_with(annotations, "[") && list_walk_next(&walk, &annotation))
        worked = read_annotation(comparisons, task_value(task, "data"), annotation, err);
    return worked;
}

/* --- Potato -------------------------------------------------------------------------- */

/* Finds which of the two was selected: "A", "1" or "Response A", by the last letter. 2 means a tie. */
static bool find_chosen(struct bytes selection, size_t *chosen, struct err *err)
{
    const char last = selection.size > 2 ? selection.data[selection.size - 2] : '\0';
    bool is_tie = bytes_contains(selection, "tie") || bytes_contains(selection, "Tie") ||
                  bytes_contains(selection, "No preference");
    bool is_first = last == 'A' || last == 'a' || last == '1',
         is_second = last == 'B' || last == 'b' || last == '2';
    *chosen = is_tie ? 2 : is_second ? 1 : 0;
    return is_tie || is_first || is_second ||
           err_set(err, ERR_INPUT, "the selection %.*s must be A, B or tie; correct it",
                   BYTES_FORMAT(selection));
}

static bool read_labels(struct comparisons *comparisons, struct bytes record, struct err *err)
{
    struct bytes id = task_value(record, "instance_id"), key, value;
    struct json_scan scan = json_scan_of(task_value(record, "labels"));
    int64_t number = map_find(&comparisons->tasks, field_value_of_json(id, &comparisons->arena).text);
    bool worked = true;
    if (number == MAP_ABSENT)
        return err_set(err, ERR_INPUT,
                       "the documents of task %.*s are unknown; put the tasks before the annotations: cat "
                       "tasks.jsonl annotations.jsonl",
                       BYTES_FORMAT(id));
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; worked && is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        struct bytes selection = task_value(value, "selection");
        size_t chosen = 2;
        worked = selection.size == 0 || find_chosen(selection, &chosen, err);
        worked = worked && (chosen == 2 || add_vote(comparisons, comparisons->instances[number], chosen,
                                                    task_value(record, "user_id"), err));
    }
    return worked;
}

static bool read_potato(struct comparisons *comparisons, struct bytes record, struct err *err)
{
    struct bytes id = task_value(record, "id");
    bool is_new;
    if (task_value(record, "instance_id").size > 0)
        return read_labels(comparisons, record, err);
    map_put(&comparisons->tasks, field_value_of_json(id, &comparisons->arena).text, &is_new);
    if (is_new)
        ARENA_PUSH(&comparisons->arena, comparisons->instances, comparisons->n_instances) = record;
    return true;
}

/* --- All of it ------------------------------------------------------------------------ */

static size_t line_of(struct bytes content, const char *place)
{
    size_t line = 1;
    for (const char *at = content.data; at < place; at++)
        line += *at == '\n';
    return line;
}

bool comparisons_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct comparisons comparisons = {.out = out};
    struct task_walk walk = task_walk_of(content);
    struct bytes task = content;
    const bool is_of_label_studio = is_pairwise(content);
    const size_t before = out->size;
    bool worked = true;
    while (worked && task_walk_next(&walk, &task))
        worked = (is_of_label_studio ? read_pairwise : read_potato)(&comparisons, task, err);
    if (worked && walk.fault != NULL) {
        task.data = walk.fault_at;
        worked = err_set(err, ERR_INPUT, "%s", walk.fault);
    }
    *line = worked ? 0 : line_of(content, task.data);
    worked =
        worked && (out->size > before || err_set(err, ERR_INPUT, "no comparison in the file has a choice"));
    map_release(&comparisons.tasks);
    arena_release(&comparisons.arena);
    return worked;
}
