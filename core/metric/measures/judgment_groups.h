/*
 * Judgments of one question in groups: by subtopic in diversity qrels, by judge in preferences. A document may then
 * occur several times under its question: at most once in each group, or once in each of its subgroups.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/map.h"

struct grouped_judgment {
    uint32_t judgment; /* index among the question's judgments */
    uint32_t group;    /* in the order of first occurrence, from 0 */
    uint32_t subgroup; /* likewise; subgroups of different groups may share a name */
    double grade;
};

/* {0} is empty and safe to release. */
struct judgment_groups {
    /* in the order of addition; after sorting by judgment, then group, then subgroup */
    struct grouped_judgment *items;
    size_t n, capacity;
    struct map names;    /* of the groups */
    struct map subnames; /* of the subgroups of all groups */
};

void judgment_groups_release(struct judgment_groups *groups);
/* Adds a judgment. The names are not copied. */
void judgment_groups_add(struct judgment_groups *groups, size_t judgment, struct bytes group,
                         struct bytes subgroup, double grade);
/* Sorts the judgments. Call it after all were added. Returns a judgment that is repeated, or NULL. */
const struct grouped_judgment *judgment_groups_sort(struct judgment_groups *groups);

/* The grouped judgments of one document. */
struct grouped_judgments {
    const struct grouped_judgment *items;
    size_t n;
};
struct grouped_judgments judgment_groups_of(const struct judgment_groups *groups, size_t judgment);
