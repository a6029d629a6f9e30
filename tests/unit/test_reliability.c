/*
 * The reliability of annotators, and how labels improve by it. Simulated annotators vote by Luce's model, with their
 * own lapses and thresholds, on questions whose utilities are known.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/judge/reliability.h"
#include "core/judge/relevance.h"
#include "core/session/session.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/sample.h"

#include <math.h>

enum { QUESTIONS = 40, CANDIDATES = 12, BALLOTS = 36, ANNOTATORS = 3 };

/* A world with its votes. */
struct world {
    double utilities[QUESTIONS][CANDIDATES];
    struct luce_ballot ballots[QUESTIONS][BALLOTS];
    size_t annotators[QUESTIONS][BALLOTS];
    struct rated_question questions[QUESTIONS];
    struct luce_rater truth[ANNOTATORS];
};

static double draw_normal(struct random_source *random)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += random_uniform(random);
    return sum - 6;
}

static void draw_vote(struct luce_ballot *ballot, const double *utilities, const struct luce_rater *rater,
                      struct random_source *random)
{
    double shares[BALLOT_SIZE_MAX + 1] = {exp(rater->threshold)}, sum = shares[0];
    for (size_t i = 0; i < ballot->n_slots; i++)
        sum += shares[i + 1] = exp(utilities[ballot->candidates[i]]);
    if (random_uniform(random) < rater->lapses) {
        ballot->position = (int)random_below(random, ballot->n_slots + 1);
        return;
    }
    double left = random_uniform(random) * sum;
    ballot->position = 0;
    while (ballot->position < (int)ballot->n_slots && left > shares[ballot->position])
        left -= shares[ballot->position++];
}

/* Annotators take turns, and the documents of a ballot are drawn. */
static void draw_world(struct world *world, const struct luce_rater *truth, uint64_t seed)
{
    struct random_source random = random_from(seed, 0);
    for (size_t a = 0; a < ANNOTATORS; a++)
        world->truth[a] = truth[a];
    for (size_t q = 0; q < QUESTIONS; q++) {
        for (size_t i = 0; i < CANDIDATES; i++)
            world->utilities[q][i] = 2 * draw_normal(&random);
        for (size_t b = 0; b < BALLOTS; b++) {
            const size_t first = b % CANDIDATES, step = 1 + (size_t)random_below(&random, 5);
            world->ballots[q][b] = (struct luce_ballot){.candidates = {first, (first + step) % CANDIDATES,
                                                                       (first + 2 * step) % CANDIDATES},
                                                        .n_slots = 3};
            world->annotators[q][b] = b % ANNOTATORS;
            draw_vote(&world->ballots[q][b], world->utilities[q], &truth[b % ANNOTATORS], &random);
        }
        world->questions[q] = (struct rated_question){.n_candidates = CANDIDATES,
                                                      .ballots = world->ballots[q],
                                                      .annotators = world->annotators[q],
                                                      .n_ballots = BALLOTS};
    }
}

/* Returns the error of relevances: the root mean square over all candidates. */
static double error_of(struct world *world)
{
    double squares = 0;
    for (size_t q = 0; q < QUESTIONS; q++) {
        struct tally tallies[CANDIDATES] = {{.impressions = 0}};
        for (size_t i = 0; i < CANDIDATES; i++)
            tallies[i].impressions = 1;
        const struct luce_question votes = {.n_candidates = CANDIDATES,
                                            .ballots = world->ballots[q],
                                            .n_ballots = BALLOTS};
        relevance_estimate(ESTIMATOR_LUCE, tallies, &votes, NAN);
        for (size_t i = 0; i < CANDIDATES; i++) {
            double apart = relevance_of(&tallies[i]) - luce_relevance(world->utilities[q][i]);
            squares += apart * apart;
        }
    }
    return sqrt(squares / (QUESTIONS * CANDIDATES));
}

static void forget_raters(struct world *world)
{
    for (size_t q = 0; q < QUESTIONS; q++) {
        for (size_t b = 0; b < BALLOTS; b++)
            world->ballots[q][b].rater = NULL;
    }
}

static struct world world;

static void an_annotator_who_answers_by_chance_is_detected(void **state)
{
    (void)state;
    static const struct luce_rater truth[] = {{0.05, 0}, {1, 0}, {0.05, 0}};
    struct luce_rater raters[ANNOTATORS];
    draw_world(&world, truth, 1);
    reliability_estimate(world.questions, QUESTIONS, raters, ANNOTATORS);
    assert_in_range(100 * raters[0].lapses, 0, 25);
    assert_in_range(100 * raters[1].lapses, 45, 100);
    assert_in_range(100 * raters[2].lapses, 0, 25);
}

static void annotators_with_a_high_or_low_threshold_are_detected(void **state)
{
    (void)state;
    static const struct luce_rater truth[] = {{0.1, 0}, {0.1, 2}, {0.1, -2}};
    struct luce_rater raters[ANNOTATORS];
    draw_world(&world, truth, 2);
    reliability_estimate(world.questions, QUESTIONS, raters, ANNOTATORS);
    assert_true(raters[1].threshold > raters[0].threshold + 0.5);
    assert_true(raters[2].threshold < raters[0].threshold - 0.5);
}

/* In each of ten worlds one annotator of three answers at random. Labels must come nearer to the truth. */
static void labels_gain_where_one_in_three_answers_by_chance(void **state)
{
    (void)state;
    static const struct luce_rater truth[] = {{0.05, 0}, {0.05, 0}, {1, 0}};
    struct luce_rater raters[ANNOTATORS];
    double gain = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        draw_world(&world, truth, 100 + seed);
        double before = error_of(&world);
        reliability_estimate(world.questions, QUESTIONS, raters, ANNOTATORS);
        double after = error_of(&world);
        assert_true(after < before);
        gain += (before - after) / before / 10;
    }
    assert_true(gain > 0.1);
}

static void labels_lose_nothing_where_all_are_alike(void **state)
{
    (void)state;
    static const struct luce_rater truth[] = {{0.1, 0}, {0.1, 0}, {0.1, 0}};
    struct luce_rater raters[ANNOTATORS];
    double before = 0, after = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        draw_world(&world, truth, 200 + seed);
        before += error_of(&world) / 10;
        reliability_estimate(world.questions, QUESTIONS, raters, ANNOTATORS);
        after += error_of(&world) / 10;
        forget_raters(&world);
    }
    assert_true(after < before + 0.005);
}

static void an_annotator_without_shared_ballots_keeps_the_default_reliability(void **state)
{
    (void)state;
    struct luce_ballot ballots[] = {{.candidates = {0, 1}, .n_slots = 2, .position = 1}};
    const size_t annotators[] = {0};
    const struct rated_question alone = {.n_candidates = 2,
                                         .ballots = ballots,
                                         .annotators = annotators,
                                         .n_ballots = 1};
    struct luce_rater raters[2];
    reliability_estimate(&alone, 1, raters, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_close(raters[i].lapses, luce_belief_for_labels.lapses, 1e-12);
        assert_close(raters[i].threshold, 0, 1e-12);
    }
}

/* --- In a database --------------------------------------------------------------------------- */

/* Votes for the lowest id, because d01 is best. Cem answers at random. */
static void label(struct store *store, const char *annotator, struct random_source *random)
{
    struct test_clock time = {.now = 1000000, .step = 1000};
    struct err err;
    struct session *session = sample_session(store, annotator, 1, &time);
    for (const struct ballot *ballot; (ballot = session_ballot(session)) != NULL;) {
        size_t least = 0;
        for (size_t i = 1; i < ballot->n_slots; i++) {
            if (bytes_compare(ballot->documents[i].docid, ballot->documents[least].docid) < 0)
                least = i;
        }
        int position = annotator[0] == 'c' ? (int)random_below(random, ballot->n_slots + 1) : (int)least + 1;
        assert_true(session_answer(session, &(struct answer){.position = position, .elapsed_ms = 100}, &err));
    }
    assert_true(session_close(session, &err));
}

static double relevance_in(struct store *store, const char *docid)
{
    struct arena arena = {0};
    struct tally *tallies;
    struct err err;
    size_t n;
    double relevance = NAN;
    assert_true(store_list_candidates(store, 1, &arena, &tallies, &n, &err));
    for (size_t i = 0; i < n; i++) {
        if (bytes_equal(tallies[i].docid, bytes_of(docid)))
            relevance = relevance_of(&tallies[i]);
    }
    arena_release(&arena);
    return relevance;
}

static void set(struct store *store, enum setting setting, const char *value)
{
    struct err err;
    assert_true(setting_put(store, setting, bytes_of(value), &err));
}

static void a_database_weighs_annotators_if_the_setting_is_on(void **state)
{
    (void)state;
    struct store *store = sample_store("reliability.db", 6, 8);
    struct random_source random = random_from(4, 0);
    set(store, SETTING_OVERLAP, "1x3");
    set(store, SETTING_ESTIMATOR, "luce");
    label(store, "ann", &random);
    label(store, "ben", &random);
    label(store, "cem", &random);
    double best = relevance_in(store, "d01"), worst = relevance_in(store, "d08");
    set(store, SETTING_RELIABILITY, "on");
    assert_true(relevance_in(store, "d01") > best);
    assert_true(relevance_in(store, "d08") < worst);
    set(store, SETTING_RELIABILITY, "off");
    assert_close(relevance_in(store, "d01"), best, 1e-12);
    store_close(store);
}

/* The arena keeps the votes that were read, and what was known about the annotators. */
static void intervals_are_there_when_the_database_is_closed(void **state)
{
    (void)state;
    struct store *store = sample_store("intervals.db", 6, 8);
    struct random_source random = random_from(4, 0);
    struct arena arena = {0};
    struct tally *tallies;
    struct relevance_range ranges[8];
    struct err err;
    size_t n, n_bounded = 0;
    set(store, SETTING_OVERLAP, "1x3");
    set(store, SETTING_ESTIMATOR, "luce");
    set(store, SETTING_RELIABILITY, "on");
    label(store, "ann", &random);
    label(store, "ben", &random);
    label(store, "cem", &random);
    assert_true(store_list_candidates(store, 1, &arena, &tallies, &n, &err));
    assert_int_equal(n, sizeof ranges / sizeof *ranges);
    store_close(store);
    relevance_intervals(tallies, n, ranges);
    for (size_t i = 0; i < n; i++) {
        assert_true(ranges[i].low <= relevance_of(&tallies[i]) &&
                    relevance_of(&tallies[i]) <= ranges[i].high);
        n_bounded += ranges[i].high - ranges[i].low < 1;
    }
    assert_true(n_bounded > 0); /* some lost only to better ones, which says little */
    arena_release(&arena);
}

/*
 * Two annotators keep and drop all candidates: one drops many, and the other few, often by chance. Votes show each kept
 * candidate, but only one in three that the first annotator dropped. The estimates must not depend on that.
 */
static void annotators_who_drop_many_or_drop_by_chance_are_detected(void **state)
{
    (void)state;
    static struct luce_ballot glances[QUESTIONS][2 * CANDIDATES];
    static size_t glancers[QUESTIONS][2 * CANDIDATES];
    static const struct luce_rater voters[ANNOTATORS] = {{0.05, 0}, {0.05, 0}, {0.05, 0}},
                                   truth[2] = {{0.05, -0.5}, {0.35, -2.5}};
    struct random_source random = random_from(11, 0);
    struct luce_rater found[2];
    draw_world(&world, voters, 12);
    for (size_t q = 0; q < QUESTIONS; q++) {
        bool is_hidden[CANDIDATES] = {false};
        for (size_t i = 0; i < 2 * CANDIDATES; i++) {
            const size_t who = i / CANDIDATES, candidate = i % CANDIDATES;
            glances[q][i] = (struct luce_ballot){.candidates = {candidate}, .n_slots = 1};
            glancers[q][i] = who;
            draw_vote(&glances[q][i], world.utilities[q], &truth[who], &random);
            is_hidden[candidate] |= who == 0 && glances[q][i].position == VOTE_NONE && candidate % 3 > 0;
        }
        size_t n = 0;
        for (size_t b = 0; b < BALLOTS; b++) {
            bool hides = false;
            for (size_t a = 0; a < 3; a++)
                hides |= is_hidden[world.ballots[q][b].candidates[a]];
            if (!hides)
                world.ballots[q][n++] = world.ballots[q][b];
        }
        world.questions[q].n_ballots = n;
        world.questions[q].glances = glances[q];
        world.questions[q].glancers = glancers[q];
        world.questions[q].n_glances = 2 * CANDIDATES;
    }
    reliability_estimate_glances(world.questions, QUESTIONS, found, 2);
    assert_true(found[0].threshold > -1.3 && found[0].threshold < 0.3);
    assert_true(found[1].threshold < found[0].threshold - 0.7);
    assert_true(found[0].lapses < 0.15);
    /* Votes tell utilities only roughly, so the estimates differ less than the truth. */
    assert_true(found[1].lapses > found[0].lapses + 0.04);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_annotator_who_answers_by_chance_is_detected),
        cmocka_unit_test(annotators_with_a_high_or_low_threshold_are_detected),
        cmocka_unit_test(labels_gain_where_one_in_three_answers_by_chance),
        cmocka_unit_test(labels_lose_nothing_where_all_are_alike),
        cmocka_unit_test(an_annotator_without_shared_ballots_keeps_the_default_reliability),
        cmocka_unit_test(annotators_who_drop_many_or_drop_by_chance_are_detected),
        cmocka_unit_test(a_database_weighs_annotators_if_the_setting_is_on),
        cmocka_unit_test(intervals_are_there_when_the_database_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
