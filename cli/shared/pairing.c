#include "cli/shared/pairing.h"

#include "core/metric/statistics/comparison.h"
#include "import/files/file.h"

#include <math.h>

bool pairing_check_margin(struct scores *scores, double margin, struct err *err)
{
    for (size_t m = 0; m < scores->n_asked; m++) {
        if (margin >= 1 && scores->measures.items[m].row->range == RANGE_UNIT)
            return err_set(err, ERR_USAGE,
                           "--margin %g: %s is between 0 and 1, so no run can be worse by that much; 0.02 is "
                           "two hundredths",
                           margin, scores_measure_name(scores, m));
    }
    return true;
}

bool pairing_check_files(const char *const *paths, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (file_is_same(paths[i], paths[j]))
                return err_set(err, ERR_INPUT, "%s is the same file as %s; name different runs",
                               file_label(paths[j]), file_label(paths[i]));
        }
    }
    return true;
}

bool pairing_check_runs(const struct arguments *arguments, struct err *err)
{
    return pairing_check_files(arguments->operands + 1, arguments->n_operands - 1, err);
}

bool pairing_check_truth(const struct truth *truth, struct err *err)
{
    return truth_has_relevant(truth) || err_set(err, ERR_INPUT,
                                                "%s: no document has a grade above 0, so no document is "
                                                "relevant and there is nothing to compare",
                                                file_label(truth->path));
}

bool pairing_check_means(struct scores *scores, struct err *err)
{
    for (size_t m = 0; m < scores->n_asked; m++) {
        if (scores->measures.items[m].row->is_geometric)
            return err_set(err, ERR_USAGE,
                           "%s is a geometric mean of all questions, but questions are compared one by one; "
                           "choose the measure without the geometric mean",
                           scores_measure_name(scores, m));
    }
    return true;
}

bool pairing_check_measures(struct scores *scores, struct err *err)
{
    for (size_t m = 0; m < scores->n_asked; m++) {
        if (scores->measures.items[m].row->is_sum)
            return err_set(err, ERR_USAGE,
                           "%s is a count, which is neither better nor worse; choose another measure",
                           scores_measure_name(scores, m));
    }
    return pairing_check_means(scores, err);
}

bool pairing_check_gains(struct scores *scores, struct err *err)
{
    for (size_t m = 0; m < scores->n_asked; m++) {
        const struct measure *measure = &scores->measures.items[m];
        if (measure->row->is_lack)
            return err_set(err, ERR_USAGE,
                           "%s: lower values are better, but a verdict needs a measure where higher values "
                           "are better; choose another measure",
                           scores_measure_name(scores, m));
        if (!scores_reach_relevance(scores, m))
            return err_set(err, ERR_INPUT,
                           "%s: no grade reaches %g, the lowest relevant grade of %s, so there is nothing to "
                           "compare; set rel= in the measure",
                           file_label(scores->truth.path), measure->rel, scores_measure_name(scores, m));
    }
    return pairing_check_measures(scores, err);
}

static void add_pair(struct pairing *out, const struct qrels_question *question, const double *baseline,
                     const double *run)
{
    out->questions[out->n_questions] = question;
    out->baseline_rows[out->n_questions] = baseline;
    out->run_rows[out->n_questions] = run;
    out->n_questions++;
}

static bool takes_part(const struct pairing *pairing, const struct scores *scores,
                       const struct qrels_question *question)
{
    return pairing->slice == scores_whole ||
           scores->slices.of_question[question - scores->truth.qrels.questions] == pairing->slice;
}

/* With --questions both, two runs may be scored on different questions. Only the common ones count. */
static void pair_questions(struct pairing *out, const struct scores *scores,
                           const struct evaluation *baseline, const struct evaluation *run)
{
    size_t b = 0;
    size_t r = 0;
    while (b < baseline->n_questions && r < run->n_questions) {
        int order = bytes_compare(baseline->questions[b]->qid, run->questions[r]->qid);
        if (order == 0 && takes_part(out, scores, run->questions[r]))
            add_pair(out, run->questions[r], baseline->values + b * baseline->n_measures,
                     run->values + r * run->n_measures);
        b += order <= 0;
        r += order >= 0;
    }
}

/* If all weights are 0, each question counts the same. */
static void set_shares(struct pairing *out, struct scores *scores)
{
    double weight = 0;
    out->shares = arena_get_array(&scores->arena, out->n_questions, sizeof *out->shares);
    for (size_t q = 0; q < out->n_questions; q++) {
        out->shares[q] = scores->weights[out->questions[q] - scores->truth.qrels.questions];
        weight += out->shares[q];
    }
    for (size_t q = 0; q < out->n_questions; q++)
        out->shares[q] = weight > 0 ? out->shares[q] * (double)out->n_questions / weight : 1;
}

void pairing_make(struct pairing *out, struct scores *scores, const struct scored_run *baseline,
                  const struct scored_run *run, size_t slice)
{
    const size_t n = run->evaluation.n_questions;
    *out = (struct pairing){
        .run = run,
        .slice = slice,
        .questions = arena_get_array(&scores->arena, n, sizeof *out->questions),
        .baseline_rows = arena_get_array(&scores->arena, n, sizeof *out->baseline_rows),
        .run_rows = arena_get_array(&scores->arena, n, sizeof *out->run_rows),
    };
    pair_questions(out, scores, &baseline->evaluation, &run->evaluation);
    if (scores->weights != NULL)
        set_shares(out, scores);
}

double *pairing_values(const struct pairing *pairing, const double *const *rows, size_t n_asked,
                       struct arena *arena)
{
    double *values = arena_get_array(arena, pairing->n_questions * n_asked, sizeof *values);
    for (size_t q = 0; q < pairing->n_questions; q++) {
        for (size_t m = 0; m < n_asked; m++)
            values[q * n_asked + m] = rows[q][m] * (pairing->shares != NULL ? pairing->shares[q] : 1);
    }
    return values;
}

double *pairing_differences(const struct pairing *pairing, const double *baseline, const double *run,
                            size_t n_asked, struct arena *arena)
{
    const size_t n = pairing->n_questions * n_asked;
    double *differences = arena_get_array(arena, n, sizeof *differences);
    for (size_t i = 0; i < n; i++)
        differences[i] = comparison_difference(baseline[i], run[i]);
    estimate_linearise(differences, pairing->shares, pairing->n_questions, n_asked, n_asked);
    return differences;
}

double pairing_heaviest(const struct pairing *pairing)
{
    double heaviest = pairing->shares == NULL ? 1 : 0;
    for (size_t q = 0; pairing->shares != NULL && q < pairing->n_questions; q++)
        heaviest = fmax(heaviest, pairing->shares[q]);
    return heaviest;
}

bool pairing_is_enough(const struct pairing *pairing)
{
    return pairing->slice == scores_whole || pairing->n_questions >= SLICE_LEAST;
}
