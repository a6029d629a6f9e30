#include "core/metric/measures/preference_groups.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- Groups --------------------------------------------------------------- */

/* Sorts by group, then subgroup, then judgment. */
static int compare_items(const void *a, const void *b)
{
    const struct grouped_judgment *left = a;
    const struct grouped_judgment *right = b;
    if (left->group != right->group)
        return left->group < right->group ? -1 : 1;
    if (left->subgroup != right->subgroup)
        return left->subgroup < right->subgroup ? -1 : 1;
    return (left->judgment > right->judgment) - (left->judgment < right->judgment);
}

static struct grouped_judgment *copy_by_group(const struct judgment_groups *groups)
{
    struct grouped_judgment *items = memory_get(groups->n * sizeof *items);
    if (groups->n == 0)
        return items; /* there is nothing to copy from */
    memcpy(items, groups->items, groups->n * sizeof *items);
    qsort(items, groups->n, sizeof *items, compare_items);
    return items;
}

static size_t size_of_group(const struct grouped_judgment *items, size_t n)
{
    size_t size = 1;
    while (size < n && items[size].group == items[0].group)
        size++;
    return size;
}

static size_t find_document(const struct preference_group *group, size_t judgment)
{
    size_t at = 0;
    while (at < group->n && group->documents[at].judgment != judgment)
        at++;
    return at;
}

/* Adds each document once. */
static void add_documents(struct preference_group *group, const struct grouped_judgment *items, size_t n)
{
    group->documents = memory_get(n * sizeof *group->documents);
    const bool has_subgroups = items[n - 1].subgroup != items[0].subgroup;
    for (size_t i = 0; i < n; i++) {
        if (!has_subgroups || find_document(group, items[i].judgment) == group->n)
            group->documents[group->n++] = (struct preference_document){items[i].judgment, items[i].grade};
    }
    if (has_subgroups)
        group->follows = memory_get_zeroed(group->n * group->n, sizeof *group->follows);
}

static void add_subgroups(struct preference_group *group, const struct grouped_judgment *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t first = find_document(group, items[i].judgment);
        for (size_t j = 0; j < n; j++) {
            if (items[j].subgroup == items[i].subgroup && items[j].grade < items[i].grade)
                group->follows[first * group->n + find_document(group, items[j].judgment)] = true;
        }
    }
}

/* Warshall's algorithm: adds what follows from two preferences over a document in between. */
static void add_what_follows(struct preference_group *group)
{
    const size_t n = group->n;
    for (size_t between = 0; between < n; between++) {
        for (size_t first = 0; first < n; first++) {
            if (!group->follows[first * n + between])
                continue;
            for (size_t second = 0; second < n; second++)
                group->follows[first * n + second] |= group->follows[between * n + second];
        }
    }
}

void preference_groups_make(struct preference_groups *out, const struct qrels_question *question)
{
    *out = (struct preference_groups){0};
    if (question == NULL || question->groups == NULL)
        return;
    const struct judgment_groups *groups = question->groups;
    struct grouped_judgment *items = copy_by_group(groups);
    out->items = memory_get_zeroed(groups->names.size, sizeof *out->items);
    for (size_t i = 0, size; i < groups->n; i += size) {
        struct preference_group *group = &out->items[out->n++];
        size = size_of_group(&items[i], groups->n - i);
        add_documents(group, &items[i], size);
        if (group->follows != NULL) {
            add_subgroups(group, &items[i], size);
            add_what_follows(group);
        }
    }
    free(items);
}

void preference_groups_release(struct preference_groups *groups)
{
    for (size_t i = 0; i < groups->n; i++) {
        free(groups->items[i].documents);
        free(groups->items[i].follows);
    }
    free(groups->items);
    *groups = (struct preference_groups){0};
}

bool preference_is(const struct preference_group *group, size_t first, size_t second)
{
    return group->follows != NULL ? group->follows[first * group->n + second]
                                  : group->documents[first].level > group->documents[second].level;
}

/* --- Checks --------------------------------------------------------------- */

static bool check_sizes(const struct qrels_question *question, struct err *err)
{
    if (question->n_judgments > PREFERENCE_DOCUMENTS_MAX)
        return err_set(err, ERR_INPUT, "preferences can be counted among up to %d documents, not %zu",
                       PREFERENCE_DOCUMENTS_MAX, question->n_judgments);
    struct grouped_judgment *items = copy_by_group(question->groups);
    bool fits = true;
    for (size_t i = 0, size; fits && i < question->groups->n; i += size) {
        size = size_of_group(&items[i], question->groups->n - i);
        fits = size <= PREFERENCE_SUBGROUPED_MAX || items[i].subgroup == items[i + size - 1].subgroup ||
               err_set(err, ERR_INPUT, "a group with subgroups can have up to %d lines, not %zu",
                       PREFERENCE_SUBGROUPED_MAX, size);
    }
    free(items);
    return fits;
}

static bool check_group(const struct preference_group *group, const struct judgment *judgments,
                        struct err *err)
{
    for (size_t i = 0; group->follows != NULL && i < group->n * group->n; i++) {
        const size_t first = i / group->n;
        const size_t second = i % group->n;
        if (first != second && preference_is(group, first, second) && preference_is(group, second, first))
            return err_set(err, ERR_INPUT,
                           "a group prefers %.*s to %.*s and also the other way round; make two groups of it",
                           BYTES_FORMAT(judgments[group->documents[first].judgment].docid),
                           BYTES_FORMAT(judgments[group->documents[second].judgment].docid));
    }
    return true;
}

bool preference_groups_check(const struct qrels_question *question, struct err *err)
{
    struct preference_groups groups = {0};
    bool is_sound = check_sizes(question, err);
    if (is_sound)
        preference_groups_make(&groups, question);
    for (size_t i = 0; is_sound && i < groups.n; i++)
        is_sound = check_group(&groups.items[i], question->judgments, err);
    preference_groups_release(&groups);
    return is_sound || err_context(err, "question %.*s", BYTES_FORMAT(question->qid));
}
