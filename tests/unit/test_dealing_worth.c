/*
 * What adaptive dealing is worth, on the sample data with simulated experts: the short form of `make labels-bench`. The
 * truth is in the judgments; the seeds are fixed.
 */
#include "tests/support/support.h"

#include "core/judge/settled.h"
#include "tests/support/experiment.h"

#include <math.h>

enum { POOL = 20 };

static struct collection collection;

static int read_sample(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err = {0};
    bool worked = collection_read(&collection, support_source(&arena, "sample-data"), POOL, &err);
    arena_release(&arena);
    return worked ? 0 : -1;
}

static int release_sample(void **state)
{
    (void)state;
    collection_release(&collection);
    return 0;
}

struct outcome {
    double ndcg, best, questions;
};

static struct outcome label(enum dealing dealing, enum expert expert, int ballots)
{
    static struct trial_run run;
    struct outcome outcome = {0};
    for (size_t q = 0; q < collection.n_questions; q++) {
        double relevances[POOL];
        trial_run_begin(&run, &collection.questions[q], expert, q);
        for (int i = 0; i < ballots && trial_run_step(&run, dealing); i++)
            ; /* a small pool has not so many */
        trial_relevances(&run, LABELLING_LUCE, relevances);
        double ndcg = trial_ndcg(run.question, relevances);
        if (isnan(ndcg))
            continue;
        outcome.questions++;
        outcome.ndcg += ndcg;
        outcome.best += trial_finds_best(run.question, relevances);
    }
    outcome.ndcg /= outcome.questions;
    outcome.best /= outcome.questions;
    return outcome;
}

static void fifteen_ballots_find_the_best_document(void **state)
{
    (void)state;
    assert_true(label(DEALING_ADAPTIVE, EXPERT_HARD, 15).best >= 0.95);
}

static void labels_are_not_worse_than_those_of_balanced_dealing(void **state)
{
    (void)state;
    for (enum expert expert = 0; expert < N_EXPERTS; expert++) {
        for (int ballots = 15; ballots <= 25; ballots += 10)
            assert_true(label(DEALING_ADAPTIVE, expert, ballots).ndcg >
                        label(DEALING_BALANCED, expert, ballots).ndcg - 0.005);
    }
}

/* Labels a question until it is settled at 95 %; whether what is said of it is right. */
static bool settle(const struct trial_question *question, uint64_t seed, bool *is_settled)
{
    static struct trial_run run;
    struct verdict verdict = {0};
    double best = 0, grade = 0;
    trial_run_begin(&run, question, EXPERT_REAL, seed);
    for (size_t i = 0; i < question->n; i++)
        best = fmax(best, question->grades[i]);
    while (verdict.probability < 0.95 && run.n_ballots < 40 && trial_run_step(&run, DEALING_ADAPTIVE)) {
        struct luce_question known = trial_run_known(&run);
        if (known.n_ballots >= SETTLED_VOTES_MIN)
            verdict = settled_verdict(&known);
    }
    *is_settled = verdict.probability >= 0.95;
    grade = question->grades[verdict.leader];
    return verdict.is_none ? best < 1 : best >= 1 && grade >= best;
}

static void what_is_settled_at_95_percent_is_right_as_often(void **state)
{
    (void)state;
    double settled = 0, right = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        for (size_t q = 0; q < collection.n_questions; q++) {
            bool is_settled;
            bool is_right = settle(&collection.questions[q], seed * 1000 + q, &is_settled);
            settled += is_settled;
            right += is_settled && is_right;
        }
    }
    assert_true(settled >= 100);
    assert_true(right / settled >= 0.93);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifteen_ballots_find_the_best_document),
        cmocka_unit_test(labels_are_not_worse_than_those_of_balanced_dealing),
        cmocka_unit_test(what_is_settled_at_95_percent_is_right_as_often),
    };
    return cmocka_run_group_tests(tests, read_sample, release_sample);
}
