/* A judge is asked the ballots on which annotators disagree, and nothing else. */
#include "tests/support/support.h"

#include "core/judge/adjudication.h"
#include "core/session/session.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

enum { ANA = 1, BEN, CEM, JUDGE };

static const struct slot_set other = {{6, 7, 8}}, first = {{1, 2, 3}}, second = {{1, 4, 5}},
                             third = {{4, 5, 6}};

/* Used in place of a chosen document. */
enum { NONE = 0, SKIPPED = -1 };

static struct docket_ballot said(int64_t annotator_id, struct slot_set set, int64_t chosen)
{
    struct docket_ballot ballot = {.annotator_id = annotator_id,
                                   .said = chosen == SKIPPED ? SAID_SKIP : SAID_VOTE,
                                   .set = set,
                                   .choice.position = chosen == SKIPPED ? VOTE_ABSENT : VOTE_NONE};
    for (size_t i = 0; i < slot_set_size(&set); i++) {
        const int place = choice_take_slot(&ballot.choice, set.document_ids[i]);
        if (set.document_ids[i] == chosen)
            ballot.choice.position = place;
    }
    return ballot;
}

/* The candidates are all documents that are on ballots. */
static const struct slot_set *choose(struct docket_ballot *ballots, size_t n)
{
    static const struct pool_candidate candidates[] = {{.document_id = 1}, {.document_id = 2},
                                                       {.document_id = 3}, {.document_id = 4},
                                                       {.document_id = 5}, {.document_id = 6},
                                                       {.document_id = 7}, {.document_id = 8}};
    const struct docket docket = {.candidates = candidates,
                                  .n_candidates = sizeof candidates / sizeof *candidates,
                                  .ballots = ballots,
                                  .n_ballots = n};
    return adjudication_choose(&docket, JUDGE);
}

#define CHOOSE(ballots) choose((ballots), sizeof(ballots) / sizeof *(ballots))

static void annotators_who_agree_need_no_judge(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 1), said(BEN, first, 1), said(CEM, second, 1)};
    assert_null(CHOOSE(ballots));
    assert_null(choose(NULL, 0));
}

static void two_answers_to_one_ballot_are_judged(void **state)
{
    (void)state;
    struct docket_ballot documents[] = {said(ANA, first, 1), said(BEN, first, 2)};
    struct docket_ballot none[] = {said(ANA, first, 1), said(BEN, first, NONE)};
    assert_true(slot_set_equal(CHOOSE(documents), &first));
    assert_true(slot_set_equal(CHOOSE(none), &first));
}

/* Ana prefers document 1 to none, and Ben prefers none to document 1. */
static void answers_to_different_ballots_can_contradict(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 1), said(BEN, second, NONE)};
    assert_true(slot_set_equal(CHOOSE(ballots), &first));
}

static void an_annotator_who_contradicts_themselves_makes_no_disagreement(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 1), said(ANA, second, NONE), said(BEN, other, 6)};
    assert_null(CHOOSE(ballots));
}

static void a_skip_makes_no_disagreement(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 1), said(BEN, first, SKIPPED)};
    assert_null(CHOOSE(ballots));
}

/* On the third set the answers 4, 5 and none contradict each other. On the first set two answers do. */
static void the_most_contested_set_comes_first(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 3), said(BEN, first, 2), said(ANA, third, 4),
                                      said(BEN, third, NONE), said(CEM, third, 5)};
    assert_true(slot_set_equal(CHOOSE(ballots), &third));
}

static void a_set_that_the_judge_answered_or_skipped_is_settled(void **state)
{
    (void)state;
    struct docket_ballot judged[] = {said(ANA, first, 1), said(BEN, first, 2), said(JUDGE, first, 3)};
    struct docket_ballot skipped[] = {said(ANA, first, 1), said(BEN, first, 2), said(JUDGE, first, SKIPPED)};
    assert_null(CHOOSE(judged));
    assert_null(CHOOSE(skipped));
}

static void the_judges_own_votes_make_no_disagreement(void **state)
{
    (void)state;
    struct docket_ballot ballots[] = {said(ANA, first, 1), said(JUDGE, second, NONE)};
    assert_null(CHOOSE(ballots));
}

/* --- In a database --------------------------------------------------------------------------- */

struct desk {
    struct store *store;
    struct test_clock time;
};

static struct session *sit_down(struct desk *desk, const char *annotator, bool adjudicates)
{
    struct err err;
    struct session *session = NULL;
    const struct session_options options = {.store = desk->store,
                                            .annotator = bytes_of(annotator),
                                            .seed = 1,
                                            .clock = test_clock_make(&desk->time),
                                            .adjudicates = adjudicates};
    assert_true(session_open(&session, &options, &err));
    return session;
}

/* Chooses the document with the lowest id. For question q02 Ben chooses none. */
static int64_t label(struct desk *desk, const char *annotator, bool adjudicates)
{
    struct err err;
    struct session *session = sit_down(desk, annotator, adjudicates);
    int64_t answers = 0;
    for (const struct ballot *ballot; (ballot = session_ballot(session)) != NULL; answers++) {
        size_t least = 0;
        for (size_t i = 1; i < ballot->n_slots; i++) {
            if (bytes_compare(ballot->documents[i].docid, ballot->documents[least].docid) < 0)
                least = i;
        }
        bool is_none = annotator[0] == 'b' && bytes_equal(ballot->qid, bytes_of("q02"));
        struct answer answer = {.position = is_none ? VOTE_NONE : (int)least + 1, .elapsed_ms = 100};
        if (!session_answer(session, &answer, &err))
            fail_msg("%s", err.text);
    }
    sample_session_close(session);
    return answers;
}

static struct desk open_desk(const char *name)
{
    struct desk desk = {.store = sample_store(name, 3, 6), .time = {.now = 1000000, .step = 1000}};
    struct err err;
    assert_true(setting_put(desk.store, SETTING_OVERLAP, bytes_of("1"), &err));
    label(&desk, "ann", false);
    label(&desk, "ben", false);
    return desk;
}

static void a_judge_is_asked_the_contested_question_alone(void **state)
{
    (void)state;
    struct desk desk = open_desk("judge.db");
    int64_t judged = label(&desk, "judge", true);
    int64_t ballots =
        beside_integer(desk.store, "SELECT count(*) FROM ballot JOIN annotator USING (annotator_id)"
                                   " JOIN question USING (question_id)"
                                   " WHERE name = 'ann' AND qid = 'q02'");
    assert_in_range(judged, 1, ballots);
    assert_int_equal(beside_integer(desk.store,
                                    "SELECT count(*) FROM ballot JOIN annotator USING (annotator_id)"
                                    " JOIN question USING (question_id)"
                                    " WHERE name = 'judge' AND qid <> 'q02'"),
                     0);
    assert_int_equal(label(&desk, "judge", true), 0);
    store_close(desk.store);
}

static void the_number_of_contested_sets_is_the_number_of_ballots_of_the_judge(void **state)
{
    (void)state;
    struct desk desk = open_desk("judge-left.db");
    struct err err;
    int64_t left, none_left;
    struct session *session = sit_down(&desk, "judge", true);
    assert_true(session_count_contested(session, &left, &err));
    assert_true(left > 0);
    sample_session_close(session);
    assert_int_equal(label(&desk, "judge", true), left);
    session = sit_down(&desk, "judge", true);
    assert_true(session_count_contested(session, &none_left, &err));
    assert_int_equal(none_left, 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void the_answers_of_a_judge_count_as_votes(void **state)
{
    (void)state;
    struct desk desk = open_desk("judge-votes.db");
    int64_t before = beside_integer(desk.store, "SELECT sum(ballots_done) FROM progress");
    int64_t judged = label(&desk, "judge", true);
    assert_int_equal(beside_integer(desk.store, "SELECT sum(ballots_done) FROM progress"), before + judged);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

static void a_judge_can_undo_an_answer(void **state)
{
    (void)state;
    struct desk desk = open_desk("judge-undo.db");
    struct err err;
    bool undone;
    struct session *session = sit_down(&desk, "judge", true);
    int64_t ballot_id = session_ballot(session)->ballot_id;
    assert_true(session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100}, &err));
    assert_true(session_undo(session, &undone, &err));
    assert_int_equal(session_ballot(session)->ballot_id, ballot_id);
    sample_session_close(session);
    store_close(desk.store);
}

/* A judge began a session without adjudication and left: the ballot in hand waits for the next such session. */
static void a_ballot_left_as_an_annotator_waits_until_the_judge_annotates_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("judge-resumes.db");
    struct err err;
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("9"), &err));
    struct session *session = sit_down(&desk, "judge", false);
    int64_t left = session_ballot(session)->ballot_id;
    sample_session_close(session);
    session = sit_down(&desk, "judge", true);
    assert_int_not_equal(session_ballot(session)->ballot_id, left);
    assert_true(bytes_equal(session_ballot(session)->qid, bytes_of("q02")));
    int64_t judging = session_ballot(session)->ballot_id;
    sample_session_close(session);
    session = sit_down(&desk, "judge", true);
    assert_int_equal(session_ballot(session)->ballot_id, judging);
    sample_session_close(session);
    label(&desk, "judge", true);
    session = sit_down(&desk, "judge", false);
    assert_int_equal(session_ballot(session)->ballot_id, left);
    sample_session_close(session);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

static void without_disagreement_a_judge_gets_no_ballots(void **state)
{
    (void)state;
    struct desk desk = {.store = sample_store("agreed.db", 2, 6), .time = {.now = 1000000, .step = 1000}};
    label(&desk, "ann", false);
    assert_int_equal(label(&desk, "judge", true), 0);
    store_close(desk.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(annotators_who_agree_need_no_judge),
        cmocka_unit_test(two_answers_to_one_ballot_are_judged),
        cmocka_unit_test(answers_to_different_ballots_can_contradict),
        cmocka_unit_test(an_annotator_who_contradicts_themselves_makes_no_disagreement),
        cmocka_unit_test(a_skip_makes_no_disagreement),
        cmocka_unit_test(the_most_contested_set_comes_first),
        cmocka_unit_test(a_set_that_the_judge_answered_or_skipped_is_settled),
        cmocka_unit_test(the_judges_own_votes_make_no_disagreement),
        cmocka_unit_test(a_judge_is_asked_the_contested_question_alone),
        cmocka_unit_test(the_number_of_contested_sets_is_the_number_of_ballots_of_the_judge),
        cmocka_unit_test(the_answers_of_a_judge_count_as_votes),
        cmocka_unit_test(a_judge_can_undo_an_answer),
        cmocka_unit_test(a_ballot_left_as_an_annotator_waits_until_the_judge_annotates_again),
        cmocka_unit_test(without_disagreement_a_judge_gets_no_ballots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
