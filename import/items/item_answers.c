/*
 * Consecutive answers of Elasticsearch and OpenSearch, as from a scroll or a multi search. The hits of each are items:
 * {"hits": {"hits": […]}}, or {"responses": […]} with such answers inside.
 */
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

static bool fail_scan(struct item_reading *reading, const struct json_scan *scan, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", scan->fault);
    return item_reading_fail(reading, scan->fault_at, err);
}

/*
 * Moves to the value under this key in the object that begins here. `name` is in quotation marks. Returns false when it
 * is missing.
 */
static bool find_member(struct json_scan *scan, const char *name)
{
    struct bytes key, value;
    if (!json_scan_take_if(scan, '{'))
        return false;
    for (bool is_first = true; json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key);
         is_first = false) {
        json_scan_peek(scan);
        if (bytes_equal(key, bytes_of(name)))
            return true;
        if (!json_scan_value(scan, &value))
            return false;
    }
    return false;
}

/* Moves to the list of hits of the answer that begins here. */
static bool find_hits(struct json_scan *scan)
{
    return find_member(scan, "\"hits\"") && find_member(scan, "\"hits\"") && json_scan_peek(scan) == '[';
}

static bool find_responses(struct json_scan *scan)
{
    return find_member(scan, "\"responses\"") && json_scan_peek(scan) == '[';
}

bool item_answers_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct json_scan answer = json_scan_of(content), responses = answer;
    return find_hits(&answer) || find_responses(&responses);
}

static bool put_hit(struct item_reading *reading, struct bytes hit, struct err *err)
{
    struct json_fields *object = NULL;
    const char *broken_at = hit.data;
    return item_reading_check(reading, hit, err) && (json_fields_parse_part(&object, hit, &broken_at, err)
                                                         ? item_reading_put_object(reading, object, hit, err)
                                                         : item_reading_fail(reading, broken_at, err));
}

/* Calls `put` with each element of the list that begins here. */
static bool put_each(struct item_reading *reading, struct json_scan list,
                     bool (*put)(struct item_reading *reading, struct bytes value, struct err *err),
                     struct err *err)
{
    struct bytes value;
    json_scan_take(&list, '[');
    for (bool is_first = true; json_scan_next(&list, ']', is_first) && json_scan_value(&list, &value);
         is_first = false) {
        if (!put(reading, value, err))
            return false;
    }
    return list.fault == NULL || fail_scan(reading, &list, err);
}

static bool put_answer(struct item_reading *reading, struct bytes answer, struct err *err)
{
    struct json_scan hits = json_scan_of(answer), responses = hits;
    if (find_hits(&hits))
        return put_each(reading, hits, put_hit, err);
    if (find_responses(&responses))
        return put_each(reading, responses, put_answer, err);
    err_set(
        err, ERR_INPUT,
        "this answer has no hits; it must look like {\"hits\": {\"hits\": [{\"_id\": …, \"_source\": …}]}}");
    return item_reading_fail(reading, answer.data, err);
}

bool item_answers_read(struct item_reading *reading, struct err *err)
{
    struct json_scan scan = json_scan_of(reading->content);
    struct bytes answer;
    while (!json_scan_at_end(&scan)) {
        if (!json_scan_value(&scan, &answer))
            return fail_scan(reading, &scan, err);
        if (!put_answer(reading, answer, err))
            return false;
    }
    return true;
}
