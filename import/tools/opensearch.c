/*
 * Judgment lists of OpenSearch's Search Relevance Workbench: "judgmentRatings" of one list, as it is uploaded, or of
 * each hit in an answer of GET _plugins/_search_relevance/judgments.
 * https://docs.opensearch.org/docs/search-plugins/search-relevance/judgments/
 */
#include "import/tools/forms.h"

#include "import/fields/field_sample.h"
#include "import/tools/record_writer.h"
#include "import/tools/task.h"

#include <string.h>

static const char list_name[] = "\"judgmentRatings\"";

bool opensearch_recognises(struct bytes beginning)
{
    return bytes_starts_with(bytes_skip_space(beginning), "{") &&
           memmem(beginning.data, beginning.size, list_name, sizeof list_name - 1) != NULL;
}

/* Adds {"query": …, "ratings": [{"docId": …, "rating": …}]}. */
static bool add_query(struct record_writer *writer, struct bytes entry, struct err *err)
{
    struct bytes query = task_value(entry, "query"), ratings = task_value(entry, "ratings"), rating;
    struct list_walk walk = list_walk_of(ratings);
    bool worked = query.size > 0 || err_set(err, ERR_INPUT, "these ratings have no \"query\"; add it");
    while (worked && bytes_starts_with(ratings, "[") && list_walk_next(&walk, &rating)) {
        struct bytes document = task_value(rating, "docId"), grade = task_value(rating, "rating");
        worked = document.size > 0 || err_set(err, ERR_INPUT, "this rating has no \"docId\"; add it");
        if (worked)
            record_writer_add(writer, rating.data, query, document, "grade",
                              grade.size > 0 ? grade : bytes_of("null"));
    }
    return worked;
}

static bool add_list(struct record_writer *writer, struct bytes list, struct err *err)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes entry;
    bool worked =
        bytes_starts_with(list, "[") || err_set(err, ERR_INPUT, "\"judgmentRatings\" must be a list");
    while (worked && list_walk_next(&walk, &entry))
        worked = add_query(writer, entry, err);
    return worked;
}

/* Adds the lists of the object, or of each of its hits. */
static bool add_lists(struct record_writer *writer, struct bytes object, struct err *err)
{
    struct bytes own = task_value(object, "judgmentRatings"),
                 source = task_value(object, "_source.judgmentRatings");
    struct bytes hits = task_value(object, "hits.hits"), hit;
    struct list_walk walk = list_walk_of(hits);
    bool worked =
        (own.size == 0 || add_list(writer, own, err)) && (source.size == 0 || add_list(writer, source, err));
    while (worked && bytes_starts_with(hits, "[") && list_walk_next(&walk, &hit))
        worked = add_lists(writer, hit, err);
    return worked;
}

bool opensearch_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct task_walk walk = task_walk_of(content);
    struct bytes object = content;
    bool worked = true;
    record_writer_begin(&writer, content, out);
    while (worked && task_walk_next(&walk, &object))
        worked = add_lists(&writer, object, err);
    if (worked && walk.fault != NULL) {
        object.data = walk.fault_at;
        worked = err_set(err, ERR_INPUT, "%s", walk.fault);
    }
    worked = worked && (writer.n > 0 ||
                        err_set(err, ERR_INPUT, "\"judgmentRatings\" has no ratings; export the list again"));
    *line = worked ? 0 : record_writer_line(&writer, object.data);
    record_writer_end(&writer);
    return worked;
}
