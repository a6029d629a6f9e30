/*
 * The answer of Elasticsearch's ranking evaluation: the hits of each request under its id. The ratings beside them are of what was
 * found alone; all of them stand in the request.
 * https://www.elastic.co/guide/en/elasticsearch/reference/current/search-rank-eval.html
 */
#include "import/tools/forms.h"

#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/tools/record_writer.h"
#include "import/tools/task.h"

#include <string.h>

bool rank_eval_recognises(struct bytes beginning)
{
    return bytes_starts_with(bytes_skip_space(beginning), "{") &&
           bytes_contains(beginning, "\"metric_score\"") && bytes_contains(beginning, "\"details\"");
}

/* [{"hit": {"_id": …, "_score": …}, "rating": …}] as [{"_id": …, "_score": …}] */
static struct bytes hits_alone(struct bytes hits, struct arena *arena)
{
    struct buffer list = {0};
    struct bytes entry;
    for (struct list_walk walk = list_walk_of(hits); list_walk_next(&walk, &entry);) {
        buffer_add_byte(&list, list.size > 0 ? ',' : '[');
        buffer_add(&list, task_value(entry, "hit"));
    }
    buffer_add_string(&list, list.size > 0 ? "]" : "[]");
    struct bytes copy = arena_copy(arena, buffer_bytes(&list));
    buffer_release(&list);
    return copy;
}

bool rank_eval_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct bytes key, value;
    struct json_scan scan = json_scan_of(task_value(bytes_skip_space(content), "details"));
    record_writer_begin(&writer, content, out);
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        struct bytes hits = task_value(value, "hits");
        record_writer_object(&writer, key.data);
        record_writer_member(&writer, bytes_of("query_id"), key);
        record_writer_member(&writer, bytes_of("hits"),
                             hits_alone(bytes_starts_with(hits, "[") ? hits : bytes_of("[]"), &writer.arena));
        record_writer_close(&writer);
    }
    bool worked = writer.n > 0 ||
                  err_set(err, ERR_INPUT, "\"details\" has no request; save the answer of _rank_eval again");
    *line = 0;
    record_writer_end(&writer);
    return worked;
}
