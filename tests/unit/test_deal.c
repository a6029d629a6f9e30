#include "tests/support/support.h"

#include "core/judge/deal.h"

#include <string.h>

enum { POOL_MAX = 12 };

/* What was dealt while one annotator labelled a pool to its end. */
struct labelled {
    struct slot_set sets[500];
    size_t n_sets;
    int64_t impressions[POOL_MAX];
};

static void label_pool(size_t n_candidates, size_t ballot_size, int64_t wanted, uint64_t seed,
                       struct labelled *labelled)
{
    struct random_source random = random_from(seed, 0);
    struct pool_candidate pool[POOL_MAX];
    memset(labelled, 0, sizeof *labelled);
    for (size_t i = 0; i < n_candidates; i++)
        pool[i] = (struct pool_candidate){.document_id = (int64_t)i + 1};
    for (;;) {
        struct deal_request request = {
            .pool = {.candidates = pool,
                     .n_candidates = n_candidates,
                     .n_slots = deal_slots(n_candidates, ballot_size),
                     .target = deal_target(n_candidates, ballot_size, wanted)},
            .taken = labelled->sets,
            .n_taken = labelled->n_sets,
        };
        struct deal deal = deal_ballot(&request, &random);
        if (deal.n_slots == 0)
            break;
        assert_true(labelled->n_sets < 500);
        labelled->sets[labelled->n_sets++] = slot_set_of(deal.document_ids, deal.n_slots);
        for (size_t i = 0; i < deal.n_slots; i++)
            pool[deal.document_ids[i] - 1].impressions++;
    }
    for (size_t i = 0; i < n_candidates; i++)
        labelled->impressions[i] = pool[i].impressions;
}

static void a_candidate_needs_the_set_impressions_or_all_its_possible_sets(void **state)
{
    (void)state;
    assert_int_equal(deal_target(10, 3, 3), 3);
    assert_int_equal(deal_target(4, 3, 5), 3); /* C(3,2) */
    assert_int_equal(deal_target(3, 3, 3), 1); /* the ballot shows the whole pool */
    assert_int_equal(deal_target(1, 3, 3), 1);
    assert_int_equal(deal_target(5, 2, 9), 4); /* C(4,1) */
    assert_int_equal(deal_target(0, 3, 3), 0);
}

/* A server may report such a size. */
static void a_huge_pool_needs_only_the_impressions_that_are_set(void **state)
{
    (void)state;
    assert_int_equal(deal_target((size_t)1 << 38, 3, 3), 3);
    assert_int_equal(deal_target((size_t)1 << 38, 2, 3), 3);
}

static void a_small_pool_makes_a_small_ballot(void **state)
{
    (void)state;
    assert_int_equal(deal_slots(1, 3), 1);
    assert_int_equal(deal_slots(2, 3), 2);
    assert_int_equal(deal_slots(9, 2), 2);
}

static void every_candidate_reaches_its_target_and_no_set_comes_twice(void **state)
{
    (void)state;
    for (size_t n = 1; n <= POOL_MAX; n++) {
        for (size_t size = BALLOT_SIZE_MIN; size <= BALLOT_SIZE_MAX; size++) {
            struct labelled labelled;
            label_pool(n, size, 3, n * 10 + size, &labelled);
            for (size_t i = 0; i < n; i++)
                assert_true(labelled.impressions[i] >= deal_target(n, size, 3));
            for (size_t i = 0; i < labelled.n_sets; i++) {
                for (size_t j = 0; j < i; j++)
                    assert_false(slot_set_equal(&labelled.sets[i], &labelled.sets[j]));
            }
        }
    }
}

static void a_pool_of_three_is_one_ballot(void **state)
{
    (void)state;
    struct labelled labelled;
    label_pool(3, 3, 3, 1, &labelled);
    assert_int_equal(labelled.n_sets, 1);
}

static void impressions_stay_even_so_that_no_ballot_is_wasted(void **state)
{
    (void)state;
    struct labelled labelled;
    label_pool(10, 3, 3, 7, &labelled);
    assert_int_equal(labelled.n_sets, 10); /* 10 candidates × 3 impressions ÷ 3 slots */
}

static void groups_do_not_repeat_round_after_round(void **state)
{
    (void)state;
    struct labelled labelled;
    size_t together = 0;
    label_pool(12, 3, 4, 3, &labelled);
    /* If groups were fixed (1-2-3, 4-5-6 …), documents 1 and 2 would always meet. */
    for (size_t i = 0; i < labelled.n_sets; i++)
        together += labelled.sets[i].document_ids[0] == 1 && labelled.sets[i].document_ids[1] == 2;
    assert_true(together < 4);
}

static void positions_are_shuffled(void **state)
{
    (void)state;
    /* Without shuffling, the document with the fewest impressions would always be first. */
    struct pool_candidate pool[] = {{.document_id = 1},
                                    {.document_id = 2, .impressions = 1},
                                    {.document_id = 3, .impressions = 2}};
    struct deal_request request = {
        .pool = {.candidates = pool, .n_candidates = 3, .n_slots = 3, .target = 3}};
    int first[4] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct random_source random = random_from(seed, 0);
        first[deal_ballot(&request, &random).document_ids[0]]++;
    }
    for (int document = 1; document <= 3; document++)
        assert_in_range(first[document], 880, 1120);
}

static void the_fewest_impressions_come_first(void **state)
{
    (void)state;
    struct pool_candidate pool[] = {{.document_id = 1, .impressions = 2},
                                    {.document_id = 2, .impressions = 0},
                                    {.document_id = 3, .impressions = 1},
                                    {.document_id = 4, .impressions = 0},
                                    {.document_id = 5, .impressions = 0}};
    struct deal_request request = {
        .pool = {.candidates = pool, .n_candidates = 5, .n_slots = 3, .target = 3}};
    struct random_source random = random_from(5, 0);
    struct deal deal = deal_ballot(&request, &random);
    struct slot_set dealt = slot_set_of(deal.document_ids, deal.n_slots);
    struct slot_set expected = {{2, 4, 5}};
    assert_true(slot_set_equal(&dealt, &expected));
}

static void a_set_held_by_another_annotator_is_not_dealt(void **state)
{
    (void)state;
    struct pool_candidate pool[] = {{.document_id = 1}, {.document_id = 2}, {.document_id = 3}};
    struct slot_set taken = {{1, 2, 3}};
    struct deal_request request = {.pool = {.candidates = pool, .n_candidates = 3, .n_slots = 3, .target = 1},
                                   .taken = &taken,
                                   .n_taken = 1};
    struct random_source random = random_from(5, 0);
    assert_int_equal(deal_ballot(&request, &random).n_slots, 0);
}

static int64_t left_of(int64_t a, int64_t b, int64_t c, int64_t d)
{
    struct pool_candidate candidates[] = {{1, a, 0}, {2, b, 0}, {3, c, 0}, {4, d, 0}};
    struct pool pool = {.candidates = candidates, .n_candidates = 4, .n_slots = 3, .target = 3};
    return pool_ballots_left(&pool);
}

static void enough_ballots_are_left_for_all_slots_and_for_each_candidate(void **state)
{
    (void)state;
    assert_int_equal(left_of(0, 0, 0, 0), 4); /* 12 impressions ÷ 3 slots */
    assert_int_equal(left_of(1, 1, 1, 0), 3); /* 9 ÷ 3 = 3, as many as the last candidate needs */
    assert_int_equal(left_of(3, 3, 3, 0), 3); /* a candidate is on a ballot at most once */
    assert_int_equal(left_of(2, 2, 2, 2), 2); /* 4 ÷ 3, rounded up */
    assert_int_equal(left_of(3, 9, 3, 2), 1); /* excess impressions do not help other candidates */
    assert_int_equal(left_of(3, 3, 3, 3), 0);
}

/* For a pool of four that has no votes yet. The sample does not matter: the pool is marked as left out of it. */
static int64_t in_all(enum stop_rule rule, int64_t target, int64_t budget)
{
    return pool_ballots_in_all(&(struct pool){.rule = rule,
                                              .is_left_out = true,
                                              .n_candidates = 4,
                                              .n_slots = 3,
                                              .target = target,
                                              .budget = budget});
}

static void before_any_vote_all_ballots_of_a_pool_are_left(void **state)
{
    (void)state;
    assert_int_equal(in_all(STOP_AT_TARGET, 3, 1), left_of(0, 0, 0, 0));
    assert_int_equal(in_all(STOP_AT_TARGET, 1, 1), 2); /* 4 ÷ 3, rounded up */
    assert_int_equal(in_all(STOP_WHEN_SETTLED, 1, 3), 3);
    assert_int_equal(in_all(STOP_WHEN_SETTLED, 1, 9), 4); /* there are no more sets */
}

static void a_pool_of_nothing_needs_nothing(void **state)
{
    (void)state;
    struct pool pool = {.n_slots = 1};
    assert_int_equal(pool_ballots_left(&pool), 0);
}

/* For two documents, after `votes` votes for the first one. */
static bool is_settled_by(size_t votes, double confidence)
{
    enum { VOTES_MOST = 100 };
    struct luce_ballot ballots[VOTES_MOST];
    for (size_t i = 0; i < votes; i++)
        ballots[i] = (struct luce_ballot){.candidates = {0, 1}, .n_slots = 2, .position = 1};
    const struct luce_question known = {.n_candidates = 2, .ballots = ballots, .n_ballots = votes};
    struct pool pool = {.n_candidates = 2, .known = &known, .n_votes = votes, .confidence = confidence};
    pool_judge(&pool);
    return pool.is_settled;
}

/* After a hundred votes the remaining doubt is so small that 1 minus the doubt rounds to 1. */
static void at_confidence_1_no_question_is_ever_settled(void **state)
{
    (void)state;
    assert_true(is_settled_by(100, 1 - 1e-15));
    assert_false(is_settled_by(100, 1));
}

static void three_votes_settle_nothing_and_four_may(void **state)
{
    (void)state;
    assert_false(is_settled_by(3, 0.01));
    assert_true(is_settled_by(4, 0.01));
}

static bool may_end_at(int64_t a, int64_t b, int64_t c, int64_t d)
{
    const struct pool_candidate candidates[] = {{1, a, 0}, {2, b, 0}, {3, c, 0}, {4, d, 0}};
    return pool_may_end(
        &(struct pool){.candidates = candidates, .n_candidates = 4, .n_slots = 3, .target = 3});
}

/* For four candidates and a budget of six ballots. */
static bool may_be_settled_after(size_t votes, double confidence)
{
    const struct luce_question known = {.n_candidates = 4, .n_ballots = votes};
    return pool_may_end(&(struct pool){.rule = STOP_WHEN_SETTLED,
                                       .n_candidates = 4,
                                       .n_slots = 2,
                                       .known = &known,
                                       .n_votes = votes,
                                       .budget = 6,
                                       .confidence = confidence});
}

static void a_question_may_end_with_its_last_ballot_or_once_the_next_vote_may_settle_it(void **state)
{
    (void)state;
    assert_false(may_end_at(2, 2, 2, 2)); /* two ballots are left */
    assert_true(may_end_at(3, 3, 3, 2));  /* one ballot is left */
    assert_true(may_end_at(3, 3, 3, 3));
    assert_false(may_be_settled_after(2, 0.9));
    assert_true(may_be_settled_after(3, 0.9)); /* the fourth vote is the first that can settle it */
    assert_false(may_be_settled_after(4, 1));  /* two of six ballots are left */
    assert_true(may_be_settled_after(5, 1));
}

/* --- Adaptive dealing ------------------------------------------------------------------------------ */

enum { ADAPTIVE_MAX = 200 };

/* A question of which only the votes are known. */
struct asked {
    struct pool_candidate pool[ADAPTIVE_MAX];
    struct luce_ballot ballots[400];
    struct slot_set taken[400];
    size_t n, n_candidates;
    const double *words; /* in each text; NULL: unknown */
};

static struct deal deal_by_stakes(const struct asked *asked, uint64_t seed, const double *stakes)
{
    struct luce_question known = {.n_candidates = asked->n_candidates,
                                  .ballots = asked->ballots,
                                  .n_ballots = asked->n};
    struct deal_request request = {
        .dealing = DEALING_ADAPTIVE,
        .pool = {.candidates = asked->pool,
                 .n_candidates = asked->n_candidates,
                 .n_slots = deal_slots(asked->n_candidates, BALLOT_SIZE_MAX),
                 .target = INT64_MAX,
                 .known = &known,
                 .words = asked->words},
        .taken = asked->taken,
        .n_taken = asked->n,
        .stakes = stakes,
    };
    struct random_source random = random_from(seed, asked->n);
    return deal_ballot(&request, &random);
}

static struct deal deal_next(const struct asked *asked, uint64_t seed)
{
    return deal_by_stakes(asked, seed, NULL);
}

/* Votes for document 1 if it is on the ballot, and for none otherwise. */
static void ask(struct asked *asked, const struct deal *deal)
{
    struct luce_ballot ballot = {.n_slots = deal->n_slots, .position = VOTE_NONE};
    for (size_t i = 0; i < deal->n_slots; i++) {
        ballot.candidates[i] = (size_t)deal->document_ids[i] - 1;
        asked->pool[ballot.candidates[i]].impressions++;
        if (deal->document_ids[i] == 1)
            ballot.position = (int)i + 1;
    }
    asked->taken[asked->n] = slot_set_of(deal->document_ids, deal->n_slots);
    asked->ballots[asked->n++] = ballot;
}

static void ask_of(struct asked *asked, size_t n_candidates, size_t ballots)
{
    *asked = (struct asked){.n_candidates = n_candidates};
    for (size_t i = 0; i < n_candidates; i++)
        asked->pool[i].document_id = (int64_t)i + 1;
    for (size_t i = 0; i < ballots; i++) {
        struct deal deal = deal_next(asked, 1);
        if (deal.n_slots == 0)
            break;
        ask(asked, &deal);
    }
}

static void adaptive_dealing_is_repeatable(void **state)
{
    (void)state;
    static struct asked asked;
    ask_of(&asked, 12, 9);
    struct deal first = deal_next(&asked, 7), second = deal_next(&asked, 7);
    assert_memory_equal(&first, &second, sizeof first);
}

static void adaptive_dealing_deals_each_set_exactly_once(void **state)
{
    (void)state;
    static struct asked asked;
    for (size_t n = 1; n <= 6; n++) {
        static const size_t sets[] = {0, 1, 1, 1, 4, 10, 20};
        ask_of(&asked, n, 400);
        assert_int_equal(asked.n, sets[n]);
        for (size_t i = 0; i < asked.n; i++) {
            for (size_t j = 0; j < i; j++)
                assert_false(slot_set_equal(&asked.taken[i], &asked.taken[j]));
        }
    }
}

static void adaptive_dealing_forgets_no_candidate(void **state)
{
    (void)state;
    static struct asked asked;
    ask_of(&asked, 40, 200);
    for (size_t i = 0; i < 40; i++)
        assert_true(asked.pool[i].impressions >= 3);
}

static void adaptive_dealing_works_for_pools_of_2_to_200(void **state)
{
    (void)state;
    static struct asked asked;
    for (size_t n = 2; n <= ADAPTIVE_MAX; n += 33) {
        ask_of(&asked, n, 1);
        assert_int_equal(asked.ballots[0].n_slots, n < 3 ? n : 3);
    }
}

/* The documents differ only in length: those with odd numbers are long. */
static void short_documents_come_first_and_long_ones_are_still_shown(void **state)
{
    (void)state;
    static struct asked asked;
    double words[12];
    for (size_t i = 0; i < 12; i++)
        words[i] = i % 2 == 0 ? 4000 : 100;
    ask_of(&asked, 12, 0);
    asked.words = words;
    for (size_t ballots = 0; ballots < 12; ballots++) {
        struct deal deal = deal_next(&asked, 1);
        for (size_t i = 0; i < deal.n_slots; i++)
            assert_true(ballots >= 2 || deal.document_ids[i] % 2 == 0);
        ask(&asked, &deal);
    }
    for (size_t i = 0; i < 12; i++)
        assert_true(asked.pool[i].impressions > 0);
}

/* Adaptive dealing then deals the same ballot as without known lengths. */
static void length_does_not_count_while_others_hold_ballots(void **state)
{
    (void)state;
    static struct asked asked;
    double words[12];
    for (size_t i = 0; i < 12; i++)
        words[i] = i % 2 == 0 ? 4000 : 100;
    ask_of(&asked, 12, 1);
    asked.ballots[0].position = VOTE_ABSENT;
    struct deal expected = deal_next(&asked, 1);
    asked.words = words;
    struct deal deal = deal_next(&asked, 1);
    assert_memory_equal(&deal, &expected, sizeof deal);
}

/* This holds for any labels, and also when the document with the fewest impressions would be next. */
static void documents_with_something_at_stake_are_dealt(void **state)
{
    (void)state;
    static struct asked asked;
    double stakes[12] = {0};
    stakes[3] = .2;
    stakes[7] = -.3;
    stakes[10] = .1;
    for (size_t ballots = 0; ballots <= 8; ballots++) {
        ask_of(&asked, 12, ballots);
        for (size_t i = 0; i < asked.n; i++)
            asked.taken[i] = (struct slot_set){{0}}; /* any set may be dealt again */
        struct deal deal = deal_by_stakes(&asked, 7, stakes);
        struct slot_set set = slot_set_of(deal.document_ids, deal.n_slots);
        assert_int_equal(set.document_ids[0], 4);
        assert_int_equal(set.document_ids[1], 8);
        assert_int_equal(set.document_ids[2], 11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_candidate_needs_the_set_impressions_or_all_its_possible_sets),
        cmocka_unit_test(a_huge_pool_needs_only_the_impressions_that_are_set),
        cmocka_unit_test(a_small_pool_makes_a_small_ballot),
        cmocka_unit_test(every_candidate_reaches_its_target_and_no_set_comes_twice),
        cmocka_unit_test(a_pool_of_three_is_one_ballot),
        cmocka_unit_test(impressions_stay_even_so_that_no_ballot_is_wasted),
        cmocka_unit_test(groups_do_not_repeat_round_after_round),
        cmocka_unit_test(positions_are_shuffled),
        cmocka_unit_test(the_fewest_impressions_come_first),
        cmocka_unit_test(a_set_held_by_another_annotator_is_not_dealt),
        cmocka_unit_test(enough_ballots_are_left_for_all_slots_and_for_each_candidate),
        cmocka_unit_test(before_any_vote_all_ballots_of_a_pool_are_left),
        cmocka_unit_test(a_pool_of_nothing_needs_nothing),
        cmocka_unit_test(at_confidence_1_no_question_is_ever_settled),
        cmocka_unit_test(three_votes_settle_nothing_and_four_may),
        cmocka_unit_test(a_question_may_end_with_its_last_ballot_or_once_the_next_vote_may_settle_it),
        cmocka_unit_test(adaptive_dealing_is_repeatable),
        cmocka_unit_test(adaptive_dealing_deals_each_set_exactly_once),
        cmocka_unit_test(adaptive_dealing_forgets_no_candidate),
        cmocka_unit_test(short_documents_come_first_and_long_ones_are_still_shown),
        cmocka_unit_test(length_does_not_count_while_others_hold_ballots),
        cmocka_unit_test(documents_with_something_at_stake_are_dealt),
        cmocka_unit_test(adaptive_dealing_works_for_pools_of_2_to_200),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
