/*
 * Measures how often the 95 % intervals of `assay relevance` contain the true value. Simulated experts label the
 * questions of a collection with known judgments, and the true value of each candidate is known
 * (tests/support/experiment.h). Prints a table for several numbers of ballots per question: the coverage for all seen
 * candidates, for those whose true value is above 0.9, and for those that the labels rank first, and the width of the
 * intervals. A second table says how many questions are settled at 95 % within a budget, and how many of these verdicts
 * are right.
 *
 *   bench_intervals FOLDER [POOL [LABELLINGS]]
 *
 * The folder has documents.jsonl, judgments.qrels and runs (*.run). POOL (31) is the number of documents in a pool,
 * LABELLINGS (4) how often each question is labelled.
 */
#include "tests/support/experiment.h"

#include <stdio.h>

enum { BUDGET = 40 };

static const struct way {
    const char *name;
    enum dealing dealing;
    enum labelling labelling;
} ways[] = {
    {"balanced, rate", DEALING_BALANCED, LABELLING_RATE},
    {"balanced, luce", DEALING_BALANCED, LABELLING_LUCE},
    {"adaptive, luce", DEALING_ADAPTIVE, LABELLING_LUCE},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct voter {
    const char *name;
    enum expert expert;
    bool is_drawn; /* utilities are drawn from what dealing believes, whatever the grades are */
} voters[] = {
    {"careful", EXPERT_HARD, false},          {"lapsing", EXPERT_SLOPPY, false},
    {"undecided", EXPERT_REAL, false},        {"three undecided", EXPERT_THREE, false},
    {"as the model says", EXPERT_REAL, true},
};
enum { VOTERS = sizeof voters / sizeof *voters };

static const size_t looks[] = {10, 20, 40};
enum { LOOKS = sizeof looks / sizeof *looks };

static void label(const struct trial_question *question, const struct way *way, const struct voter *voter,
                  uint64_t seed, struct trial_coverage coverages[LOOKS])
{
    static struct trial_run run;
    trial_run_begin(&run, question, voter->expert, seed);
    if (voter->is_drawn)
        trial_run_draw_world(&run, seed);
    for (size_t i = 0; i < LOOKS; i++) {
        while (run.n_votes < looks[i] && trial_run_step(&run, way->dealing))
            ; /* a small pool has fewer ballots */
        trial_coverage_add(&coverages[i], &run, way->labelling);
    }
}

static void print_rows(const struct collection *collection, const struct way *way, const struct voter *voter,
                       size_t labellings)
{
    struct trial_coverage coverages[LOOKS] = {{0}};
    for (size_t i = 0; i < labellings * collection->n_questions; i++)
        label(&collection->questions[i % collection->n_questions], way, voter, i, coverages);
    for (size_t i = 0; i < LOOKS; i++) {
        const struct trial_coverage *coverage = &coverages[i];
        printf("| %s | %s | %zu | %.1f | %.1f | %.1f | %.2f |\n", way->name, voter->name, looks[i],
               100 * coverage->held / coverage->n, 100 * coverage->high_held / coverage->high,
               100 * coverage->leaders_held / coverage->leaders, coverage->width / coverage->n);
    }
    fflush(stdout);
}

static void print_table(struct collection *collection, size_t labellings)
{
    printf("\nPercent of the 95 %% intervals that hold the truth\n\n"
           "| dealing, estimator | expert | ballots | all | truth above 0.9 | leaders | mean width |\n"
           "| --- | --- | --: | --: | --: | --: | --: |\n");
    for (size_t w = 0; w < WAYS; w++) {
        for (size_t v = 0; v < VOTERS; v++)
            print_rows(collection, &ways[w], &voters[v], labellings);
    }
}

/*
 * Verdicts are checked by the utilities, as in settled.h, and by the judgments. The latter say nothing if utilities are
 * drawn.
 */
static void print_settled(const struct collection *collection, const struct voter *voter, size_t labellings)
{
    static struct trial_run run;
    double settled = 0, right = 0, right_by_grade = 0, ballots = 0, n = 0;
    for (size_t seed = 0; seed < labellings * collection->n_questions; seed++) {
        trial_run_begin(&run, &collection->questions[seed % collection->n_questions], voter->expert, seed);
        if (voter->is_drawn)
            trial_run_draw_world(&run, seed);
        const struct verdict verdict = trial_settle(&run, BUDGET);
        const bool is_settled = verdict.probability >= 0.95;
        n++;
        ballots += (double)run.n_votes;
        settled += is_settled;
        right += is_settled && trial_is_right(&run, &verdict);
        right_by_grade += is_settled && trial_is_right_by_grade(&run, &verdict);
    }
    printf("| %s | %.0f | %.1f |", voter->name, 100 * settled / n, ballots / n);
    if (voter->expert >= EXPERT_REAL)
        printf(" %.1f |", 100 * right / settled);
    else
        printf(" |");
    if (voter->is_drawn)
        printf(" |\n");
    else
        printf(" %.1f |\n", 100 * right_by_grade / settled);
    fflush(stdout);
}

static void print_verdicts(const struct collection *collection, size_t labellings)
{
    printf("\nQuestions settled at 95 %% within %d ballots, and percent of those verdicts that are right\n\n"
           "| expert | settled | ballots | right by utilities | right by grades |\n"
           "| --- | --: | --: | --: | --: |\n",
           BUDGET);
    for (size_t v = 0; v < VOTERS; v++)
        print_settled(collection, &voters[v], labellings);
}

static void print_all(struct collection *collection, size_t labellings)
{
    print_table(collection, labellings);
    print_verdicts(collection, labellings);
}

int main(int argc, char **argv)
{
    return experiment_main("bench_intervals", argc, argv, print_all);
}
