/*
 * The truth that runs are scored against: a qrels file, or the labels of a database as they stand. Its content
 * tells which.
 */
#ifndef ASSAY_CLI_TRUTH_H
#define ASSAY_CLI_TRUTH_H

#include "cli/command.h"
#include "core/metric/measure_name.h"
#include "core/store/labels.h"

/* {0} is empty and safe to release. */
struct truth {
    const char *path;
    struct qrels qrels;
    bool is_database;
    struct label_base base; /* of a database */
};

/*
 * Reads the truth at `path`, which must outlive it. An empty list of measures gets those of the database's
 * setting, or of a qrels file the default ones. ERR_INPUT also: a database without a vote.
 */
bool truth_open(struct truth *truth, const char *path, struct measure_list *measures, struct world *world,
                struct err *err) __attribute__((warn_unused_result));
void truth_release(struct truth *truth);
/* ERR_INPUT names a grade that one of the measures is not defined on. */
bool truth_check(const struct truth *truth, const struct measure_list *measures, struct err *err)
    __attribute__((warn_unused_result));
/* Whether a document has a grade above 0. */
bool truth_has_relevant(const struct truth *truth);
/* Of a database: says how many questions and votes the scores stand on. */
void truth_remark(const struct truth *truth, struct world *world);

#endif
