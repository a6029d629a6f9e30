/*
 * Preferences between the documents of a question, by judgment groups as in trec_eval (Buckley, get_prefs.c). In a
 * subgroup, each document of a higher level is preferred to each of a lower level. The levels have no other
 * meaning, except that 0 is not relevant. A group is what one judge preferred at one time. If it has several
 * subgroups, everything that follows from them is preferred, too, and they must not contradict each other.
 * Different groups may.
 */
#pragma once

#include "core/base/err.h"
#include "core/metric/qrels.h"

enum {
    PREFERENCE_DOCUMENTS_MAX = 5000, /* judged documents of a question; every pair is compared */
    PREFERENCE_SUBGROUPED_MAX = 500, /* documents of a group with subgroups; inference takes cubic time */
};

struct preference_group {
    size_t n; /* number of documents */
    struct preference_document {
        size_t judgment; /* index among the question's judgments */
        double level;    /* 0: not relevant */
    } * documents;
    bool *follows; /* n × n: whether one document is preferred to the other; NULL: the levels decide */
};

/* {0} has none and is safe to release. */
struct preference_groups {
    struct preference_group *items;
    size_t n;
};

/* Makes the groups of a question that preference_groups_check has accepted. A question without groups has none. */
void preference_groups_make(struct preference_groups *out, const struct qrels_question *question);
void preference_groups_release(struct preference_groups *groups);
/* Returns whether the first of two documents of the group is preferred to the second. */
bool preference_is(const struct preference_group *group, size_t first, size_t second);

/* Fails with ERR_INPUT, which names question and group, if a group contradicts itself or is too large. */
MUST_CHECK bool preference_groups_check(const struct qrels_question *question, struct err *err);
