/*
 * Preferences between the documents of a question, by judgment groups as trec_eval has them (Buckley, get_prefs.c). In a
 * subgroup, each document of a higher level is preferred to each of a lower one, and the levels say nothing else, but
 * that 0 is not relevant. A group is what somebody preferred at one time: of several subgroups all that follows from
 * them is preferred, too, and they may not contradict each other. Two groups may.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_PREFERENCE_GROUPS_H
#define ASSAY_CORE_METRIC_MEASURES_PREFERENCE_GROUPS_H

#include "core/base/err.h"
#include "core/metric/qrels.h"

enum {
    PREFERENCE_DOCUMENTS_MAX = 5000, /* judged ones of a question: each pair is looked at */
    PREFERENCE_SUBGROUPED_MAX =
        500, /* documents of a group that has subgroups: what follows takes their cube */
};

struct preference_group {
    size_t n; /* documents */
    struct preference_document {
        size_t judgment; /* index of the question's judgments */
        double level;    /* 0: not relevant */
    } * documents;
    bool *follows; /* n × n: whether the one is preferred to the other; NULL: the levels say it */
};

/* {0} has none and is safe to release. */
struct preference_groups {
    struct preference_group *items;
    size_t n;
};

/* Those of a question that preference_groups_check has passed; without groups it has none. */
void preference_groups_make(struct preference_groups *out, const struct qrels_question *question);
void preference_groups_release(struct preference_groups *groups);
/* Whether the first of two documents of the group is preferred to the second. */
bool preference_is(const struct preference_group *group, size_t first, size_t second);

/* ERR_INPUT names question and group: it contradicts itself, or is too large. */
bool preference_groups_check(const struct qrels_question *question, struct err *err)
    __attribute__((warn_unused_result));

#endif
