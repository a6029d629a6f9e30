/* Scores a run in memory in one call. */
#pragma once

#include "core/metric/evaluation.h"

/* The qrels must outlive the evaluation. The caller releases the evaluation. */
void evaluation_make(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                     const struct measure *measures, size_t n_measures, enum ties ties,
                     enum questions questions);
