#include "cli/score/hole_bounds.h"

#include "cli/shared/output.h"
#include "core/metric/filled_holes.h"

#include <math.h>

/* Returns the highest grade, but at least 1 for a relevant document. */
static double highest_grade(const struct qrels *qrels)
{
    return fmax(qrels_highest_grade(qrels), 1);
}

static struct two_rankings two_rankings_of(const struct scores *scores, const struct pairing *pairing,
                                           size_t question)
{
    size_t place = (size_t)(pairing->questions[question] - scores->truth.qrels.questions);
    return (struct two_rankings){
        .truth = pairing->questions[question],
        .holes = {&scores->runs[0].holes[place], &pairing->run->holes[place]},
        .places = {&scores->runs[0].places[place], &pairing->run->places[place]},
    };
}

static size_t count_holes(const struct scores *scores, const struct pairing *pairing)
{
    size_t n = 0;
    for (size_t q = 0; q < pairing->n_questions; q++) {
        struct two_rankings question = two_rankings_of(scores, pairing, q);
        n += question.holes[0]->n + question.holes[1]->n;
    }
    return n;
}

/* Returns run - baseline by the first measure, with the holes filled in. */
static double filled_difference(const struct scores *scores, const struct pairing *pairing,
                                enum filling filling)
{
    const double grade = highest_grade(&scores->truth.qrels);
    struct ranking ranking = {0};
    double sum = 0;
    for (size_t q = 0; q < pairing->n_questions; q++) {
        struct two_rankings question = two_rankings_of(scores, pairing, q);
        double values[2];
        filled_holes_score(&question, filling, grade, &scores->measures.items[0], &ranking, values);
        sum += (values[1] - values[0]) * (pairing->shares != NULL ? pairing->shares[q] : 1);
    }
    ranking_release(&ranking);
    return sum / (double)pairing->n_questions;
}

void hole_bounds_remark(struct scores *scores, const struct pairing *pairing, struct world *world)
{
    const struct measure_row *measure = scores->measures.items[0].row;
    if (scores->ties == TIES_AVERAGE || measure->is_sum || measure->truth != TRUTH_GRADES ||
        count_holes(scores, pairing) == 0)
        return;
    const int precision = scores->precision;
    const double grade = highest_grade(&scores->truth.qrels);
    const struct bytes run = pairing->run->name;
    const struct bytes baseline = scores->runs[0].name;
    output_remark(world,
                  "%s of %.*s - %.*s: %.*f if all unjudged documents among the first %d were relevant at "
                  "grade %g, %.*f if only the unjudged documents that only %.*s has were relevant, %.*f if "
                  "only those that only %.*s has were relevant",
                  scores_measure_name(scores, 0), BYTES_FORMAT(run), BYTES_FORMAT(baseline), precision,
                  filled_difference(scores, pairing, FILL_BOTH), HOLES_DEPTH, grade, precision,
                  filled_difference(scores, pairing, FILL_SECOND), BYTES_FORMAT(run), precision,
                  filled_difference(scores, pairing, FILL_FIRST), BYTES_FORMAT(baseline));
}
