#include "core/metric/scoring.h"

#include "core/base/bug.h"

#include <stdlib.h>

void score_ranking(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                   double *values)
{
    for (size_t i = 0; i < n_measures; i++)
        values[i] = measure_value(&measures[i], ranking);
}

void scorer_release(struct scorer *scorer)
{
    qrels_question_release(&scorer->truth);
    ranking_release(&scorer->ranking);
    *scorer = (struct scorer){0};
}

void scorer_set_labels(struct scorer *scorer, struct bytes qid, const struct judgment *judgments, size_t n)
{
    qrels_question_clear(&scorer->truth);
    scorer->truth.qid = qid;
    for (size_t i = 0; i < n; i++)
        BUG_UNLESS(qrels_question_add(&scorer->truth, judgments[i].docid, judgments[i].grade));
}

void scorer_score(struct scorer *scorer, const struct ranked_run *run, double *values)
{
    struct ranked_question retrieved = ranked_run_find(run, scorer->truth.qid);
    ranking_set_ranked(&scorer->ranking, &retrieved, &scorer->truth);
    score_ranking(scorer->measures, scorer->n_measures, &scorer->ranking, values);
}
