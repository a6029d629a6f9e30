/*
 * What an hour of an expert yields under each way of dealing: simulated experts label the questions of a collection with
 * known judgments, and the labels are compared with those. Prints a table, and how long a ballot takes to be dealt.
 *
 *   bench_labels FOLDER [POOL]
 *
 * The folder has documents.jsonl, judgments.qrels and runs (*.run); POOL (31) is how many documents a question's pool has.
 */
#include "tests/support/experiment.h"

#include "core/base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { POOL_DEFAULT = 31, POOL_MIN = 4, BALLOTS = 60 };

static const struct way {
    const char *name;
    enum dealing dealing;
    enum labelling labelling;
} ways[] = {
    {"balanced, rate", DEALING_BALANCED, LABELLING_RATE},
    {"balanced, luce", DEALING_BALANCED, LABELLING_LUCE},
    {"adaptive, luce", DEALING_ADAPTIVE, LABELLING_LUCE},
};

static const int looks[] = {5, 10, 15, 20, 25, 30, 40, 50, BALLOTS};
enum { LOOKS = sizeof looks / sizeof *looks };

/* What the labels of all questions come to after a number of ballots. */
struct yield {
    double best, ndcg, concordant, words, questions;
    size_t pairs;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void look(const struct trial_run *run, enum labelling labelling, struct yield *yield)
{
    double relevances[TRIAL_POOL_MAX], ndcg;
    size_t pairs;
    trial_relevances(run, labelling, relevances);
    ndcg = trial_ndcg(run->question, relevances);
    if (isnan(ndcg)) /* nothing in the pool is relevant: any labels are as good */
        return;
    yield->questions++;
    yield->best += trial_finds_best(run->question, relevances);
    yield->ndcg += ndcg;
    yield->concordant += trial_concordance(run->question, relevances, &pairs);
    yield->pairs += pairs;
    yield->words += run->words_read;
}

/* Labels all questions; returns the milliseconds of dealing a ballot, on average. */
static double label(const struct collection *collection, const struct way *way, enum expert expert,
                    struct yield *yields)
{
    static struct trial_run run;
    double spent = 0, steps = 0;
    for (size_t q = 0; q < collection->n_questions; q++) {
        trial_run_begin(&run, &collection->questions[q], expert, q);
        for (size_t i = 0, ballots = 0; i < LOOKS; i++) {
            double start = now_ms();
            for (; (int)ballots < looks[i] && trial_run_step(&run, way->dealing); ballots++)
                steps++;
            spent += now_ms() - start;
            look(&run, way->labelling, &yields[i]);
        }
    }
    return steps > 0 ? spent / steps : 0;
}

static void print_table(const struct collection *collection, enum expert expert)
{
    printf("\n%s: best found / labels' nDCG@10 / tau of the runs / words read, a question\n\n| ballots |",
           expert_names[expert]);
    struct yield yields[sizeof ways / sizeof *ways][LOOKS] = {0};
    double spent[sizeof ways / sizeof *ways];
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        spent[w] = label(collection, &ways[w], expert, yields[w]);
        printf(" %s |", ways[w].name);
    }
    printf("\n| --: | --- | --- | --- |\n");
    for (size_t i = 0; i < LOOKS; i++) {
        printf("| %d |", looks[i]);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            const struct yield *yield = &yields[w][i];
            printf(" %.2f / %.3f / %.2f / %.0f |", yield->best / yield->questions,
                   yield->ndcg / yield->questions, yield->concordant / fmax(1, (double)yield->pairs),
                   yield->words / yield->questions);
        }
        putchar('\n');
    }
    printf("\nA ballot is dealt and answered in %.3f ms (balanced), %.3f ms (adaptive).\n", spent[0],
           spent[2]);
}

int main(int argc, char **argv)
{
    struct err err = {0};
    struct collection collection = {0};
    int64_t pool = POOL_DEFAULT;
    if (argc < 2 || argc > 3 ||
        (argc == 3 && !number_parse_integer(bytes_of(argv[2]), POOL_MIN, TRIAL_POOL_MAX, &pool))) {
        fprintf(stderr, "usage: bench_labels FOLDER [POOL of %d to %d documents]\n", POOL_MIN,
                TRIAL_POOL_MAX);
        return 2;
    }
    bool worked = collection_read(&collection, argv[1], (size_t)pool, &err);
    if (worked)
        printf("%zu questions, pools of %lld\n", collection.n_questions, (long long)pool);
    else
        fprintf(stderr, "bench_labels: %s\n", err.text);
    for (enum expert expert = 0; worked && expert < N_EXPERTS; expert++)
        print_table(&collection, expert);
    collection_release(&collection);
    return worked ? 0 : 1;
}
