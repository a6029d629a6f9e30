/*
 * Reads parts of runs (core/metric/run_part.h), which take the place of runs in scoring. export/run_part.h writes them.
 */
#pragma once

#include "core/base/err.h"
#include "core/metric/evaluation.h"

/* Returns whether the content is a part, by its first bytes. */
bool run_part_is(struct bytes content);
/* Returns false with ERR_INPUT when the file is a part, where the documents of a run are needed. */
bool run_part_refuse(const char *path, struct err *err);

/* Told each question of a part that the evaluator does not have. */
struct run_part_watch {
    void (*unknown)(void *context, struct bytes qid);
    void *context;
};

/*
 * Scores the questions of a part. ERR_INPUT: the part is incomplete or was changed, the evaluator orders documents in
 * another way, other documents of a question have been judged since, or a question has been scored already and so is in
 * two parts.
 */
MUST_CHECK bool run_part_evaluate(struct bytes content, const char *path, struct evaluator *evaluator,
                                  const struct run_part_watch *watch, struct err *err);
