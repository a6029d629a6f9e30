/* A run in memory, scored at once. */
#ifndef ASSAY_TESTS_SUPPORT_EVALUATION_H
#define ASSAY_TESTS_SUPPORT_EVALUATION_H

#include "core/metric/evaluation.h"

/* The qrels must outlive the evaluation; its release is the caller's. */
void evaluation_make(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                     const struct measure *measures, size_t n_measures, enum ties ties,
                     enum questions questions);

#endif
