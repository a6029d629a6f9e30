#include "tests/support/support.h"

#include "core/judge/deal.h"
#include "core/session/session.h"
#include "core/store/labelling/answers.h"
#include "core/store/content/fill.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct bytes no_note = {0};
static const struct answer as_before = {0}; /* gives the answer again, with the note that it had */

/* A store and a clock, which goes on by a second each time it is read. */
struct desk {
    struct store *store;
    struct test_clock time;
};

static struct desk open_desk(const char *name, size_t questions, size_t pool_size)
{
    return (struct desk){.store = sample_store(name, questions, pool_size),
                         .time = {.now = 1000000, .step = 1000}};
}

static struct session *sit_down(struct desk *desk, const char *annotator)
{
    return sample_session(desk->store, annotator, 1, &desk->time);
}

static void vote_after(struct session *session, int position, int64_t elapsed_ms)
{
    struct err err;
    if (!session_answer(session,
                        &(struct answer){.position = position, .elapsed_ms = elapsed_ms, .note = no_note},
                        &err))
        fail_msg("%s", err.text);
}

static void vote(struct session *session, int position)
{
    vote_after(session, position, 1000);
}

static void undo(struct session *session, bool expected)
{
    struct err err;
    bool undone;
    assert_true(session_undo(session, &undone, &err));
    assert_int_equal(undone, expected);
}

/* Returns a text that identifies the ballot in hand and its slots for the annotator. */
static char *look(const struct session *session, struct arena *arena)
{
    const struct ballot *ballot = session_ballot(session);
    struct buffer text = {0};
    buffer_add_format(&text, "%lld", (long long)ballot->ballot_id);
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

static void a_question_is_finished_before_the_next_one_begins(void **state)
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
    sample_session_close(session);
    store_close(desk.store);
}

/* Returns how many documents of the ballot in hand are marked as read. */
static size_t count_read(const struct session *session)
{
    const struct ballot *ballot = session_ballot(session);
    size_t n = 0;
    for (size_t i = 0; i < ballot->n_slots; i++)
        n += ballot->documents[i].was_read;
    return n;
}

/* Returns how many of its documents are in `docids`, which lists the answered ballots, one document per line. */
static size_t count_listed(const struct session *session, const struct buffer *docids)
{
    const struct ballot *ballot = session_ballot(session);
    struct buffer line = {0};
    size_t n = 0;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        buffer_clear(&line);
        buffer_add_format(&line, "\n%lld %.*s\n", (long long)ballot->question_id,
                          BYTES_FORMAT(ballot->documents[i].docid));
        n += docids->size > 0 && strstr(buffer_string(docids), buffer_string(&line)) != NULL;
    }
    buffer_release(&line);
    return n;
}

static void list_in_hand(const struct session *session, struct buffer *docids)
{
    const struct ballot *ballot = session_ballot(session);
    for (size_t i = 0; i < ballot->n_slots; i++)
        buffer_add_format(docids, "\n%lld %.*s\n", (long long)ballot->question_id,
                          BYTES_FORMAT(ballot->documents[i].docid));
}

static void a_ballot_marks_documents_that_were_read_before(void **state)
{
    (void)state;
    struct desk desk = open_desk("read.db", 2, 6);
    struct session *session = sit_down(&desk, "ann");
    struct buffer answered = {0};
    size_t most = 0;
    for (; session_ballot(session) != NULL; vote(session, 1)) {
        size_t read = count_read(session);
        assert_int_equal(read, count_listed(session, &answered));
        most = read > most ? read : most;
        list_in_hand(session, &answered);
    }
    assert_int_equal(most, 3);
    buffer_release(&answered);
    sample_session_close(session);
    store_close(desk.store);
}

static void documents_read_are_known_in_the_next_session(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-again.db", 1, 6);
    struct session *session = sit_down(&desk, "ann");
    while (count_read(session) == 0)
        vote(session, 1);
    size_t read = count_read(session);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), read);
    sample_session_close(session);
    session = sit_down(&desk, "bob");
    assert_int_equal(count_read(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

/* Reading three documents of 19 bytes each takes half a second. */
static void documents_do_not_count_as_read_after_a_hasty_vote(void **state)
{
    (void)state;
    struct desk desk = open_desk("unread.db", 1, 6);
    struct session *session = sit_down(&desk, "ann");
    while (session_ballot(session) != NULL) {
        assert_int_equal(count_read(session), 0);
        vote_after(session, 1, 100);
    }
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    undo(session, true);
    assert_int_equal(count_read(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void the_longest_time_of_a_ballot_answered_twice_counts(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-longest.db", 1, 6);
    struct session *session = sit_down(&desk, "ann");
    vote_after(session, 1, 20000);
    undo(session, true);
    while (count_read(session) == 0)
        vote_after(session, 2, 1);
    size_t read = count_read(session);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), read);
    sample_session_close(session);
    store_close(desk.store);
}

/* Nor would the next session know that they were read. */
static void documents_do_not_count_as_read_after_a_refused_answer(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-refused.db", 1, 6);
    struct err err;
    char letters[NOTE_SIZE_MAX + 1];
    memset(letters, 'x', sizeof letters);
    struct session *session = sit_down(&desk, "ann");
    const struct answer refused = {.position = 1,
                                   .elapsed_ms = 20000,
                                   .note = {.data = letters, .size = sizeof letters}};
    assert_false(session_answer(session, &refused, &err));
    for (int i = 0; i < 4; i++) {
        vote_after(session, 1, 1);
        assert_int_equal(count_read(session), 0);
    }
    sample_session_close(session);
    store_close(desk.store);
}

/* Returns the document of the ballot in hand, or NULL if it is not on that ballot. */
static const struct ballot_document *document_in_hand(const struct session *session, const struct bytes docid)
{
    const struct ballot *ballot = session_ballot(session);
    for (size_t i = 0; i < ballot->n_slots; i++)
        if (bytes_equal(ballot->documents[i].docid, docid))
            return &ballot->documents[i];
    return NULL;
}

static const char *const four_docids[] = {"d01", "d02", "d03", "d04"};

/* Returns a document that is not on the ballot in hand. Changing one of those would take the ballot away. */
static struct bytes docid_elsewhere(const struct session *session)
{
    size_t i = 0;
    while (document_in_hand(session, bytes_of(four_docids[i])) != NULL)
        i++;
    return bytes_of(four_docids[i]);
}

static void vote_until_in_hand(struct session *session, struct bytes docid)
{
    do
        vote_after(session, 1, 60000);
    while (document_in_hand(session, docid) == NULL);
}

/* The new text is as long as the old one. */
static void corrected_documents_do_not_count_as_read(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-corrected.db", 1, 4);
    struct session *session = sit_down(&desk, "ann");
    vote_after(session, 1, 60000);
    const struct bytes docid = docid_elsewhere(session); /* it was on the first ballot */
    sample_correct(desk.store, docid, "The corrected text.");
    vote_until_in_hand(session, docid);
    assert_false(document_in_hand(session, docid)->was_read);
    vote_until_in_hand(session, docid);
    assert_true(document_in_hand(session, docid)->was_read);
    sample_session_close(session);
    store_close(desk.store);
}

static void corrected_documents_do_not_count_as_read_in_the_next_session(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-corrected-again.db", 1, 4);
    struct session *session = sit_down(&desk, "ann");
    vote_after(session, 1, 60000);
    sample_session_close(session);
    for (size_t i = 0; i < sizeof four_docids / sizeof *four_docids; i++)
        sample_correct(desk.store, bytes_of(four_docids[i]), "The corrected text.");
    session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), 0);
    vote_after(session, 1, 60000);
    const size_t read = count_read(session);
    assert_int_not_equal(read, 0);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), read);
    sample_session_close(session);
    store_close(desk.store);
}

/* The vote came too soon for three documents, and still does after one of them is corrected. Reading three documents of
 * 19 bytes takes half a second. */
static void a_hasty_vote_stays_hasty_after_a_document_is_corrected(void **state)
{
    (void)state;
    struct desk desk = open_desk("unread-corrected.db", 1, 4);
    struct session *session = sit_down(&desk, "ann");
    const struct bytes docid =
        document_in_hand(session, bytes_of("d01")) != NULL ? bytes_of("d01") : bytes_of("d02");
    vote_after(session, 1, 400);
    sample_session_close(session);
    sample_correct(desk.store, docid, "The corrected text.");
    session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

/* One import corrects the texts, and the next one restores them. */
static void documents_restored_to_the_text_that_was_read_count_as_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"Text of document 1.", "Text of document 2.", "Text of document 3.",
                                        "Text of document 4."};
    struct desk desk = open_desk("read-restored.db", 1, 4);
    struct session *session = sit_down(&desk, "ann");
    vote_after(session, 1, 60000);
    sample_session_close(session);
    for (size_t i = 0; i < sizeof four_docids / sizeof *four_docids; i++) {
        sample_correct(desk.store, bytes_of(four_docids[i]), "The corrected text.");
        sample_correct(desk.store, bytes_of(four_docids[i]), texts[i]);
    }
    session = sit_down(&desk, "ann");
    assert_int_not_equal(count_read(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

/* Corrects the document, and withdraws the votes on it. */
static void correct_without_votes(struct store *store, const struct bytes docid)
{
    struct err err;
    int64_t votes;
    assert_true(store_begin(store, &err));
    assert_true(store_withdraw_answers_on_document(store, docid, 5000000, &votes, &err));
    assert_true(store_commit(store, &err));
    sample_correct(store, docid, "Corrected.");
}

static void an_answer_withdrawn_elsewhere_no_longer_counts(void **state)
{
    (void)state;
    struct desk desk = open_desk("taken-elsewhere.db", 1, 4);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote_after(session, 1, 60000);
    const struct bytes both = session_ballot(session)->documents[0].was_read
                                  ? session_ballot(session)->documents[0].docid
                                  : session_ballot(session)->documents[1].docid;
    assert_true(session_keep_note(session, bytes_of("old"), &err));
    correct_without_votes(desk.store, both);
    assert_false(
        session_answer(session, &(struct answer){.position = 2, .elapsed_ms = 100, .note = no_note}, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_string_equal(
        err.text, "your note is lost, your answer not saved: the ballot has been closed, as by an import; "
                  "here is the next one");
    assert_non_null(session_ballot(session));
    assert_int_equal(count_read(session), 0);
    assert_int_equal(session_own_votes(session), 0);
    assert_int_equal(session_last_vote(session).position, VOTE_ABSENT);
    sample_session_close(session);
    store_close(desk.store);
}

static void an_undone_ballot_does_not_mark_its_documents_as_read(void **state)
{
    (void)state;
    struct desk desk = open_desk("read-undo.db", 1, 6);
    struct session *session = sit_down(&desk, "ann");
    assert_int_equal(count_read(session), 0);
    vote(session, 1);
    undo(session, true);
    assert_int_equal(count_read(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void exactly_the_forecast_number_of_ballots_is_dealt(void **state)
{
    (void)state;
    struct desk desk = open_desk("promised.db", 4, 10);
    struct session *session = sit_down(&desk, "ann");
    int64_t promised = session_progress(session).ballots_left;
    assert_int_equal(label_to_the_end(session), promised);
    assert_int_equal(session_progress(session).ballots_left, 0);
    sample_session_close(session);
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
    sample_session_close(session);
    store_close(desk.store);
}

static void undo_crosses_questions_and_shows_the_same_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("undo.db", 3, 3); /* one ballot per question */
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *first = look(session, &arena);
    vote(session, 1);
    char *second = look(session, &arena);
    vote(session, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), second);
    assert_int_equal(session_ballot(session)->withdrawn.position, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), first);
    undo(session, false);
    assert_int_equal(session_progress(session).ballots_done, 0);
    sample_session_close(session);
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
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    undo(session, true);
    assert_string_equal(look(session, &arena), first);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void undo_does_not_reach_the_answers_of_others(void **state)
{
    (void)state;
    struct desk desk = open_desk("own.db", 2, 5);
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1);
    struct session *bob = sit_down(&desk, "bob");
    undo(bob, false);
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

static void after_undo_the_open_ballots_return_in_their_order(void **state)
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
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void redo_gives_the_undone_answers_again(void **state)
{
    (void)state;
    struct desk desk = open_desk("redo.db", 2, 10);
    struct session *session = sit_down(&desk, "ann");
    struct err err;
    struct answer redone;
    vote(session, 3);
    vote(session, VOTE_NONE);
    undo(session, true);
    undo(session, true);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.position, 3);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.position, VOTE_NONE);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.position, VOTE_ABSENT);
    assert_int_equal(session_progress(session).ballots_done, 2);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_skip_can_be_undone_too(void **state)
{
    (void)state;
    struct desk desk = open_desk("skip.db", 2, 5);
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    char *skipped = look(session, &arena);
    assert_true(session_answer(
        session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL, .note = no_note}, &err));
    assert_string_not_equal(look(session, &arena), skipped);
    undo(session, true);
    assert_string_equal(look(session, &arena), skipped);
    assert_int_equal(session_progress(session).ballots_done, 1);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void undo_withdraws_the_last_answer_even_if_the_clock_was_set_back(void **state)
{
    (void)state;
    struct desk desk = open_desk("clock.db", 2, 5);
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(
        session_answer(session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL}, &err));
    desk.time.now -= 500000;
    vote(session, 1);
    char *last = look(session, &arena);
    vote(session, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), last);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

/* Each of two sessions of one annotator undoes its own answers first, and then those from before. It never undoes what
 * the other session answered meanwhile. */
static void undo_leaves_the_answers_of_another_session_alone(void **state)
{
    (void)state;
    struct desk desk = open_desk("two.db", 3, 10);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *before = look(session, &arena);
    vote(session, 1);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    char *own = look(session, &arena);
    vote(session, 1);
    struct session *other = sit_down(&desk, "ann");
    char *others = look(other, &arena);
    vote(other, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), own);
    undo(session, true);
    assert_string_equal(look(session, &arena), before);
    undo(session, false);
    undo(other, true);
    assert_string_equal(look(other, &arena), others);
    sample_session_close(other);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void a_postponed_ballot_returns_at_the_end_and_cannot_tell_does_not(void **state)
{
    (void)state;
    struct desk desk = open_desk("later.db", 3, 3); /* one ballot per question */
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    char *later = look(session, &arena);
    assert_true(session_answer(session,
                               &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = no_note},
                               &err));
    assert_true(session_answer(
        session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL, .note = no_note}, &err));
    vote(session, 1);
    assert_string_equal(look(session, &arena), later);
    vote(session, 1);
    assert_null(session_ballot(session));
    assert_int_equal(session_progress(session).ballots_left, 1); /* the one that ann cannot tell */
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    sample_session_close(bob);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void the_next_session_resumes_the_ballot_that_was_left(void **state)
{
    (void)state;
    struct desk desk = open_desk("back.db", 2, 10);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    char *left = look(session, &arena);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_string_equal(look(session, &arena), left);
    sample_session_close(session);
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
    sample_session_close(ann);
    sample_session_close(bob);
    store_close(desk.store);
}

static void a_second_annotator_starts_on_another_question(void **state)
{
    (void)state;
    struct desk desk = open_desk("spread.db", 2, 10);
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob");
    assert_true(session_ballot(ann)->question_id != session_ballot(bob)->question_id);
    sample_session_close(ann);
    sample_session_close(bob);
    store_close(desk.store);
}

/* Opens a session of one of many new annotators, each with another seed. The caller closes it, which gives back its
 * ballot. */
static struct session *newcomer(struct desk *desk, uint64_t number)
{
    struct arena arena = {0};
    const char *name = arena_format(&arena, "newcomer %llu", (unsigned long long)number);
    struct session *session = sample_session(desk->store, name, number, &desk->time);
    arena_release(&arena);
    return session;
}

/* The question comes after the first 32, which are read before the others. */
static void a_question_that_nobody_holds_comes_first(void **state)
{
    (void)state;
    enum { HELD = 32 };
    struct desk desk = open_desk("all-held.db", HELD + 1, 10);
    struct session *others[HELD];
    desk.time.step = 1; /* so that no lease ends */
    for (uint64_t i = 0; i < HELD; i++) {
        others[i] = newcomer(&desk, i);
        assert_int_equal(session_ballot(others[i])->question_id, i + 1);
    }
    struct session *ann = sit_down(&desk, "ann");
    assert_int_equal(session_ballot(ann)->question_id, HELD + 1);
    sample_session_close(ann);
    for (size_t i = 0; i < HELD; i++)
        sample_session_close(others[i]);
    store_close(desk.store);
}

static void a_ballot_held_by_another_is_not_dealt_until_its_lease_ends(void **state)
{
    (void)state;
    struct desk desk = open_desk("lease.db", 1, 3); /* one ballot in all */
    struct session *ann = sit_down(&desk, "ann");
    struct session *bob = sit_down(&desk, "bob");
    assert_null(session_ballot(bob));
    sample_session_close(bob);
    desk.time.now += (int64_t)5 * 60 * 1000; /* ann walked away */
    bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

/* At the moment when a lease ends, nobody holds its ballot, so the next annotator alone holds it. */
static void a_lease_ends_at_the_same_moment_for_its_holder_and_for_others(void **state)
{
    (void)state;
    struct desk desk = open_desk("moment.db", 1, 3); /* one ballot in all */
    desk.time.step = 0;
    struct session *ann = sit_down(&desk, "ann");
    desk.time.now = beside_integer(desk.store, "SELECT lease_until FROM ballot");
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    struct session *again = sit_down(&desk, "ann");
    assert_null(session_ballot(again));
    sample_session_close(again);
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

static void a_lease_from_a_clock_far_ahead_does_not_block_others(void **state)
{
    (void)state;
    struct desk desk = open_desk("ahead.db", 1, 3); /* one ballot in all */
    enum { YEAR_S = 365 * 24 * 60 * 60 };
    desk.time.now += (int64_t)YEAR_S * 1000;
    struct session *ann = sit_down(&desk, "ann");
    desk.time.now -= (int64_t)YEAR_S * 1000;
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

static void the_set_that_another_annotator_holds_is_never_drawn(void **state)
{
    (void)state;
    struct desk desk = open_desk("draws.db", 1, 6);
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1); /* three candidates have votes, the other three are in hand: all six look alike */
    struct slot_set held = set_in_hand(ann);
    desk.time.step = 1; /* so that ann's lease does not end */
    for (uint64_t i = 0; i < 200; i++) {
        struct session *session = newcomer(&desk, i);
        struct slot_set drawn = set_in_hand(session);
        assert_false(slot_set_equal(&drawn, &held));
        sample_session_close(session);
    }
    sample_session_close(ann);
    store_close(desk.store);
}

static void a_ballot_left_is_not_resumed_while_another_holds_its_set(void **state)
{
    (void)state;
    struct desk desk = open_desk("held.db", 1, 4);
    struct arena arena = {0};
    struct session *ann = sit_down(&desk, "ann"), *other = NULL;
    struct slot_set left = set_in_hand(ann);
    char *left_look = look(ann, &arena);
    sample_session_close(ann);
    for (uint64_t i = 0; other == NULL; i++) {
        struct session *session = newcomer(&desk, i);
        struct slot_set drawn = set_in_hand(session);
        if (slot_set_equal(&drawn, &left))
            other = session;
        else
            sample_session_close(session);
    }
    ann = sit_down(&desk, "ann");
    assert_string_not_equal(look(ann, &arena), left_look);
    sample_session_close(ann);
    sample_session_close(other);
    arena_release(&arena);
    store_close(desk.store);
}

static void impressions_on_ballots_of_others_in_hand_count(void **state)
{
    (void)state;
    struct desk desk = open_desk("hands.db", 1, 4);
    struct err err;
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("1"), &err));
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob"),
                   *cem = sit_down(&desk, "cem");
    assert_non_null(session_ballot(bob)); /* the fourth candidate, with two of ann's */
    assert_null(session_ballot(cem));     /* all four are in hand */
    sample_session_close(ann);
    sample_session_close(bob);
    sample_session_close(cem);
    store_close(desk.store);
}

static void quitting_releases_the_ballot_at_once(void **state)
{
    (void)state;
    struct desk desk = open_desk("quit.db", 1, 3);
    sample_session_close(sit_down(&desk, "ann"));
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    sample_session_close(bob);
    store_close(desk.store);
}

static void quitting_releases_all_ballots_that_undo_reopened(void **state)
{
    (void)state;
    struct desk desk = open_desk("reopened.db", 2, 3); /* one ballot per question */
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1);
    vote(ann, 1);
    undo(ann, true);
    undo(ann, true);
    sample_session_close(ann);
    struct session *bob = sit_down(&desk, "bob");
    assert_int_equal(label_to_the_end(bob), 2);
    sample_session_close(bob);
    store_close(desk.store);
}

static void a_waiting_annotator_gets_a_ballot_that_another_one_left(void **state)
{
    (void)state;
    struct desk desk = open_desk("wait.db", 1, 3); /* one ballot in all */
    struct err err;
    struct session *ann = sit_down(&desk, "ann"), *bob = sit_down(&desk, "bob");
    assert_true(session_look_again(bob, &err));
    assert_null(session_ballot(bob));
    sample_session_close(ann);
    assert_true(session_look_again(bob, &err));
    assert_non_null(session_ballot(bob));
    sample_session_close(bob);
    store_close(desk.store);
}

static void looking_again_keeps_the_ballot_in_hand(void **state)
{
    (void)state;
    struct desk desk = open_desk("waits-not.db", 2, 3);
    struct err err;
    struct session *ann = sit_down(&desk, "ann");
    const int64_t ballot_id = session_ballot(ann)->ballot_id;
    const int64_t leased = beside_integer(desk.store, "SELECT max(lease_until) FROM ballot");
    assert_true(session_look_again(ann, &err));
    assert_int_equal(session_ballot(ann)->ballot_id, ballot_id);
    assert_int_equal(beside_integer(desk.store, "SELECT max(lease_until) FROM ballot"), leased);
    sample_session_close(ann);
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
    sample_session_close(ann);
    store_close(desk.store);
}

static void a_ballot_completed_by_others_does_not_return(void **state)
{
    (void)state;
    struct desk desk = open_desk("gone.db", 1, 3);
    sample_session_close(sit_down(&desk, "ann"));
    struct session *bob = sit_down(&desk, "bob");
    vote(bob, 1);
    sample_session_close(bob);
    struct session *ann = sit_down(&desk, "ann");
    assert_null(session_ballot(ann));
    sample_session_close(ann);
    store_close(desk.store);
}

static void a_ballot_answered_in_another_window_is_reported_and_skipped(void **state)
{
    (void)state;
    struct desk desk = open_desk("window.db", 2, 10);
    struct arena arena = {0};
    struct err err;
    struct session *here = sit_down(&desk, "ann"), *there = sit_down(&desk, "ann");
    char *shared = look(here, &arena);
    assert_string_equal(look(there, &arena), shared);
    vote(there, 1);
    assert_false(
        session_answer(here, &(struct answer){.position = 2, .elapsed_ms = 100, .note = no_note}, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_string_not_equal(look(here, &arena), shared);
    assert_int_equal(session_progress(here).ballots_done, 1);
    sample_session_close(here);
    sample_session_close(there);
    arena_release(&arena);
    store_close(desk.store);
}

static void no_annotator_gets_the_same_set_twice(void **state)
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
    sample_session_close(session);
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
        sample_session_close(session);
        store_close(desk.store);
    }
    assert_string_equal(looks[0], looks[1]);
    arena_release(&arena);
}

/* The session does not go on with the question that has the fewest votes, although the newest ballot was of another
 * question. */
static void after_a_chosen_question_the_session_resumes_the_previous_one(void **state)
{
    (void)state;
    struct err err;
    struct desk desk = open_desk("back.db", 3, 5);
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_true(session_take_question(session, 3, &err));
    while (session_ballot(session)->question_id == 3)
        vote(session, 1);
    for (int i = 0; i < 2; i++) { /* the ballot that was left open, and a new one */
        assert_int_equal(session_ballot(session)->question_id, 1);
        vote(session, 1);
    }
    sample_session_close(session);
    store_close(desk.store);
}

/* The ballots dealt depend only on the seed, the question and its ballots, whatever was labelled before. */
static void ballots_of_a_question_do_not_depend_on_other_questions(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *looks[2];
    for (int round = 0; round < 2; round++) {
        struct desk desk = open_desk(round == 0 ? "hang1.db" : "hang2.db", 2, 10);
        struct session *session = sit_down(&desk, "ann");
        for (int i = 0; i < round * 4; i++)
            vote(session, 1);
        struct err err;
        assert_true(session_take_question(session, 2, &err));
        looks[round] = strchr(look(session, &arena), ' '); /* without the id of the ballot */
        sample_session_close(session);
        store_close(desk.store);
    }
    assert_string_equal(looks[0], looks[1]);
    arena_release(&arena);
}

/* Otherwise, merging copies of one database would take their answers for the same ones. */
static void answers_of_different_annotators_with_one_seed_have_own_uuids(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *uuids[2];
    for (int round = 0; round < 2; round++) {
        struct desk desk = open_desk(round == 0 ? "same1.db" : "same2.db", 2, 10);
        struct session *session = sit_down(&desk, round == 0 ? "ann" : "bob");
        vote(session, 1);
        uuids[round] = beside_text(desk.store, "SELECT uuid FROM answer", &arena);
        sample_session_close(session);
        store_close(desk.store);
    }
    assert_string_not_equal(uuids[0], uuids[1]);
    arena_release(&arena);
}

static void the_vote_time_comes_from_all_votes_that_were_not_withdrawn(void **state)
{
    (void)state;
    struct desk desk = open_desk("pace.db", 4, 10);
    struct err err;
    double ms;
    struct session *session = sit_down(&desk, "ann");
    static const int64_t times[] = {900, 100, 500, 300, 3600000, 200, 400, 600, 800, 1000, 5};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        bool is_known = i >= PACE_VOTES_MIN;
        assert_true(store_read_vote_time(desk.store, &ms, &err));
        assert_true(is_known != isnan(ms));
        assert_true(session_answer(session,
                                   &(struct answer){.position = 1, .elapsed_ms = times[i], .note = no_note},
                                   &err));
    }
    undo(session, true);
    assert_true(store_read_vote_time(desk.store, &ms, &err));
    assert_close(ms, (500 + 600) / 2.0, 1e-9);
    sample_session_close(session);
    struct session *other = sit_down(&desk, "bob");
    assert_true(
        session_answer(other, &(struct answer){.position = 1, .elapsed_ms = 700, .note = no_note}, &err));
    sample_session_close(other);
    assert_true(store_read_vote_time(desk.store, &ms, &err));
    assert_close(ms, 600, 1e-9);
    store_close(desk.store);
}

/* --- Following others ---------------------------------------------------------------------------- */

static void assert_follows(struct session *session, bool expected)
{
    struct err err;
    bool changed;
    assert_true(session_follow(session, &changed, &err));
    assert_int_equal(changed, expected);
    assert_true(session_follow(session, &changed, &err));
    assert_false(changed);
}

/* Changes that are followed: more ballots left, a vote although none are left, and a new question. */
static void every_kind_of_change_by_others_is_followed(void **state)
{
    (void)state;
    struct desk desk = open_desk("follow.db", 1, 3); /* one ballot in all */
    struct err err;
    enum stored stored;
    const struct item item = {.id = bytes_of("another"), .text = bytes_of("?")};
    struct session *ann = sit_down(&desk, "ann");
    desk.time.now += (int64_t)60 * 60 * 1000;
    struct session *bob = sit_down(&desk, "bob");
    vote(bob, 1);
    struct session *cem = sit_down(&desk, "cem");
    assert_follows(cem, false);
    assert_true(setting_put(desk.store, SETTING_BALLOT_SIZE, bytes_of("2"), &err));
    assert_follows(cem, true);
    assert_int_equal(session_progress(cem).ballots_left, 2); /* each of three once more, two on a ballot */
    assert_true(setting_put(desk.store, SETTING_BALLOT_SIZE, bytes_of("3"), &err));
    assert_follows(cem, true);
    assert_int_equal(session_progress(cem).ballots_left, 0);
    vote(ann, 1);
    assert_follows(cem, true);
    assert_int_equal(session_progress(cem).ballots_done, 2);
    assert_true(store_put_question(desk.store, &item, false, &stored, &err));
    assert_follows(cem, true);
    assert_int_equal(session_progress(cem).questions, 2);
    sample_session_close(cem);
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

static void the_pace_of_others_is_followed(void **state)
{
    (void)state;
    struct desk desk = open_desk("follow-pace.db", 6, 10);
    struct err err;
    struct session *ann;
    const struct session_options options = {.store = desk.store,
                                            .annotator = bytes_of("ann"),
                                            .seed = 1,
                                            .clock = test_clock_make(&desk.time),
                                            .with_vote_time = true};
    assert_true(session_open(&ann, &options, &err));
    assert_true(isnan(session_vote_time(ann)));
    struct session *bob = sit_down(&desk, "bob");
    for (int i = 0; i < PACE_VOTES_MIN; i++)
        vote_after(bob, 1, 700);
    assert_follows(ann, true);
    assert_close(session_vote_time(ann), 700, 1e-9);
    for (int i = 0; i < PACE_VOTES_MIN; i++)
        vote_after(bob, 1, 900);
    assert_true(session_take_settings(ann, &err));
    assert_close(session_vote_time(ann), 800, 1e-9);
    assert_int_equal(session_progress(ann).ballots_done, 2 * PACE_VOTES_MIN);
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

/* --- Going to a question ------------------------------------------------------------------------ */

static void go_to(struct session *session, int64_t question_id)
{
    struct err err;
    if (!session_take_question(session, question_id, &err))
        fail_msg("%s", err.text);
    assert_int_equal(session_ballot(session)->question_id, question_id);
}

static void assert_no_ballot(struct session *session, int64_t question_id, const char *text)
{
    struct err err;
    assert_error(session_take_question(session, question_id, &err), err, ERR_NO_BALLOT, text);
}

static void a_chosen_question_is_finished_before_the_ballot_left_returns(void **state)
{
    (void)state;
    struct desk desk = open_desk("chosen.db", 3, 5);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *left = look(session, &arena);
    size_t votes = 0;
    for (go_to(session, 3); session_ballot(session)->question_id == 3; votes++)
        vote(session, 1);
    assert_int_equal(votes, 5);
    assert_string_equal(look(session, &arena), left);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

/* All questions then need more votes, and the annotator goes on where they are. */
static void a_finished_question_is_no_longer_the_chosen_one(void **state)
{
    (void)state;
    struct desk desk = open_desk("chosen-once.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    go_to(session, 1); /* already there, so that no ballot is left open */
    while (session_ballot(session)->question_id == 1)
        vote(session, 1);
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("6"), &err));
    vote(session, 1);
    assert_int_equal(session_ballot(session)->question_id, 2);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_question_finished_elsewhere_is_no_longer_the_chosen_one(void **state)
{
    (void)state;
    enum { BALLOTS = 5 }; /* of this question */
    struct desk desk = open_desk("ended-elsewhere.db", 2, 5);
    struct err err;
    struct session *here = sit_down(&desk, "ann");
    go_to(here, 1);
    for (int i = 1; i < BALLOTS; i++)
        vote(here, 1);
    struct session *there = sit_down(&desk, "ann");
    vote(there, 1);
    assert_false(session_answer(here, &(struct answer){.position = 1, .note = no_note}, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_int_equal(session_ballot(here)->question_id, 2);
    assert_true(setting_put(desk.store, SETTING_IMPRESSIONS, bytes_of("6"), &err));
    vote(here, 1);
    assert_int_equal(session_ballot(here)->question_id, 2);
    sample_session_close(there);
    sample_session_close(here);
    store_close(desk.store);
}

static void returning_to_a_question_shows_the_ballot_that_was_left(void **state)
{
    (void)state;
    struct desk desk = open_desk("again.db", 2, 5);
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    char *first = look(session, &arena);
    go_to(session, 2);
    char *second = look(session, &arena);
    go_to(session, 1);
    assert_string_equal(look(session, &arena), first);
    go_to(session, 1); /* already there */
    assert_string_equal(look(session, &arena), first);
    go_to(session, 2);
    assert_string_equal(look(session, &arena), second);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void a_ballot_left_for_another_question_is_free_for_others(void **state)
{
    (void)state;
    struct desk desk = open_desk("free.db", 2, 3); /* one ballot per question */
    struct session *ann = sit_down(&desk, "ann");
    go_to(ann, 2);
    struct session *bob = sit_down(&desk, "bob");
    assert_int_equal(session_ballot(bob)->question_id, 1);
    vote(bob, 1);
    vote(ann, 1);
    assert_null(session_ballot(ann)); /* the ballot that ann left is done */
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

static void going_to_a_question_without_ballots_keeps_the_ballot_in_hand(void **state)
{
    (void)state;
    struct desk desk = open_desk("stays.db", 3, 3); /* one ballot per question */
    struct arena arena = {0};
    struct session *ann = sit_down(&desk, "ann");
    vote(ann, 1);
    char *in_hand = look(ann, &arena);
    assert_no_ballot(ann, 1, "this question is done: it needs no more votes");
    assert_string_equal(look(ann, &arena), in_hand);
    struct session *bob = sit_down(&desk, "bob");
    assert_int_equal(session_ballot(bob)->question_id, 3);
    assert_no_ballot(bob, 2,
                     "no ballot is left for you in this question: you have answered it, or another annotator "
                     "has it open"); /* ann's lease has not ended */
    assert_no_ballot(
        ann, 3,
        "no ballot is left for you in this question: you have answered it, or another annotator has it open");
    sample_session_close(bob);
    sample_session_close(ann);
    arena_release(&arena);
    store_close(desk.store);
}

static void a_second_session_of_an_annotator_knows_of_the_first_until_it_ends(void **state)
{
    (void)state;
    struct desk desk = open_desk("doubled.db", 2, 5);
    struct session *first = sit_down(&desk, "ann");
    assert_false(session_may_be_doubled(first));
    struct session *other = sit_down(&desk, "bob");
    assert_false(session_may_be_doubled(other));
    sample_session_close(other);
    struct session *second = sit_down(&desk, "ann");
    assert_true(session_may_be_doubled(second));
    sample_session_close(second);
    sample_session_close(first);
    struct session *third = sit_down(&desk, "ann");
    assert_false(session_may_be_doubled(third));
    sample_session_close(third);
    store_close(desk.store);
}

static void a_question_without_candidates_says_so(void **state)
{
    (void)state;
    struct desk desk = open_desk("bare.db", 1, 3);
    struct err err;
    enum stored stored;
    struct item item = {.id = bytes_of("bare"), .text = bytes_of("?")};
    assert_true(store_put_question(desk.store, &item, false, &stored, &err));
    struct session *session = sit_down(&desk, "ann");
    assert_no_ballot(session, 2, "this question has no candidates yet; import a run, or use `assay pool`");
    sample_session_close(session);
    store_close(desk.store);
}

static void going_to_a_question_brings_back_its_postponed_ballot(void **state)
{
    (void)state;
    struct desk desk = open_desk("aside.db", 2, 3); /* one ballot per question */
    struct arena arena = {0};
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    char *later = look(session, &arena);
    assert_true(session_answer(session,
                               &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = no_note},
                               &err));
    go_to(session, 1);
    assert_string_equal(look(session, &arena), later);
    assert_true(session_answer(session,
                               &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = no_note},
                               &err)); /* not the same ballot again at once */
    assert_int_equal(session_ballot(session)->question_id, 2);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void undo_works_across_a_change_of_question(void **state)
{
    (void)state;
    struct desk desk = open_desk("over.db", 2, 5);
    struct arena arena = {0};
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    char *first = look(session, &arena);
    vote(session, 1);
    go_to(session, 2);
    char *second = look(session, &arena);
    vote(session, 2);
    undo(session, true);
    assert_string_equal(look(session, &arena), second);
    undo(session, true);
    assert_string_equal(look(session, &arena), first);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_string_equal(look(session, &arena), second);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.position, 2);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

/* --- Notes, and undo without a limit ------------------------------------------------------------- */

static void own_votes_from_another_session_are_counted_after_an_undo(void **state)
{
    (void)state;
    struct desk desk = open_desk("elsewhere.db", 2, 5);
    struct session *here = sit_down(&desk, "ann"), *there = sit_down(&desk, "ann");
    for (int i = 0; i < 3; i++)
        vote(there, 1);
    for (int left = 2; left >= 0; left--) {
        undo(here, true);
        assert_int_equal(session_own_votes(here), left);
    }
    undo(here, false);
    assert_int_equal(session_own_votes(here), 0);
    vote(there, 1);
    assert_follows(here, true);
    assert_int_equal(session_own_votes(here), 1);
    sample_session_close(here);
    sample_session_close(there);
    store_close(desk.store);
}

/* The old vote stands until the new one is given, and the votes after it stay. The ballot of the vote is in hand
 * again, with the same slots. */
static void annotators_can_change_any_of_their_answers(void **state)
{
    (void)state;
    struct desk desk = open_desk("reopen.db", 2, 5);
    struct err err;
    bool reopened;
    struct arena arena = {0};
    struct session *session = sit_down(&desk, "ann");
    int64_t first = session_ballot(session)->ballot_id;
    for (int i = 0; i < 3; i++)
        assert_true(session_answer(session, &(struct answer){.position = 1, .note = no_note}, &err));
    assert_int_equal(session_own_votes(session), 3);
    assert_true(session_reopen(session, 1, &reopened, &err));
    assert_true(reopened);
    assert_int_equal(session_ballot(session)->ballot_id, first);
    assert_int_equal(session_ballot(session)->withdrawn.position, 1);
    assert_true(session_ballot(session)->stands);
    assert_int_equal(session_own_votes(session), 3);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE withdrawn_at IS NULL"), 3);
    assert_true(session_answer(session, &(struct answer){.position = 2, .note = no_note}, &err));
    assert_int_equal(session_own_votes(session), 3);
    assert_int_equal(beside_integer(desk.store, "SELECT sum(answer_id * 10 + position) FROM answer"
                                                " WHERE withdrawn_at IS NULL"),
                     21 + 31 + 42);
    assert_true(session_reopen(session, 1, &reopened, &err)); /* it is already withdrawn */
    assert_false(reopened);
    sample_session_close(session);
    session = sit_down(&desk, "bob");
    assert_true(session_reopen(session, 2, &reopened, &err)); /* it is ann's */
    assert_false(reopened);
    sample_session_close(session);
    assert_int_equal(store_problems(desk.store), 0);
    arena_release(&arena);
    store_close(desk.store);
}

/* What is typed belongs to the ballot until an answer takes it, even if the program ends before. No other annotator
 * gets it. */
static void a_typed_note_survives_its_session(void **state)
{
    (void)state;
    struct desk desk = open_desk("typed.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_keep_note(session, bytes_of("both are r"), &err));
    assert_true(session_keep_note(session, bytes_of("both are right"), &err));
    sample_session_close(session);
    session = sit_down(&desk, "bob");
    assert_int_equal(session_ballot(session)->note.size, 0);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_true(bytes_equal(session_ballot(session)->note, bytes_of("both are right")));
    assert_true(session_answer(session, &(struct answer){.position = 1, .note = no_note}, &err));
    assert_int_equal(session_ballot(session)->note.size, 0);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM note_draft"), 0);
    assert_int_equal(beside_integer(desk.store, "SELECT note = 'both are right' FROM answer"), 1);
    sample_session_close(session);
    store_close(desk.store);
}

static void the_note_given_with_an_answer_replaces_the_draft(void **state)
{
    (void)state;
    struct desk desk = open_desk("own.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_keep_note(session, bytes_of("typed"), &err));
    assert_true(session_answer(session, &(struct answer){.position = 1, .note = bytes_of("")}, &err));
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE note IS NULL"), 1);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM note_draft"), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void undo_restores_the_note_of_the_answer_and_not_the_older_draft(void **state)
{
    (void)state;
    struct desk desk = open_desk("not-back.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_keep_note(session, bytes_of("typed"), &err));
    assert_true(session_answer(session, &(struct answer){.position = 1, .note = bytes_of("given")}, &err));
    undo(session, true);
    assert_true(bytes_equal(session_ballot(session)->note, bytes_of("given")));
    sample_session_close(session);
    store_close(desk.store);
}

/* Whoever quits, goes back or goes to another question while an answer is shown again has still given it. */
static void an_answer_that_is_shown_again_stands(void **state)
{
    (void)state;
    static const char *const standing =
        "SELECT sum(answer_id * 10 + coalesce(position, 0)) FROM answer WHERE withdrawn_at IS NULL";
    struct desk desk = open_desk("stands.db", 2, 5);
    struct err err;
    bool changed;
    struct session *session = sit_down(&desk, "ann");
    for (int i = 0; i < 2; i++)
        assert_true(session_answer(session, &(struct answer){.position = 1, .note = no_note}, &err));
    const int64_t in_hand = session_ballot(session)->ballot_id;
    const int64_t question = session_ballot(session)->question_id;
    assert_true(session_reopen(session, 1, &changed, &err) && changed);
    assert_true(session_leave(session, &err));
    assert_int_equal(session_ballot(session)->ballot_id, in_hand);
    assert_false(session_ballot(session)->stands);
    assert_true(session_reopen(session, 1, &changed, &err) && changed);
    assert_true(session_take_question(session, question, &err));
    assert_int_equal(session_ballot(session)->ballot_id, in_hand);
    assert_true(session_reopen(session, 1, &changed, &err) && changed);
    sample_session_close(session);
    assert_int_equal(beside_integer(desk.store, standing), 11 + 21);
    session = sit_down(&desk, "ann");
    assert_int_equal(session_ballot(session)->ballot_id, in_hand);
    assert_true(session_reopen(session, 2, &changed, &err) && changed);
    assert_true(session_undo(session, &changed, &err) && changed);
    assert_false(session_ballot(session)->stands);
    assert_int_equal(beside_integer(desk.store, standing), 11);
    sample_session_close(session);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

/* Also words that were typed while an answer was shown again. */
static void a_note_for_a_new_answer_survives_the_end_of_the_session(void **state)
{
    (void)state;
    struct desk desk = open_desk("stands-note.db", 2, 5);
    struct err err;
    bool changed;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session, &(struct answer){.position = 1, .note = no_note}, &err));
    assert_true(session_reopen(session, 1, &changed, &err) && changed);
    assert_true(session_keep_note(session, bytes_of("second thoughts"), &err));
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_true(session_reopen(session, 1, &changed, &err) && changed);
    assert_true(bytes_equal(session_ballot(session)->note, bytes_of("second thoughts")));
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.position, 1);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE withdrawn_at IS NULL AND "
                                                "length(note) = 15"),
                     1);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM note_draft"), 0);
    sample_session_close(session);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

/* After an undo the note of the withdrawn answer is there again. Typing the same note again leaves no draft. */
static void typing_the_same_note_again_leaves_no_draft(void **state)
{
    (void)state;
    struct desk desk = open_desk("as-it-was.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session, &(struct answer){.position = 1, .note = bytes_of("seen")}, &err));
    undo(session, true);
    assert_true(session_keep_note(session, bytes_of(""), &err));
    assert_int_equal(session_ballot(session)->note.size, 0);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM note_draft WHERE note = ''"), 1);
    assert_true(session_keep_note(session, bytes_of("seen"), &err));
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM note_draft"), 0);
    assert_true(bytes_equal(session_ballot(session)->note, bytes_of("seen")));
    sample_session_close(session);
    store_close(desk.store);
}

/* --- Marked evidence ------------------------------------------------------- */

/* Returns the first word of the first document of the ballot in hand, as a mark. */
static struct evidence_mark first_word(const struct session *session)
{
    struct bytes text = session_ballot(session)->documents[0].text;
    return (struct evidence_mark){1, {0, bytes_slice(text, 0, 4)}};
}

/* The mark is stored with a vote for its document. Any answer deletes the draft. */
static void a_mark_survives_its_session_and_is_stored_with_its_vote(void **state)
{
    (void)state;
    struct desk desk = open_desk("marked.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    struct evidence_mark mark = first_word(session);
    assert_true(session_keep_mark(session, &mark, &err));
    sample_session_close(session);
    session = sit_down(&desk, "bob");
    assert_int_equal(session_ballot(session)->mark.position, 0);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    mark = first_word(session);
    assert_true(evidence_mark_is_equal(&session_ballot(session)->mark, &mark));
    vote(session, 1);
    assert_int_equal(session_ballot(session)->mark.position, 0);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE length(evidence) = 4"), 1);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM evidence_draft"), 0);
    mark = first_word(session);
    assert_true(session_keep_mark(session, &mark, &err));
    assert_true(session_answer(session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER}, &err));
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE evidence IS NOT NULL"), 1);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM evidence_draft"), 0);
    sample_session_close(session);
    store_close(desk.store);
}

/* If the annotator removes the evidence of a withdrawn answer, the next session does not bring it back either. */
static void a_mark_that_is_removed_stays_removed(void **state)
{
    (void)state;
    struct desk desk = open_desk("unmarked.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    struct evidence_mark none = {0}, mark = first_word(session);
    struct answer answer = {.position = 1, .evidence = mark.evidence};
    assert_true(session_answer(session, &answer, &err));
    undo(session, true);
    mark = first_word(session);
    assert_true(evidence_mark_is_equal(&session_ballot(session)->mark, &mark));
    assert_true(session_keep_mark(session, &none, &err));
    assert_int_equal(session_ballot(session)->mark.position, 0);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_int_equal(session_ballot(session)->mark.position, 0);
    mark = first_word(session);
    assert_true(session_keep_mark(session, &mark, &err)); /* the same mark again */
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM evidence_draft"), 0);
    assert_true(evidence_mark_is_equal(&session_ballot(session)->mark, &mark));
    sample_session_close(session);
    store_close(desk.store);
}

/* Any program may have written to the database, and texts may have been replaced. */
static void a_mark_of_text_that_is_not_in_the_document_is_ignored(void **state)
{
    (void)state;
    static const char *const others[] = {"3, 'text of another', 0", "1, 'text of another', 0", "1, '', 0",
                                         "2, 'text of another', 900000000"};
    struct desk desk = open_desk("no-mark.db", 1, 2);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char sql[200];
        struct session *session = sit_down(&desk, "ann");
        snprintf(sql, sizeof sql, "DELETE FROM evidence_draft; INSERT INTO evidence_draft VALUES (%lld, %s)",
                 (long long)session_ballot(session)->ballot_id, others[i]);
        sample_session_close(session);
        assert_int_equal(beside_execute(desk.store, sql), SQLITE_OK);
        session = sit_down(&desk, "ann");
        assert_int_equal(session_ballot(session)->mark.position, 0);
        sample_session_close(session);
    }
    store_close(desk.store);
}

/* --- Additions to a vote --------------------------------------------------- */

static bool add_reason(struct session *session, const char *reason, bool *added, struct err *err)
{
    return session_add_to_vote(session, &(struct addition){ADDITION_REASON, bytes_of(reason), 0}, added, err);
}

static int vote_without_reason(const struct session *session)
{
    const struct last_vote vote = session_last_vote(session);
    return vote.has_reason ? VOTE_ABSENT : vote.position;
}

static bool add_note(struct session *session, const char *note)
{
    struct err err;
    bool added;
    assert_true(
        session_add_to_vote(session, &(struct addition){ADDITION_NOTE, bytes_of(note), 0}, &added, &err));
    return added;
}

/* Returns the newest row of the list of the annotator's own answers. */
static struct own_answer newest_answer(const struct desk *desk, struct arena *arena)
{
    struct err err;
    struct own_answer *answers;
    size_t n;
    assert_true(store_list_own_answers(desk->store, bytes_of("ann"), 1, arena, &answers, &n, &err));
    assert_int_equal(n, 1);
    return answers[0];
}

static void a_note_can_be_added_to_a_stored_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("beside.db", 2, 5);
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    const int64_t in_hand = session_ballot(session)->ballot_id;
    assert_true(add_note(session, "afterwards"));
    assert_int_equal(session_ballot(session)->ballot_id, in_hand);
    assert_string_equal(newest_answer(&desk, &arena).note.data, "afterwards");
    assert_true(add_note(session, "another"));
    assert_string_equal(newest_answer(&desk, &arena).note.data, "another");
    assert_string_equal(session_last_vote(session).ballot->note.data, "another");
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer WHERE withdrawn_at IS NULL"), 1);
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void adding_the_same_note_twice_stores_it_once(void **state)
{
    (void)state;
    struct desk desk = open_desk("beside-2.db", 2, 5);
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_true(add_note(session, "one"));
    assert_true(add_note(session, "one"));
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM addition"), 1);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_later_note_takes_the_place_of_the_one_that_came_with_the_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("beside-3.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_keep_note(session, bytes_of("typed before"), &err));
    vote(session, 2);
    assert_string_equal(session_last_vote(session).ballot->note.data, "typed before");
    assert_true(add_note(session, "typed after"));
    assert_string_equal(newest_answer(&desk, &arena).note.data, "typed after");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void a_note_added_to_a_vote_returns_with_its_ballot(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("beside-4.db", 2, 5);
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_true(add_note(session, "afterwards"));
    undo(session, true);
    assert_string_equal(session_ballot(session)->note.data, "afterwards");
    assert_true(session_redo(session, &(struct answer){0}, &redone, &err));
    assert_string_equal(newest_answer(&desk, &arena).note.data, "afterwards");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static bool add_second(struct session *session, int second, struct err *err)
{
    bool added = false;
    return session_add_to_vote(session, &(struct addition){ADDITION_SECOND, bytes_of(""), second}, &added,
                               err) &&
           added;
}

static void a_second_choice_is_added_to_a_vote_and_redone_with_it(void **state)
{
    (void)state;
    struct desk desk = open_desk("second.db", 2, 5);
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_int_equal(session_last_vote(session).second, SECOND_ABSENT);
    assert_true(add_second(session, 3, &err));
    assert_int_equal(session_last_vote(session).second, 3);
    assert_int_equal(beside_integer(desk.store, "SELECT position FROM second_choice WHERE position > 0"), 3);
    undo(session, true);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM second_choice"), 0);
    assert_true(session_redo(session, &(struct answer){0}, &redone, &err));
    assert_int_equal(beside_integer(desk.store, "SELECT position FROM second_choice"), 3);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_second_choice_is_another_document_than_the_first(void **state)
{
    (void)state;
    struct desk desk = open_desk("second-2.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 2);
    assert_false(add_second(session, 2, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_true(add_second(session, SECOND_NONE, &err));
    vote(session, VOTE_NONE);
    assert_false(add_second(session, 1, &err));
    sample_session_close(session);
    store_close(desk.store);
}

static void a_tie_is_half_a_win_for_each_and_is_redone(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("tie.db", 1, 5);
    struct err err;
    struct answer redone;
    struct cast_vote *votes;
    size_t n;
    double sum = 0;
    const struct answer tie = {.position = 1, .second = SECOND_TIED + 3};
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session, &tie, &err));
    undo(session, true);
    assert_true(session_redo(session, &(struct answer){0}, &redone, &err));
    assert_int_equal(session_last_vote(session).second, SECOND_TIED + 3);
    assert_true(store_list_votes(desk.store, 1, &arena, &votes, &n, &err));
    assert_int_equal(n, 1);
    for (int position = 1; position <= 3; position++)
        sum += choice_wins(&votes[0].choice, position);
    assert_close(sum, 1, 0);
    assert_close(choice_wins(&votes[0].choice, 3), 0.5, 0);
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void a_tie_takes_no_second_choice(void **state)
{
    (void)state;
    struct desk desk = open_desk("tie-2.db", 2, 5);
    struct err err;
    struct answer redone;
    const struct answer tie = {.position = 1, .second = SECOND_TIED + 3};
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session, &tie, &err));
    assert_false(add_second(session, 2, &err));
    assert_int_equal(err.code, ERR_INPUT);
    undo(session, true);
    assert_false(session_redo(session, &(struct answer){.second = 2}, &redone, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_true(session_redo(session, &(struct answer){0}, &redone, &err));
    assert_int_equal(beside_integer(desk.store, "SELECT position FROM second_choice"), SECOND_TIED + 3);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_tie_is_given_with_its_vote(void **state)
{
    (void)state;
    struct desk desk = open_desk("tie-3.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_false(add_second(session, SECOND_TIED + 2, &err));
    assert_int_equal(err.code, ERR_INPUT);
    sample_session_close(session);
    store_close(desk.store);
}

/* The ballots have two documents. */
static void a_document_that_is_not_on_the_ballot_is_no_second_choice(void **state)
{
    (void)state;
    struct desk desk = open_desk("tie-4.db", 2, 2);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_int_equal(session_ballot(session)->n_slots, 2);
    assert_false(session_answer(session, &(struct answer){.position = 1, .second = SECOND_TIED + 3}, &err));
    assert_int_equal(err.code, ERR_INPUT);
    vote(session, 1);
    assert_false(add_second(session, 3, &err));
    assert_int_equal(err.code, ERR_INPUT);
    sample_session_close(session);
    store_close(desk.store);
}

/* Wins and impressions are the same as without it. */
static void a_second_choice_is_evidence_and_no_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("second-3.db", 1, 5);
    struct err err;
    struct cast_vote *votes;
    struct choice rest;
    size_t n;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    assert_true(add_second(session, 2, &err));
    assert_true(store_list_votes(desk.store, 1, &arena, &votes, &n, &err));
    assert_int_equal(n, 1);
    assert_true(choice_of_rest(&votes[0].choice, &rest));
    assert_int_equal(rest.n_slots, 2);
    assert_int_equal(rest.document_ids[rest.position - 1], votes[0].choice.document_ids[1]);
    assert_int_equal(beside_integer(desk.store, "SELECT ballots_done FROM question"), 1);
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void evidence_can_be_added_only_to_a_vote_for_a_document(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("beside-5.db", 2, 5);
    struct err err;
    bool added;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 2);
    const struct bytes text = session_last_vote(session).ballot->documents[1].text;
    const struct addition evidence = {ADDITION_EVIDENCE, bytes_slice(text, 1, 4), 1};
    assert_true(session_add_to_vote(session, &evidence, &added, &err));
    assert_true(added);
    const struct own_answer answer = newest_answer(&desk, &arena);
    assert_int_equal(answer.evidence.start, 1);
    assert_true(bytes_equal(answer.evidence.text, evidence.said));
    assert_int_equal(session_last_vote(session).ballot->mark.position, 2);
    vote(session, VOTE_NONE);
    assert_false(session_add_to_vote(session, &evidence, &added, &err));
    assert_int_equal(err.code, ERR_INPUT);
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void a_reason_is_stored_only_if_the_last_answer_is_a_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("reason.db", 2, 5);
    struct err err;
    bool given;
    struct session *session = sit_down(&desk, "ann");
    assert_true(add_reason(session, "early", &given, &err));
    assert_false(given);
    vote(session, 1);
    assert_int_equal(vote_without_reason(session), 1);
    assert_true(add_reason(session, "correct", &given, &err));
    assert_true(given);
    assert_int_equal(vote_without_reason(session), VOTE_ABSENT);
    undo(session, true);
    assert_true(add_reason(session, "late", &given, &err));
    assert_false(given);
    assert_string_equal(beside_text(desk.store, "SELECT said FROM addition", &arena), "correct");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void give_skip(struct session *session)
{
    struct err err;
    assert_true(
        session_answer(session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL}, &err));
}

static void a_vote_lacks_a_reason_only_while_it_is_the_last_and_has_none(void **state)
{
    (void)state;
    struct desk desk = open_desk("reason-3.db", 2, 5);
    struct err err;
    bool reopened, given;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 2);
    assert_true(session_reopen(session, 99, &reopened, &err)); /* this answer does not exist */
    assert_false(reopened);
    assert_int_equal(vote_without_reason(session), 2);
    assert_true(session_answer(session, &(struct answer){.position = 1, .reason = bytes_of("right")}, &err));
    assert_int_equal(vote_without_reason(session), VOTE_ABSENT);
    vote(session, 3);
    assert_int_equal(vote_without_reason(session), 3);
    undo(session, true);
    assert_int_equal(vote_without_reason(session), VOTE_ABSENT);
    vote(session, 1);
    give_skip(session);
    assert_int_equal(vote_without_reason(session), VOTE_ABSENT);
    assert_true(add_reason(session, "whole", &given, &err));
    assert_false(given);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_skip_takes_no_reason(void **state)
{
    (void)state;
    struct desk desk = open_desk("reason-5.db", 2, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    const struct answer skip = {.position = VOTE_ABSENT,
                                .skip = SKIP_CANNOT_TELL,
                                .reason = bytes_of("current")};
    assert_false(session_answer(session, &skip, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer"), 0);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM addition"), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_vote_is_redone_with_the_reason_given_at_redo(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("reason-4.db", 2, 5);
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session, &(struct answer){.position = 1, .reason = bytes_of("right")}, &err));
    undo(session, true);
    assert_true(session_redo(session, &(struct answer){.reason = bytes_of("whole")}, &redone, &err));
    assert_string_equal(beside_text(desk.store, "SELECT said FROM addition ORDER BY answer_id DESC LIMIT 1",
                                    &arena),
                        "whole");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void a_skip_does_not_count_as_an_own_vote(void **state)
{
    (void)state;
    struct desk desk = open_desk("own-votes.db", 2, 5);
    struct session *session = sit_down(&desk, "ann");
    vote(session, 1);
    give_skip(session);
    assert_int_equal(session_own_votes(session), 1);
    sample_session_close(session);
    session = sit_down(&desk, "ann");
    assert_int_equal(session_own_votes(session), 1);
    undo(session, true);
    assert_int_equal(session_own_votes(session), 1);
    undo(session, true);
    assert_int_equal(session_own_votes(session), 0);
    undo(session, false);
    assert_int_equal(session_own_votes(session), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_vote_undone_elsewhere_gets_no_reason(void **state)
{
    (void)state;
    struct desk desk = open_desk("reason-2.db", 2, 5);
    struct err err;
    bool given;
    struct session *session = sit_down(&desk, "ann");
    struct session *elsewhere = sit_down(&desk, "ann");
    vote(session, 1);
    undo(elsewhere, true);
    assert_true(add_reason(session, "correct", &given, &err));
    assert_false(given);
    sample_session_close(elsewhere);
    sample_session_close(session);
    store_close(desk.store);
}

/* --- Evidence ------------------------------------------------------------- */

static struct answer vote_with_evidence(const struct ballot *ballot, int position, size_t start, size_t end)
{
    return (struct answer){.position = position,
                           .evidence = {(int64_t)start,
                                        bytes_slice(ballot->documents[position - 1].text, start, end)}};
}

static const char *stored_evidence(const struct desk *desk, struct arena *arena)
{
    return beside_text(
        desk->store,
        "SELECT coalesce(group_concat(evidence_start || ' ' || evidence, ', '), 'none') FROM answer"
        " WHERE withdrawn_at IS NULL AND evidence IS NOT NULL",
        arena);
}

static void the_evidence_of_an_answer_takes_precedence_over_the_mark(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("evidence-own.db", 1, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    struct evidence_mark mark = first_word(session);
    assert_true(session_keep_mark(session, &mark, &err));
    struct answer vote = vote_with_evidence(session_ballot(session), 1, 5, 7);
    const char *stored = arena_format(&arena, "5 %.*s", BYTES_FORMAT(vote.evidence.text));
    assert_true(session_answer(session, &vote, &err));
    assert_string_equal(stored_evidence(&desk, &arena), stored);
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void evidence_is_undone_and_redone_with_its_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("evidence.db", 1, 5);
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    struct answer vote = vote_with_evidence(session_ballot(session), 2, 2, 4);
    const char *stored = arena_format(&arena, "2 %.*s", BYTES_FORMAT(vote.evidence.text));
    assert_true(session_answer(session, &vote, &err));
    assert_string_equal(stored_evidence(&desk, &arena), stored);
    undo(session, true);
    assert_string_equal(stored_evidence(&desk, &arena), "none");
    assert_int_equal(session_ballot(session)->withdrawn.evidence.start, 2);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_string_equal(stored_evidence(&desk, &arena), stored);
    undo(session, true);
    assert_true(session_redo(session, &(struct answer){.evidence.text = bytes_of("")}, &redone, &err));
    assert_string_equal(stored_evidence(&desk, &arena), "none");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void evidence_from_a_replaced_text_is_not_redone(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk = open_desk("replaced.db", 1, 5);
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    struct answer vote = vote_with_evidence(session_ballot(session), 1, 0, 3);
    assert_true(session_answer(session, &vote, &err));
    assert_int_equal(beside_execute(desk.store, "UPDATE document SET text = 'another one'"), 0);
    undo(session, true);
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_string_equal(stored_evidence(&desk, &arena), "none");
    sample_session_close(session);
    store_close(desk.store);
    arena_release(&arena);
}

static void only_a_vote_for_a_document_has_evidence(void **state)
{
    (void)state;
    struct desk desk = open_desk("no-evidence.db", 1, 5);
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    struct answer none = vote_with_evidence(session_ballot(session), 1, 0, 3);
    none.position = VOTE_NONE;
    assert_false(session_answer(session, &none, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_int_equal(beside_integer(desk.store, "SELECT count(*) FROM answer"), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_note_returns_with_its_undone_vote_and_is_redone_with_it(void **state)
{
    (void)state;
    struct desk desk = open_desk("note.db", 1, 5);
    struct err err;
    struct arena arena = {0};
    struct answer redone;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    static const char any[] = "no \xff UTF-8,\0 and \x1b[31m";
    struct bytes note = {.data = any, .size = sizeof any - 1};
    struct session *session = sit_down(&desk, "ann");
    assert_true(
        session_answer(session, &(struct answer){.position = 2, .elapsed_ms = 100, .note = note}, &err));
    assert_int_equal(session_ballot(session)->withdrawn.note.size, 0); /* the next ballot has none */
    undo(session, true);
    assert_true(bytes_equal(session_ballot(session)->withdrawn.note, note));
    assert_true(session_redo(session, &as_before, &redone, &err));
    undo(session, true);
    assert_true(session_redo(session, &(struct answer){.note = bytes_of("another")}, &redone, &err));
    undo(session, true);
    assert_true(session_redo(session, &(struct answer){.note = bytes_of("")}, &redone, &err));

    assert_true(store_read_question(desk.store, 1, &rule, &arena, &details, &err));
    assert_int_equal(details.n_votes, 1);
    assert_int_equal(details.votes[0].note.size, 0);
    undo(session, true);
    assert_true(
        session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100, .note = note}, &err));
    assert_true(store_read_question(desk.store, 1, &rule, &arena, &details, &err));
    assert_true(bytes_equal(details.votes[0].note, note));
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

static void a_note_that_is_too_long_is_refused_and_nothing_is_stored(void **state)
{
    (void)state;
    struct desk desk = open_desk("long.db", 1, 5);
    struct err err;
    char letters[NOTE_SIZE_MAX + 1];
    memset(letters, 'x', sizeof letters);
    struct session *session = sit_down(&desk, "ann");
    struct bytes note = {.data = letters, .size = sizeof letters};
    static const char message[] = "a note can have at most 4000 bytes, but this note has 4001; shorten it";
    assert_error(session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100, .note = note},
                                &err),
                 err, ERR_INPUT, message);
    assert_error(session_answer(session,
                                &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = note},
                                &err),
                 err, ERR_INPUT, message);
    assert_int_equal(session_progress(session).ballots_done, 0);
    note.size--;
    assert_true(
        session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100, .note = note}, &err));
    sample_session_close(session);
    store_close(desk.store);
}

static void a_skip_is_redone_with_its_reason_and_note(void **state)
{
    (void)state;
    struct desk desk = open_desk("reskip.db", 2, 3); /* one ballot per question */
    struct err err;
    struct answer redone;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(session,
                               &(struct answer){.position = VOTE_ABSENT,
                                                .skip = SKIP_CANNOT_TELL,
                                                .note = bytes_of("both are right")},
                               &err));
    undo(session, true);
    assert_int_equal(session_ballot(session)->withdrawn.skip, SKIP_CANNOT_TELL);
    assert_int_equal(session_ballot(session)->withdrawn.position, VOTE_ABSENT);
    assert_true(bytes_equal(session_ballot(session)->withdrawn.note, bytes_of("both are right")));
    assert_true(session_redo(session, &as_before, &redone, &err));
    assert_int_equal(redone.skip, SKIP_CANNOT_TELL);
    undo(session, true);
    vote(session, 1); /* another answer after all */
    undo(session, true);
    assert_int_equal(session_ballot(session)->withdrawn.skip, SKIP_ABSENT);
    assert_int_equal(session_ballot(session)->withdrawn.position, 1);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_postponed_ballot_returns_with_its_note(void **state)
{
    (void)state;
    struct desk desk = open_desk("laternote.db", 2, 3); /* one ballot per question */
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    assert_true(session_answer(
        session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = bytes_of("ask Eve")},
        &err));
    vote(session, 1);
    assert_true(bytes_equal(session_ballot(session)->withdrawn.note, bytes_of("ask Eve")));
    assert_int_equal(session_ballot(session)->withdrawn.skip, SKIP_ABSENT);
    sample_session_close(session);
    store_close(desk.store);
}

/* As after any undo, the vote can be given again. It has the note of the skip, because that is the latest. */
static void a_vote_undone_before_its_ballot_was_postponed_can_be_redone(void **state)
{
    (void)state;
    struct desk desk = open_desk("before.db", 2, 3); /* one ballot per question */
    struct err err;
    struct session *session = sit_down(&desk, "ann");
    vote(session, 3);
    undo(session, true);
    assert_true(session_answer(
        session, &(struct answer){.position = VOTE_ABSENT, .skip = SKIP_LATER, .note = bytes_of("ask Eve")},
        &err));
    vote(session, 1);
    assert_int_equal(session_ballot(session)->withdrawn.position, 3);
    assert_int_equal(session_ballot(session)->withdrawn.skip, SKIP_ABSENT);
    assert_true(bytes_equal(session_ballot(session)->withdrawn.note, bytes_of("ask Eve")));
    undo(session, true);
    assert_int_equal(session_ballot(session)->withdrawn.position, 1); /* the vote on the other question */
    sample_session_close(session);
    store_close(desk.store);
}

enum { ANSWERS = 500 };

/* Gives the nth answer: votes for each slot and for none, with and without a note, and sometimes a skip. */
static void give_nth_answer(struct session *session, size_t nth, struct arena *arena)
{
    struct err err;
    struct bytes note =
        nth % 3 == 0 ? bytes_of(arena_format(arena, "note %zu", nth)) : (struct bytes){.data = "", .size = 0};
    bool given = nth % 7 == 6 ? session_answer(session,
                                               &(struct answer){.position = VOTE_ABSENT,
                                                                .skip = SKIP_CANNOT_TELL,
                                                                .note = note},
                                               &err)
                              : session_answer(session,
                                               &(struct answer){.position = (int)(nth % 4),
                                                                .elapsed_ms = (int64_t)nth,
                                                                .note = note},
                                               &err);
    if (!given)
        fail_msg("%s", err.text);
}

static void assert_nth_answer_is_withdrawn(struct session *session, size_t nth, struct arena *arena)
{
    const struct ballot *ballot = session_ballot(session);
    const char *note = nth % 3 == 0 ? arena_format(arena, "note %zu", nth) : "";
    assert_true(bytes_equal(ballot->withdrawn.note, bytes_of(note)));
    assert_int_equal(ballot->withdrawn.skip, nth % 7 == 6 ? SKIP_CANNOT_TELL : SKIP_ABSENT);
    assert_int_equal(ballot->withdrawn.position, nth % 7 == 6 ? VOTE_ABSENT : (int)(nth % 4));
}

static void restart_now_and_then(struct desk *desk, struct session **session, size_t nth)
{
    if (nth % 41 != 40)
        return;
    sample_session_close(*session);
    *session = sit_down(desk, "ann");
}

/* Lists all standing votes as text: the annotator, the choice, and the note. */
static char *all_votes(struct desk *desk, struct arena *arena)
{
    struct err err;
    struct buffer text = {0};
    struct grading_rule rule = grading_rule_default();
    for (int64_t question_id = 1; question_id <= 70; question_id++) {
        struct question_details details;
        assert_true(store_read_question(desk->store, question_id, &rule, arena, &details, &err));
        for (size_t i = 0; i < details.n_votes; i++)
            buffer_add_format(&text, "%lld %d %lld %.*s %.*s\n", (long long)question_id,
                              details.votes[i].position, (long long)details.votes[i].elapsed_ms,
                              BYTES_FORMAT(details.votes[i].docids[0]), BYTES_FORMAT(details.votes[i].note));
    }
    char *copy = arena_copy_string(arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

static void five_hundred_answers_are_undone_and_redone_over_restarts(void **state)
{
    (void)state;
    struct desk desk = open_desk("hundreds.db", 70, 10);
    struct arena arena = {0};
    struct err err;
    char *looks[ANSWERS];
    struct session *session = sit_down(&desk, "ann");
    for (size_t i = 0; i < ANSWERS; i++) {
        restart_now_and_then(&desk, &session, i);
        looks[i] = look(session, &arena);
        give_nth_answer(session, i, &arena);
    }
    char *votes = all_votes(&desk, &arena);
    for (size_t i = ANSWERS; i-- > 0;) {
        restart_now_and_then(&desk, &session, i);
        undo(session, true);
        assert_string_equal(look(session, &arena), looks[i]);
        assert_nth_answer_is_withdrawn(session, i, &arena);
    }
    undo(session, false);
    assert_string_equal(all_votes(&desk, &arena), "");
    for (size_t i = 0; i < ANSWERS; i++) {
        struct answer redone;
        restart_now_and_then(&desk, &session, i);
        assert_string_equal(look(session, &arena), looks[i]);
        assert_true(session_redo(session, &as_before, &redone, &err));
        assert_true(redone.position != VOTE_ABSENT || redone.skip != SKIP_ABSENT);
    }
    assert_string_equal(all_votes(&desk, &arena), votes);
    sample_session_close(session);
    arena_release(&arena);
    store_close(desk.store);
}

/* --- Leases --------------------------------------------------------------------------------------- */

static void keep(struct session *session)
{
    struct err err;
    assert_true(session_keep(session, &err));
}

static void an_annotator_who_reads_for_long_keeps_the_ballot(void **state)
{
    (void)state;
    struct desk desk = open_desk("keep.db", 1, 3); /* one ballot in all */
    struct session *ann = sit_down(&desk, "ann");
    for (int minutes = 0; minutes < 30; minutes += 3) {
        desk.time.now += (int64_t)3 * 60 * 1000;
        keep(ann);
    }
    desk.time.now += (int64_t)4 * 60 * 1000;
    struct session *bob = sit_down(&desk, "bob");
    assert_null(session_ballot(bob));
    sample_session_close(bob);
    sample_session_close(ann);
    store_close(desk.store);
}

/* Returns when the lease ends after a key that is pressed `ms` milliseconds later. */
static int64_t leased_until_after(struct desk *desk, struct session *session, int64_t ms)
{
    desk->time.now += ms;
    keep(session);
    return beside_integer(desk->store, "SELECT max(lease_until) FROM ballot");
}

/* Renewing a lease waits for the disk, and there are many keys. */
static void a_lease_is_renewed_at_most_once_in_half_its_time(void **state)
{
    (void)state;
    enum { LEASE_MS = 5 * 60 * 1000 };
    struct desk desk = open_desk("half.db", 1, 3);
    desk.time.step = 0;
    struct session *ann = sit_down(&desk, "ann");
    const int64_t dealt = desk.time.now, kept = dealt + LEASE_MS / 2 + 1;
    assert_int_equal(leased_until_after(&desk, ann, LEASE_MS / 2), dealt + LEASE_MS);
    assert_int_equal(leased_until_after(&desk, ann, 1), kept + LEASE_MS);
    assert_int_equal(leased_until_after(&desk, ann, LEASE_MS / 2), kept + LEASE_MS);
    sample_session_close(ann);
    store_close(desk.store);
}

static void the_lease_of_a_ballot_held_by_another_is_not_renewed(void **state)
{
    (void)state;
    struct desk desk = open_desk("late-keep.db", 1, 3); /* one ballot in all */
    struct session *ann = sit_down(&desk, "ann");
    desk.time.now += (int64_t)6 * 60 * 1000; /* ann walked away */
    struct session *bob = sit_down(&desk, "bob");
    assert_non_null(session_ballot(bob));
    keep(ann);
    sample_session_close(bob);
    struct session *cem = sit_down(&desk, "cem");
    assert_non_null(session_ballot(cem)); /* ann's lease was not renewed */
    sample_session_close(cem);
    sample_session_close(ann);
    store_close(desk.store);
}

static void renewing_the_lease_of_an_answered_ballot_does_nothing(void **state)
{
    (void)state;
    struct desk desk = open_desk("kept-away.db", 1, 3); /* one ballot in all */
    struct session *here = sit_down(&desk, "ann"), *there = sit_down(&desk, "ann");
    vote(there, 1);
    desk.time.now += (int64_t)4 * 60 * 1000;
    keep(here);
    sample_session_close(here);
    sample_session_close(there);
    struct session *again = sit_down(&desk, "ann");
    assert_null(session_ballot(again)); /* an answered ballot is not dealt again */
    sample_session_close(again);
    store_close(desk.store);
}

/* Nobody would find a vote that is written to a file after the file was moved away from its path. */
static void a_vote_into_a_moved_database_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000};
    struct store *store = sample_store("moved.db", 2, 3);
    const char *path = store_path(store);
    const char *elsewhere = arena_format(&arena, "%s.elsewhere", path);
    struct session *session = sample_session(store, "ann", 1, &time);
    assert_true(session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100}, &err));
    assert_int_equal(rename(path, elsewhere), 0);
    assert_error(
        session_answer(session, &(struct answer){.position = 2, .elapsed_ms = 100}, &err), err, ERR_DATABASE,
        arena_format(&arena,
                     "%s was moved, replaced or deleted while in use; this was not saved; put the file back",
                     path));
    assert_int_equal(rename(elsewhere, path), 0);
    assert_true(session_answer(session, &(struct answer){.position = 2, .elapsed_ms = 100}, &err));
    assert_int_equal(session_progress(session).ballots_done, 2);
    assert_true(session_close(session, &err));
    store_close(store);
    arena_release(&arena);
}

/* Does `harm` to a file of the database while a session is open. A vote must then be refused: it would go to a file
 * that nobody finds, or to a damaged database. */
static void assert_harm_is_told(const char *name, void (*harm)(const char *path), const char *ending)
{
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000};
    struct store *store = sample_store(name, 2, 3);
    struct session *session = sample_session(store, "ann", 1, &time);
    assert_true(session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 100}, &err));
    harm(arena_format(&arena, "%s%s", store_path(store), ending));
    assert_false(session_answer(session, &(struct answer){.position = 2, .elapsed_ms = 100}, &err));
    assert_int_equal(err.code, ERR_DATABASE);
    if (strstr(err.text, "this was not saved") == NULL)
        fail_msg("%s", err.text);
    assert_int_equal(session_progress(session).ballots_done, 1);
    struct err unused;
    bool closed = session_close(session, &unused);
    (void)closed;
    store_close(store);
    arena_release(&arena);
}

static void harm_by_removing(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

static void harm_by_emptying(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static void harm_by_cutting_off(const char *path)
{
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(truncate(path, file.st_size - 4096), 0);
}

static void harm_by_replacing(const char *path)
{
    assert_int_equal(unlink(path), 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void a_vote_is_refused_when_the_wal_is_missing(void **state)
{
    (void)state;
    assert_harm_is_told("no-wal.db", harm_by_removing, "-wal");
}

static void a_vote_is_refused_when_the_wal_was_replaced(void **state)
{
    (void)state;
    assert_harm_is_told("new-wal.db", harm_by_replacing, "-wal");
}

static void a_vote_is_refused_when_the_wal_was_emptied(void **state)
{
    (void)state;
    assert_harm_is_told("empty-wal.db", harm_by_emptying, "-wal");
}

static void a_vote_is_refused_when_the_shm_is_missing(void **state)
{
    (void)state;
    assert_harm_is_told("no-shm.db", harm_by_removing, "-shm");
}

static void a_vote_is_refused_when_the_database_was_cut_off(void **state)
{
    (void)state;
    assert_harm_is_told("cut.db", harm_by_cutting_off, "");
}

/* A lease ends by itself, so that closing need not wait for the other program. */
static void closing_does_not_wait_for_another_program(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000};
    struct store *other = NULL;
    struct store *store = sample_store("held.db", 2, 3);
    struct session *session = sample_session(store, "ann", 1, &time);
    assert_true(store_open(&other, sample_address(&arena, store), STORE_EXISTING, &err));
    assert_true(store_begin(other, &err));
    assert_true(session_close(session, &err));
    store_rollback(other);
    store_close(other);
    store_close(store);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_finished_before_the_next_one_begins),
        cmocka_unit_test(a_ballot_marks_documents_that_were_read_before),
        cmocka_unit_test(documents_read_are_known_in_the_next_session),
        cmocka_unit_test(corrected_documents_do_not_count_as_read),
        cmocka_unit_test(corrected_documents_do_not_count_as_read_in_the_next_session),
        cmocka_unit_test(a_hasty_vote_stays_hasty_after_a_document_is_corrected),
        cmocka_unit_test(documents_restored_to_the_text_that_was_read_count_as_read),
        cmocka_unit_test(an_answer_withdrawn_elsewhere_no_longer_counts),
        cmocka_unit_test(own_votes_from_another_session_are_counted_after_an_undo),
        cmocka_unit_test(documents_do_not_count_as_read_after_a_hasty_vote),
        cmocka_unit_test(the_longest_time_of_a_ballot_answered_twice_counts),
        cmocka_unit_test(documents_do_not_count_as_read_after_a_refused_answer),
        cmocka_unit_test(an_undone_ballot_does_not_mark_its_documents_as_read),
        cmocka_unit_test(exactly_the_forecast_number_of_ballots_is_dealt),
        cmocka_unit_test(one_candidate_alone_is_a_ballot_with_one_slot),
        cmocka_unit_test(undo_crosses_questions_and_shows_the_same_ballots),
        cmocka_unit_test(undo_reaches_into_an_earlier_session),
        cmocka_unit_test(undo_does_not_reach_the_answers_of_others),
        cmocka_unit_test(after_undo_the_open_ballots_return_in_their_order),
        cmocka_unit_test(redo_gives_the_undone_answers_again),
        cmocka_unit_test(a_skip_can_be_undone_too),
        cmocka_unit_test(a_postponed_ballot_returns_at_the_end_and_cannot_tell_does_not),
        cmocka_unit_test(the_next_session_resumes_the_ballot_that_was_left),
        cmocka_unit_test(two_annotators_never_hold_the_same_set),
        cmocka_unit_test(a_second_annotator_starts_on_another_question),
        cmocka_unit_test(a_question_that_nobody_holds_comes_first),
        cmocka_unit_test(a_ballot_held_by_another_is_not_dealt_until_its_lease_ends),
        cmocka_unit_test(the_set_that_another_annotator_holds_is_never_drawn),
        cmocka_unit_test(a_ballot_left_is_not_resumed_while_another_holds_its_set),
        cmocka_unit_test(impressions_on_ballots_of_others_in_hand_count),
        cmocka_unit_test(quitting_releases_the_ballot_at_once),
        cmocka_unit_test(quitting_releases_all_ballots_that_undo_reopened),
        cmocka_unit_test(a_waiting_annotator_gets_a_ballot_that_another_one_left),
        cmocka_unit_test(looking_again_keeps_the_ballot_in_hand),
        cmocka_unit_test(a_vote_after_the_lease_has_ended_still_counts),
        cmocka_unit_test(a_ballot_completed_by_others_does_not_return),
        cmocka_unit_test(a_ballot_answered_in_another_window_is_reported_and_skipped),
        cmocka_unit_test(no_annotator_gets_the_same_set_twice),
        cmocka_unit_test(the_same_seed_deals_the_same_ballots),
        cmocka_unit_test(the_vote_time_comes_from_all_votes_that_were_not_withdrawn),
        cmocka_unit_test(every_kind_of_change_by_others_is_followed),
        cmocka_unit_test(the_pace_of_others_is_followed),
        cmocka_unit_test(a_chosen_question_is_finished_before_the_ballot_left_returns),
        cmocka_unit_test(a_finished_question_is_no_longer_the_chosen_one),
        cmocka_unit_test(a_question_finished_elsewhere_is_no_longer_the_chosen_one),
        cmocka_unit_test(returning_to_a_question_shows_the_ballot_that_was_left),
        cmocka_unit_test(a_ballot_left_for_another_question_is_free_for_others),
        cmocka_unit_test(going_to_a_question_without_ballots_keeps_the_ballot_in_hand),
        cmocka_unit_test(a_second_session_of_an_annotator_knows_of_the_first_until_it_ends),
        cmocka_unit_test(a_question_without_candidates_says_so),
        cmocka_unit_test(going_to_a_question_brings_back_its_postponed_ballot),
        cmocka_unit_test(undo_works_across_a_change_of_question),
        cmocka_unit_test(annotators_can_change_any_of_their_answers),
        cmocka_unit_test(an_answer_that_is_shown_again_stands),
        cmocka_unit_test(a_note_for_a_new_answer_survives_the_end_of_the_session),
        cmocka_unit_test(a_typed_note_survives_its_session),
        cmocka_unit_test(the_note_given_with_an_answer_replaces_the_draft),
        cmocka_unit_test(undo_restores_the_note_of_the_answer_and_not_the_older_draft),
        cmocka_unit_test(typing_the_same_note_again_leaves_no_draft),
        cmocka_unit_test(a_note_returns_with_its_undone_vote_and_is_redone_with_it),
        cmocka_unit_test(a_mark_survives_its_session_and_is_stored_with_its_vote),
        cmocka_unit_test(a_mark_that_is_removed_stays_removed),
        cmocka_unit_test(a_mark_of_text_that_is_not_in_the_document_is_ignored),
        cmocka_unit_test(a_note_can_be_added_to_a_stored_vote),
        cmocka_unit_test(adding_the_same_note_twice_stores_it_once),
        cmocka_unit_test(a_later_note_takes_the_place_of_the_one_that_came_with_the_vote),
        cmocka_unit_test(a_note_added_to_a_vote_returns_with_its_ballot),
        cmocka_unit_test(evidence_can_be_added_only_to_a_vote_for_a_document),
        cmocka_unit_test(a_second_choice_is_added_to_a_vote_and_redone_with_it),
        cmocka_unit_test(a_second_choice_is_another_document_than_the_first),
        cmocka_unit_test(a_second_choice_is_evidence_and_no_vote),
        cmocka_unit_test(a_tie_is_half_a_win_for_each_and_is_redone),
        cmocka_unit_test(a_tie_takes_no_second_choice),
        cmocka_unit_test(a_tie_is_given_with_its_vote),
        cmocka_unit_test(a_document_that_is_not_on_the_ballot_is_no_second_choice),
        cmocka_unit_test(a_reason_is_stored_only_if_the_last_answer_is_a_vote),
        cmocka_unit_test(a_skip_takes_no_reason),
        cmocka_unit_test(a_vote_lacks_a_reason_only_while_it_is_the_last_and_has_none),
        cmocka_unit_test(a_vote_is_redone_with_the_reason_given_at_redo),
        cmocka_unit_test(a_skip_does_not_count_as_an_own_vote),
        cmocka_unit_test(a_vote_undone_elsewhere_gets_no_reason),
        cmocka_unit_test(the_evidence_of_an_answer_takes_precedence_over_the_mark),
        cmocka_unit_test(evidence_is_undone_and_redone_with_its_vote),
        cmocka_unit_test(evidence_from_a_replaced_text_is_not_redone),
        cmocka_unit_test(only_a_vote_for_a_document_has_evidence),
        cmocka_unit_test(a_note_that_is_too_long_is_refused_and_nothing_is_stored),
        cmocka_unit_test(a_skip_is_redone_with_its_reason_and_note),
        cmocka_unit_test(a_postponed_ballot_returns_with_its_note),
        cmocka_unit_test(five_hundred_answers_are_undone_and_redone_over_restarts),
        cmocka_unit_test(an_annotator_who_reads_for_long_keeps_the_ballot),
        cmocka_unit_test(a_lease_is_renewed_at_most_once_in_half_its_time),
        cmocka_unit_test(the_lease_of_a_ballot_held_by_another_is_not_renewed),
        cmocka_unit_test(renewing_the_lease_of_an_answered_ballot_does_nothing),
        cmocka_unit_test(closing_does_not_wait_for_another_program),
        cmocka_unit_test(undo_withdraws_the_last_answer_even_if_the_clock_was_set_back),
        cmocka_unit_test(undo_leaves_the_answers_of_another_session_alone),
        cmocka_unit_test(a_lease_ends_at_the_same_moment_for_its_holder_and_for_others),
        cmocka_unit_test(a_lease_from_a_clock_far_ahead_does_not_block_others),
        cmocka_unit_test(after_a_chosen_question_the_session_resumes_the_previous_one),
        cmocka_unit_test(ballots_of_a_question_do_not_depend_on_other_questions),
        cmocka_unit_test(answers_of_different_annotators_with_one_seed_have_own_uuids),
        cmocka_unit_test(a_vote_undone_before_its_ballot_was_postponed_can_be_redone),
    };
    /* These tests do something to the file, its -wal or its -shm. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_vote_into_a_moved_database_is_refused),
        cmocka_unit_test(a_vote_is_refused_when_the_wal_is_missing),
        cmocka_unit_test(a_vote_is_refused_when_the_wal_was_replaced),
        cmocka_unit_test(a_vote_is_refused_when_the_wal_was_emptied),
        cmocka_unit_test(a_vote_is_refused_when_the_shm_is_missing),
        cmocka_unit_test(a_vote_is_refused_when_the_database_was_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) +
           (sample_is_on_server() ? 0 : cmocka_run_group_tests(of_files, NULL, NULL));
}
