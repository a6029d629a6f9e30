/*
 * Measures what an hour of an expert yields under each way of dealing. Simulated experts label the questions of a
 * collection with known judgments, and the labels are compared with these. Prints a table for each expert, the ballots
 * and words that labels of a given quality take, and the time for dealing one ballot; then the same where a model's
 * scores are half of the priors.
 *
 *   bench_labels FOLDER [POOL [LABELLINGS]]
 *
 * The folder has documents.jsonl, judgments.qrels and runs (*.run). POOL (31) is the number of documents in a pool,
 * LABELLINGS (4) how often each question is labelled.
 */
#include "tests/support/experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BALLOTS = 60 };

static const struct way {
    const char *name;
    enum dealing dealing;
    enum labelling labelling;
    bool ignores_reading;
    double glance_errors; /* for trial_run_glance; 0: there are no glances */
    bool says_second;
    double ties_within; /* for trial_run */
    bool learns_labels; /* labels rely on the order of the runs, too */
} ways[] = {
    {"balanced, rate", DEALING_BALANCED, LABELLING_RATE, false, 0, false, 0, false},
    {"balanced, luce", DEALING_BALANCED, LABELLING_LUCE, false, 0, false, 0, false},
    {"adaptive, luce", DEALING_ADAPTIVE, LABELLING_LUCE, false, 0, false, 0, false},
    {"the same, whatever is to be read", DEALING_ADAPTIVE, LABELLING_LUCE, true, 0, false, 0, false},
    {"adaptive, kept and dropped first", DEALING_ADAPTIVE, LABELLING_LUCE, false, 1, false, 0, false},
    {"the same, with twice the errors", DEALING_ADAPTIVE, LABELLING_LUCE, false, 2, false, 0, false},
    {"adaptive, second choices", DEALING_ADAPTIVE, LABELLING_LUCE, false, 0, true, 0, false},
    {"kept and dropped first, second choices", DEALING_ADAPTIVE, LABELLING_LUCE, false, 1, true, 0, false},
    {"balanced, rate, ties", DEALING_BALANCED, LABELLING_RATE, false, 0, false, 0.5, false},
    {"adaptive, luce, ties", DEALING_ADAPTIVE, LABELLING_LUCE, false, 0, false, 0.5, false},
    {"adaptive, prior learned", DEALING_ADAPTIVE, LABELLING_LUCE, false, 0, false, 0, true},
    {"second choices, prior learned", DEALING_ADAPTIVE, LABELLING_LUCE, false, 0, true, 0, true},
    {"kept and dropped first, second choices, prior learned", DEALING_ADAPTIVE, LABELLING_LUCE, false, 1,
     true, 0, true},
};
enum { BALANCED = 0, ADAPTIVE = 2, WAYS = sizeof ways / sizeof *ways };

static const int looks[] = {5, 10, 15, 20, 25, 30, 40, 50, BALLOTS};
enum { LOOKS = sizeof looks / sizeof *looks };

/* Ways to measure the quality of labels: how ties are ordered, and which gains count. */
static const struct yardstick {
    const char *name;
    double (*ndcg)(const struct trial_question *, const double *, enum trial_gain);
    enum trial_gain gain;
} yardsticks[] = {
    {"gains of grades", trial_ndcg, GAIN_LINEAR},
    {"gains 2^grade - 1", trial_ndcg, GAIN_EXPONENTIAL},
    {"gains of grades, equal labels by lot", trial_ndcg_by_lot, GAIN_LINEAR},
    {"gains 2^grade - 1, equal labels by lot", trial_ndcg_by_lot, GAIN_EXPONENTIAL},
};
enum { YARDSTICKS = sizeof yardsticks / sizeof *yardsticks };

/* The labels of all questions after a number of ballots: sums, which `label` turns into means. */
struct yield {
    double best, ndcg[YARDSTICKS], concordant, words, new_words, seconds, questions;
    size_t pairs;
    struct trial_agreement grades;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void look(const struct trial_run *run, enum labelling labelling, struct yield *yield)
{
    double relevances[TRIAL_POOL_MAX], grades[TRIAL_POOL_MAX];
    size_t pairs;
    trial_grades(run, labelling, grades);
    trial_agreement_add(&yield->grades, run->question, grades);
    trial_relevances(run, labelling, relevances);
    if (isnan(trial_ndcg(run->question, relevances,
                         GAIN_LINEAR))) /* nothing is relevant, so any order is equally good */
        return;
    yield->questions++;
    yield->best += trial_finds_best(run->question, relevances);
    for (size_t i = 0; i < YARDSTICKS; i++)
        yield->ndcg[i] += yardsticks[i].ndcg(run->question, relevances, yardsticks[i].gain);
    yield->concordant += trial_concordance(run->question, relevances, &pairs);
    yield->pairs += pairs;
    yield->words += run->words_read;
    yield->new_words += run->words_new;
    yield->seconds += trial_run_seconds(run);
}

static void take_mean(struct yield *yield)
{
    double *const sums[] = {&yield->best, &yield->words, &yield->new_words, &yield->seconds};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        *sums[i] /= fmax(1, yield->questions);
    for (size_t i = 0; i < YARDSTICKS; i++)
        yield->ndcg[i] /= fmax(1, yield->questions);
    yield->concordant /= fmax(1, (double)yield->pairs);
}

/*
 * Labels all questions; yields[n - 1] is the yield after n ballots. Returns the mean time of dealing a ballot in
 * milliseconds.
 */
static double label(const struct collection *collection, const struct way *way, enum expert expert,
                    size_t labellings, struct yield yields[BALLOTS])
{
    static struct trial_run run;
    struct trial_learning learning = {.n = 0};
    double spent = 0, steps = 0;
    memset(yields, 0, BALLOTS * sizeof *yields);
    for (size_t seed = 0; seed < labellings * collection->n_questions; seed++) {
        const size_t number = seed % collection->n_questions;
        learning.n = number == 0 ? 0 : learning.n;
        trial_run_begin(&run, &collection->questions[number], expert, seed);
        trial_run_learn(&run, &learning, way->learns_labels);
        run.ignores_reading = way->ignores_reading;
        run.says_second = way->says_second;
        run.ties_within = way->ties_within;
        if (way->glance_errors > 0)
            trial_run_glance(&run, way->glance_errors);
        for (size_t i = 0; i < BALLOTS; i++) {
            double start = now_ms();
            steps += trial_run_step(&run, way->dealing); /* a small pool has fewer ballots */
            spent += now_ms() - start;
            look(&run, way->labelling, &yields[i]);
        }
        trial_learning_add(&learning, &run);
    }
    for (size_t i = 0; i < BALLOTS; i++)
        take_mean(&yields[i]);
    return steps > 0 ? spent / steps : 0;
}

static void print_looks(struct yield yields[WAYS][BALLOTS])
{
    for (size_t i = 0; i < LOOKS; i++) {
        printf("| %d |", looks[i]);
        for (size_t w = 0; w < WAYS; w++) {
            const struct yield *yield = &yields[w][looks[i] - 1];
            printf(" %.2f / %.3f / %.3f / %.2f / %.2f / %.0f / %.0f |", yield->best, yield->ndcg[0],
                   yield->ndcg[1], trial_agreement_kappa(&yield->grades), yield->concordant, yield->words,
                   yield->new_words);
        }
        putchar('\n');
    }
}

/*
 * Prints the ballots, new words and seconds until labels have this quality, interpolated linearly between two ballots.
 */
static void print_until(const struct yield yields[BALLOTS], double worth, size_t yardstick)
{
    size_t i = 0;
    while (i < BALLOTS && yields[i].ndcg[yardstick] < worth)
        i++;
    if (i == BALLOTS) {
        printf(" > %d |", BALLOTS);
        return;
    }
    const struct yield none = {0}, *before = i > 0 ? &yields[i - 1] : &none;
    double share = (worth - before->ndcg[yardstick]) / (yields[i].ndcg[yardstick] - before->ndcg[yardstick]);
    printf(" %.1f, %.0f, %.0f |", (double)i + share,
           before->new_words + share * (yields[i].new_words - before->new_words),
           before->seconds + share * (yields[i].seconds - before->seconds));
}

static void print_costs(struct yield yields[WAYS][BALLOTS])
{
    static const double worths[] = {0.9, 0.95, 0.97};
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++) {
        for (size_t y = 0; y < YARDSTICKS; y++) {
            printf("| labels of %.2f, %s: ballots, new words, seconds |", worths[i], yardsticks[y].name);
            for (size_t w = 0; w < WAYS; w++)
                print_until(yields[w], worths[i], y);
            putchar('\n');
        }
    }
}

static void print_table(const struct collection *collection, enum trial_priors priors, enum expert expert,
                        size_t labellings)
{
    static struct yield yields[WAYS][BALLOTS];
    double spent[WAYS];
    printf(
        "\n%s, priors %s: best found / labels' nDCG@10 / the same of gains 2^grade - 1 / kappa of the grades "
        "with the "
        "true ones / tau of the runs / words read / words that were not just read, a question\n\n| ballots |",
        expert_names[expert], trial_priors_names[priors]);
    for (size_t w = 0; w < WAYS; w++) {
        spent[w] = label(collection, &ways[w], expert, labellings, yields[w]);
        printf(" %s |", ways[w].name);
    }
    printf("\n| --: |");
    for (size_t w = 0; w < WAYS; w++)
        printf(" --- |");
    putchar('\n');
    print_looks(yields);
    print_costs(yields);
    printf("\nA ballot is dealt and answered in %.3f ms (balanced), %.3f ms (adaptive).\n", spent[BALANCED],
           spent[ADAPTIVE]);
    fflush(stdout);
}

static void print_all(struct collection *collection, size_t labellings)
{
    static const enum trial_priors orders[] = {PRIORS_FUSED, PRIORS_WITH_JUDGE};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        collection_set_priors(collection, orders[i]);
        for (enum expert expert = 0; expert < N_EXPERTS; expert++)
            print_table(collection, orders[i], expert, labellings);
    }
}

int main(int argc, char **argv)
{
    return experiment_main("bench_labels", argc, argv, print_all);
}
