/* The weight of the order of the runs, in worlds where it is known. Votes follow Luce's choice on drawn utilities. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/judge/prior_weight.h"
#include "core/judge/stop_rule.h"

#include <math.h>

enum { CANDIDATES = 12, BALLOTS = 15, QUESTIONS = PRIOR_QUESTIONS_MAX };

static double draw_share(struct random_source *random)
{
    return ((double)random_below(random, 1U << 30) + 0.5) / (1U << 30);
}

static double draw_normal(struct random_source *random)
{
    return sqrt(-2 * log(draw_share(random))) * cos(2 * M_PI * draw_share(random));
}

/* A question of a world. For the weight w and the priors z, the utilities have the mean w z. */
struct world_question {
    double priors[CANDIDATES], utilities[CANDIDATES];
    struct luce_ballot ballots[BALLOTS];
    struct luce_question known;
};

static void vote(struct world_question *question, struct luce_ballot *ballot, struct random_source *random)
{
    double utilities[BALLOT_SIZE_MAX], chances[BALLOT_SIZE_MAX + 1], share = draw_share(random);
    size_t choice = 0;
    for (size_t a = 0; a < BALLOT_SIZE_MAX; a++)
        utilities[a] = question->utilities[ballot->candidates[a]];
    luce_choose(ballot, utilities, chances);
    for (; choice < BALLOT_SIZE_MAX && share > chances[choice]; choice++)
        share -= chances[choice];
    ballot->position = choice < BALLOT_SIZE_MAX ? (int)choice + 1 : VOTE_NONE;
    if (random_below(random, 10) == 0) /* a lapse */
        ballot->position = (int)random_below(random, BALLOT_SIZE_MAX + 1);
}

static void draw_question(struct world_question *question, double weight, struct random_source *random)
{
    const struct luce_belief *belief = &luce_belief_for_dealing;
    double priors[CANDIDATES];
    const double shared = belief->question_spread * draw_normal(random);
    for (size_t i = 0; i < CANDIDATES; i++)
        priors[i] = 1 / (double)(61 + i);
    luce_standardise_priors(priors, CANDIDATES, question->priors);
    for (size_t i = 0; i < CANDIDATES; i++)
        question->utilities[i] = weight * question->priors[i] + shared + belief->spread * draw_normal(random);
    for (size_t b = 0; b < BALLOTS; b++) {
        struct luce_ballot *ballot = &question->ballots[b];
        *ballot = (struct luce_ballot){.n_slots = BALLOT_SIZE_MAX};
        const size_t first = random_below(random, CANDIDATES), step = 1 + random_below(random, 5);
        for (size_t a = 0; a < BALLOT_SIZE_MAX; a++)
            ballot->candidates[a] = (first + a * step) % CANDIDATES;
        vote(question, ballot, random);
    }
    question->known = (struct luce_question){.n_candidates = CANDIDATES,
                                             .priors = question->priors,
                                             .ballots = question->ballots,
                                             .n_ballots = BALLOTS};
}

static double learn_world(double mean, double spread, size_t n, struct random_source *random)
{
    static struct world_question question;
    struct prior_evidence evidence[QUESTIONS];
    for (size_t q = 0; q < n; q++) {
        draw_question(&question, mean + spread * draw_normal(random), random);
        evidence[q] = prior_evidence_of(&question.known);
    }
    return prior_weight_learn(evidence, n);
}

static void without_votes_the_prior_weight_is_the_general_belief(void **state)
{
    (void)state;
    static const struct luce_question nothing = {.n_candidates = 0};
    const struct prior_evidence evidence = prior_evidence_of(&nothing);
    assert_close(prior_weight_learn(NULL, 0), luce_belief_for_dealing.prior_weight, 1e-12);
    assert_close(prior_weight_learn(&evidence, 1), luce_belief_for_dealing.prior_weight, 1e-12);
}

/* Good runs, random runs, and reversed runs. */
static void the_weight_of_32_questions_separates_good_random_and_reversed_runs(void **state)
{
    (void)state;
    static const struct {
        double truth, low, high;
    } worlds[] = {{0.9, 0.29, 0.31}, {0, -0.01, 0.25}, {-0.6, -0.01, 0.01}};
    enum { WORLDS = 100 };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        size_t told = 0;
        for (uint64_t world = 0; world < WORLDS; world++) {
            struct random_source random = random_from(world, i);
            const double mean = learn_world(worlds[i].truth, 0.3, QUESTIONS, &random);
            told += mean > worlds[i].low && mean < worlds[i].high;
        }
        assert_true(told >= 95);
    }
}

/* The annotator may have seen the candidates in the order of the runs while keeping and dropping them. */
static void kept_and_dropped_candidates_say_nothing(void **state)
{
    (void)state;
    static const double priors[] = {1, -1};
    static const struct luce_ballot beside[] = {
        {.candidates = {0}, .n_slots = 1, .position = 1, .rater = &luce_rater_of_glances},
        {.candidates = {1}, .n_slots = 1, .position = VOTE_NONE, .rater = &luce_rater_of_glances}};
    const struct luce_question question = {.n_candidates = 2,
                                           .priors = priors,
                                           .beside = beside,
                                           .n_beside = 2};
    assert_close(prior_evidence_of(&question).precision, 0, 1e-12);
}

/* Otherwise the ballots left in one question would change with votes on other questions. */
static void the_prior_weight_does_not_decide_if_a_question_is_settled(void **state)
{
    (void)state;
    static struct world_question question;
    struct random_source random = random_from(3, 9);
    draw_question(&question, 0.9, &random);
    for (double confidence = 0.05; confidence < 1; confidence += 0.05) {
        struct pool pool = {.known = &question.known, .n_votes = BALLOTS, .confidence = confidence};
        pool_judge(&pool);
        const bool is_settled = pool.is_settled;
        pool.prior_change = -3;
        pool_judge(&pool);
        assert_int_equal(pool.is_settled, is_settled);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_votes_the_prior_weight_is_the_general_belief),
        cmocka_unit_test(the_weight_of_32_questions_separates_good_random_and_reversed_runs),
        cmocka_unit_test(kept_and_dropped_candidates_say_nothing),
        cmocka_unit_test(the_prior_weight_does_not_decide_if_a_question_is_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
