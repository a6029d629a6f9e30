/* Qrels with judgments in groups: by subtopic, or by judge (core/metric/measures/judgment_groups.h). */
#pragma once

#include "core/base/err.h"
#include "core/metric/qrels.h"

enum grouping {
    GROUPING_SUBTOPICS,   /* lines `qid subtopic docid grade` */
    GROUPING_PREFERENCES, /* also lines `qid group subgroup docid level` */
};

/*
 * Reads such qrels; every question then has groups. ERR_INPUT as for import_qrels, with one difference: a question may
 * have a document in several groups, but only once in each group or subgroup. ERR_SYSTEM: see file_open.
 */
MUST_CHECK bool import_grouped_qrels(const char *path, enum grouping grouping, struct qrels *out,
                                     struct err *err);
