/*
 * Qrels whose judgments are kept apart in groups: by subtopic, or by who judged (core/metric/measures/judgment_groups.h).
 */
#ifndef ASSAY_IMPORT_GROUPED_QRELS_H
#define ASSAY_IMPORT_GROUPED_QRELS_H

#include "core/base/err.h"
#include "core/metric/qrels.h"

enum grouping {
    GROUPING_SUBTOPICS,   /* lines `qid subtopic docid grade` */
    GROUPING_PREFERENCES, /* the same, or `qid group subgroup docid level` */
};

/*
 * Reads such qrels; every question has groups then. ERR_INPUT as of import_qrels, but for a document that stands several
 * times under one question: it stands twice in one group, or subgroup. ERR_SYSTEM: see file_open.
 */
bool import_grouped_qrels(const char *path, enum grouping grouping, struct qrels *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
