/*
 * Glances: the annotator keeps or drops candidates before the ballots of their question. What is asked, what the
 * answers mean, and what they do not affect.
 */
#include "tests/support/support.h"

#include "core/judge/glance.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/glances.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/upkeep/check.h"
#include "core/store/votes/annotators.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <stdio.h>
#include <string.h>

enum { POOL = 10 };

/* --- A docket -------------------------------------------------------------- */

static const struct deal_rules rules = {
    .dealing = DEALING_ADAPTIVE, .budget = 40, .confidence = 0.95, .has_glances = true, .seed = 1};

/* A question with POOL candidates. Later candidates have greater priors. */
struct table {
    struct pool_candidate candidates[POOL];
    struct docket_ballot ballots[200];
    struct docket docket;
};

static void lay(struct table *table)
{
    memset(table, 0, sizeof *table);
    for (size_t i = 0; i < POOL; i++)
        table->candidates[i] =
            (struct pool_candidate){.document_id = (int64_t)i + 1, .prior = (double)i / 100};
    table->docket = (struct docket){.question_id = 1,
                                    .n_slots = 3,
                                    .rules = &rules,
                                    .candidates = table->candidates,
                                    .n_candidates = POOL,
                                    .ballots = table->ballots};
}

static void say(struct table *table, int64_t annotator_id, int64_t document_id, bool is_glance, int position)
{
    const size_t n = table->docket.n_ballots++;
    table->ballots[n] = (struct docket_ballot){
        .ballot_id = (int64_t)n + 1,
        .deal = (int64_t)n + 1,
        .annotator_id = annotator_id,
        .is_control = is_glance,
        .is_glance = is_glance,
        .said = SAID_VOTE,
        .set = slot_set_of(&document_id, 1),
        .choice = {.document_ids = {document_id}, .n_slots = 1, .position = position},
        .places = {1},
    };
}

static int64_t next_of(const struct table *table, const struct dealt_to *to)
{
    const struct deal deal = glance_next(&table->docket, to);
    assert_true(deal.n_slots == 0 || (deal.n_slots == 1 && deal.is_glance));
    return deal.n_slots > 0 ? deal.document_ids[0] : 0;
}

static const struct dealt_to ana = {.annotator_id = 1, .now = 100, .seed = 5},
                             ben = {.annotator_id = 2, .now = 100, .seed = 6};

static void candidates_are_asked_about_by_their_priors_each_once(void **state)
{
    (void)state;
    struct table table;
    lay(&table);
    for (int64_t document = POOL; document > 0; document--) {
        assert_int_equal(next_of(&table, &ana), document);
        say(&table, 1, document, true, VOTE_NONE);
    }
    assert_int_equal(next_of(&table, &ana), 0);
}

static void no_glances_once_someone_voted_or_another_annotator_glanced(void **state)
{
    (void)state;
    struct table table;
    lay(&table);
    say(&table, 1, 4, true, 1);
    assert_int_equal(next_of(&table, &ana), POOL);
    assert_int_equal(next_of(&table, &ben), 0);
    say(&table, 1, 4, false, 1);
    assert_int_equal(next_of(&table, &ana), 0);
}

static void no_glances_if_they_are_off_or_ended_or_the_pool_is_small(void **state)
{
    (void)state;
    struct table table;
    struct deal_rules other = rules;
    struct dealt_to ended = ana;
    lay(&table);
    ended.glanced_question = 1;
    assert_int_equal(next_of(&table, &ended), 0);
    table.docket.n_candidates = GLANCE_POOL_MIN - 1;
    assert_int_equal(next_of(&table, &ana), 0);
    table.docket.n_candidates = POOL;
    table.docket.rules = &other;
    other.has_glances = false;
    assert_int_equal(next_of(&table, &ana), 0);
    other = rules;
    other.dealing = DEALING_BALANCED;
    assert_int_equal(next_of(&table, &ana), 0);
}

/* One drop in ten is checked: of 190, between 7 and 33 (five standard deviations). No keep is checked. */
static void one_drop_in_ten_is_checked_and_does_not_affect_dealing(void **state)
{
    (void)state;
    struct table table;
    struct arena arena = {0};
    const struct counted_at now = {.now = 100};
    lay(&table);
    for (size_t i = 0; i < 190; i++)
        say(&table, 1, (int64_t)(i % POOL) + 1, true, VOTE_NONE);
    for (size_t i = 0; i < POOL; i++)
        say(&table, 1, (int64_t)i + 1, true, 1);
    struct pool pool = docket_pool(&table.docket, STOP_WHEN_SETTLED, &now, &arena);
    const size_t n_checked = table.docket.n_ballots - pool.known->n_beside;
    assert_true(n_checked >= 7 && n_checked <= 33);
    assert_int_equal(pool.known->n_ballots, 0); /* glances are not ballots, … */
    assert_int_equal(pool.n_votes, 0);
    assert_int_equal(pool_ballots_left(&pool), 40); /* … and use no budget */
    for (size_t i = 0; i < POOL; i++)
        assert_int_equal(pool.candidates[i].impressions, 0);
    arena_release(&arena);
}

static void glances_are_not_worth_it_in_dense_pools(void **state)
{
    (void)state;
    assert_true(glances_save_time(59, 59)); /* too few to tell */
    assert_true(glances_save_time(50, 100));
    assert_false(glances_save_time(80, 100));
}

/* --- A database ------------------------------------------------------------ */

struct desk {
    struct store *store;
    struct test_clock time;
};

static void set(struct store *store, const char *key, const char *value)
{
    struct err err;
    enum setting setting;
    assert_true(setting_find(bytes_of(key), &setting, &err));
    if (!setting_put(store, setting, bytes_of(value), &err))
        fail_msg("%s", err.text);
}

static struct desk open_desk(const char *name)
{
    struct desk desk = {.store = sample_store(name, 2, POOL), .time = {.now = 1000000, .step = 1000}};
    set(desk.store, "dealing", "adaptive");
    set(desk.store, "screening", "on");
    return desk;
}

static void say_of_all(struct session *session, int kept, int n)
{
    for (int i = 0; i < n; i++) {
        assert_true(session_ballot(session)->is_glance);
        assert_int_equal(session_ballot(session)->n_slots, 1);
        sample_vote(session, i < kept ? 1 : VOTE_NONE);
    }
}

static void require_sound(struct store *store)
{
    struct err err;
    if (!check_require_sound(store, 1000000, "it is not sound", &err))
        fail_msg("%s", err.text);
}

/* A pool brings more glances than the number of answers that are looked at. */
static void glances_leave_the_time_of_a_vote_known(void **state)
{
    (void)state;
    struct desk desk = {.store = sample_store("glance-time.db", 2, PACE_ANSWERS),
                        .time = {.now = 1000000, .step = 1000}};
    struct err err;
    double ms;
    set(desk.store, "dealing", "adaptive");
    struct session *ann = sample_session(desk.store, "ann", 1, &desk.time);
    for (int i = 0; i < PACE_VOTES_MIN; i++)
        sample_vote(ann, 1);
    sample_session_close(ann);
    set(desk.store, "screening", "on");
    struct session *bob = sample_session(desk.store, "bob", 1, &desk.time);
    say_of_all(bob, 3, PACE_ANSWERS);
    sample_session_close(bob);
    assert_true(store_read_vote_time(desk.store, &ms, &err));
    assert_close(ms, 100, 0); /* the time that sample_vote takes */
    store_close(desk.store);
}

static void a_question_begins_with_glances_and_continues_with_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("glance.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    const int64_t question_id = session_ballot(session)->question_id;
    const int64_t left = session_progress(session).ballots_left;
    say_of_all(session, 3, POOL);
    assert_false(session_ballot(session)->is_glance);
    assert_int_equal(session_ballot(session)->question_id, question_id);
    assert_int_equal(session_ballot(session)->n_slots, 3);
    assert_int_equal(session_own_votes(session), 0);
    assert_int_equal(session_progress(session).ballots_done, 0);
    assert_int_equal(session_progress(session).ballots_left, left);
    for (size_t i = 0; i < 3; i++)
        assert_false(session_ballot(session)->documents[i].was_read); /* a glance does not count as reading */
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE control = 'glance'"),
                     POOL);
    for (int i = 0; i < 6; i++)
        sample_vote(session, 1);
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

static void dropped_candidates_are_seldom_on_a_ballot(void **state)
{
    (void)state;
    struct desk desk = open_desk("dropped.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    say_of_all(session, 4, POOL);
    struct arena arena = {0};
    struct glanced_candidate *candidates;
    size_t n, on_ballots = 0, dropped = 0;
    struct err err;
    assert_true(store_list_glanced(desk.store, bytes_of("ana"), session_ballot(session)->question_id, &arena,
                                   &candidates, &n, &err));
    assert_int_equal(n, POOL);
    for (int i = 0; i < 7; i++) {
        const struct ballot *ballot = session_ballot(session);
        for (size_t a = 0; a < ballot->n_slots; a++) {
            for (size_t c = 0; c < n; c++)
                dropped +=
                    !candidates[c].is_kept && bytes_equal(candidates[c].docid, ballot->documents[a].docid);
            on_ballots++;
        }
        sample_vote(session, (int)(i % 2) + 1);
    }
    assert_int_equal(on_ballots, 21);
    assert_true(dropped <= 7); /* six in ten candidates are dropped; they get at most a third of the slots */
    arena_release(&arena);
    sample_session_close(session);
    store_close(desk.store);
}

static void the_annotator_can_end_the_glances(void **state)
{
    (void)state;
    struct desk desk = open_desk("ended.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    const int64_t question_id = session_ballot(session)->question_id;
    struct err err;
    say_of_all(session, 1, 2);
    assert_true(session_end_glances(session, &err));
    assert_false(session_ballot(session)->is_glance);
    assert_int_equal(session_ballot(session)->question_id, question_id);
    sample_vote(session, 1);
    assert_false(session_ballot(session)->is_glance);
    sample_session_close(session);
    session = sample_session(desk.store, "ana", 1, &desk.time);
    assert_false(session_ballot(session)->is_glance); /* the question has a vote */
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

static void undo_on_the_first_ballot_undoes_the_last_drop(void **state)
{
    (void)state;
    struct desk desk = open_desk("undone.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    struct err err;
    bool undone;
    say_of_all(session, 9, POOL);
    assert_true(session_undo(session, &undone, &err) && undone);
    assert_true(session_ballot(session)->is_glance);
    assert_int_equal(session_ballot(session)->withdrawn.position, VOTE_NONE);
    sample_vote(session, 1);
    assert_false(session_ballot(session)->is_glance);
    assert_int_equal(
        beside_integer(desk.store,
                       "SELECT count(*) FROM answer WHERE control = 'glance' AND withdrawn_at IS NULL"
                       " AND position = 1"),
        POOL);
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

static void two_annotators_do_not_glance_through_the_same_pool(void **state)
{
    (void)state;
    struct desk desk = open_desk("two.db");
    struct session *first = sample_session(desk.store, "ana", 1, &desk.time);
    struct session *second = sample_session(desk.store, "ben", 2, &desk.time);
    assert_true(session_ballot(first)->is_glance && session_ballot(second)->is_glance);
    assert_true(session_ballot(first)->question_id != session_ballot(second)->question_id);
    say_of_all(first, 2, POOL);
    say_of_all(second, 2, POOL);
    sample_vote(first, 1);
    sample_vote(second, 1);
    assert_false(session_ballot(first)->is_glance || session_ballot(second)->is_glance);
    sample_session_close(first);
    sample_session_close(second);
    require_sound(desk.store);
    store_close(desk.store);
}

/* The annotator keeps all candidates of one question after the other. These are enough to know that glances save
 * nothing. */
static void a_dense_project_begins_with_ballots_and_says_why(void **state)
{
    (void)state;
    enum { PASSED = GLANCES_KNOWN_MIN / POOL };
    struct desk desk = {.store = sample_store("dense.db", PASSED + 1, POOL),
                        .time = {.now = 1000000, .step = 1000}};
    struct err err;
    set(desk.store, "dealing", "adaptive");
    set(desk.store, "screening", "on");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    for (int64_t question_id = 1; question_id <= PASSED; question_id++) {
        assert_true(session_take_question(session, question_id, &err));
        assert_int_equal(session_kept_percent(session), 0);
        say_of_all(session, POOL, POOL);
    }
    assert_true(session_take_question(session, PASSED + 1, &err));
    assert_false(session_ballot(session)->is_glance);
    assert_int_equal(session_kept_percent(session), 100);
    sample_vote(session, 1);
    assert_int_equal(session_kept_percent(session), 0); /* the ballots have begun */
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

static const struct tally *find_tally(const struct tally *tallies, size_t n, struct bytes docid)
{
    size_t i = 0;
    while (i < n && !bytes_equal(tallies[i].docid, docid))
        i++;
    assert_true(i < n);
    return &tallies[i];
}

/* The same vote, once with a keep and once with a drop of the chosen candidate. The drop lowers its relevance, but does
 * not change its wins and impressions. */
static void a_drop_lowers_the_relevance_of_what_was_shown(void **state)
{
    (void)state;
    struct desk desk = open_desk("relevance.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    const int64_t question_id = session_ballot(session)->question_id;
    struct arena arena = {0};
    struct tally *before, *after;
    struct glanced_candidate *candidates;
    size_t n, n_candidates, i = 0;
    struct err err;
    bool reopened;
    say_of_all(session, POOL, POOL);
    const struct bytes chosen = arena_copy(&arena, session_ballot(session)->documents[0].docid);
    sample_vote(session, 1);
    assert_true(store_list_candidates(desk.store, question_id, &arena, &before, &n, &err));
    assert_true(store_list_glanced(desk.store, bytes_of("ana"), question_id, &arena, &candidates,
                                   &n_candidates, &err));
    while (!bytes_equal(candidates[i].docid, chosen))
        i++;
    assert_true(session_reopen(session, candidates[i].answer_id, &reopened, &err) && reopened);
    assert_true(session_ballot(session)->is_glance && session_ballot(session)->stands);
    sample_vote(session, VOTE_NONE);
    assert_true(store_list_candidates(desk.store, question_id, &arena, &after, &n, &err));
    const struct tally *kept = find_tally(before, n, chosen), *dropped = find_tally(after, n, chosen);
    assert_int_equal(dropped->impressions, kept->impressions);
    assert_int_equal(dropped->wins, kept->wins);
    assert_true(relevance_of(dropped) < relevance_of(kept) - 0.05);
    arena_release(&arena);
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

static void another_candidate_may_be_answered_first(void **state)
{
    (void)state;
    struct desk desk = open_desk("first.db");
    struct session *session = sample_session(desk.store, "ana", 1, &desk.time);
    const int64_t in_hand = session_ballot(session)->documents[0].candidate_id;
    struct err err;
    assert_true(session_glance_at(session, 3, &err));
    assert_int_equal(session_ballot(session)->documents[0].candidate_id, 3);
    sample_vote(session, VOTE_NONE);
    assert_int_equal(session_ballot(session)->documents[0].candidate_id, in_hand);
    sample_session_close(session);
    require_sound(desk.store);
    store_close(desk.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_asked_about_by_their_priors_each_once),
        cmocka_unit_test(no_glances_once_someone_voted_or_another_annotator_glanced),
        cmocka_unit_test(no_glances_if_they_are_off_or_ended_or_the_pool_is_small),
        cmocka_unit_test(one_drop_in_ten_is_checked_and_does_not_affect_dealing),
        cmocka_unit_test(glances_are_not_worth_it_in_dense_pools),
        cmocka_unit_test(a_question_begins_with_glances_and_continues_with_ballots),
        cmocka_unit_test(glances_leave_the_time_of_a_vote_known),
        cmocka_unit_test(dropped_candidates_are_seldom_on_a_ballot),
        cmocka_unit_test(the_annotator_can_end_the_glances),
        cmocka_unit_test(undo_on_the_first_ballot_undoes_the_last_drop),
        cmocka_unit_test(two_annotators_do_not_glance_through_the_same_pool),
        cmocka_unit_test(a_dense_project_begins_with_ballots_and_says_why),
        cmocka_unit_test(a_drop_lowers_the_relevance_of_what_was_shown),
        cmocka_unit_test(another_candidate_may_be_answered_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
