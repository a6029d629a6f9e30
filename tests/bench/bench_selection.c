/*
 * Measures how the choice of judged documents by dealing affects the scores of runs. Simulated experts label the
 * questions of a collection with known judgments. After 25, 50, 75 and 100 % of each question's budget, its runs are
 * scored by the labels and by the judgments. For nDCG@10, P@10 and P(rel=2)@10 it prints:
 *
 * - how much higher the mean by the labels is than by the judgments, averaged over the runs;
 * - for the two runs where this matters most, their difference by the judgments and how much larger it is by the labels;
 * - in how many percent of the labellings two runs have the same order as by the judgments.
 *
 *   bench_selection FOLDER [POOL [LABELLINGS]]
 *
 * The folder has documents.jsonl, judgments.qrels and runs (*.run). POOL (31) is the number of documents in a pool,
 * LABELLINGS (8) how often the collection is labelled. Documents outside the pool count as not relevant here.
 */
#include "tests/support/experiment.h"

#include "core/judge/relevance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BUDGET = 40, QUARTERS = 4 };

static const struct way {
    const char *name;
    enum dealing dealing;
    enum labelling labelling;
    bool stops; /* stop when the question is settled at 95 % */
} ways[] = {
    {"balanced, rate", DEALING_BALANCED, LABELLING_RATE, false},
    {"balanced, luce", DEALING_BALANCED, LABELLING_LUCE, false},
    {"adaptive, rate", DEALING_ADAPTIVE, LABELLING_RATE, false},
    {"adaptive, luce", DEALING_ADAPTIVE, LABELLING_LUCE, false},
    {"adaptive until settled, luce", DEALING_ADAPTIVE, LABELLING_LUCE, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct voter {
    const char *name;
    enum expert expert;
} voters[] = {{"careful", EXPERT_HARD}, {"undecided", EXPERT_REAL}};
enum { VOTERS = sizeof voters / sizeof *voters };

static double score_precision(const struct trial_question *question, size_t run, const double *grades)
{
    return trial_run_precision(question, run, grades, 1);
}

static double score_precision_from_2(const struct trial_question *question, size_t run, const double *grades)
{
    return trial_run_precision(question, run, grades, 2);
}

typedef double score(const struct trial_question *question, size_t run, const double *grades);

/* P(rel=2) calls grades from 2 on relevant, in the labels and in the judgments. */
static const struct measure {
    const char *name;
    score *of_labels, *of_truth;
} measures[] = {{"nDCG@10", trial_run_ndcg, trial_run_ndcg},
                {"P@10", score_precision, score_precision},
                {"P(rel=2)@10", score_precision_from_2, score_precision}};
enum { MEASURES = sizeof measures / sizeof *measures };

/* Means over the questions, for one labelling. */
struct scores {
    double of[MEASURES][TRIAL_RUNS_MAX];
};

static void add_scores(const struct trial_question *question, const double *grades, bool is_truth,
                       double share, struct scores *scores)
{
    for (size_t m = 0; m < MEASURES; m++) {
        score *const score_run = is_truth ? measures[m].of_truth : measures[m].of_labels;
        for (size_t r = 0; r < question->n_runs; r++)
            scores->of[m][r] += share * score_run(question, r, grades);
    }
}

static void label(const struct trial_question *question, const struct way *way, enum expert expert,
                  uint64_t seed, double share, struct scores quarters[QUARTERS])
{
    static struct trial_run run;
    double grades[TRIAL_POOL_MAX];
    trial_run_begin(&run, question, expert, seed);
    bool goes_on = true;
    for (size_t quarter = 0; quarter < QUARTERS; quarter++) {
        const size_t ballots = BUDGET * (quarter + 1) / QUARTERS;
        if (way->stops)
            goes_on = goes_on && trial_settle(&run, ballots).probability < 0.95;
        while (goes_on && run.n_votes < ballots && trial_run_step(&run, way->dealing))
            ; /* a small pool has fewer ballots */
        trial_grades(&run, way->labelling, grades);
        add_scores(question, grades, false, share, &quarters[quarter]);
    }
}

static void take_truth(const struct collection *collection, struct scores *truth)
{
    double grades[TRIAL_POOL_MAX];
    *truth = (struct scores){{{0}}};
    for (size_t q = 0; q < collection->n_questions; q++) {
        const struct trial_question *question = &collection->questions[q];
        for (size_t i = 0; i < question->n; i++)
            grades[i] = fmin(question->grades[i], GRADING_LEVELS_DEFAULT - 1);
        add_scores(question, grades, true, 1 / (double)collection->n_questions, truth);
    }
}

/* Prints the cells for one measure after a part of the budget, over all labellings. */
static void print_cells(const double *truth, const struct scores *labelled, size_t measure, size_t n_runs,
                        size_t labellings)
{
    double bias = 0, right = 0, pairs = 0, most = 0, most_truth = 0;
    for (size_t a = 0; a < n_runs; a++) {
        for (size_t l = 0; l < labellings; l++)
            bias += (labelled[l].of[measure][a] - truth[a]) / (double)(n_runs * labellings);
        for (size_t b = 0; b < n_runs; b++) {
            const double true_difference = truth[a] - truth[b];
            double excess = 0;
            if (true_difference <= 0)
                continue;
            for (size_t l = 0; l < labellings; l++) {
                const double difference = labelled[l].of[measure][a] - labelled[l].of[measure][b];
                excess += (difference - true_difference) / (double)labellings;
                right += difference > 0;
                pairs++;
            }
            if (fabs(excess) >= fabs(most)) {
                most = excess;
                most_truth = true_difference;
            }
        }
    }
    printf(" %+.3f, %.3f %+.3f, %.0f |", bias, most_truth, most, 100 * right / pairs);
}

static void print_way(const struct collection *collection, const struct scores *truth, const struct way *way,
                      const struct voter *voter, size_t labellings)
{
    static struct scores labelled[QUARTERS][EXPERIMENT_LABELLINGS_MAX];
    const size_t n = collection->n_questions;
    memset(labelled, 0, sizeof labelled);
    for (size_t l = 0; l < labellings; l++) {
        for (size_t q = 0; q < n; q++) {
            struct scores quarters[QUARTERS] = {0};
            label(&collection->questions[q], way, voter->expert, l * n + q, 1 / (double)n, quarters);
            for (size_t i = 0; i < QUARTERS; i++) {
                for (size_t m = 0; m < MEASURES; m++) {
                    for (size_t r = 0; r < TRIAL_RUNS_MAX; r++)
                        labelled[i][l].of[m][r] += quarters[i].of[m][r];
                }
            }
        }
    }
    for (size_t m = 0; m < MEASURES; m++) {
        printf("| %s | %s | %s |", measures[m].name, way->name, voter->name);
        for (size_t i = 0; i < QUARTERS; i++)
            print_cells(truth->of[m], labelled[i], m, collection->questions[0].n_runs, labellings);
        putchar('\n');
    }
    fflush(stdout);
}

static void print_table(struct collection *collection, size_t labellings)
{
    struct scores truth;
    take_truth(collection, &truth);
    printf("\nLabels' mean less judgments', true difference of two runs and how much more the labels say, "
           "percent of "
           "pairs of runs in the true order; after 25, 50, 75 and 100 %% of %d ballots a question\n\n"
           "| measure | dealing, estimator | expert | 25 %% | 50 %% | 75 %% | 100 %% |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n",
           BUDGET);
    for (size_t v = 0; v < VOTERS; v++) {
        for (size_t w = 0; w < WAYS; w++)
            print_way(collection, &truth, &ways[w], &voters[v], labellings);
    }
}

int main(int argc, char **argv)
{
    return experiment_main("bench_selection", argc, argv, print_table);
}
