/* Adaptive dealing in a database: sessions, leases, undo, and when a question ends. */
#include "tests/support/support.h"

#include "core/judge/deal.h"
#include "core/session/session.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/content/removal.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <stdlib.h>

struct desk {
    struct store *store;
    struct test_clock time;
    struct arena arena;
};

static void set(struct desk *desk, enum setting setting, const char *value)
{
    struct err err;
    if (!setting_put(desk->store, setting, bytes_of(value), &err))
        fail_msg("%s", err.text);
}

static struct desk open_desk(const char *name, size_t questions, size_t pool_size)
{
    struct desk desk = {.store = sample_store(name, questions, pool_size),
                        .time = {.now = 1000000, .step = 1000}};
    set(&desk, SETTING_DEALING, "adaptive");
    return desk;
}

static void close_desk(struct desk *desk)
{
    arena_release(&desk->arena);
    store_close(desk->store);
}

/* Votes for this document if it is on the ballot, and for none otherwise. */
static void prefer(struct session *session, const char *docid)
{
    const struct ballot *ballot = session_ballot(session);
    int position = VOTE_NONE;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        if (bytes_equal(ballot->documents[i].docid, bytes_of(docid)))
            position = (int)i + 1;
    }
    sample_vote(session, position);
}

static const char *look(struct desk *desk, const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    char *seen = arena_format(&desk->arena, "%.*s:", BYTES_FORMAT(ballot->qid));
    for (size_t i = 0; i < ballot->n_slots; i++)
        seen = arena_format(&desk->arena, "%s %.*s", seen, BYTES_FORMAT(ballot->documents[i].docid));
    return seen;
}

static size_t label_to_the_end(struct session *session)
{
    size_t votes = 0;
    for (; session_ballot(session) != NULL; votes++)
        prefer(session, "d03");
    return votes;
}

static void a_question_ends_when_it_is_settled(void **state)
{
    (void)state;
    struct desk desk = open_desk("settled.db", 1, 8);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    assert_int_equal(session_progress(session).ballots_left, 40);
    size_t votes = label_to_the_end(session);
    assert_in_range(votes, 4, 25);
    assert_int_equal(session_progress(session).ballots_left, 0);
    sample_session_close(session);
    close_desk(&desk);
}

static void confidence_1_uses_the_whole_budget_of_a_question(void **state)
{
    (void)state;
    struct desk desk = open_desk("budget.db", 2, 8);
    set(&desk, SETTING_CONFIDENCE, "1");
    set(&desk, SETTING_BUDGET, "30");
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    assert_int_equal(session_progress(session).ballots_left, 60);
    assert_int_equal(label_to_the_end(session), 60);
    sample_session_close(session);
    close_desk(&desk);
}

static void small_pools_end_with_their_sets(void **state)
{
    (void)state;
    static const int64_t sets[] = {0, 1, 1, 1, 4, 10};
    for (size_t n = 1; n <= 5; n++) {
        struct desk desk = open_desk("small.db", 1, n);
        set(&desk, SETTING_CONFIDENCE, "1");
        struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
        assert_int_equal(session_progress(session).ballots_left, sets[n]);
        assert_int_equal(label_to_the_end(session), sets[n]);
        sample_session_close(session);
        close_desk(&desk);
    }
}

/* Labels with a pause after `pause` votes, and returns the documents of the last ballot. */
static const char *label_twelve(struct desk *desk, size_t pause)
{
    struct session *session = sample_session(desk->store, "ann", 1, &desk->time);
    for (size_t i = 0; i < 12; i++) {
        if (i == pause) {
            sample_session_close(session);
            session = sample_session(desk->store, "ann", 1, &desk->time);
        }
        prefer(session, i % 4 == 3 ? "d05" : "d02");
    }
    const char *seen = look(desk, session);
    sample_session_close(session);
    return seen;
}

static void dealing_depends_only_on_the_seed_and_the_votes(void **state)
{
    (void)state;
    struct desk one = open_desk("one.db", 1, 20), other = open_desk("other.db", 1, 20);
    set(&one, SETTING_CONFIDENCE, "1");
    set(&other, SETTING_CONFIDENCE, "1");
    assert_string_equal(label_twelve(&one, SIZE_MAX), label_twelve(&other, 7));
    close_desk(&one);
    close_desk(&other);
}

/* Replaces the texts of the documents by long ones, with an import at time `now`. */
static void lengthen(struct desk *desk, int64_t now, const char *const *docids, size_t n)
{
    struct err err;
    enum stored stored;
    const char *text = "A text";
    for (size_t i = 0; i < 200; i++)
        text = arena_format(&desk->arena, "%s of many words", text);
    assert_true(store_begin(desk->store, &err));
    assert_true(store_begin_import(desk->store, bytes_of("texts.jsonl"), now, &err));
    for (size_t i = 0; i < n; i++)
        assert_true(store_put_document(desk->store,
                                       &(struct item){.id = bytes_of(docids[i]), .text = bytes_of(text)},
                                       REPLACE_UNVOTED, &stored, &err));
    assert_true(store_commit(desk->store, &err));
}

static void assert_all_are_short(const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    for (size_t i = 0; i < ballot->n_slots; i++)
        assert_true(ballot->documents[i].text.size < 1000);
}

static void texts_say_which_documents_are_read_at_once(void **state)
{
    (void)state;
    struct desk desk = open_desk("lengths.db", 1, 8);
    lengthen(&desk, 1, (const char *const[]){"d01", "d02", "d03", "d04"}, 4);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    assert_all_are_short(session);
    sample_session_close(session);
    close_desk(&desk);
}

/* Makes two documents long that are not on the ballot in hand. Otherwise the next ballot would show them. */
static void lengthen_what_waits(struct desk *desk, int64_t now, struct session *session)
{
    const char *docids[] = {"d01", "d02", "d03", "d04", "d05", "d06", "d07", "d08"};
    const struct ballot *ballot = session_ballot(session);
    size_t n = 0;
    for (size_t i = 0; i < sizeof docids / sizeof *docids; i++) {
        bool waits = true;
        for (size_t slot = 0; slot < ballot->n_slots; slot++)
            waits &= !bytes_equal(ballot->documents[slot].docid, bytes_of(docids[i]));
        if (waits)
            docids[n++] = docids[i];
    }
    lengthen(desk, now, docids, 2);
}

/* This also holds if both imports have the same time. */
static void texts_replaced_by_an_import_are_read_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("replaced.db", 1, 8);
    lengthen(&desk, 1, NULL, 0);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    lengthen_what_waits(&desk, 1, session);
    sample_vote(session, VOTE_NONE);
    assert_all_are_short(session);
    sample_session_close(session);
    close_desk(&desk);
}

/* The new import gets the id of the import that was undone. */
static void an_import_that_reuses_an_undone_import_id_makes_texts_be_read_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("retaken.db", 1, 8);
    struct err err;
    struct bytes what;
    struct removal removal;
    lengthen(&desk, 1, (const char *const[]){"new"}, 1);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    assert_true(store_begin(desk.store, &err));
    assert_true(store_undo_import(desk.store, 2, &desk.arena, &what, &removal, &err));
    assert_true(store_commit(desk.store, &err));
    lengthen_what_waits(&desk, 3, session);
    sample_vote(session, VOTE_NONE);
    assert_all_are_short(session);
    sample_session_close(session);
    close_desk(&desk);
}

enum { WEIGHED = 200, BEHIND = 20 };

/* A pool with more documents than adaptive dealing considers. The runs rank the documents with the lowest ids last. */
static struct desk open_large(const char *name)
{
    struct desk desk = open_desk(name, 1, BEHIND + WEIGHED);
    assert_int_equal(beside_execute(desk.store, "UPDATE candidate SET prior = document_id"), SQLITE_OK);
    return desk;
}

static int64_t first_in_hand(const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const int64_t id = ballot->documents[i].candidate_id;
        first = id < first ? id : first;
    }
    return first;
}

static void in_a_large_pool_the_documents_ranked_first_by_runs_are_shown(void **state)
{
    (void)state;
    struct desk desk = open_large("first.db");
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    for (size_t i = 0; i < 4; i++) {
        assert_true(first_in_hand(session) > BEHIND);
        sample_vote(session, VOTE_NONE);
    }
    sample_session_close(session);
    close_desk(&desk);
}

static void in_a_large_pool_a_chosen_document_is_shown_again(void **state)
{
    (void)state;
    struct desk desk = open_large("chosen.db");
    set(&desk, SETTING_DEALING, "balanced");
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    while (first_in_hand(session) > BEHIND)
        sample_vote(session, VOTE_NONE);
    const int64_t chosen = first_in_hand(session);
    prefer(session, arena_format(&desk.arena, "d%02lld", (long long)chosen));
    set(&desk, SETTING_DEALING, "adaptive");
    sample_session_close(session);
    session = sample_session(desk.store, "ann", 1, &desk.time);
    while (session_ballot(session) != NULL && first_in_hand(session) != chosen)
        sample_vote(session, VOTE_NONE);
    assert_non_null(session_ballot(session));
    sample_session_close(session);
    close_desk(&desk);
}

enum { SERIES = 24 };

static bool stands_on(const struct slot_set *set, int64_t document_id)
{
    bool stands = false;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        stands |= set->document_ids[i] == document_id;
    return stands;
}

/* Returns how many ballots ago the document was shown last, or 0 if it was not shown before. */
static size_t stood_ago(const struct slot_set *ballots, size_t number, int64_t document_id)
{
    size_t ago = 1;
    while (ago <= number && !stands_on(&ballots[number - ago], document_id))
        ago++;
    return ago <= number ? ago : 0;
}

/* Adds to by_ago[n] how often a document was shown again that had last been shown n ballots before. */
static void label_series(uint64_t seed, size_t by_ago[SERIES])
{
    struct desk desk = open_desk("series.db", 1, 20);
    struct slot_set ballots[SERIES] = {{{0}}};
    set(&desk, SETTING_CONFIDENCE, "1");
    struct session *session = sample_session(desk.store, "ann", seed, &desk.time);
    for (size_t i = 0; i < SERIES; i++) {
        const struct ballot *ballot = session_ballot(session);
        for (size_t a = 0; a < ballot->n_slots; a++) {
            int64_t id = ballot->documents[a].candidate_id;
            by_ago[stood_ago(ballots, i, id)]++;
            assert_true(slot_set_add(&ballots[i], id));
        }
        sample_vote(session, 1);
    }
    sample_session_close(session);
    close_desk(&desk);
}

static void documents_read_two_ballots_ago_return_before_those_read_three_ago(void **state)
{
    (void)state;
    size_t by_ago[SERIES] = {0};
    for (uint64_t seed = 1; seed <= 5; seed++)
        label_series(seed, by_ago);
    assert_true(by_ago[2] > 2 * by_ago[3]);
}

static void an_undone_answer_no_longer_counts(void **state)
{
    (void)state;
    struct desk desk = open_desk("undo.db", 1, 8);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    label_to_the_end(session);
    struct err err;
    bool undone;
    assert_true(session_undo(session, &undone, &err));
    assert_true(undone);
    assert_true(session_progress(session).ballots_left > 0);
    prefer(session, "d03");
    assert_int_equal(session_progress(session).ballots_left, 0);
    sample_session_close(session);
    close_desk(&desk);
}

static struct slot_set set_in_hand(const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    int64_t ids[BALLOT_SIZE_MAX];
    for (size_t i = 0; i < ballot->n_slots; i++)
        ids[i] = ballot->documents[i].docid.data[1] * 256 + ballot->documents[i].docid.data[2];
    return slot_set_of(ids, ballot->n_slots);
}

static void annotators_at_the_same_time_get_different_sets(void **state)
{
    (void)state;
    struct desk desk = open_desk("many.db", 1, 12);
    struct session *sessions[4];
    struct slot_set sets[4];
    for (size_t i = 0; i < 4; i++) {
        sessions[i] =
            sample_session(desk.store, arena_format(&desk.arena, "annotator %zu", i), 1, &desk.time);
        sets[i] = set_in_hand(sessions[i]);
        for (size_t j = 0; j < i; j++)
            assert_false(slot_set_equal(&sets[i], &sets[j]));
    }
    for (size_t i = 0; i < 4; i++)
        sample_session_close(sessions[i]);
    close_desk(&desk);
}

static struct tally best_of_question(struct desk *desk)
{
    struct err err;
    struct tally *tallies;
    size_t n;
    assert_true(store_list_candidates(desk->store, 1, &desk->arena, &tallies, &n, &err));
    qsort(tallies, n, sizeof *tallies, tally_compare_merit);
    return tallies[0];
}

static void relevance_is_luce_s_unless_the_rate_is_wanted(void **state)
{
    (void)state;
    struct desk desk = open_desk("estimate.db", 1, 8);
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    label_to_the_end(session);
    struct tally best = best_of_question(&desk);
    assert_string_equal(best.docid.data, "d03");
    assert_true(best.is_estimated && relevance_of(&best) > 0.8 && relevance_of(&best) < 1);
    set(&desk, SETTING_ESTIMATOR, "rate");
    best = best_of_question(&desk);
    assert_close(relevance_of(&best), 1, 0);
    set(&desk, SETTING_ESTIMATOR, "luce");
    set(&desk, SETTING_DEALING, "balanced");
    best = best_of_question(&desk);
    assert_true(best.is_estimated);
    sample_session_close(session);
    close_desk(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_ends_when_it_is_settled),
        cmocka_unit_test(confidence_1_uses_the_whole_budget_of_a_question),
        cmocka_unit_test(small_pools_end_with_their_sets),
        cmocka_unit_test(dealing_depends_only_on_the_seed_and_the_votes),
        cmocka_unit_test(texts_say_which_documents_are_read_at_once),
        cmocka_unit_test(texts_replaced_by_an_import_are_read_again),
        cmocka_unit_test(an_import_that_reuses_an_undone_import_id_makes_texts_be_read_again),
        cmocka_unit_test(in_a_large_pool_the_documents_ranked_first_by_runs_are_shown),
        cmocka_unit_test(in_a_large_pool_a_chosen_document_is_shown_again),
        cmocka_unit_test(documents_read_two_ballots_ago_return_before_those_read_three_ago),
        cmocka_unit_test(an_undone_answer_no_longer_counts),
        cmocka_unit_test(annotators_at_the_same_time_get_different_sets),
        cmocka_unit_test(relevance_is_luce_s_unless_the_rate_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
