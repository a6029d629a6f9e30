#include "import/tools/task.h"

#include "import/field_names.h"
#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"

struct bytes task_value(struct bytes object, const char *path)
{
    const struct bytes paths[] = {bytes_of(path)};
    struct bytes found = {0};
    field_find(object, paths, &found, 1);
    return bytes_equal(found, bytes_of("null")) ? (struct bytes){0} : found;
}

struct bytes task_member(struct bytes object, const char *const *names)
{
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value;
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        bool is_plain = value.data[0] != '{' && value.data[0] != '[' && !bytes_equal(value, bytes_of("null"));
        if (is_plain && field_find_name(bytes_slice(key, 1, key.size - 1), names) != NULL)
            return value;
    }
    struct bytes inner = task_value(object, "metadata");
    inner = inner.size > 0 ? inner : task_value(object, "meta");
    return inner.size > 0 && inner.data[0] == '{' && inner.size < object.size ? task_member(inner, names)
                                                                              : (struct bytes){0};
}

bool task_question(struct bytes object, struct bytes *question, struct err *err)
{
    *question = task_member(object, question_id_names);
    if (question->size == 0)
        *question = task_member(object, query_text_names);
    return question->size > 0 ||
           err_set(err, ERR_INPUT, "this task has no question; name its field query, question or query_id");
}

struct bytes task_annotator(struct bytes who, struct arena *arena)
{
    static const char *const names[] = {"email", "username", "id"};
    for (size_t i = 0; who.size > 0 && who.data[0] == '{' && i < sizeof names / sizeof *names; i++) {
        struct bytes name = task_value(who, names[i]);
        if (name.size > 0)
            return task_annotator(name, arena);
    }
    return field_value_of_json(who, arena).text;
}

struct task_walk task_walk_of(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    bool is_array = json_scan_take_if(&scan, '[');
    return (struct task_walk){.at = scan.at, .end = scan.end, .is_array = is_array};
}

bool task_walk_next(struct task_walk *walk, struct bytes *object)
{
    struct json_scan scan =
        json_scan_of((struct bytes){.data = walk->at, .size = (size_t)(walk->end - walk->at)});
    bool found = walk->is_array ? json_scan_next(&scan, ']', !walk->is_begun) : !json_scan_at_end(&scan);
    found = found && json_scan_value(&scan, object);
    walk->at = scan.at;
    walk->is_begun = true;
    walk->fault = scan.fault;
    walk->fault_at = scan.fault_at;
    return found;
}
