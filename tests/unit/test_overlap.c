/* Overlap: a share of the ballots is asked of several annotators. */
#include "tests/support/support.h"

#include "core/judge/overlap.h"
#include "core/session/session.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

struct desk {
    struct store *store;
    struct test_clock time;
};

static struct desk open_desk(const char *name, const char *overlap)
{
    struct desk desk = {.store = sample_store(name, 3, 8), .time = {.now = 1000000, .step = 1000}};
    struct err err;
    assert_true(setting_put(desk.store, SETTING_OVERLAP, bytes_of(overlap), &err));
    return desk;
}

static int64_t label_to_the_end(struct desk *desk, const char *annotator)
{
    struct session *session = sample_session(desk->store, annotator, 1, &desk->time);
    int64_t votes = 0;
    for (; session_ballot(session) != NULL; votes++)
        sample_vote(session, 1);
    sample_session_close(session);
    return votes;
}

/* Identifies a set of two or three documents by a text. */
#define DOCUMENTS "min(document_id) || ' ' || max(document_id) || ' ' || sum(document_id)"

/* Returns how many sets of documents exactly so many annotators voted on. */
static int64_t sets_of(const struct desk *desk, int annotators)
{
    static const char sql[] =
        "WITH voted AS (SELECT ballot.question_id, ballot.annotator_id,"
        "  (SELECT " DOCUMENTS " FROM slot WHERE slot.ballot_id = ballot.ballot_id) AS documents"
        "  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL)"
        "SELECT count(*) FROM (SELECT 1 FROM voted GROUP BY question_id, documents"
        "  HAVING count(DISTINCT annotator_id) = %d) AS sets";
    struct arena arena = {0};
    int64_t n = beside_integer(desk->store, arena_format(&arena, sql, annotators));
    arena_release(&arena);
    return n;
}

static int64_t count_shared(const struct overlap *overlap, int64_t ballots)
{
    int64_t shared = 0;
    for (int64_t i = 0; i < ballots; i++)
        shared += overlap_has(overlap, 1 + i / 100, 1 + i % 100);
    return shared;
}

static void a_share_has_a_number_of_annotators(void **state)
{
    (void)state;
    struct overlap overlap;
    assert_true(overlap_parse(bytes_of("0.1"), &overlap));
    assert_close(overlap.share, 0.1, 0);
    assert_int_equal(overlap.annotators, 2);
    assert_true(overlap_parse(bytes_of("1x3"), &overlap));
    assert_close(overlap.share, 1, 0);
    assert_int_equal(overlap.annotators, 3);
    static const char *const wrong[] = {"",      "x",       "-0.1",    "1.1", "0.1x",
                                        "0.1x1", "0.1x101", "0.1x2x2", "nan", "0,1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(overlap_parse(bytes_of(wrong[i]), &overlap));
}

/* A tenth of 100,000 ballots is 10,000, with a standard deviation of 95. */
static void the_share_of_ballots_that_is_set_is_shared(void **state)
{
    (void)state;
    const struct overlap none = {0, 2}, tenth = {0.1, 2}, all = {1, 2};
    assert_int_equal(count_shared(&none, 100000), 0);
    assert_in_range(count_shared(&tenth, 100000), 9600, 10400);
    assert_int_equal(count_shared(&all, 100000), 100000);
}

/* Only the first ballots count, up to the given number. A shared ballot after them makes no difference. */
static void a_question_has_shared_ballots_from_the_first_one_on(void **state)
{
    (void)state;
    const struct overlap none = {0, 2}, tenth = {0.1, 2};
    int64_t first = 1;
    while (!overlap_has(&tenth, 7, first))
        first++;
    assert_true(first > 1);
    assert_false(overlap_has_any(&tenth, 7, first - 1));
    assert_true(overlap_has_any(&tenth, 7, first));
    assert_true(overlap_has_any(&tenth, 7, first + 100));
    assert_false(overlap_has_any(&none, 7, first + 100));
}

/* --- Who is asked ------------------------------------------------------------------------------- */

static const struct slot_set one_set = {{1, 2, 3}};

static const struct pool_candidate pool[] = {{.document_id = 1}, {.document_id = 2}, {.document_id = 3}};
static const struct deal_rules all_of_two = {.overlap = {.share = 1, .annotators = 2}};

enum { NOW = 1000, ASKED = 9 };

static struct docket docket_of(struct docket_ballot *ballots, size_t n_ballots)
{
    return (struct docket){.question_id = 1,
                           .rules = &all_of_two,
                           .candidates = pool,
                           .n_candidates = sizeof pool / sizeof *pool,
                           .ballots = ballots,
                           .n_ballots = n_ballots};
}

#define IS_ASKED(...)                                                                                        \
    is_asked((struct docket_ballot[]){__VA_ARGS__},                                                          \
             sizeof((struct docket_ballot[]){__VA_ARGS__}) / sizeof(struct docket_ballot))

static bool is_asked(struct docket_ballot *ballots, size_t n_ballots)
{
    const struct docket docket = docket_of(ballots, n_ballots);
    const struct docket_ballot beside = {.set = one_set};
    return overlap_wants(&docket, ASKED, NOW, &beside);
}

static struct docket_ballot voted(int64_t deal, int64_t annotator_id)
{
    return (
        struct docket_ballot){.deal = deal, .annotator_id = annotator_id, .said = SAID_VOTE, .set = one_set};
}

static struct docket_ballot held(int64_t deal, int64_t annotator_id)
{
    return (struct docket_ballot){.deal = deal,
                                  .annotator_id = annotator_id,
                                  .lease_until = NOW + 1,
                                  .set = one_set};
}

/* A control that was answered: the answer is not a vote. */
static struct docket_ballot answered(int64_t deal, int64_t annotator_id)
{
    return (struct docket_ballot){
        .deal = deal, .annotator_id = annotator_id, .is_control = true, .said = SAID_VOTE, .set = one_set};
}

static void an_annotator_who_holds_a_shared_ballot_counts_as_asked(void **state)
{
    (void)state;
    assert_true(IS_ASKED(voted(1, 1)));
    assert_false(IS_ASKED(voted(1, 1), held(2, 2)));
    assert_false(IS_ASKED(voted(1, 1), voted(2, 2)));
}

/* This happens when a repeat of the set is a control. */
static void an_annotator_who_votes_on_a_set_and_holds_it_counts_once(void **state)
{
    (void)state;
    assert_true(IS_ASKED(voted(1, 1), held(2, 1)));
    assert_true(IS_ASKED(held(1, 1), voted(2, 1)));
    assert_true(IS_ASKED(voted(1, 1), voted(2, 1)));
    assert_false(IS_ASKED(voted(1, 1), held(2, 1), voted(3, 2)));
}

static void an_answer_to_a_control_does_not_count_as_asked(void **state)
{
    (void)state;
    assert_true(IS_ASKED(voted(1, 1), answered(2, 2)));
    assert_false(IS_ASKED(answered(1, 1), voted(2, 1), voted(3, 2)));
}

static void a_set_that_is_not_all_in_the_pool_is_not_asked(void **state)
{
    (void)state;
    struct docket_ballot ballot = voted(1, 1);
    struct docket docket = docket_of(&ballot, 1);
    assert_ptr_equal(overlap_choose(&docket, ASKED, NOW), &ballot.set);
    docket.n_candidates = 2;
    assert_null(overlap_choose(&docket, ASKED, NOW));
}

/* --- In a database ------------------------------------------------------------------------------ */

static void a_later_annotator_gets_the_shared_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("later.db", "0.3");
    int64_t first = label_to_the_end(&desk, "ann");
    assert_int_equal(sets_of(&desk, 2), 0);
    int64_t second = label_to_the_end(&desk, "ben");
    assert_in_range(second, 1, first / 2);
    assert_int_equal(sets_of(&desk, 2), second);
    assert_int_equal(label_to_the_end(&desk, "cem"), 0);
    assert_int_equal(label_to_the_end(&desk, "ann"), 0);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

static void votes_on_shared_ballots_count_as_impressions(void **state)
{
    (void)state;
    struct desk desk = open_desk("impressions.db", "1");
    int64_t votes = label_to_the_end(&desk, "ann") + label_to_the_end(&desk, "ben");
    int64_t wins;
    assert_int_equal(store_impressions(desk.store, &wins), 3 * votes);
    store_close(desk.store);
}

static void each_shared_ballot_is_dealt_to_three_annotators_if_three_are_set(void **state)
{
    (void)state;
    struct desk desk = open_desk("three.db", "0.3x3");
    label_to_the_end(&desk, "ann");
    int64_t second = label_to_the_end(&desk, "ben");
    assert_true(second > 0);
    assert_int_equal(label_to_the_end(&desk, "cem"), second);
    assert_int_equal(sets_of(&desk, 3), second);
    assert_int_equal(label_to_the_end(&desk, "dea"), 0);
    store_close(desk.store);
}

static void labelling_ends_without_waiting_for_a_second_annotator(void **state)
{
    (void)state;
    struct desk alone = open_desk("alone.db", "1x3");
    struct session *session = sample_session(alone.store, "ann", 1, &alone.time);
    int64_t promised = session_progress(session).ballots_left;
    sample_session_close(session);
    assert_int_equal(label_to_the_end(&alone, "ann"), promised);
    assert_int_equal(beside_integer(alone.store, "SELECT sum(ballots_left) FROM progress"), 0);
    store_close(alone.store);
}

/* Two annotators label at the same time. Each shared ballot of one is asked of the other before the question
 * is done. */
static void shared_ballots_are_dealt_while_others_are_still_labelling(void **state)
{
    (void)state;
    struct desk desk = open_desk("at-once.db", "1");
    struct session *ann = sample_session(desk.store, "ann", 1, &desk.time);
    sample_vote(ann, 1);
    int64_t question = beside_integer(desk.store, "SELECT question_id FROM ballot LIMIT 1");
    struct session *ben = sample_session(desk.store, "ben", 1, &desk.time);
    assert_int_equal(session_ballot(ben)->question_id, question);
    sample_vote(ben, 2);
    assert_int_equal(sets_of(&desk, 2), 1);
    sample_session_close(ann);
    sample_session_close(ben);
    store_close(desk.store);
}

static void each_annotator_gets_the_shared_documents_in_another_order(void **state)
{
    (void)state;
    struct desk desk = open_desk("order.db", "1");
    label_to_the_end(&desk, "ann");
    label_to_the_end(&desk, "ben");
    /* If the order is random, a document has the same slot in one of three copies. */
    int64_t same = beside_integer(
        desk.store,
        "SELECT 100 * sum(CASE WHEN copy.position = slot.position THEN 1 ELSE 0 END) / count(*) FROM ballot "
        "JOIN slot USING (ballot_id)"
        " JOIN ballot AS other ON other.question_id = ballot.question_id AND other.ballot_id > "
        "ballot.ballot_id"
        " JOIN slot AS copy ON copy.ballot_id = other.ballot_id AND copy.document_id = slot.document_id"
        " WHERE (SELECT " DOCUMENTS " FROM slot AS a WHERE a.ballot_id = ballot.ballot_id)"
        " = (SELECT " DOCUMENTS " FROM slot AS a WHERE a.ballot_id = other.ballot_id)");
    assert_in_range(same, 10, 60);
    store_close(desk.store);
}

static void a_shared_ballot_left_open_is_dealt_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("open.db", "1");
    label_to_the_end(&desk, "ann");
    struct session *ben = sample_session(desk.store, "ben", 1, &desk.time);
    int64_t ballot_id = session_ballot(ben)->ballot_id;
    sample_session_close(ben);
    desk.time.now += 3600 * 1000;
    ben = sample_session(desk.store, "ben", 1, &desk.time);
    assert_int_equal(session_ballot(ben)->ballot_id, ballot_id);
    sample_session_close(ben);
    store_close(desk.store);
}

static void questions_outside_the_sample_have_no_shared_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("sample.db", "1");
    struct err err;
    int64_t first = label_to_the_end(&desk, "ann");
    assert_true(setting_put(desk.store, SETTING_SAMPLE, bytes_of("1"), &err));
    assert_int_equal(label_to_the_end(&desk, "ben"), first / 3);
    store_close(desk.store);
}

/* Ballots that were left open outside the sample are not asked either. Here each of three questions has one. */
static void a_shared_ballot_left_open_outside_the_sample_is_not_dealt_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("outside.db", "1");
    struct err err;
    int64_t first = label_to_the_end(&desk, "ann");
    struct session *ben = sample_session(desk.store, "ben", 1, &desk.time);
    for (int64_t question_id = 1; question_id <= 3; question_id++)
        assert_true(session_take_question(ben, question_id, &err));
    sample_session_close(ben);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL"),
                     3);
    assert_true(setting_put(desk.store, SETTING_SAMPLE, bytes_of("1"), &err));
    assert_int_equal(label_to_the_end(&desk, "ben"), first / 3);
    store_close(desk.store);
}

static void a_shared_ballot_can_be_undone(void **state)
{
    (void)state;
    struct desk desk = open_desk("undone.db", "1");
    struct err err;
    bool undone;
    label_to_the_end(&desk, "ann");
    struct session *ben = sample_session(desk.store, "ben", 1, &desk.time);
    int64_t ballot_id = session_ballot(ben)->ballot_id;
    sample_vote(ben, 1);
    assert_true(session_undo(ben, &undone, &err));
    assert_true(undone);
    assert_int_equal(session_ballot(ben)->ballot_id, ballot_id);
    sample_session_close(ben);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_has_a_number_of_annotators),
        cmocka_unit_test(the_share_of_ballots_that_is_set_is_shared),
        cmocka_unit_test(a_question_has_shared_ballots_from_the_first_one_on),
        cmocka_unit_test(an_annotator_who_holds_a_shared_ballot_counts_as_asked),
        cmocka_unit_test(an_annotator_who_votes_on_a_set_and_holds_it_counts_once),
        cmocka_unit_test(an_answer_to_a_control_does_not_count_as_asked),
        cmocka_unit_test(a_set_that_is_not_all_in_the_pool_is_not_asked),
        cmocka_unit_test(a_later_annotator_gets_the_shared_ballots),
        cmocka_unit_test(votes_on_shared_ballots_count_as_impressions),
        cmocka_unit_test(each_shared_ballot_is_dealt_to_three_annotators_if_three_are_set),
        cmocka_unit_test(labelling_ends_without_waiting_for_a_second_annotator),
        cmocka_unit_test(shared_ballots_are_dealt_while_others_are_still_labelling),
        cmocka_unit_test(each_annotator_gets_the_shared_documents_in_another_order),
        cmocka_unit_test(a_shared_ballot_left_open_is_dealt_again),
        cmocka_unit_test(questions_outside_the_sample_have_no_shared_ballots),
        cmocka_unit_test(a_shared_ballot_left_open_outside_the_sample_is_not_dealt_again),
        cmocka_unit_test(a_shared_ballot_can_be_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
