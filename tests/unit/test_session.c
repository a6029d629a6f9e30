#include "tests/support/support.h"

#include "core/session/session.h"
#include "core/store/settings.h"
#include "tests/support/sample.h"

#include <string.h>

static const struct bytes no_note = {0};

/* A store and one annotator at it; the clock goes on by a second at each look. */
struct desk {
    struct store *store;
    struct test_clock time;
};

static struct desk open_desk(const char *name, size_t questions, size_t pool_size)
{
    return (struct desk){.store = sample_store(name, questions, pool_size),
                         .time = {.now = 1000000, .step = 1000}};
}

static struct session *sit_down_with_seed(struct desk *desk, const char *annotator, uint64_t seed)
{
    struct err err;
    struct session *session = NULL;
    assert_true(
        session_open(&session, desk->store, bytes_of(annotator), seed, test_clock_make(&desk->time), &err));
    return session;
}

static struct session *sit_down(struct desk *desk, const char *annotator)
{
    return sit_down_with_seed(desk, annotator, 1);
}

static void get_up(struct session *session)
{
    struct err err;
    assert_true(session_close(session, &err));
}

static void vote(struct session *session, int position)
{
    struct err err;
    if (!session_vote(session, position, 100, no_note, &err))
        fail_msg("%s", err.text);
}

static void undo(struct session *session, bool expected)
{
    struct err err;
    bool undone;
    assert_true(session_undo(session, &undone, &err));
    assert_int_equal(undone, expected);
}

/* What identifies a ballot and its slots to the annotator. */
static char *look(const struct session *session, struct arena *arena)
{
    const struct ballot *ballot = session_ballot(session);
    struct buffer text = {0};
    buffer_add_string(&text, ballot->uuid);
    for (size_t i = 0; i < ballot->n_slots; i++)
        buffer_add_format(&text, " %.*s", BYTES_FORMAT(ballot->documents[i].docid));
    char *copy = arena_copy_string(arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

static struct slot_set set_in_hand(const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    int64_t ids[BALLOT_SIZE_MAX];
    for (size_t i = 0; i < ballot->n_slots; i++)
        ids[i] = ballot->documents[i].docid.data[1] * 256 + ballot->documents[i].docid.data[2];
    return slot_set_of(ids, ballot->n_slots);
}

static size_t label_to_the_end(struct session *session)
{
    size_t votes = 0;
    for (; session_ballot(session) != NULL; votes++)
        vote(session, (int)(votes % (session_ballot(session)->n_slots + 1)));
    return votes;
}

static void a_question_is_labelled_to_its_end_before_the_next(void **state)
{
    (void)state;
    struct desk desk = open_desk("stay.db", 3, 5);
    struct session *session = sit_down(&desk, "ann");
    int64_t changes = 0, question = 0;
    while (session_ballot(session) != NULL) {
        changes += session_ballot(session)->question_id != question;
        question = session_ballot(session)->question_id;
        vote(session, 1);
    }
    assert_int_equal(changes, 3);
    get_up(session);
    store_close(desk.store);
}

static void all_that_was_promised_is_done_and_no_more(void **state)
{
    (void)state;
    struct desk desk = open_desk("promised.db", 4, 10);
    struct session *session = sit_down(&desk, "ann");
    int64_t promised = session_progress(session).ballots_left;
    assert_int_equal(label_to_the_end(session), promised);
    assert_int_equal(session_progress(session).ballots_left, 0);
    get_up(session);
    store_close(desk.store);
}

static void one_candidate_alone_is_a_ballot_with_one_slot(void **state)
{
    (void)state;
    struct desk desk = open_desk("alone.db", 1, 1);
    struct session *session = sit_down(&desk, "ann");
    assert_int_equal(session_ballot(session)->n_slots, 1);
    vote(session, VOTE_NONE);
    assert_null(session_ballot(session));
    get_up(session);
    store_close(desk.store);
}

static void undo_goes_back_over_questions_and_shows_the_same_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("undo.db", 3, 3); /* one ballot a question */
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *first = look(session, &arena);
    vote(session, 1);
    char *second = look(session, &arena);
    vote(session, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), second);
    assert_int_equal(session_ballot(session)->withdrawn_vote, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), first);
    undo(session, false);
    assert_int_equal(session_progress(session).ballots_done, 0);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void undo_reaches_into_an_earlier_session(void **state)
{
    (void)state;
    struct desk desk = open_desk("earlier.db", 2, 5);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *first = look(session, &arena);
    vote(session, 1);
    get_up(session);
    session = sit_down(&desk, "ann");
    undo(session, true);
    assert_string_equal(look(session, &arena), first);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void undo_is_one_s_own(void **state)
{
    (void)state;
    struct desk desk = open_desk("own.db", 2, 5);
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1);
    struct session *bob = sit_down(&desk, "bob");
    undo(bob, false);
    get_up(bob);
    get_up(ann);
    store_close(desk.store);
}

static void after_undo_the_open_ballots_come_again_in_their_order(void **state)
{
    (void)state;
    struct desk desk = open_desk("forward.db", 2, 10);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    char *second = look(session, &arena);
    vote(session, 2);
    char *third = look(session, &arena);
    undo(session, true);
    undo(session, true);
    vote(session, 3);
    assert_string_equal(look(session, &arena), second);
    vote(session, 1);
    assert_string_equal(look(session, &arena), third);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void redo_gives_the_undone_answers_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("redo.db", 2, 10);
    struct session *session = sit_down(&desk, "ann");
    struct err err;
    struct redone redone;
    vote(session, 3);
    vote(session, VOTE_NONE);
    undo(session, true);
    undo(session, true);
    assert_true(session_redo(session, no_note, &redone, &err));
    assert_int_equal(redone.position, 3);
    assert_true(session_redo(session, no_note, &redone, &err));
    assert_int_equal(redone.position, VOTE_NONE);
    assert_true(session_redo(session, no_note, &redone, &err));
    assert_int_equal(redone.position, VOTE_ABSENT);
    assert_int_equal(session_progress(session).ballots_done, 2);
    get_up(session);
    store_close(desk.store);
}

static void a_skip_is_taken_back_too(void **state)
{
    (void)state;
    struct desk desk = open_desk("skip.db", 2, 5);
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    char *skipped = look(session, &arena);
    assert_true(session_skip(session, SKIP_CANNOT_TELL, no_note, &err));
    assert_string_not_equal(look(session, &arena), skipped);
    undo(session, true);
    assert_string_equal(look(session, &arena), skipped);
    assert_int_equal(session_progress(session).ballots_done, 1);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void later_comes_back_at_the_end_and_cannot_tell_does_not(void **state)
{
    (void)state;
    struct desk desk = open_desk("later.db", 3, 3); /* one ballot a question */
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    char *later = look(session, &arena);
    assert_true(session_skip(session, SKIP_LATER, no_note, &err));
    assert_true(session_skip(session, SKIP_CANNOT_TELL, no_note, &err));
    vote(session, 1);
    assert_string_equal(look(session, &arena), later);
    vote(session, 1);
    assert_null(session_ballot(session));
    assert_int_equal(session_progress(session).ballots_left, 1); /* the one that ann can't tell */
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    get_up(bob);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void one_comes_back_to_the_ballot_that_was_left(void **state)
{
    (void)state;
    struct desk desk = open_desk("back.db", 2, 10);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    char *left = look(session, &arena);
    get_up(session);
    session = sit_down(&desk, "ann");
    assert_string_equal(look(session, &arena), left);
    get_up(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void two_annotators_never_hold_the_same_set(void **state)
{
    (void)state;
    struct desk desk = open_desk("two.db", 2, 4);
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob");
    while (session_ballot(ann) != NULL && session_ballot(bob) != NULL) {
        struct slot_set a = set_in_hand(ann), b = set_in_hand(bob);
        bool same_question = session_ballot(ann)->question_id == session_ballot(bob)->question_id;
        assert_false(same_question && slot_set_equal(&a, &b));
        vote(ann, 1);
        if (session_ballot(bob) != NULL)
            vote(bob, 2);
    }
    get_up(ann);
    get_up(bob);
    store_close(desk.store);
}

static void a_second_annotator_starts_on_another_question(void **state)
{
    (void)state;
    struct desk desk = open_desk("spread.db", 2, 10);
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob");
    assert_true(session_ballot(ann)->question_id != session_ballot(bob)->question_id);
    get_up(ann);
    get_up(bob);
    store_close(desk.store);
}

static void work_in_another_s_hands_is_not_dealt_until_the_lease_ends(void **state)
{
    (void)state;
    struct desk desk = open_desk("lease.db", 1, 3); /* one ballot in all */
    struct session *ann = sit_down(&desk, "ann");
    struct session *bob = sit_down(&desk, "bob");
    assert_null(session_ballot(bob));
    get_up(bob);
    desk.time.now += (int64_t)5 * 60 * 1000; /* ann walked away */
    bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    get_up(bob);
    get_up(ann);
    store_close(desk.store);
}

/* A newcomer, one of many: each is dealt one ballot by another seed, and gives it back. */
static struct session *newcomer(struct desk *desk, uint64_t number)
{
    struct arena arena = {0};
    const char *name = arena_format(&arena, "newcomer %llu", (unsigned long long)number);
    struct session *session = sit_down_with_seed(desk, name, number);
    arena_release(&arena);
    return session;
}

static void no_draw_gives_the_set_that_another_one_holds(void **state)
{
    (void)state;
    struct desk desk = open_desk("draws.db", 1, 6);
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1); /* three candidates are voted on, the other three in hand: all six look alike */
    struct slot_set held = set_in_hand(ann);
    desk.time.step = 1; /* ann's lease runs all along */
    for (uint64_t i = 0; i < 200; i++) {
        struct session *session = newcomer(&desk, i);
        struct slot_set drawn = set_in_hand(session);
        assert_false(slot_set_equal(&drawn, &held));
        get_up(session);
    }
    get_up(ann);
    store_close(desk.store);
}

static void a_ballot_that_was_left_is_not_taken_up_while_another_one_holds_its_set(void **state)
{
    (void)state;
    struct desk desk = open_desk("held.db", 1, 4);
    struct arena arena = {0};
    struct session *ann = sit_down(&desk, "ann"), *other = NULL;
    struct slot_set left = set_in_hand(ann);
    char *left_look = look(ann, &arena);
    get_up(ann);
    for (uint64_t i = 0; other == NULL; i++) {
        struct session *session = newcomer(&desk, i);
        struct slot_set drawn = set_in_hand(session);
        if (slot_set_equal(&drawn, &left))
            other = session;
        else
            get_up(session);
    }
    ann = sit_down(&desk, "ann");
    assert_string_not_equal(look(ann, &arena), left_look);
    get_up(ann);
    get_up(other);
    arena_release(&arena);
    store_close(desk.store);
}

static void impressions_in_others_hands_count(void **state)
{
    (void)state;
    struct desk desk = open_desk("hands.db", 1, 4);
    struct err err;
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("1"), &err));
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob"),
                   *cem = sit_down(&desk, "cem");
    assert_non_null(session_ballot(bob)); /* the fourth candidate, with two of ann's */
    assert_null(session_ballot(cem));     /* all four are in hand */
    get_up(ann);
    get_up(bob);
    get_up(cem);
    store_close(desk.store);
}

static void quitting_gives_the_work_back_at_once(void **state)
{
    (void)state;
    struct desk desk = open_desk("quit.db", 1, 3);
    get_up(sit_down(&desk, "ann"));
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    get_up(bob);
    store_close(desk.store);
}

static void quitting_gives_back_all_that_undo_reopened(void **state)
{
    (void)state;
    struct desk desk = open_desk("reopened.db", 2, 3); /* one ballot a question */
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1);
    vote(ann, 1);
    undo(ann, true);
    undo(ann, true);
    get_up(ann);
    struct session *bob = sit_down(&desk, "bob");
    assert_int_equal(label_to_the_end(bob), 2);
    get_up(bob);
    store_close(desk.store);
}

static void one_who_waits_finds_what_another_one_left(void **state)
{
    (void)state;
    struct desk desk = open_desk("wait.db", 1, 3); /* one ballot in all */
    struct err err;
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob");
    assert_true(session_look_again(bob, &err));
    assert_null(session_ballot(bob));
    get_up(ann);
    assert_true(session_look_again(bob, &err));
    assert_non_null(session_ballot(bob));
    get_up(bob);
    store_close(desk.store);
}

static void a_vote_after_the_lease_has_ended_still_counts(void **state)
{
    (void)state;
    struct desk desk = open_desk("late.db", 1, 3);
    struct session *ann = sit_down(&desk, "ann");
    desk.time.now += (int64_t)60 * 60 * 1000;
    vote(ann, 2);
    assert_int_equal(session_progress(ann).ballots_done, 1);
    get_up(ann);
    store_close(desk.store);
}

static void a_ballot_that_others_have_done_meanwhile_does_not_come_back(void **state)
{
    (void)state;
    struct desk desk = open_desk("gone.db", 1, 3);
    get_up(sit_down(&desk, "ann"));
    struct session *bob = sit_down(&desk, "bob");
    vote(bob, 1);
    get_up(bob);
    struct session *ann = sit_down(&desk, "ann");
    assert_null(session_ballot(ann));
    get_up(ann);
    store_close(desk.store);
}

static void a_ballot_answered_in_another_window_is_told_and_passed(void **state)
{
    (void)state;
    struct desk desk = open_desk("window.db", 2, 10);
    struct arena arena = {0};
    struct err err;
    struct session *here = sit_down(&desk, "ann"), *there = sit_down(&desk, "ann");
    char *shared = look(here, &arena);
    assert_string_equal(look(there, &arena), shared);
    vote(there, 1);
    assert_false(session_vote(here, 2, 100, no_note, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_string_not_equal(look(here, &arena), shared);
    assert_int_equal(session_progress(here).ballots_done, 1);
    get_up(here);
    get_up(there);
    arena_release(&arena);
    store_close(desk.store);
}

static void no_one_is_asked_the_same_set_twice(void **state)
{
    (void)state;
    struct desk desk = open_desk("twice.db", 1, 5);
    struct err err;
    struct slot_set seen[200];
    size_t n = 0;
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("6"), &err)); /* all C(5,3) sets */
    struct session *session = sit_down(&desk, "ann");
    while (session_ballot(session) != NULL) {
        struct slot_set set = set_in_hand(session);
        for (size_t i = 0; i < n; i++)
            assert_false(slot_set_equal(&seen[i], &set));
        seen[n++] = set;
        vote(session, 1);
    }
    assert_int_equal(n, 10);
    get_up(session);
    store_close(desk.store);
}

static void the_same_seed_deals_the_same_ballots(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *looks[2];
    for (int round = 0; round < 2; round++) {
        struct desk desk = open_desk(round == 0 ? "seed1.db" : "seed2.db", 2, 10);
        struct session *session = sit_down(&desk, "ann");
        vote(session, 1);
        looks[round] = look(session, &arena);
        get_up(session);
        store_close(desk.store);
    }
    assert_string_equal(looks[0], looks[1]);
    arena_release(&arena);
}

static void the_median_is_of_the_votes_that_stand(void **state)
{
    (void)state;
    struct desk desk = open_desk("median.db", 2, 10);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    static const int64_t times[] = {900, 100, 500, 10000};
    assert_int_equal(session_median_ms(session), 0);
    for (size_t i = 0; i < 4; i++)
        assert_true(session_vote(session, 1, times[i], no_note, &err));
    undo(session, true);
    assert_int_equal(session_median_ms(session), 500);
    get_up(session);
    store_close(desk.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_labelled_to_its_end_before_the_next),
        cmocka_unit_test(all_that_was_promised_is_done_and_no_more),
        cmocka_unit_test(one_candidate_alone_is_a_ballot_with_one_slot),
        cmocka_unit_test(undo_goes_back_over_questions_and_shows_the_same_ballots),
        cmocka_unit_test(undo_reaches_into_an_earlier_session),
        cmocka_unit_test(undo_is_one_s_own),
        cmocka_unit_test(after_undo_the_open_ballots_come_again_in_their_order),
        cmocka_unit_test(redo_gives_the_undone_answers_again),
        cmocka_unit_test(a_skip_is_taken_back_too),
        cmocka_unit_test(later_comes_back_at_the_end_and_cannot_tell_does_not),
        cmocka_unit_test(one_comes_back_to_the_ballot_that_was_left),
        cmocka_unit_test(two_annotators_never_hold_the_same_set),
        cmocka_unit_test(a_second_annotator_starts_on_another_question),
        cmocka_unit_test(work_in_another_s_hands_is_not_dealt_until_the_lease_ends),
        cmocka_unit_test(no_draw_gives_the_set_that_another_one_holds),
        cmocka_unit_test(a_ballot_that_was_left_is_not_taken_up_while_another_one_holds_its_set),
        cmocka_unit_test(impressions_in_others_hands_count),
        cmocka_unit_test(quitting_gives_the_work_back_at_once),
        cmocka_unit_test(quitting_gives_back_all_that_undo_reopened),
        cmocka_unit_test(one_who_waits_finds_what_another_one_left),
        cmocka_unit_test(a_vote_after_the_lease_has_ended_still_counts),
        cmocka_unit_test(a_ballot_that_others_have_done_meanwhile_does_not_come_back),
        cmocka_unit_test(a_ballot_answered_in_another_window_is_told_and_passed),
        cmocka_unit_test(no_one_is_asked_the_same_set_twice),
        cmocka_unit_test(the_same_seed_deals_the_same_ballots),
        cmocka_unit_test(the_median_is_of_the_votes_that_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
