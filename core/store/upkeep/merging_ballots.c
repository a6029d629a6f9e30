/*
 * Finds which ballots of several files are the same: those of a link, directly or over further links. A class is
 * identified by its least ballot, which is from the first file.
 */
#include "core/store/upkeep/merging_private.h"

#include "core/base/memory.h"
#include "core/store/rows.h"

#include <stdlib.h>

/*
 * Ballots count from 1. Each refers to an earlier ballot of its class, or to itself, and then it identifies the class.
 */
struct classes {
    uint32_t *before;
    size_t n;
};

static uint32_t find_class(struct classes *classes, uint32_t ballot)
{
    while (classes->before[ballot] != ballot) {
        classes->before[ballot] =
            classes->before[classes->before[ballot]]; /* shortens the path for the next time */
        ballot = classes->before[ballot];
    }
    return ballot;
}

static void join(struct classes *classes, uint32_t a, uint32_t b)
{
    a = find_class(classes, a);
    b = find_class(classes, b);
    classes->before[a > b ? a : b] = a > b ? b : a;
}

/* The links of one group. */
struct group {
    struct merge_link *links;
    size_t n, capacity;
};

/*
 * Two ballots of one file are never the same. If a group has two, it is not known to which of them the others belong,
 * so none is joined.
 */
static void join_group(struct classes *classes, const struct group *group)
{
    for (size_t i = 1; i < group->n; i++) {
        if (group->links[i].file == group->links[i - 1].file)
            return;
    }
    for (size_t i = 1; i < group->n; i++)
        join(classes, (uint32_t)group->links[0].ballot, (uint32_t)group->links[i].ballot);
}

static bool read_links(struct merging *merging, enum statement statement, struct classes *classes,
                       struct err *err)
{
    struct group group = {0};
    struct query query = query_start(merging->to->db, statement);
    while (query_next(&query)) {
        struct merge_link link = read_merge_link(&query);
        if (group.n > 0 && group.links[0].in_group != link.in_group) {
            join_group(classes, &group);
            group.n = 0;
        }
        VECTOR_PUSH(group.links, group.n, group.capacity) = link;
    }
    join_group(classes, &group);
    free(group.links);
    return query_end(&query, err);
}

static bool put_classes(struct merging *merging, struct classes *classes, struct err *err)
{
    bool put = true;
    for (uint32_t ballot = 1; put && ballot <= classes->n; ballot++) {
        uint32_t class = find_class(classes, ballot);
        put = class == ballot ||
              db_run(merging->to->db, STATEMENT_MERGE_CLASS_SET, (const int64_t[]){ballot, class}, 2, err);
    }
    return put;
}

static bool make_classes(struct merging *merging, struct classes *classes, struct err *err)
{
    int64_t n;
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_BALLOT_COUNT);
    if (!query_one_integer(&query, 0, &n, err))
        return false;
    if (n >= UINT32_MAX)
        return err_set(err, ERR_INPUT, "the files have %lld ballots together; more than %lld can't be merged",
                       (long long)n, (long long)UINT32_MAX - 1);
    classes->n = (size_t)n;
    classes->before = memory_get((classes->n + 1) * sizeof *classes->before);
    for (size_t i = 0; i <= classes->n; i++)
        classes->before[i] = (uint32_t)i;
    return true;
}

bool merging_link_ballots(struct merging *merging, struct err *err)
{
    struct classes classes = {0};
    bool linked = make_classes(merging, &classes, err) &&
                  read_links(merging, STATEMENT_MERGE_BALLOT_LINK_LIST, &classes, err) &&
                  read_links(merging, STATEMENT_MERGE_ANSWER_LINK_LIST, &classes, err) &&
                  put_classes(merging, &classes, err);
    free(classes.before);
    return linked;
}
