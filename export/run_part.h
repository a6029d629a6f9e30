/* Writes parts of runs as text, see core/metric/run_part.h. import/runs/run_part.h reads them. */
#pragma once

#include "core/metric/evaluation.h"
#include "core/metric/run_part.h"

/* How the documents of the run were ordered. */
struct run_part_order {
    enum ties ties;
    enum score_type scores;
    const struct run_rules *rules;
};

/*
 * Adds the questions of the evaluation that the run answers. `places` and `holes` are those that its evaluator kept for
 * each question of the qrels.
 */
void run_part_write(const struct evaluation *evaluation, const struct qrels *qrels,
                    const struct judged_places *places, const struct holes *holes,
                    const struct run_part_order *order, struct buffer *out);
