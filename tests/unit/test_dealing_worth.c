/*
 * What adaptive dealing gains, on the sample data with simulated experts. This is the short form of `make
 * labels-bench`. The judgments are the truth, and the seeds are fixed.
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

/* Sums over all questions that have a relevant document, after each number of ballots. */
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
                  bool learns_labels, struct outcome *outcome)
{
    static struct trial_run run;
    struct trial_learning learning = {.n = 0};
    for (size_t q = 0; q < labelled->n_questions; q++) {
        trial_run_begin(&run, &labelled->questions[q], expert, q);
        trial_run_learn(&run, &learning, learns_labels);
        for (size_t i = 0, ballots = 0; i < LOOKS; i++) {
            for (; (int)ballots < looks[i] && trial_run_step(&run, dealing); ballots++)
                ; /* a small pool has fewer ballots */
            look(&run, &outcome->ndcg[i], &outcome->best[i]);
        }
        trial_learning_add(&learning, &run);
    }
}

/* Requires that adaptive labels have, summed over all questions, at least the balanced labels' nDCG less `margin`. */
static void assert_not_worse(const struct outcome *adaptive, const struct outcome *balanced, double margin)
{
    for (size_t i = 0; i < LOOKS; i++)
        assert_true(adaptive->ndcg[i] > balanced->ndcg[i] - margin);
}

/* The test sums over several experts because 45 questions of one expert say too little. Two claims share the careful
 * expert's labels. */
static void twenty_ballots_find_the_best_and_labels_are_not_worse_than_balanced(void **state)
{
    (void)state;
    struct outcome adaptive = {0}, balanced = {0};
    double questions = 0;
    for (size_t q = 0; q < collection.n_questions; q++)
        questions +=
            !isnan(trial_ndcg(&collection.questions[q], collection.questions[q].grades, GAIN_LINEAR));
    label(&collection, DEALING_ADAPTIVE, EXPERT_HARD, false, &adaptive);
    assert_true(adaptive.best[LOOKS - 1] / questions >= 0.95);
    label(&collection, DEALING_BALANCED, EXPERT_HARD, false, &balanced);
    for (enum expert expert = EXPERT_HARD + 1; expert < N_EXPERTS; expert++) {
        label(&collection, DEALING_ADAPTIVE, expert, false, &adaptive);
        label(&collection, DEALING_BALANCED, expert, false, &balanced);
    }
    assert_not_worse(&adaptive, &balanced, 0.005 * N_EXPERTS * questions);
}

/* Mean nDCG of labels that come from ten ballots, by votes alone, over all orders of equal labels. */
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

/* With ten ballots in a pool of 31, each balanced label comes from one impression, so that most labels are equal. The
 * order of the runs would decide between them, and this test leaves it out. */
static void without_run_order_ten_adaptive_ballots_give_better_labels(void **state)
{
    (void)state;
    struct collection large = {0};
    read_pools(&large, 31);
    assert_true(label_ten(&large, DEALING_ADAPTIVE, LABELLING_LUCE) >
                label_ten(&large, DEALING_BALANCED, LABELLING_RATE) + 0.1);
    collection_release(&large);
}

/* Quadratic kappa between the exported grades and the true ones, after `ballots` ballots in each question. */
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

/* A document that never won against better ones has lost to them, not to none. That must not make it relevant. */
static void grades_under_adaptive_dealing_agree_with_the_truth(void **state)
{
    (void)state;
    for (enum expert expert = EXPERT_HARD; expert <= EXPERT_REAL; expert += EXPERT_REAL - EXPERT_HARD) {
        const double adaptive = kappa_of_grades(DEALING_ADAPTIVE, LABELLING_LUCE, expert, 20);
        assert_true(adaptive > 0.8);
        assert_true(adaptive > kappa_of_grades(DEALING_BALANCED, LABELLING_RATE, expert, 20));
    }
}

/* Adds the nDCG of the labels and the number of words that the annotator had not just read. Each question is labelled
 * four times, with `ballots` ballots. */
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

static void equal_labels_take_a_quarter_fewer_words_if_dealing_counts_words(void **state)
{
    (void)state;
    double ndcg = 0, words = 0, other_ndcg = 0, other_words = 0;
    label_for_words(20, false, &ndcg, &words);
    label_for_words(15, true, &other_ndcg, &other_words);
    assert_true(ndcg >= other_ndcg);
    assert_true(words <= 0.75 * other_words);
}

/* A careful expert gets random priors, and an undecided expert gets reversed ones. */
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
        label(&spoilt, DEALING_ADAPTIVE, experts[priors], false, &adaptive);
        label(&spoilt, DEALING_BALANCED, experts[priors], false, &balanced);
        assert_not_worse(&adaptive, &balanced, 0.005 * (double)spoilt.n_questions);
        collection_release(&spoilt);
    }
}

/* Labels of an undecided expert. In the program nobody but the user makes labels rely on the order of the runs. */
static struct outcome label_undecided(enum trial_priors priors, bool learns_labels)
{
    struct collection judged = {0};
    struct outcome outcome = {0};
    read_pools(&judged, POOL);
    collection_set_priors(&judged, priors);
    label(&judged, DEALING_ADAPTIVE, EXPERT_REAL, learns_labels, &outcome);
    collection_release(&judged);
    return outcome;
}

static void labels_that_rely_on_a_good_judge_are_better(void **state)
{
    (void)state;
    const struct outcome relying = label_undecided(PRIORS_WITH_JUDGE, true);
    const struct outcome alone = label_undecided(PRIORS_WITH_JUDGE, false);
    for (size_t i = 0; i < LOOKS; i++)
        assert_true(relying.ndcg[i] > alone.ndcg[i] + 0.01 * (double)collection.n_questions);
}

static void labels_that_rely_on_priors_worth_nothing_are_no_worse(void **state)
{
    (void)state;
    for (enum trial_priors priors = PRIORS_RANDOM; priors <= PRIORS_REVERSED; priors++) {
        const struct outcome relying = label_undecided(priors, true), alone = label_undecided(priors, false);
        assert_not_worse(&relying, &alone, 0.005 * (double)collection.n_questions);
    }
}

/* How many questions there are, how many of them are settled at 95 %, and how often the verdict was right. */
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

/* If the model is true, 95 % must mean 95 of 100. A lower rate would give wrong labels, a higher one would waste
 * ballots. */
static void if_the_model_is_true_95_percent_means_93_to_97_of_100(void **state)
{
    (void)state;
    struct collection worlds = {0};
    read_pools(&worlds, POOL / 2);
    struct trust trust = settle_all(&worlds, 5, true);
    assert_true(trust.settled >= 0.9 * trust.questions);
    assert_true(trust.right / trust.settled >= 0.93 && trust.right / trust.settled <= 0.97);
    collection_release(&worlds);
}

/* The model is not true here: grades are steps, and experts who answer by them vary in other ways than the model
 * assumes. */
static void on_real_judgments_95_percent_means_at_least_93_of_100(void **state)
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

/* Both verdicts use the same votes. The one at the stop uses only the first of them. */
static void stopping_at_95_percent_saves_30_percent_and_finds_the_best_as_often(void **state)
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

/* Returns how many ballots settle a pool of `n` documents of which none is relevant and no two are alike. */
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

/* Each candidate has to be shown once, which takes a third of the pool size in ballots. */
static void a_question_with_nothing_relevant_ends_eight_ballots_after_showing_all(void **state)
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

/* Chosen on 8 of 13 ballots, the document is not preferred to none by odds of 7 to 1. That is certain long before the
 * rest is. */
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
        cmocka_unit_test(without_run_order_ten_adaptive_ballots_give_better_labels),
        cmocka_unit_test(equal_labels_take_a_quarter_fewer_words_if_dealing_counts_words),
        cmocka_unit_test(priors_that_are_worth_nothing_do_no_harm),
        cmocka_unit_test(labels_that_rely_on_a_good_judge_are_better),
        cmocka_unit_test(labels_that_rely_on_priors_worth_nothing_are_no_worse),
        cmocka_unit_test(stopping_at_95_percent_saves_30_percent_and_finds_the_best_as_often),
        cmocka_unit_test(a_question_with_nothing_relevant_ends_eight_ballots_after_showing_all),
        cmocka_unit_test(a_document_that_is_chosen_more_often_than_not_is_not_called_irrelevant),
        cmocka_unit_test(if_the_model_is_true_95_percent_means_93_to_97_of_100),
        cmocka_unit_test(on_real_judgments_95_percent_means_at_least_93_of_100),
    };
    return cmocka_run_group_tests(tests, read_sample, release_sample);
}
