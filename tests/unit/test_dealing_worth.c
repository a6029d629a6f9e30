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

static void read_collection(struct collection *out)
{
    struct arena arena = {0};
    struct err err = {0};
    assert_true(collection_read(out, support_source(&arena, "sample-data"), POOL, &err));
    arena_release(&arena);
}

static int read_sample(void **state)
{
    (void)state;
    read_collection(&collection);
    return 0;
}

static int release_sample(void **state)
{
    (void)state;
    collection_release(&collection);
    return 0;
}

static const int looks[] = {10, 15, 20};
enum { LOOKS = sizeof looks / sizeof *looks };

/* After each number of ballots, of all questions with something relevant. */
struct outcome {
    double ndcg[LOOKS], best[LOOKS];
};

static void look(const struct trial_run *run, double *ndcg, double *best)
{
    double relevances[POOL];
    trial_relevances(run, LABELLING_LUCE, relevances);
    double value = trial_ndcg(run->question, relevances);
    *ndcg += isnan(value) ? 0 : value;
    *best += !isnan(value) && trial_finds_best(run->question, relevances);
}

static void label(const struct collection *labelled, enum dealing dealing, enum expert expert,
                  struct outcome *outcome)
{
    static struct trial_run run;
    for (size_t q = 0; q < labelled->n_questions; q++) {
        trial_run_begin(&run, &labelled->questions[q], expert, q);
        for (size_t i = 0, ballots = 0; i < LOOKS; i++) {
            for (; (int)ballots < looks[i] && trial_run_step(&run, dealing); ballots++)
                ; /* a small pool has not so many */
            look(&run, &outcome->ndcg[i], &outcome->best[i]);
        }
    }
}

static void twenty_ballots_find_the_best_document(void **state)
{
    (void)state;
    struct outcome adaptive = {0};
    double questions = 0;
    for (size_t q = 0; q < collection.n_questions; q++)
        questions += !isnan(trial_ndcg(&collection.questions[q], collection.questions[q].grades));
    label(&collection, DEALING_ADAPTIVE, EXPERT_HARD, &adaptive);
    assert_true(adaptive.best[2] / questions >= 0.95);
}

/* Several experts together: of one alone, 45 questions say too little. */
static void assert_not_worse(const struct collection *labelled, const enum expert *experts, size_t n)
{
    struct outcome adaptive = {0}, balanced = {0};
    for (size_t i = 0; i < n; i++) {
        label(labelled, DEALING_ADAPTIVE, experts[i], &adaptive);
        label(labelled, DEALING_BALANCED, experts[i], &balanced);
    }
    for (size_t i = 0; i < LOOKS; i++)
        assert_true(adaptive.ndcg[i] > balanced.ndcg[i] - 0.005 * (double)n * (double)labelled->n_questions);
}

static void labels_are_not_worse_than_those_of_balanced_dealing(void **state)
{
    (void)state;
    static const enum expert experts[] = {EXPERT_HARD, EXPERT_SLOPPY, EXPERT_REAL, EXPERT_THREE};
    assert_not_worse(&collection, experts, N_EXPERTS);
}

static void priors_that_are_worth_nothing_do_no_harm(void **state)
{
    (void)state;
    static const enum expert experts[] = {EXPERT_HARD, EXPERT_REAL};
    for (enum trial_priors priors = PRIORS_RANDOM; priors < N_TRIAL_PRIORS; priors++) {
        struct collection spoilt = {0};
        read_collection(&spoilt);
        collection_spoil_priors(&spoilt, priors);
        assert_not_worse(&spoilt, experts, 2);
        collection_release(&spoilt);
    }
}

/* Labels a question until it is settled at 95 %. */
static struct verdict settle(struct trial_run *run, const struct trial_question *question, enum expert expert,
                             uint64_t seed)
{
    struct verdict verdict = {0};
    trial_run_begin(run, question, expert, seed);
    while (verdict.probability < 0.95 && run->n_votes < 40 && trial_run_step(run, DEALING_ADAPTIVE)) {
        struct luce_question known = trial_run_known(run);
        if (known.n_ballots >= SETTLED_VOTES_MIN)
            verdict = settled_verdict(&known);
    }
    return verdict;
}

/* As settled.h has it: by the utilities of which this expert's answers come. */
static bool is_right(const struct trial_run *run, const struct verdict *verdict)
{
    double most = -INFINITY, leading = run->utilities[verdict->leader];
    for (size_t i = 0; i < run->question->n; i++)
        most = fmax(most, run->utilities[i]);
    return verdict->is_none ? most <= SETTLED_NONE_MARGIN : leading > 0 && leading + SETTLED_MARGIN >= most;
}

static void what_is_settled_at_95_percent_is_right_as_often(void **state)
{
    (void)state;
    static struct trial_run run;
    double settled = 0, right = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        for (size_t q = 0; q < collection.n_questions; q++) {
            struct verdict verdict = settle(&run, &collection.questions[q], EXPERT_REAL, seed * 1000 + q);
            settled += verdict.probability >= 0.95;
            right += verdict.probability >= 0.95 && is_right(&run, &verdict);
        }
    }
    assert_true(settled >= 100);
    assert_true(right / settled >= 0.93);
}

/* Each candidate has to be shown once: that is POOL / 3 ballots. */
static void where_nothing_is_relevant_eight_ballots_more_than_to_show_all_end_it(void **state)
{
    (void)state;
    static struct trial_run run;
    struct collection spoilt = {0};
    double ballots = 0;
    read_collection(&spoilt);
    collection_spoil_grades(&spoilt);
    for (size_t q = 0; q < spoilt.n_questions; q++) {
        struct verdict verdict = settle(&run, &spoilt.questions[q], EXPERT_HARD, q);
        assert_true(verdict.is_none);
        ballots += (double)run.n_votes / (double)spoilt.n_questions;
    }
    assert_true(ballots <= ceil((double)POOL / BALLOT_SIZE_MAX) + 8);
    collection_release(&spoilt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_ballots_find_the_best_document),
        cmocka_unit_test(labels_are_not_worse_than_those_of_balanced_dealing),
        cmocka_unit_test(priors_that_are_worth_nothing_do_no_harm),
        cmocka_unit_test(where_nothing_is_relevant_eight_ballots_more_than_to_show_all_end_it),
        cmocka_unit_test(what_is_settled_at_95_percent_is_right_as_often),
    };
    return cmocka_run_group_tests(tests, read_sample, release_sample);
}
