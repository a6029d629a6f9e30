/*
 * Measures how often assay's statements about uncertainty are wrong. Samples of questions are drawn from populations
 * whose true values are known, and each interval and verdict is checked. Prints tables in Markdown: shares in percent,
 * the mean over the populations and the worst one.
 *
 *   bench_statistics FOLDER [WORLDS]
 *
 * The folder has judgments.qrels and runs (*.run). The runs' values for each question are populations, and so are the
 * differences between any two runs. Other populations are generated: skewed ones, ones with many zeros, nearly equal
 * ones, and regressions on one question in 53. WORLDS (1000) samples of each size are drawn from each population.
 */
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/random.h"
#include "core/metric/statistics/choice_agreement.h"
#include "core/metric/statistics/decision.h"
#include "core/metric/statistics/estimate.h"
#include "core/metric/evaluation.h"
#include "core/metric/statistics/inversion.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/statistics/paired_judgments.h"
#include "core/metric/statistics/prediction_powered.h"
#include "import/qrels.h"
#include "import/runs/run.h"
#include "tests/support/evaluation.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS_DEFAULT = 1000, WORLDS_MAX = 1000000, RUNS_MAX = 8, N_MOST = 400, MADE = 400 };

static const size_t sizes[] = {5, 10, 25, 50, 100, 200};
enum { SIZES = sizeof sizes / sizeof *sizes };

static const char measure_names[] = "nDCG@10,RR@10,R@10,Success@5,P@5";

/* --- Populations ------------------------------------------------------------- */

struct population {
    const char *name;
    const double *values; /* from 0 to 1; for differences, from -1 to 1 */
    const double *model;  /* for values: a model's values for the same questions */
    size_t n;
    double mean;
};

/* {0} is empty. The contents lie in the arena. */
struct populations {
    struct population *items;
    size_t n;
    struct arena arena;
};

static struct population *add_population(struct populations *to, const char *name, const double *values,
                                         size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    struct population *added = &ARENA_PUSH(&to->arena, to->items, to->n);
    *added = (struct population){.name = name, .values = values, .n = n, .mean = sum / (double)n};
    return added;
}

/* The model's values are right except for noise with a standard deviation of 0.2. */
static void add_model(struct populations *to, struct population *population, struct random_source *random)
{
    double *model = arena_get_array(&to->arena, population->n, sizeof *model);
    for (size_t i = 0; i < population->n; i++)
        model[i] = fmin(1, fmax(0, population->values[i] + 0.2 * random_normal(random)));
    population->model = model;
}

static double skewed_value(struct random_source *random)
{
    return 1 - pow(random_uniform(random), 6);
}

static double value_with_zeros(struct random_source *random)
{
    return random_uniform(random) < 0.6 ? 0 : random_uniform(random);
}

/* Draws from the beta distribution with parameters 0.5 and 0.5. */
static double value_at_the_ends(struct random_source *random)
{
    const double sine = sin(1.5707963267948966 * random_uniform(random));
    return sine * sine;
}

static double nearly_always(struct random_source *random)
{
    return random_uniform(random) < 0.97 ? 1 : 0;
}

static double common_difference(struct random_source *random)
{
    return fmax(-1, fmin(1, 0.2 * random_normal(random) - 0.02));
}

static double sparse_difference(struct random_source *random)
{
    const double place = random_uniform(random);
    return place < 0.6 ? 0 : place < 0.82 ? -0.5 : 0.4;
}

static double skewed_difference(struct random_source *random)
{
    return 0.05 - pow(random_uniform(random), 8);
}

static const struct {
    const char *name;
    double (*draw)(struct random_source *);
    bool are_differences;
} made[] = {
    {"skewed", skewed_value, false},
    {"60 % zeros", value_with_zeros, false},
    {"at both ends", value_at_the_ends, false},
    {"97 % successes", nearly_always, false},
    {"normal", common_difference, true},
    {"60 % tied", sparse_difference, true},
    {"skewed", skewed_difference, true},
};

/* Of 53 questions so many lose so much, and the others gain a little. */
static const struct {
    const char *name;
    size_t lost;
    double loss, gain;
} regressions[] = {
    {"1 in 53 lost", 1, 1, 0},
    {"1 in 53 loses 0.3", 1, 0.3, 0},
    {"2 in 53 lost, others gain 0.02", 2, 1, 0.02},
};
enum { QUESTIONS_OF_A_REGRESSION = 53 };

static void make_populations(struct populations *values, struct populations *differences)
{
    struct random_source random = random_from(11, 0);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct populations *to = made[i].are_differences ? differences : values;
        double *drawn = arena_get_array(&to->arena, MADE, sizeof *drawn);
        for (size_t q = 0; q < MADE; q++)
            drawn[q] = made[i].draw(&random);
        struct population *added = add_population(to, made[i].name, drawn, MADE);
        if (!made[i].are_differences)
            add_model(to, added, &random);
    }
    for (size_t i = 0; i < sizeof regressions / sizeof *regressions; i++) {
        double *drawn = arena_get_array(&differences->arena, QUESTIONS_OF_A_REGRESSION, sizeof *drawn);
        for (size_t q = 0; q < QUESTIONS_OF_A_REGRESSION; q++)
            drawn[q] = q < regressions[i].lost ? -regressions[i].loss : regressions[i].gain;
        add_population(differences, regressions[i].name, drawn, QUESTIONS_OF_A_REGRESSION);
    }
}

/* The run is the one with the lower mean. Runs with equal means are no population. */
static void add_difference(struct populations *to, const char *name, const double *a, const double *b,
                           size_t n)
{
    double *differences = arena_get_array(&to->arena, n, sizeof *differences), sum = 0;
    for (size_t q = 0; q < n; q++)
        sum += b[q] - a[q];
    for (size_t q = 0; q < n; q++)
        differences[q] = sum < 0 ? b[q] - a[q] : a[q] - b[q];
    if (fabs(sum) > 1e-9)
        add_population(to, name, differences, n);
}

/* Adds the runs' values by each measure, and the differences between any two runs. */
static void add_runs(const struct evaluation *evaluations, size_t n_runs, const struct measure_list *measures,
                     struct populations *values, struct populations *differences)
{
    struct random_source random = random_from(12, 0);
    for (size_t m = 0; m < measures->count; m++) {
        const double *columns[RUNS_MAX];
        for (size_t run = 0; run < n_runs; run++) {
            const struct evaluation *of = &evaluations[run];
            double *column = arena_get_array(&values->arena, of->n_questions, sizeof *column);
            for (size_t q = 0; q < of->n_questions; q++)
                column[q] = of->values[q * of->n_measures + m];
            columns[run] = column;
            add_model(values, add_population(values, measures->items[m].row->name, column, of->n_questions),
                      &random);
            for (size_t other = 0; other < run; other++)
                add_difference(differences, measures->items[m].row->name, columns[other], column,
                               of->n_questions);
        }
    }
}

static bool read_folder(const char *folder, struct populations *values, struct populations *differences,
                        struct err *err)
{
    struct arena arena = {0};
    struct qrels qrels = {0};
    struct measure_list measures = {0};
    struct evaluation evaluations[RUNS_MAX] = {0};
    size_t n_runs = 0;
    glob_t found;
    bool worked = glob(arena_format(&arena, "%s/*.run", folder), 0, NULL, &found) == 0 ||
                  err_set(err, ERR_INPUT, "%s: there are no runs", folder);
    worked = worked && import_qrels(arena_format(&arena, "%s/judgments.qrels", folder), &qrels, NULL, err) &&
             measure_list_parse(bytes_of(measure_names), &measures, err);
    for (size_t i = 0; worked && i < found.gl_pathc && n_runs < RUNS_MAX; i++) {
        struct run run = {0};
        worked = import_run(found.gl_pathv[i], NULL, &run, err);
        if (worked)
            evaluation_make(&evaluations[n_runs++], &run, &qrels, measures.items, measures.count,
                            TIES_DOCID_DESC, QUESTIONS_ALL);
        run_release(&run);
    }
    if (worked)
        add_runs(evaluations, n_runs, &measures, values, differences);
    for (size_t i = 0; i < n_runs; i++)
        evaluation_release(&evaluations[i]);
    qrels_release(&qrels);
    globfree(&found);
    arena_release(&arena);
    return worked;
}

/* --- Shares and rows --------------------------------------------------------- */

/* How often something was true. */
struct share {
    size_t count, of;
};

/* A row of a table, by sample size: the sum of the populations' percentages, and the worst one. */
struct row {
    double sums[SIZES], worst[SIZES];
    size_t n[SIZES];
    bool is_worse_above; /* true for error rates; for coverage the lowest is the worst */
};

static void add_share(struct row *row, size_t size, struct share share)
{
    if (share.of == 0)
        return;
    const double percent = 100 * (double)share.count / (double)share.of;
    const bool is_worse = row->is_worse_above ? percent > row->worst[size] : percent < row->worst[size];
    row->worst[size] = row->n[size] == 0 || is_worse ? percent : row->worst[size];
    row->sums[size] += percent;
    row->n[size]++;
}

static void print_head(const char *title, const char *what)
{
    printf("\n### %s\n\n| %s |", title, what);
    for (size_t i = 0; i < SIZES; i++)
        printf(" %zu |", sizes[i]);
    printf("\n| --- |");
    for (size_t i = 0; i < SIZES; i++)
        printf(" --: |");
    printf("\n");
}

/* Prints "95.1 (93.4)": the mean and the worst. */
static void print_row(const char *name, const struct row *row)
{
    printf("| %s |", name);
    for (size_t i = 0; i < SIZES; i++) {
        if (row->n[i] > 0)
            printf(" %.1f (%.1f) |", row->sums[i] / (double)row->n[i], row->worst[i]);
        else
            printf(" |");
    }
    printf("\n");
    fflush(stdout);
}

static void draw_sample(const struct population *population, struct random_source *random, size_t n,
                        double *sample, double *model)
{
    for (size_t i = 0; i < n; i++) {
        const size_t question = (size_t)random_below(random, population->n);
        sample[i] = population->values[question];
        if (model != NULL)
            model[i] = population->model[question];
    }
}

/* Tries something on a sample and adds to `shares`, at most TRIED_MAX of them. */
enum { TRIED_MAX = 6 };
typedef void try_sample(const struct population *population, const double *sample, size_t n,
                        struct share *shares);

static void hold(struct share *share, double low, double high, double truth)
{
    share->of += isnan(low) ? 0 : 1;
    share->count += low <= truth + 1e-12 && truth - 1e-12 <= high;
}

static void try_populations(const struct populations *populations, size_t worlds, try_sample *tries,
                            struct row rows[TRIED_MAX])
{
    for (size_t p = 0; p < populations->n; p++) {
        for (size_t size = 0; size < SIZES; size++) {
            struct random_source random = random_from(100 + p, size);
            struct share shares[TRIED_MAX] = {0};
            double sample[N_MOST];
            for (size_t world = 0; world < worlds; world++) {
                draw_sample(&populations->items[p], &random, sizes[size], sample, NULL);
                tries(&populations->items[p], sample, sizes[size], shares);
            }
            for (size_t i = 0; i < TRIED_MAX; i++)
                add_share(&rows[i], size, shares[i]);
        }
    }
}

/* --- Trials ------------------------------------------------------------------- */

/*
 * With the true mean as the margin, "not worse" is wrong, and so is "worse". With the margins below it, "not worse" is
 * right.
 */
static void try_gate(const struct population *population, const double *sample, size_t n,
                     struct share *shares)
{
    const struct estimate_kind kind = estimate_kind_of(true, true);
    const struct estimate estimate = estimate_make(sample, n, 1, &kind);
    static const double distances[] = {0.05, 0.1, 0.2};
    shares[0].of++;
    shares[0].count += estimate.low >= population->mean - 1e-12;
    shares[1].of++;
    shares[1].count += estimate.high <= population->mean + 1e-12;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        shares[2 + i].of++;
        shares[2 + i].count += estimate.low >= population->mean - distances[i];
    }
}

static void try_mean(const struct population *population, const double *sample, size_t n,
                     struct share *shares)
{
    const struct estimate_kind kind = estimate_kind_of(false, true);
    const struct estimate estimate = estimate_make(sample, n, 1, &kind);
    double sum = 0, squares = 0;
    hold(&shares[0], estimate.low, estimate.high, population->mean);
    for (size_t i = 0; i < n; i++) {
        sum += sample[i];
        squares += sample[i] * sample[i];
    }
    const struct estimate by_sums = estimate_mean_by_sums(n, sum, squares, true);
    hold(&shares[1], by_sums.low, by_sums.high, population->mean);
}

/* Tests and their intervals as in `compare`, and p-values for samples where the sign of each difference is random. */
static void try_tests(const struct population *population, const double *sample, size_t n,
                      struct share *shares)
{
    static uint64_t n_tried;
    struct random_source coins = random_from(900, n_tried++);
    double swapped[N_MOST];
    for (size_t i = 0; i < n; i++)
        swapped[i] = random_next(&coins) >> 63 != 0 ? sample[i] : -sample[i];
    for (enum significance_test test = TEST_RANDOMISATION; test <= TEST_T; test++) {
        const struct significance_plan plan = {.test = test, .permutations = 2000, .seed = 1};
        const struct inverted_interval interval =
            inversion_make(sample, NULL, n, significance_p(sample, n, &plan), &plan);
        if (isfinite(interval.low))
            hold(&shares[test], interval.low, interval.high, population->mean);
        shares[2 + test].of++;
        shares[2 + test].count += significance_p(swapped, n, &plan) <= 0.05;
    }
}

/*
 * Counts how often the worse run was called the better one. Questions are looked at one after the other until the
 * decision.
 */
static void try_decision(const struct population *population, const double *sample, size_t n,
                         struct share *shares)
{
    struct decision_evidence evidence[N_MOST];
    for (size_t i = 0; i < n; i++) {
        evidence[i] = (struct decision_evidence){.difference = sample[i], .variance = 0};
        if (i + 1 < 5)
            continue;
        const struct run_decision decision = decision_make(evidence, i + 1);
        if (!decision_is_made(&decision))
            continue;
        shares[0].of++;
        shares[0].count += (decision.probability > 0.5) != (population->mean > 0);
        break;
    }
    shares[1].of++;
}

static void try_with(const struct populations *populations, size_t worlds, struct row rows[2])
{
    enum { FURTHER = 200 };
    for (size_t p = 0; p < populations->n; p++) {
        for (size_t size = 0; size < SIZES; size++) {
            struct random_source random = random_from(300 + p, size);
            struct share shares[2] = {0};
            for (size_t world = 0; world < worlds; world++) {
                double labelled[N_MOST], predicted[N_MOST], unseen[FURTHER], further[FURTHER];
                struct prediction_powered found;
                draw_sample(&populations->items[p], &random, sizes[size], labelled, predicted);
                draw_sample(&populations->items[p], &random, FURTHER, unseen, further);
                prediction_powered_make(&found,
                                        &(struct prediction_sample){.labelled = labelled,
                                                                    .predicted = predicted,
                                                                    .n_labelled = sizes[size],
                                                                    .further = further,
                                                                    .n_further = FURTHER,
                                                                    .is_bounded = true},
                                        0.95);
                hold(&shares[0], found.corrected.low, found.corrected.high, populations->items[p].mean);
                hold(&shares[1], found.experts.low, found.experts.high, populations->items[p].mean);
            }
            add_share(&rows[0], size, shares[0]);
            add_share(&rows[1], size, shares[1]);
        }
    }
}

/* --- Agreement ----------------------------------------------------------------- */

/* Two raters judge ten documents per question and agree more on some questions than on others. */
enum { DOCUMENTS = 10, GRADES = 3, QUESTIONS_OF_TRUTH = 20000 };

static void rate_question(struct random_source *random, double relevant, struct paired_judgment *judgments)
{
    const double care = 0.4 + 0.6 * random_uniform(random);
    const double common = relevant * (0.2 + 1.6 * random_uniform(random));
    for (size_t d = 0; d < DOCUMENTS; d++) {
        const uint8_t grade = random_uniform(random) < common ? (uint8_t)(1 + random_below(random, 2)) : 0;
        judgments[d].first = grade;
        judgments[d].second = random_uniform(random) < care ? grade : (uint8_t)random_below(random, GRADES);
    }
}

static void rate(struct random_source *random, double relevant, size_t n, const struct resampling *resampling,
                 struct resampled_estimate out[N_COEFFICIENTS])
{
    double grades[GRADES] = {0, 1, 2};
    struct paired_judgments pairs = {
        .questions = memory_get_zeroed(n, sizeof *pairs.questions),
        .n_questions = n,
        .judgments = memory_get_zeroed(n * DOCUMENTS, sizeof *pairs.judgments),
        .n_judgments = n * DOCUMENTS,
        .grades = grades,
        .n_grades = GRADES,
    };
    for (size_t q = 0; q < n; q++) {
        pairs.questions[q] = (struct paired_question){.begin = q * DOCUMENTS, .end = (q + 1) * DOCUMENTS};
        rate_question(random, relevant, pairs.judgments + q * DOCUMENTS);
    }
    paired_judgments_estimate(&pairs, (struct relevant_grades){1, 1}, resampling, out);
    free(pairs.questions);
    free(pairs.judgments);
}

static const enum coefficient tried[] = {COEFFICIENT_RAW, COEFFICIENT_KAPPA, COEFFICIENT_ALPHA,
                                         COEFFICIENT_AC1};
enum { COEFFICIENTS_TRIED = sizeof tried / sizeof *tried };

static void try_agreement(size_t worlds, struct row rows[COEFFICIENTS_TRIED])
{
    static const double relevant[] = {0.1, 0.3, 0.5};
    for (size_t r = 0; r < sizeof relevant / sizeof *relevant; r++) {
        struct random_source random = random_from(500, r);
        struct resampled_estimate truth[N_COEFFICIENTS], found[N_COEFFICIENTS];
        rate(&random, relevant[r], QUESTIONS_OF_TRUTH, NULL, truth);
        for (size_t size = 0; size < SIZES; size++) {
            struct share shares[COEFFICIENTS_TRIED] = {0};
            for (size_t world = 0; world < worlds; world++) {
                rate(&random, relevant[r], sizes[size],
                     &(struct resampling){.rounds = RESAMPLING_ROUNDS, .seed = world}, found);
                for (size_t c = 0; c < COEFFICIENTS_TRIED; c++)
                    hold(&shares[c], found[tried[c]].low, found[tried[c]].high, truth[tried[c]].value);
            }
            for (size_t c = 0; c < COEFFICIENTS_TRIED; c++)
                add_share(&rows[c], size, shares[c]);
        }
    }
}

/* --- Tables --------------------------------------------------------------------- */

static void print_gate(const struct populations *differences, size_t worlds)
{
    struct row rows[TRIED_MAX] = {{.is_worse_above = true}, {.is_worse_above = true}};
    try_populations(differences, worlds, try_gate, rows);
    print_head("gate: wrong verdicts, in percent (at most 2.5 is promised)", "verdict \\ questions");
    print_row("not worse, at the margin", &rows[0]);
    print_row("worse, of one that is not", &rows[1]);
    print_head("gate: how often it says \"not worse\", in percent", "true difference above -margin by");
    print_row("0.05", &rows[2]);
    print_row("0.1", &rows[3]);
    print_row("0.2", &rows[4]);
}

static void print_intervals(const struct populations *values, const struct populations *differences,
                            size_t worlds)
{
    struct row means[TRIED_MAX] = {0},
               tests[TRIED_MAX] = {[2] = {.is_worse_above = true}, [3] = {.is_worse_above = true}};
    struct row decisions[TRIED_MAX] = {{.is_worse_above = true}}, with[2] = {0},
               agreement[COEFFICIENTS_TRIED] = {0};
    try_populations(values, worlds, try_mean, means);
    try_populations(differences, worlds / 2 + 1, try_tests, tests);
    try_populations(differences, worlds / 5 + 1, try_decision, decisions);
    try_with(values, worlds, with);
    try_agreement(worlds / 2 + 1, agreement);
    print_head("Intervals: how often they hold the truth, in percent (95 is promised)",
               "interval \\ questions");
    print_row("eval -i, report, scores", &means[0]);
    print_row("scores over the votes", &means[1]);
    print_row("eval --with, corrected", &with[0]);
    print_row("eval --with, experts", &with[1]);
    print_row("compare, randomisation", &tests[0]);
    print_row("compare, t", &tests[1]);
    print_row("agreement, raw", &agreement[0]);
    print_row("agreement, kappa", &agreement[1]);
    print_row("agreement, alpha", &agreement[2]);
    print_row("agreement, AC1", &agreement[3]);
    print_head("Errors, in percent (5 is promised)", "of \\ questions");
    print_row("compare: p at most 0.05 without a difference, randomisation", &tests[2]);
    print_row("the same, t", &tests[3]);
    print_row("label --decide: the worse run was called better", &decisions[0]);
}

int main(int argc, char **argv)
{
    struct populations values = {0}, differences = {0};
    struct err err = {0};
    int64_t worlds = WORLDS_DEFAULT;
    if (argc < 2 || argc > 3 ||
        (argc == 3 && !number_parse_integer(bytes_of(argv[2]), 1, WORLDS_MAX, &worlds))) {
        fprintf(stderr, "usage: bench_statistics FOLDER [WORLDS]\n");
        return 2;
    }
    if (!read_folder(argv[1], &values, &differences, &err)) {
        fprintf(stderr, "bench_statistics: %s\n", err.text);
        return 1;
    }
    make_populations(&values, &differences);
    printf("%zu populations of values, %zu of differences, %lld samples of each size from each. In "
           "parentheses: the worst "
           "population.\n",
           values.n, differences.n, (long long)worlds);
    print_gate(&differences, (size_t)worlds);
    print_intervals(&values, &differences, (size_t)worlds);
    arena_release(&values.arena);
    arena_release(&differences.arena);
    return 0;
}
