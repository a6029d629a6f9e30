/*
 * Removing data while somebody labels. Ballots in hand stay, and removed questions cause no trouble for an annotator
 * who had chosen them. tests/cli/test_remove.sh tests the whole commands.
 */
#include "tests/support/support.h"

#include "core/session/session.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/content/removal.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <string.h>

struct room {
    struct store *store;
    struct session *session;
    struct test_clock time;
};

static void open_room(struct room *room, const char *name, size_t questions)
{
    *room = (struct room){.store = sample_store(name, questions, 3), .time = {.now = 1000000, .step = 10}};
    room->session = sample_session(room->store, "ann", 1, &room->time);
}

static void close_room(struct room *room)
{
    struct err err;
    assert_int_equal(store_problems(room->store), 0);
    assert_true(session_close(room->session, &err));
    store_close(room->store);
}

static bool remove_question(struct room *room, const char *qid, struct removal *removal, struct err *err)
{
    struct bytes id = bytes_of(qid);
    assert_true(store_begin(room->store, err));
    if (store_remove_questions(room->store, &id, 1, room->time.now, removal, err) &&
        store_commit(room->store, err))
        return true;
    store_rollback(room->store);
    return false;
}

static const char *qid_in_hand(const struct room *room, struct arena *arena)
{
    return arena_copy(arena, session_ballot(room->session)->qid).data;
}

static void a_question_with_a_ballot_in_hand_is_not_removed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct room room;
    struct err err;
    struct removal removal;
    open_room(&room, "in-hand.db", 2);
    assert_false(remove_question(&room, qid_in_hand(&room, &arena), &removal, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_non_null(strstr(err.text, "ann has a ballot with it open"));
    struct answer answer = {.position = 1};
    assert_true(session_answer(room.session, &answer, &err));
    close_room(&room);
    arena_release(&arena);
}

/* The lease of five minutes has ended, so nobody holds the ballot any more. A vote that comes nevertheless finds no
 * ballot. */
static void an_expired_ballot_is_removed_and_takes_no_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct room room;
    struct err err;
    struct removal removal;
    open_room(&room, "left.db", 2);
    const char *qid = qid_in_hand(&room, &arena);
    room.time.now += 6 * 60 * 1000;
    assert_true(remove_question(&room, qid, &removal, &err));
    assert_int_equal(removal.questions, 1);
    assert_int_equal(removal.ballots, 1);
    struct answer answer = {.position = 1};
    assert_false(session_answer(room.session, &answer, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_string_not_equal(qid_in_hand(&room, &arena), qid);
    assert_int_equal(beside_integer(room.store, "SELECT count(*) FROM answer"), 0);
    close_room(&room);
    arena_release(&arena);
}

static void a_removed_question_cannot_be_chosen(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct room room;
    struct err err;
    struct removal removal;
    open_room(&room, "went.db", 3);
    int64_t in_hand = session_ballot(room.session)->question_id;
    int64_t other = in_hand == 3 ? 2 : 3;
    const char *qid = arena_format(&arena, "q%02d", (int)other);
    assert_true(remove_question(&room, qid, &removal, &err));
    assert_false(session_take_question(room.session, other, &err));
    assert_int_equal(err.code, ERR_NO_BALLOT);
    assert_string_equal(err.text, "this question has been deleted meanwhile");
    close_room(&room);
    arena_release(&arena);
}

static void questions_keep_their_numbers_and_get_new_places(void **state)
{
    (void)state;
    struct room room;
    struct err err;
    struct removal removal;
    struct progress progress;
    int64_t question_id;
    open_room(&room, "places.db", 4);
    int64_t gone = session_ballot(room.session)->question_id == 2 ? 1 : 2;
    assert_true(remove_question(&room, gone == 1 ? "q01" : "q02", &removal, &err));
    assert_true(store_get_progress(room.store, &progress, &err));
    assert_int_equal(progress.questions, 3);
    assert_int_equal(progress.last_question, 4);
    assert_true(store_find_question_at(room.store, 3, &question_id, &err));
    assert_int_equal(question_id, 4);
    assert_true(store_find_question_at(room.store, 4, &question_id, &err));
    assert_int_equal(question_id, 0);
    assert_true(session_take_question(room.session, 4, &err));
    assert_int_equal(session_ballot(room.session)->question_number, 3);
    close_room(&room);
}

static void a_removal_leaves_none_of_its_own_indexes(void **state)
{
    (void)state;
    struct room room;
    struct err err;
    struct removal removal;
    static const char indexes[] = "SELECT count(*) FROM sqlite_schema WHERE name IN ('slot_by_document',"
                                  " 'answer_by_ballot')";
    open_room(&room, "indexes.db", 3);
    bool is_first = session_ballot(room.session)->question_id == 1;
    assert_true(remove_question(&room, is_first ? "q02" : "q01", &removal, &err));
    assert_int_equal(beside_integer(room.store, indexes), 0);
    assert_int_equal(beside_integer(room.store, "SELECT count(*) FROM doomed"), 0);
    close_room(&room);
}

/* Imports one document. The number of an import follows that of the last existing one. */
static void import_at(struct store *store, int64_t now)
{
    struct err err;
    enum stored stored;
    const struct item item = {.id = bytes_of("new"), .text = bytes_of("Something new.")};
    assert_true(store_begin(store, &err));
    assert_true(store_begin_import(store, bytes_of("new.jsonl"), now, &err));
    assert_true(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_true(store_commit(store, &err));
}

static void undo_import(struct store *store, int64_t now)
{
    struct arena arena = {0};
    struct bytes what;
    struct err err;
    struct removal removal;
    assert_true(store_begin(store, &err));
    assert_true(store_undo_import(store, now, &arena, &what, &removal, &err));
    assert_true(store_commit(store, &err));
    arena_release(&arena);
}

static bool ballot_shows(const struct ballot *ballot, const char *text)
{
    for (size_t i = 0; i < ballot->n_slots; i++) {
        if (bytes_equal(ballot->documents[i].text, bytes_of(text)))
            return true;
    }
    return false;
}

static void an_import_after_an_undone_import_changes_the_labels_version(void **state)
{
    (void)state;
    struct room room;
    struct err err;
    uint64_t before, after;
    open_room(&room, "in-its-place.db", 2);
    import_at(room.store, 2000000);
    assert_true(store_get_labels_version(room.store, &before, &err));
    undo_import(room.store, 3000000);
    import_at(room.store, 3000000);
    assert_true(store_get_labels_version(room.store, &after, &err));
    assert_int_not_equal(before, after);
    close_room(&room);
}

/* The annotator has read the text that the import brought. */
static void a_ballot_in_hand_with_a_text_that_an_undo_restores_takes_no_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct room room;
    struct err err;
    const struct answer answer = {.position = 1};
    open_room(&room, "restored.db", 1);
    const struct bytes docid = arena_copy(&arena, session_ballot(room.session)->documents[0].docid);
    sample_correct(room.store, docid, "Something else.");
    assert_false(session_answer(room.session, &answer, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_true(ballot_shows(session_ballot(room.session), "Something else."));
    undo_import(room.store, 3000000);
    assert_false(session_answer(room.session, &answer, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_false(ballot_shows(session_ballot(room.session), "Something else."));
    assert_int_equal(beside_integer(room.store, "SELECT count(*) FROM answer"), 0);
    close_room(&room);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_with_a_ballot_in_hand_is_not_removed),
        cmocka_unit_test(an_expired_ballot_is_removed_and_takes_no_vote),
        cmocka_unit_test(a_removed_question_cannot_be_chosen),
        cmocka_unit_test(questions_keep_their_numbers_and_get_new_places),
        cmocka_unit_test(an_import_after_an_undone_import_changes_the_labels_version),
        cmocka_unit_test(a_ballot_in_hand_with_a_text_that_an_undo_restores_takes_no_vote),
    };
    /* This test looks into SQLite's own tables. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_removal_leaves_none_of_its_own_indexes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) +
           (sample_is_on_server() ? 0 : cmocka_run_group_tests(of_files, NULL, NULL));
}
