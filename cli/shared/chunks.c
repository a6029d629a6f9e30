#include "cli/shared/chunks.h"

#include "core/base/map.h"
#include "import/chunk_end.h"

static bool has_judged(const struct holes *holes, const struct qrels *qrels)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        if (holes[q].n_judged > 0)
            return true;
    }
    return false;
}

static bool is_judged(void *context, struct bytes docid)
{
    return map_find(context, docid) != MAP_ABSENT;
}

static void put_judged(const struct qrels *qrels, struct map *judged)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            map_put(judged, qrels->questions[q].judgments[i].docid, NULL);
    }
}

/*
 * At least a third of the documents must be chunks of judged ones, because unjudged documents have chunks, too. Nearly
 * all of these must have the same separator.
 */
static bool are_chunks(size_t n, size_t n_of_judged, size_t n_alike)
{
    return n_of_judged > 0 && n_of_judged * 3 >= n && n_alike * 10 >= n_of_judged * 9;
}

bool chunks_add_separator(const struct holes *holes, const struct qrels *qrels, struct buffer *separator)
{
    struct map judged = {0};
    struct bytes first = {0};
    size_t n = 0, n_of_judged = 0, n_alike = 0;
    if (has_judged(holes, qrels))
        return false;
    put_judged(qrels, &judged);
    for (size_t q = 0; q < qrels->n_questions; q++) {
        struct bytes rest = holes[q].docids;
        struct bytes docid;
        for (; holes_next(&rest, &docid); n++) {
            const struct bytes own = chunk_separator(docid, is_judged, &judged);
            first = first.size == 0 ? own : first;
            n_of_judged += own.size > 0;
            n_alike += own.size > 0 && bytes_equal(own, first);
        }
    }
    map_release(&judged);
    if (!are_chunks(n, n_of_judged, n_alike))
        return false;
    buffer_add(separator, first);
    return true;
}
