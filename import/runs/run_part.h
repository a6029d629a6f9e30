/*
 * Parts of runs (core/metric/run_part.h), which stand in the place of runs where these are scored. export/run_part.h writes them.
 */
#ifndef ASSAY_IMPORT_RUNS_RUN_PART_H
#define ASSAY_IMPORT_RUNS_RUN_PART_H

#include "core/base/err.h"
#include "core/metric/evaluation.h"

/* By the first bytes. */
bool run_part_is(struct bytes content);
/* ERR_INPUT: a part stands where the documents of a run are needed. */
bool run_part_refuse(const char *path, struct err *err);

/* Told each question of a part that is none of the evaluator's. */
struct run_part_watch {
    void (*unknown)(void *context, struct bytes qid);
    void *context;
};

/*
 * Scores the questions of a part. ERR_INPUT: it is not whole, or not as it was written; the evaluator orders documents
 * otherwise; other documents of a question have been judged since; or a question has been scored already, so that two parts have
 * it.
 */
bool run_part_evaluate(struct bytes content, const char *path, struct evaluator *evaluator,
                       const struct run_part_watch *watch, struct err *err)
    __attribute__((warn_unused_result));

#endif
