/*
 * Judgments of one question apart: by subtopic in diversity qrels, by who judged in preferences. A document then stands
 * several times under its question, in each group at most once, or once in each of its subgroups.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_JUDGMENT_GROUPS_H
#define ASSAY_CORE_METRIC_MEASURES_JUDGMENT_GROUPS_H

#include "core/base/bytes.h"
#include "core/base/map.h"

struct grouped_judgment {
    uint32_t judgment; /* index of the question's judgments */
    uint32_t group;    /* in the order in which they came, from 0 */
    uint32_t subgroup; /* the same; in different groups of one name */
    double grade;
};

/* {0} has none and is safe to release. */
struct judgment_groups {
    struct grouped_judgment *items; /* as added; once sorted by judgment, then group, then subgroup */
    size_t n, capacity;
    struct map names;    /* of the groups */
    struct map subnames; /* of all their subgroups */
};

void judgment_groups_release(struct judgment_groups *groups);
/* The names are not copied. */
void judgment_groups_add(struct judgment_groups *groups, size_t judgment, struct bytes group,
                         struct bytes subgroup, double grade);
/* To be called when all are added. NULL, or one that stands there a second time. */
const struct grouped_judgment *judgment_groups_sort(struct judgment_groups *groups);

/* Those of one judgment. */
struct grouped_judgments {
    const struct grouped_judgment *items;
    size_t n;
};
struct grouped_judgments judgment_groups_of(const struct judgment_groups *groups, size_t judgment);

#endif
