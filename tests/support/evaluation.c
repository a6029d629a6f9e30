#include "tests/support/evaluation.h"

void evaluation_make(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                     const struct measure *measures, size_t n_measures, enum ties ties,
                     enum questions questions)
{
    struct evaluator evaluator;
    evaluator_open(&evaluator, qrels, measures, n_measures, ties);
    evaluator_score_run(&evaluator, run);
    evaluator_finish(&evaluator, questions, out);
    evaluator_close(&evaluator);
}
