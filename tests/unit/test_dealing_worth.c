/*
 * What adaptive dealing is worth, on the sample data with simulated experts: the short form of `make labels-bench`. The
 * truth is in the judgments; the seeds are fixed.
 */
#include "tests/support/support.h"

#include "core/judge/settled.h"
#include "tests/support/experiment.h"

#include <math.h>

enum { POOL = 20, BUDGET = 40 };

static struct collection collection;

static void read_pools(struct collection *out, size_t size)
{
    struct arena arena = {0};
    struct err err = {0};
    assert_true(collection_read(out, support_source(&arena, "sample-data"), size, &err));
    arena_release(&arena);
}

static int read_sample(void **state)
{
    (void)state;
    read_pools(&collection, POOL);
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
    double value = trial_ndcg(run->question, relevances, GAIN_LINEAR);
    *ndcg += isnan(value) ? 0 : value;
    *best += !isnan(value) && trial_finds_best(run->question, relevances);
}

static void label(const struct collection *labelled, enum dealing dealing, enum expert expert,
                  struct outcome *outcome)
{
    static struct trial_run run;
    struct trial_learning learning = {.n = 0};
    for (size_t q = 0; q < labelled->n_questions; q++) {
        trial_run_begin(&run, &labelled->questions[q], expert, q);
        trial_run_learn(&run, &learning);
        for (size_t i = 0, ballots = 0; i < LOOKS; i++) {
            for (; (int)ballots < looks[i] && trial_run_step(&run, dealing); ballots++)
                ; /* a small pool has not so many */
            look(&run, &outcome->ndcg[i], &outcome->best[i]);
        }
        trial_learning_add(&learning, &run);
    }
}

/* The balanced labels' nDCG, of all questions, is at most that of the others and this. */
static void assert_not_worse(const struct outcome *adaptive, const struct outcome *balanced, double margin)
{
    for (size_t i = 0; i < LOOKS; i++)
        assert_true(adaptive->ndcg[i] > balanced->ndcg[i] - margin);
}

/* Several experts together: of one alone, 45 questions say too little. The careful one's labels serve two claims. */
static void twenty_ballots_find_the_best_and_labels_are_not_worse_than_balanced(void **state)
{
    (void)state;
    struct outcome adaptive = {0}, balanced = {0};
    double questions = 0;
    for (size_t q = 0; q < collection.n_questions; q++)
        questions +=
            !isnan(trial_ndcg(&collection.questions[q], collection.questions[q].grades, GAIN_LINEAR));
    label(&collection, DEALING_ADAPTIVE, EXPERT_HARD, &adaptive);
    assert_true(adaptive.best[LOOKS - 1] / questions >= 0.95);
    label(&collection, DEALING_BALANCED, EXPERT_HARD, &balanced);
    for (enum expert expert = EXPERT_HARD + 1; expert < N_EXPERTS; expert++) {
        label(&collection, DEALING_ADAPTIVE, expert, &adaptive);
        label(&collection, DEALING_BALANCED, expert, &balanced);
    }
    assert_not_worse(&adaptive, &balanced, 0.005 * N_EXPERTS * questions);
}

/* By votes alone: the mean nDCG of labels of ten ballots over all orders of equal ones. */
static double label_ten(const struct collection *labelled, enum dealing dealing, enum labelling labelling)
{
    static struct trial_run run;
    double sum = 0, questions = 0;
    for (size_t q = 0; q < labelled->n_questions; q++) {
        double relevances[TRIAL_POOL_MAX];
        trial_run_begin(&run, &labelled->questions[q], EXPERT_REAL, q);
        while (run.n_votes < 10 && trial_run_step(&run, dealing))
            ;
        trial_relevances(&run, labelling, relevances);
        double value = trial_ndcg_by_lot(run.question, relevances, GAIN_LINEAR);
        sum += isnan(value) ? 0 : value;
        questions += !isnan(value);
    }
    return sum / questions;
}

/* Of ten ballots in pools of 31, each balanced label is of one impression, so that the runs order most of them. */
static void without_the_order_of_the_runs_labels_of_ten_ballots_are_better_than_balanced(void **state)
{
    (void)state;
    struct collection large = {0};
    read_pools(&large, 31);
    assert_true(label_ten(&large, DEALING_ADAPTIVE, LABELLING_LUCE) >
                label_ten(&large, DEALING_BALANCED, LABELLING_RATE) + 0.1);
    collection_release(&large);
}

/* Quadratic kappa of the grades that are exported and the true ones, after so many ballots a question. */
static double kappa_of_grades(enum dealing dealing, enum labelling labelling, enum expert expert,
                              size_t ballots)
{
    static struct trial_run run;
    struct trial_agreement agreement = {0};
    for (uint64_t seed = 0; seed < 2 * collection.n_questions; seed++) {
        double grades[POOL];
        trial_run_begin(&run, &collection.questions[seed % collection.n_questions], expert, seed);
        while (run.n_votes < ballots && trial_run_step(&run, dealing))
            ;
        trial_grades(&run, labelling, grades);
        trial_agreement_add(&agreement, run.question, grades);
    }
    return trial_agreement_kappa(&agreement);
}

/* What never won beside better ones has lost to them, not to none: it must not be called relevant for that. */
static void grades_under_adaptive_dealing_agree_with_the_truth(void **state)
{
    (void)state;
    for (enum expert expert = EXPERT_HARD; expert <= EXPERT_REAL; expert += EXPERT_REAL - EXPERT_HARD) {
        const double adaptive = kappa_of_grades(DEALING_ADAPTIVE, LABELLING_LUCE, expert, 20);
        assert_true(adaptive > 0.8);
        assert_true(adaptive > kappa_of_grades(DEALING_BALANCED, LABELLING_RATE, expert, 20));
    }
}

/* What so many ballots a question come to, in four labellings: the labels' nDCG, and the words that were not just read. */
static void label_for_words(size_t ballots, bool ignores_reading, double *ndcg, double *words)
{
    static struct trial_run run;
    for (uint64_t seed = 0; seed < 4 * collection.n_questions; seed++) {
        double best = 0;
        trial_run_begin(&run, &collection.questions[seed % collection.n_questions], EXPERT_HARD, seed);
        run.ignores_reading = ignores_reading;
        while (run.n_votes < ballots && trial_run_step(&run, DEALING_ADAPTIVE))
            ;
        look(&run, ndcg, &best);
        *words += run.words_new;
    }
}

static void labels_of_the_same_worth_take_a_quarter_fewer_new_words_since_dealing_counts_them(void **state)
{
    (void)state;
    double ndcg = 0, words = 0, other_ndcg = 0, other_words = 0;
    label_for_words(20, false, &ndcg, &words);
    label_for_words(15, true, &other_ndcg, &other_words);
    assert_true(ndcg >= other_ndcg);
    assert_true(words <= 0.75 * other_words);
}

/* A careful expert meets those by lot, an undecided one those that stand upside down. */
static void priors_that_are_worth_nothing_do_no_harm(void **state)
{
    (void)state;
    static const enum expert experts[N_TRIAL_PRIORS] = {
        [PRIORS_RANDOM] = EXPERT_HARD, [PRIORS_REVERSED] = EXPERT_REAL};
    for (enum trial_priors priors = PRIORS_RANDOM; priors <= PRIORS_REVERSED; priors++) {
        struct collection spoilt = {0};
        struct outcome adaptive = {0}, balanced = {0};
        read_pools(&spoilt, POOL);
        collection_set_priors(&spoilt, priors);
        label(&spoilt, DEALING_ADAPTIVE, experts[priors], &adaptive);
        label(&spoilt, DEALING_BALANCED, experts[priors], &balanced);
        assert_not_worse(&adaptive, &balanced, 0.005 * (double)spoilt.n_questions);
        collection_release(&spoilt);
    }
}

/* What is settled at 95 %, of how many questions, and how often it was right. */
struct trust {
    double questions, settled, right, right_by_grade;
};

static struct trust settle_all(const struct collection *labelled, uint64_t seeds, bool is_drawn)
{
    static struct trial_run run;
    struct trust trust = {0};
    for (uint64_t seed = 0; seed < seeds; seed++) {
        for (size_t q = 0; q < labelled->n_questions; q++) {
            trial_run_begin(&run, &labelled->questions[q], EXPERT_REAL, seed * 1000 + q);
            if (is_drawn)
                trial_run_draw_world(&run, seed * 1000 + q);
            struct verdict verdict = trial_settle(&run, BUDGET);
            bool is_settled = verdict.probability >= 0.95;
            trust.questions++;
            trust.settled += is_settled;
            trust.right += is_settled && trial_is_right(&run, &verdict);
            trust.right_by_grade += is_settled && trial_is_right_by_grade(&run, &verdict);
        }
    }
    return trust;
}

/* Where the model is right its 95 % are 95 of 100: fewer would be wrong labels, more would be ballots for nothing. */
static void in_the_worlds_it_believes_in_95_percent_are_93_to_97_of_100(void **state)
{
    (void)state;
    struct collection worlds = {0};
    read_pools(&worlds, POOL / 2);
    struct trust trust = settle_all(&worlds, 5, true);
    assert_true(trust.settled >= 0.9 * trust.questions);
    assert_true(trust.right / trust.settled >= 0.93 && trust.right / trust.settled <= 0.97);
    collection_release(&worlds);
}

/* Where it is not: grades are steps, and experts who answer by them do not differ as the model has it. */
static void on_real_judgments_95_percent_are_93_of_100_or_more(void **state)
{
    (void)state;
    static const size_t pools[] = {POOL / 2, POOL};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        struct collection judged = {0};
        read_pools(&judged, pools[i]);
        struct trust trust = settle_all(&judged, 2, false);
        assert_true(trust.settled >= 0.85 * trust.questions);
        assert_true(trust.right / trust.settled >= 0.93);
        assert_true(trust.right_by_grade / trust.settled >= 0.93);
        collection_release(&judged);
    }
}

/* Who stops has cast the first ones of the same votes. */
static void stopping_at_95_percent_saves_30_percent_of_the_budget_and_knows_the_best_as_often(void **state)
{
    (void)state;
    static struct trial_run run;
    double stopped = 0, spent = 0, right_stopped = 0, right_at_budget = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        for (size_t q = 0; q < collection.n_questions; q++) {
            trial_run_begin(&run, &collection.questions[q], EXPERT_REAL, seed * 1000 + q);
            struct verdict verdict = trial_settle(&run, BUDGET);
            stopped += (double)run.n_votes;
            right_stopped += trial_is_right_by_grade(&run, &verdict);
            while (run.n_votes < BUDGET && trial_run_step(&run, DEALING_ADAPTIVE))
                ;
            struct luce_question known = trial_run_known(&run);
            verdict = settled_verdict(&known);
            spent += (double)run.n_votes;
            right_at_budget += trial_is_right_by_grade(&run, &verdict);
        }
    }
    assert_true(stopped <= 0.7 * spent);
    assert_true(right_stopped >= 0.99 * right_at_budget);
}

/* The ballots after which a pool of `n` documents that are not relevant, and of which none is like another, is settled. */
static double ballots_for_nothing(size_t n, uint64_t seed)
{
    static struct trial_run run;
    static const double nothing[TRIAL_POOL_MAX];
    double priors[TRIAL_POOL_MAX], standardised[TRIAL_POOL_MAX];
    for (size_t i = 0; i < n; i++)
        priors[i] = 1 / (double)(1 + i);
    luce_standardise_priors(priors, n, standardised);
    const struct trial_question question = {.n = n,
                                            .grades = (double *)nothing,
                                            .priors = priors,
                                            .standardised = standardised,
                                            .words = (double *)nothing};
    trial_run_begin(&run, &question, EXPERT_HARD, seed);
    assert_true(trial_settle(&run, BUDGET).is_none);
    return (double)run.n_votes;
}

/* Each candidate has to be shown once: that is a third of the pool in ballots. */
static void where_nothing_is_relevant_eight_ballots_more_than_to_show_all_end_it(void **state)
{
    (void)state;
    enum { SEEDS = 15 };
    static const size_t pools[] = {10, 20, 31, 50};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        double ballots = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            ballots += ballots_for_nothing(pools[i], seed) / SEEDS;
        assert_true(ballots <= ceil((double)pools[i] / BALLOT_SIZE_MAX) + 8);
    }
}

/* Chosen eight times of 13, it is not preferred to none by odds of 7 to 1, and that is sure long before anything else is. */
static void a_document_that_is_chosen_more_often_than_not_is_not_called_irrelevant(void **state)
{
    (void)state;
    struct luce_ballot ballots[13];
    const size_t n = sizeof ballots / sizeof *ballots;
    for (size_t i = 0; i < n; i++)
        ballots[i] = (struct luce_ballot){.candidates = {0, 1 + i % 4},
                                          .n_slots = 2,
                                          .position = i % 3 == 0 ? VOTE_NONE : 1};
    const struct luce_question question = {.n_candidates = 5, .ballots = ballots, .n_ballots = n};
    const struct verdict verdict = settled_verdict(&question);
    assert_false(verdict.is_none);
    assert_int_equal(verdict.leader, 0);
    assert_true(verdict.probability < 0.95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_ballots_find_the_best_and_labels_are_not_worse_than_balanced),
        cmocka_unit_test(grades_under_adaptive_dealing_agree_with_the_truth),
        cmocka_unit_test(without_the_order_of_the_runs_labels_of_ten_ballots_are_better_than_balanced),
        cmocka_unit_test(labels_of_the_same_worth_take_a_quarter_fewer_new_words_since_dealing_counts_them),
        cmocka_unit_test(priors_that_are_worth_nothing_do_no_harm),
        cmocka_unit_test(stopping_at_95_percent_saves_30_percent_of_the_budget_and_knows_the_best_as_often),
        cmocka_unit_test(where_nothing_is_relevant_eight_ballots_more_than_to_show_all_end_it),
        cmocka_unit_test(a_document_that_is_chosen_more_often_than_not_is_not_called_irrelevant),
        cmocka_unit_test(in_the_worlds_it_believes_in_95_percent_are_93_to_97_of_100),
        cmocka_unit_test(on_real_judgments_95_percent_are_93_of_100_or_more),
    };
    return cmocka_run_group_tests(tests, read_sample, release_sample);
}
