/*
 * Ratings of Rated Ranking Evaluator. Topics contain groups of queries, and the queries of a group share their relevant
 * documents: {"1": ["d1", "d2"]} by gain, or {"d1": {"gain": 2}} by document. The text of a query is its placeholder
 * "$query". https://github.com/SeaseLtd/rated-ranking-evaluator/wiki/What-We-Need-To-Provide
 */
#include "import/tools/forms.h"

#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/tools/record_writer.h"

bool rre_recognises(struct bytes content)
{
    return bytes_starts_with(bytes_skip_space(content), "{") &&
           bytes_contains(content, "\"relevant_documents\"") && bytes_contains(content, "\"placeholders\"");
}

static bool is_list(struct bytes value)
{
    return value.size > 0 && value.data[0] == '[';
}

static bool add_judgment(struct record_writer *writer, struct bytes question, struct bytes document,
                         struct bytes gain, struct err *err)
{
    if (gain.size == 0)
        return err_set(err, ERR_INPUT, "this relevant document has no \"gain\"; add it");
    record_writer_add(writer, writer->at, question, document, "grade", gain);
    return true;
}

/* Adds {"1": ["d1"]} or {"d1": {"gain": 2}}. Called for each query of the group. */
static bool add_documents(struct record_writer *writer, struct bytes question, struct bytes documents,
                          struct err *err)
{
    static const struct bytes gain_path = {.data = "gain", .size = 4};
    struct json_scan scan = json_scan_of(documents);
    struct bytes key, value;
    bool worked =
        json_scan_take_if(&scan, '{') || err_set(err, ERR_INPUT, "\"relevant_documents\" must be an object");
    for (bool is_first = true; worked && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) &&
                               json_scan_value(&scan, &value);
         is_first = false) {
        struct bytes gain = bytes_slice(key, 1, key.size - 1), element;
        struct list_walk walk = list_walk_of(value);
        if (!is_list(value)) {
            gain = (struct bytes){0};
            field_find(value, &gain_path, &gain, 1);
            worked = add_judgment(writer, question, key, gain, err);
        }
        while (worked && is_list(value) && list_walk_next(&walk, &element))
            worked = add_judgment(writer, question, element, gain, err);
    }
    return worked;
}

/* Returns the placeholder "$query", or the only one. */
static struct bytes find_text(struct bytes query)
{
    static const struct bytes path = {.data = "placeholders", .size = 12};
    struct bytes placeholders = {0}, key, value, found = {0};
    size_t n = 0;
    field_find(query, &path, &placeholders, 1);
    struct json_scan scan = json_scan_of(placeholders);
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false, n++) {
        if (bytes_equal(key, bytes_of("\"$query\"")))
            return value;
        found = value;
    }
    return n == 1 ? found : (struct bytes){0};
}

static bool add_group(struct record_writer *writer, struct bytes group, struct err *err)
{
    static const struct bytes paths[] = {{.data = "queries", .size = 7},
                                         {.data = "relevant_documents", .size = 18}};
    struct bytes found[] = {{0}, {0}}, query;
    bool worked = true;
    field_find(group, paths, found, 2);
    struct list_walk walk = list_walk_of(found[0]);
    while (worked && is_list(found[0]) && list_walk_next(&walk, &query)) {
        struct bytes text = find_text(query);
        (void)record_writer_line(writer, query.data);
        worked = text.size > 0
                     ? found[1].size == 0 || add_documents(writer, text, found[1], err)
                     : err_set(err, ERR_INPUT,
                               "several placeholders could be the question; name the right one \"$query\"");
    }
    return worked;
}

/* Adds the groups of a topic, or all groups when there are no topics. */
static bool add_groups(struct record_writer *writer, struct bytes object, struct err *err)
{
    static const struct bytes path = {.data = "query_groups", .size = 12};
    struct bytes groups = {0}, group;
    bool worked = true;
    field_find(object, &path, &groups, 1);
    struct list_walk walk = list_walk_of(groups);
    while (worked && is_list(groups) && list_walk_next(&walk, &group))
        worked = add_group(writer, group, err);
    return worked;
}

bool rre_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    static const struct bytes paths[] = {{.data = "topics", .size = 6}, {.data = "queries", .size = 7}};
    struct bytes found[] = {{0}, {0}}, topic;
    struct record_writer writer;
    record_writer_begin(&writer, content, out);
    field_find(bytes_skip_space(content), paths, found, 2);
    struct list_walk walk = list_walk_of(found[0]);
    bool worked = add_groups(&writer, bytes_skip_space(content), err);
    while (worked && is_list(found[0]) && list_walk_next(&walk, &topic))
        worked = add_groups(&writer, topic, err);
    worked = worked &&
             (writer.n > 0 ||
              err_set(err, ERR_INPUT, "\"query_groups\" has no query with relevant documents; add some"));
    *line = writer.line;
    record_writer_end(&writer);
    return worked;
}
