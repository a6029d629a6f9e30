#include "cli/chunks.h"

#include "core/base/map.h"

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

static bool has_judged(const struct holes *holes, const struct qrels *qrels)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        if (holes[q].n_judged > 0)
            return true;
    }
    return false;
}

/* "#0" of "d1#0", where d1 is judged; empty: it begins with no judged document. */
static struct bytes end_of(const struct map *judged, struct bytes docid)
{
    for (size_t at = docid.size; at-- > 1;) {
        if (!is_alphanumeric(docid.data[at]) && map_find(judged, bytes_slice(docid, 0, at)) != MAP_ABSENT)
            return bytes_from(docid, at);
    }
    return (struct bytes){0};
}

/* "#" of "#0", "_chunk_" of "_chunk_3" */
static struct bytes separator_of(struct bytes end)
{
    while (end.size > 0 && is_alphanumeric(end.data[end.size - 1]))
        end.size--;
    return end;
}

static void put_judged(const struct qrels *qrels, struct map *judged)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            map_put(judged, qrels->questions[q].judgments[i].docid, NULL);
    }
}

/* A third, since documents that nobody has judged have chunks, too; nearly all of them in one way. */
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
            const struct bytes own = separator_of(end_of(&judged, docid));
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
