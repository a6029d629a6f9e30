/* Models that vote: which ballots they get, and how their answers are stored. */
#include "tests/support/support.h"

#include "core/judge/deal.h"
#include "core/session/session.h"
#include "core/store/models/models.h"
#include "core/store/votes/raters.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <sqlite3.h>
#include <string.h>

static struct model_dealer make_dealer(struct store *store, int repeat_percent)
{
    struct err err;
    struct model_dealer dealer = {.seed = 3, .repeat_percent = repeat_percent};
    assert_true(store_put_model(store, bytes_of("gpt"), &dealer.model_id, &err));
    return dealer;
}

static bool deal(struct store *store, struct model_dealer *dealer, struct arena *arena,
                 struct model_ballot *ballot)
{
    struct err err;
    bool found;
    assert_true(store_deal_to_model(store, dealer, arena, ballot, &found, &err));
    return found;
}

static bool vote(struct store *store, const struct model_dealer *dealer, const struct model_ballot *ballot,
                 int position, struct err *err)
{
    bool stored;
    const struct answer answer = {.position = position, .elapsed_ms = 5};
    return store_put_model_answer(store, dealer, ballot, &answer, 1000, &stored, err) && stored;
}

static int64_t impressions(struct store *store)
{
    int64_t wins;
    return store_impressions(store, &wins);
}

static void each_candidate_is_on_as_many_ballots_as_it_needs(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot ballot;
    struct store *store = sample_store("model-target.db", 2, 6);
    struct model_dealer dealer = make_dealer(store, 0);
    int64_t n = 0;
    while (deal(store, &dealer, &arena, &ballot)) {
        assert_int_equal(ballot.ballot.n_slots, 3);
        assert_int_equal(ballot.ballot.ballot_id, ++n);
        assert_true(vote(store, &dealer, &ballot, 1, &err));
    }
    assert_int_equal(n, 12); /* 2 questions × 6 documents × 3 impressions ÷ 3 slots */
    assert_int_equal(impressions(store), 0);
    assert_int_equal(beside_integer(store, "SELECT sum(ballots_done) FROM progress"), 0);
    store_close(store);
    arena_release(&arena);
}

/* Ann votes for d01 if it is on the ballot, and for none otherwise, until no ballot is left. */
static void settle(struct store *store)
{
    struct err err;
    struct test_clock clock = {.now = 1000, .step = 100};
    struct session *session = sample_session(store, "ann", 1, &clock);
    for (const struct ballot *ballot; (ballot = session_ballot(session)) != NULL;) {
        struct answer answer = {.position = VOTE_NONE, .elapsed_ms = 5};
        for (size_t i = 0; i < ballot->n_slots; i++) {
            if (bytes_equal(ballot->documents[i].docid, bytes_of("d01")))
                answer.position = (int)i + 1;
        }
        assert_true(session_answer(session, &answer, &err));
    }
    assert_true(session_close(session, &err));
}

static void votes_of_annotators_do_not_change_the_ballots_of_a_model(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot ballot;
    int64_t n = 0;
    struct store *store = sample_store("model-adaptive.db", 1, 6);
    assert_true(setting_put(store, SETTING_DEALING, bytes_of("adaptive"), &err));
    settle(store);
    assert_int_equal(beside_integer(store, "SELECT sum(ballots_left) FROM progress"), 0);
    struct model_dealer dealer = make_dealer(store, 0);
    for (; deal(store, &dealer, &arena, &ballot); n++)
        assert_true(vote(store, &dealer, &ballot, 1, &err));
    assert_int_equal(n, 6);
    store_close(store);
    arena_release(&arena);
}

static void a_set_is_dealt_a_second_time_only_as_a_repeat(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot ballots[64];
    size_t n = 0;
    struct store *store = sample_store("model-sets.db", 1, 6);
    struct model_dealer dealer = make_dealer(store, 100);
    for (; deal(store, &dealer, &arena, &ballots[n]); n++) {
        assert_true(n < 63);
        assert_true(vote(store, &dealer, &ballots[n], 1, &err));
    }
    assert_int_equal(n, 12); /* six sets, each of them twice */
    for (size_t i = 0; i < n; i++) {
        struct slot_set set = slot_set_of(ballots[i].document_ids, 3);
        for (size_t j = 0; j < i; j++) {
            struct slot_set other = slot_set_of(ballots[j].document_ids, 3);
            assert_int_equal(slot_set_equal(&set, &other), ballots[i].repeats == ballots[j].deal);
        }
    }
    store_close(store);
    arena_release(&arena);
}

static void a_repeat_moves_every_document(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot first, again;
    struct store *store = sample_store("model-moves.db", 1, 3);
    struct model_dealer dealer = make_dealer(store, 100);
    assert_true(deal(store, &dealer, &arena, &first));
    assert_true(vote(store, &dealer, &first, 2, &err));
    assert_true(deal(store, &dealer, &arena, &again));
    assert_int_equal(again.repeats, first.deal);
    for (size_t i = 0; i < 3; i++)
        assert_int_not_equal(again.document_ids[i], first.document_ids[i]);
    store_close(store);
    arena_release(&arena);
}

static void a_second_program_that_answers_for_a_model_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot one, other;
    struct store *store = sample_store("model-twice.db", 1, 6);
    struct model_dealer dealer = make_dealer(store, 0);
    assert_true(deal(store, &dealer, &arena, &one));
    assert_true(deal(store, &dealer, &arena, &other));
    assert_true(vote(store, &dealer, &one, 1, &err));
    assert_false(vote(store, &dealer, &other, 2, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_non_null(strstr(err.text, "another program is answering for this model"));
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM model_vote"), 1);
    store_close(store);
    arena_release(&arena);
}

/* The model has answered for a text that is gone. */
static void an_answer_to_a_replaced_text_is_not_stored(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot ballot, next;
    bool stored = true;
    const struct answer answer = {.position = 1, .elapsed_ms = 5};
    struct store *store = sample_store("model-replaced.db", 1, 6);
    struct model_dealer dealer = make_dealer(store, 0);
    assert_true(deal(store, &dealer, &arena, &ballot));
    sample_correct(store, ballot.ballot.documents[0].docid, "Corrected.");
    assert_true(store_put_model_answer(store, &dealer, &ballot, &answer, 1000, &stored, &err));
    assert_false(stored);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM model_vote"), 0);
    assert_true(deal(store, &dealer, &arena, &next));
    assert_true(vote(store, &dealer, &next, 1, &err));
    store_close(store);
    arena_release(&arena);
}

/* Wins and impressions for a question with three documents. There is one ballot, its second document wins, and the
 * repeat gets a different answer. */
static void labels_use_first_answers_and_not_repeats(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot first, again;
    struct rater *raters;
    struct qrels qrels = {0};
    const struct grading_rule rule = grading_rule_default();
    size_t n;
    struct store *store = sample_store("model-labels.db", 1, 3);
    struct model_dealer dealer = make_dealer(store, 100);
    assert_true(deal(store, &dealer, &arena, &first));
    assert_true(vote(store, &dealer, &first, 2, &err));
    assert_true(deal(store, &dealer, &arena, &again));
    assert_true(vote(store, &dealer, &again, 2, &err));
    assert_true(store_list_raters(store, &arena, &raters, &n, &err));
    assert_int_equal(raters[n - 1].kind, RATER_MODEL);
    assert_true(store_read_rater(store, &raters[n - 1], &rule, &qrels, &err));
    assert_int_equal(qrels.questions[0].n_judgments, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct judgment *judgment =
            qrels_question_find(&qrels.questions[0], first.ballot.documents[i].docid);
        assert_close(judgment->grade, i == 1 ? 3 : 0, 0);
    }
    qrels_release(&qrels);
    store_close(store);
    arena_release(&arena);
}

static void a_vote_for_a_slot_that_is_not_there_is_damage(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct model_ballot ballot;
    bool found;
    struct store *store = sample_store("model-damage.db", 1, 6);
    struct model_dealer dealer = make_dealer(store, 0);
    assert_true(deal(store, &dealer, &arena, &ballot));
    assert_true(vote(store, &dealer, &ballot, 1, &err));
    assert_int_equal(
        beside_execute(store, "PRAGMA ignore_check_constraints = 1; UPDATE model_vote SET position = 7"),
        SQLITE_OK);
    assert_false(store_deal_to_model(store, &dealer, &arena, &ballot, &found, &err));
    assert_non_null(strstr(err.text, "a model's vote names a slot that its ballot does not have"));
    store_close(store);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_candidate_is_on_as_many_ballots_as_it_needs),
        cmocka_unit_test(votes_of_annotators_do_not_change_the_ballots_of_a_model),
        cmocka_unit_test(a_set_is_dealt_a_second_time_only_as_a_repeat),
        cmocka_unit_test(a_repeat_moves_every_document),
        cmocka_unit_test(a_second_program_that_answers_for_a_model_is_refused),
        cmocka_unit_test(an_answer_to_a_replaced_text_is_not_stored),
        cmocka_unit_test(labels_use_first_answers_and_not_repeats),
    };
    /* On a server, constraints refuse such a row. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_vote_for_a_slot_that_is_not_there_is_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) +
           (sample_is_on_server() ? 0 : cmocka_run_group_tests(of_files, NULL, NULL));
}
