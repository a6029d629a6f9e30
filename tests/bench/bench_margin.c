/*
 * Measures by how much adaptive labels can be worse than balanced ones. Simulated experts label the questions of a
 * collection with known judgments in both ways, in pools of several sizes and under difficult conditions. Prints a
 * table: the smallest mean difference in nDCG@10 over the numbers of ballots, its standard error, and the number of
 * ballots. As the minimum of many values, it is lower than the true difference by one or two standard errors.
 *
 * Ties between labels are ordered by priors. After few ballots most balanced labels are ties, so that the quality of
 * the runs contributes to theirs. Therefore each cell also has the same figures for ties ordered at random, which
 * depend on the votes alone.
 *
 *   bench_margin FOLDER [LABELLINGS [POOL …]]
 *
 * The folder has documents.jsonl, judgments.qrels and runs (*.run). LABELLINGS (4) is how often each question is
 * labelled; a POOL is a number of documents in a pool.
 */
#include "tests/support/experiment.h"

#include "core/base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    POOL_MIN = 4,
    LABELLINGS_DEFAULT = 4,
    LABELLINGS_MAX = 1000,
    POOLS_MAX = 8,
    BALLOTS = 60,
    COMPARED_FROM = 10,
    EACH_UNTIL = 20,
    THEN_EACH = 5
};

/* The expert, and the conditions that make labelling harder. */
static const struct world {
    enum expert expert;
    enum trial_priors priors;
    size_t in_hands;
} worlds[] = {
    {EXPERT_HARD, PRIORS_FUSED, 0},    {EXPERT_REAL, PRIORS_FUSED, 0},      {EXPERT_SLOPPY, PRIORS_FUSED, 0},
    {EXPERT_THREE, PRIORS_FUSED, 0},   {EXPERT_HARD, PRIORS_FUSED, 2},      {EXPERT_REAL, PRIORS_FUSED, 2},
    {EXPERT_HARD, PRIORS_RANDOM, 0},   {EXPERT_REAL, PRIORS_RANDOM, 0},     {EXPERT_HARD, PRIORS_REVERSED, 0},
    {EXPERT_REAL, PRIORS_REVERSED, 0}, {EXPERT_REAL, PRIORS_WITH_JUDGE, 0},
};
enum { WORLDS = sizeof worlds / sizeof *worlds };

/* Differences after each number of ballots; index n - 1 is after n ballots. */
struct differences {
    double sums[BALLOTS], squares[BALLOTS];
};

/* How ties between labels are ordered. */
static double (*const measures[])(const struct trial_question *, const double *, enum trial_gain) = {
    trial_ndcg,
    trial_ndcg_by_lot,
};
enum { MEASURES = sizeof measures / sizeof *measures };

/* For each measure, the sums over `n` labellings. */
struct comparison {
    struct differences by[MEASURES];
    double n;
};

static bool is_compared(size_t ballots)
{
    return ballots >= COMPARED_FROM && (ballots <= EACH_UNTIL || ballots % THEN_EACH == 0);
}

static void add_differences(const struct trial_run *adaptive, const struct trial_run *balanced,
                            size_t ballots, struct comparison *comparison)
{
    double ours[TRIAL_POOL_MAX], others[TRIAL_POOL_MAX];
    trial_relevances(adaptive, LABELLING_LUCE, ours);
    trial_relevances(balanced, LABELLING_RATE, others);
    for (size_t i = 0; i < MEASURES; i++) {
        double difference = measures[i](adaptive->question, ours, GAIN_LINEAR) -
                            measures[i](balanced->question, others, GAIN_LINEAR);
        comparison->by[i].sums[ballots - 1] += difference;
        comparison->by[i].squares[ballots - 1] += difference * difference;
    }
}

/* A question without relevant documents says nothing: any labels are equally good. */
static void compare(const struct trial_question *question, const struct world *world, uint64_t seed,
                    struct comparison *comparison)
{
    static struct trial_run adaptive, balanced;
    if (isnan(trial_ndcg(question, question->grades, GAIN_LINEAR)))
        return;
    trial_run_begin(&adaptive, question, world->expert, seed);
    trial_run_begin(&balanced, question, world->expert, seed);
    adaptive.in_hands = balanced.in_hands = world->in_hands;
    for (size_t ballots = 1; ballots <= BALLOTS; ballots++) {
        trial_run_step(&adaptive, DEALING_ADAPTIVE); /* a small pool has fewer ballots */
        trial_run_step(&balanced, DEALING_BALANCED);
        if (is_compared(ballots))
            add_differences(&adaptive, &balanced, ballots, comparison);
    }
    comparison->n++;
}

static void print_least(const struct differences *differences, double n)
{
    size_t least = COMPARED_FROM;
    for (size_t ballots = COMPARED_FROM; ballots <= BALLOTS; ballots++) {
        if (is_compared(ballots) && differences->sums[ballots - 1] < differences->sums[least - 1])
            least = ballots;
    }
    double mean = differences->sums[least - 1] / n;
    double variance = differences->squares[least - 1] / n - mean * mean;
    printf(" %+.4f ± %.4f, %zu", mean, sqrt(fmax(0, variance) / n), least);
}

static void print_world(const struct collection *collection, const struct world *world, size_t labellings)
{
    struct comparison comparison = {.n = 0};
    for (size_t i = 0; i < labellings * collection->n_questions; i++)
        compare(&collection->questions[i % collection->n_questions], world, i, &comparison);
    for (size_t i = 0; comparison.n > 0 && i < MEASURES; i++) {
        fputs(i > 0 ? ";" : "", stdout);
        print_least(&comparison.by[i], comparison.n);
    }
    printf(" |");
    fflush(stdout);
}

static bool print_pools(const char *folder, const size_t *pools, size_t n_pools, size_t labellings,
                        const struct world *world, struct err *err)
{
    bool worked = true;
    printf("| %s, priors %s, %zu in others' hands |", expert_names[world->expert],
           trial_priors_names[world->priors], world->in_hands);
    for (size_t i = 0; worked && i < n_pools; i++) {
        struct collection collection = {0};
        worked = collection_read(&collection, folder, pools[i], err);
        if (worked && world->priors != PRIORS_FUSED)
            collection_set_priors(&collection, world->priors);
        if (worked)
            print_world(&collection, world, labellings);
        collection_release(&collection);
    }
    putchar('\n');
    return worked;
}

static void print_heading(const size_t *pools, size_t n_pools, size_t labellings)
{
    printf("Adaptive less balanced labels' nDCG@10, %zu labellings: the least from %d to %d ballots, and "
           "after how many; behind it by votes alone\n\n|",
           labellings, COMPARED_FROM, BALLOTS);
    for (size_t i = 0; i < n_pools; i++)
        printf(" | pools of %zu", pools[i]);
    printf(" |\n| ---");
    for (size_t i = 0; i < n_pools; i++)
        printf(" | ---");
    printf(" |\n");
}

static bool parse_pools(char **arguments, size_t n, size_t *pools)
{
    for (size_t i = 0; i < n; i++) {
        int64_t pool;
        if (!number_parse_integer(bytes_of(arguments[i]), POOL_MIN, TRIAL_POOL_MAX, &pool))
            return false;
        pools[i] = (size_t)pool;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct err err = {0};
    size_t pools[POOLS_MAX] = {6, 10, 20, 31, 50}, n_pools = argc > 3 ? (size_t)argc - 3 : 5;
    int64_t labellings = LABELLINGS_DEFAULT;
    if (argc < 2 || n_pools > POOLS_MAX || (argc > 3 && !parse_pools(argv + 3, n_pools, pools)) ||
        (argc > 2 && !number_parse_integer(bytes_of(argv[2]), 1, LABELLINGS_MAX, &labellings))) {
        fprintf(stderr, "usage: bench_margin FOLDER [LABELLINGS [POOL …, up to %d, of %d to %d documents]]\n",
                POOLS_MAX, POOL_MIN, TRIAL_POOL_MAX);
        return 2;
    }
    bool worked = true;
    print_heading(pools, n_pools, (size_t)labellings);
    for (size_t i = 0; worked && i < WORLDS; i++)
        worked = print_pools(argv[1], pools, n_pools, (size_t)labellings, &worlds[i], &err);
    if (!worked)
        fprintf(stderr, "bench_margin: %s\n", err.text);
    return worked ? 0 : 1;
}
