#include "tests/support/support.h"

#include "core/store/answers.h"
#include "core/store/dealing.h"
#include "core/store/fill.h"
#include "core/store/imports.h"
#include "core/store/questions.h"
#include "core/store/removal.h"
#include "core/store/search.h"
#include "core/store/database/statements.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/content.h"
#include "tests/support/sample.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Databases of older versions --------------------------------------------------------------- */

static void execute(sqlite3 *handle, const char *what, const char *sql)
{
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", what, sqlite3_errmsg(handle));
}

/* A file of this name, and what may be left beside it of another test, made anew by a script and more SQL. */
static const char *make_old(struct arena *arena, const char *name, const char *script, const char *rows)
{
    const char *path = support_file(arena, name, bytes_of(""));
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    execute(handle, script, content_of(arena, support_source(arena, script)).data);
    execute(handle, name, rows);
    sqlite3_close(handle);
    return path;
}

/* Two questions with pools of three; on the first a vote that stands and a none that was taken back, on the
 * second a none that stands, and a ballot put aside. */
static const char version_1_rows[] =
    "INSERT INTO document VALUES (1, 'd1', '', 'one', NULL), (2, 'd2', '', 'two', NULL),"
    "                            (3, 'd3', '', 'three', NULL);"
    "INSERT INTO question (question_id, qid, text) VALUES (1, 'q1', 'one?'), (2, 'q2', 'two?'), (3, 'q3', "
    "'?');"
    "INSERT INTO candidate (question_id, document_id, prior, source)"
    "  SELECT question_id, document_id, 1, 'r' FROM question, document WHERE question_id < 3;"
    "UPDATE question SET target = 1, slots = 3 WHERE question_id < 3;"
    "INSERT INTO annotator VALUES (1, 'ann');"
    "INSERT INTO ballot (ballot_id, uuid, question_id, annotator_id, dealt_at, skipped_at, skip_reason)"
    "  VALUES (1, 'u1', 1, 1, 5, NULL, NULL), (2, 'u2', 2, 1, 5, NULL, NULL), (3, 'u3', 2, 1, 5, 12, "
    "'later');"
    "INSERT INTO slot VALUES (1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 3), (2, 2, 2), (2, 3, 1),"
    "                        (3, 1, 3), (3, 2, 1), (3, 3, 2);"
    "INSERT INTO vote (ballot_id, annotator_id, position, cast_at, elapsed_ms) VALUES (1, 1, NULL, 10, 5);"
    "UPDATE vote SET withdrawn_at = 11;"
    "INSERT INTO vote (ballot_id, annotator_id, position, cast_at, elapsed_ms, note)"
    "  VALUES (1, 1, 2, 12, 5, 'kept'), (2, 1, NULL, 13, 5, NULL);"
    "PRAGMA application_id = 0x61736179; PRAGMA user_version = 1";

static const char *make_version_1(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/schema-1.sql", version_1_rows);
}

static const char *make_version_2(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-2.sql", "");
}

static const char *make_version_3(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-3.sql", "");
}

static const char *make_version_4(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-4.sql", "");
}

static const char *make_version_5(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-5.sql", "");
}

static const char *make_version_6(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-6.sql", "");
}

static const char *make_version_7(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-7.sql", "");
}

static const char *make_version_8(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-8.sql", "");
}

static const char *make_version_9(struct arena *arena, const char *name)
{
    return make_old(arena, name, "tests/unit/version-9.sql", "");
}

static struct store *open_old(const char *path)
{
    struct err err;
    struct store *store = NULL;
    if (!store_open(&store, path, STORE_EXISTING, &err))
        fail_msg("%s", err.text);
    return store;
}

/* --- The tables -------------------------------------------------------------------------------- */

static void version_1_keeps_its_votes_and_sums(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct question_row *rows;
    size_t n;
    struct store *store = open_old(make_version_1(&arena, "one.db"));
    assert_int_equal(beside_integer(store, "PRAGMA user_version"), SCHEMA_VERSION);
    assert_int_equal(store_problems(store), 0);
    assert_true(store_list_questions(store, &arena, &rows, &n, &err));
    assert_int_equal(n, 3);
    assert_int_equal(rows[0].none_votes, 0);
    assert_int_equal(rows[1].none_votes, 1);
    assert_int_equal(rows[0].candidates, 3);
    assert_int_equal(rows[2].candidates, 0);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM answer WHERE skip IS NULL"), 3);
    arena_release(&arena);
    store_close(store);
}

/* Three of the same score are in TREC's order, by docid from behind. */
static void a_candidate_keeps_its_source(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_old(make_version_1(&arena, "sources.db"));
    assert_string_equal(beside_text(store,
                                    "SELECT group_concat(document_id || ' ' || source || ' ' || rank || ' '"
                                    " || score, ', ') FROM candidate_source WHERE question_id = 1",
                                    &arena),
                        "1 r 3 1.0, 2 r 2 1.0, 3 r 1 1.0");
    assert_int_equal(beside_integer(store, "SELECT round(prior * 61 * 63) FROM candidate"
                                           " WHERE question_id = 1 AND document_id = 1"),
                     61);
    arena_release(&arena);
    store_close(store);
}

/* In the twelfth millisecond a vote on ballot 1 and the skip of ballot 3: that one was dealt later. */
static void answers_are_in_the_order_in_which_they_were_given(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_old(make_version_1(&arena, "order.db"));
    assert_string_equal(
        beside_text(store,
                    "SELECT group_concat(ballot_id || coalesce(skip, coalesce(position, 0)), ' ')"
                    "  FROM (SELECT * FROM answer ORDER BY answer_id)",
                    &arena),
        "10 12 3later 20");
    arena_release(&arena);
    store_close(store);
}

static void sums_are_kept_from_then_on(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = open_old(make_version_1(&arena, "on.db"));
    struct dealer dealer = {.annotator_id = 1, .now = 20, .lease_ms = 1000};
    struct taken_answer taken;
    assert_true(store_begin(store, &err));
    assert_true(store_withdraw_answer(store, &dealer, &taken, &err));
    assert_true(store_commit(store, &err));
    assert_int_equal(beside_integer(store, "SELECT none_votes FROM question WHERE question_id = 2"), 0);
    assert_int_equal(beside_integer(store, "SELECT ballots_left FROM question WHERE question_id = 2"), 1);
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

/* The columns of all tables, and the texts of indexes and triggers: what SQLite does with a database. */
static char *describe_schema(struct store *store, struct arena *arena)
{
    return beside_text(
        store,
        "SELECT group_concat(line, x'0a') FROM ("
        "SELECT type || ' ' || name || ' ' || sql AS line FROM sqlite_schema"
        " WHERE type <> 'table' AND sql IS NOT NULL"
        " UNION ALL SELECT m.name || '.' || c.name || ' ' || c.type || c.\"notnull\" || c.pk || "
        "ifnull(c.dflt_value, '') FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        " UNION ALL SELECT m.name || ' -> ' || f.\"table\" || ' ' || f.\"from\""
        "             FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"
        " UNION ALL SELECT m.name || ' unique ' || i.name FROM sqlite_schema m, pragma_index_list(m.name) i"
        "            WHERE i.\"unique\" ORDER BY 1)",
        arena);
}

static void an_older_database_becomes_what_a_new_one_is(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *one = open_old(make_version_1(&arena, "becomes-1.db"));
    struct store *two = open_old(make_version_2(&arena, "becomes-2.db"));
    struct store *three = open_old(make_version_3(&arena, "becomes-3.db"));
    struct store *four = open_old(make_version_4(&arena, "becomes-4.db"));
    struct store *five = open_old(make_version_5(&arena, "becomes-5.db"));
    struct store *six = open_old(make_version_6(&arena, "becomes-6.db"));
    struct store *seven = open_old(make_version_7(&arena, "becomes-7.db"));
    struct store *eight = open_old(make_version_8(&arena, "becomes-8.db"));
    struct store *nine = open_old(make_version_9(&arena, "becomes-9.db"));
    struct store *new = sample_store("new.db", 1, 3);
    assert_int_equal(beside_execute(nine, "DROP TABLE document_words"), SQLITE_OK); /* a search has made it */
    assert_string_equal(describe_schema(one, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(two, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(three, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(four, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(five, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(six, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(seven, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(eight, &arena), describe_schema(new, &arena));
    assert_string_equal(describe_schema(nine, &arena), describe_schema(new, &arena));
    arena_release(&arena);
    store_close(one);
    store_close(two);
    store_close(three);
    store_close(four);
    store_close(five);
    store_close(six);
    store_close(seven);
    store_close(eight);
    store_close(nine);
    store_close(new);
}

static void every_vote_and_skip_of_version_2_is_an_answer(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_old(make_version_2(&arena, "all.db"));
    assert_int_equal(store_problems(store), 0);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM answer WHERE skip IS NULL"), 13);
    assert_string_equal(
        beside_text(store,
                    "SELECT group_concat(ballot_id || ' ' || coalesce(position, 0) || ' ' || note, ', ')"
                    "  FROM answer WHERE skip IS NULL AND note IS NOT NULL",
                    &arena),
        "1 1 first, 5 3 third");
    assert_string_equal(beside_text(store,
                                    "SELECT group_concat(ballot_id || ' ' || skip || ' ' || note || ' ' ||"
                                    "                    coalesce(withdrawn_by, 'stands'), ', ')"
                                    "  FROM (SELECT * FROM answer WHERE skip IS NOT NULL ORDER BY ballot_id)",
                                    &arena),
                        "3 later ask Eve stands, 4 cannot tell both stands, 7 later from later return, "
                        "17 cannot tell undone skip undo");
    assert_int_equal(beside_integer(store, "SELECT ballots_done * 100 + ballots_left FROM progress"), 1101);
    arena_release(&arena);
    store_close(store);
}

/* All columns but those that version 3 alone has, of the tables whose rows a step writes anew. */
static char *describe_labelling(sqlite3 *handle, struct arena *arena)
{
    struct buffer text = {0};
    static const char *const rows[] = {
        "SELECT answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note,"
        "       withdrawn_at, withdrawn_by FROM answer ORDER BY answer_id",
        "SELECT ballot_id, question_id, deal, annotator_id, dealt_at, lease_until FROM ballot ORDER BY "
        "ballot_id",
        "SELECT ballot_id, position, document_id FROM slot ORDER BY ballot_id, position",
        "SELECT question_id, qid, text, fields, target, slots, ballots_done, ballots_left, none_votes, "
        "candidates"
        "  FROM question ORDER BY question_id",
        "SELECT progress_id, ballots_done, ballots_left FROM progress",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sqlite3_stmt *statement = NULL;
        assert_int_equal(sqlite3_prepare_v2(handle, rows[i], -1, &statement, NULL), SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            for (int column = 0; column < sqlite3_column_count(statement); column++)
                buffer_add_format(&text, "%s|", (const char *)sqlite3_column_text(statement, column));
            buffer_add_byte(&text, '\n');
        }
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    char *copy = arena_copy_string(arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

static void assert_keeps_labelling(const char *path, struct arena *arena)
{
    sqlite3 *old = NULL;
    assert_int_equal(sqlite3_open(path, &old), SQLITE_OK);
    const char *before = describe_labelling(old, arena);
    struct store *store = open_old(path);
    assert_string_equal(describe_labelling(beside_open(store), arena), before);
    assert_int_equal(store_problems(store), 0);
    store_close(store);
}

static void everything_in_version_3_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_keeps_labelling(make_version_3(&arena, "kept.db"), &arena);
    arena_release(&arena);
}

static void everything_in_version_4_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_keeps_labelling(make_version_4(&arena, "kept-4.db"), &arena);
    arena_release(&arena);
}

static void everything_in_version_5_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_keeps_labelling(make_version_5(&arena, "kept-5.db"), &arena);
    arena_release(&arena);
}

static void everything_in_version_6_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_6(&arena, "kept-6.db");
    assert_keeps_labelling(path, &arena);
    struct store *store = open_old(path);
    assert_string_equal(beside_text(store,
                                    "SELECT (SELECT note FROM note_draft) || ', ' ||"
                                    "       (SELECT group_concat(control) FROM answer)",
                                    &arena),
                        "typed, gold");
    store_close(store);
    arena_release(&arena);
}

static void everything_in_version_7_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_7(&arena, "kept-7.db");
    assert_keeps_labelling(path, &arena);
    struct store *store = open_old(path);
    assert_string_equal(
        beside_text(store,
                    "SELECT evidence_start || ' ' || evidence || ', ' || (SELECT reason FROM reason)"
                    "  FROM answer WHERE evidence IS NOT NULL",
                    &arena),
        "0 document, correct");
    store_close(store);
    arena_release(&arena);
}

static void everything_in_version_8_is_kept_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_8(&arena, "kept-8.db");
    assert_keeps_labelling(path, &arena);
    struct store *store = open_old(path);
    assert_string_equal(beside_text(store,
                                    "SELECT group_concat(document_id || ' for ' || into_id) || ', ' ||"
                                    "       (SELECT count(*) FROM twin) FROM merged_candidate",
                                    &arena),
                        "5 for 1, 2");
    store_close(store);
    arena_release(&arena);
}

/* Its index has the document's source. */
static void everything_in_version_9_is_kept_as_it_was_and_indexed_anew(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *path = make_version_9(&arena, "kept-9.db");
    assert_keeps_labelling(path, &arena);
    struct store *store = open_old(path);
    assert_string_equal(beside_text(store, "SELECT position || ' ' || evidence FROM evidence_draft", &arena),
                        "1 document 2");
    struct search_request request = {0};
    struct searcher *searcher = NULL;
    struct search_hit *hits;
    size_t n;
    assert_true(search_open(&searcher, store, &request, &err));
    assert_true(search_find(searcher, bytes_of("größe ouml"), 0, 10, &arena, &hits, &n, &err));
    assert_int_equal(n, 1);
    assert_true(bytes_equal(hits[0].docid, bytes_of("d6")));
    search_close(searcher);
    assert_int_equal(store_problems(store), 0);
    store_close(store);
    arena_release(&arena);
}

static void an_older_database_keeps_the_order_of_its_file(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_old(make_version_5(&arena, "order-5.db"));
    assert_string_equal(beside_text(store, "SELECT value FROM setting WHERE key = 'order'", &arena),
                        "import");
    assert_string_equal(beside_text(store, "SELECT group_concat(qid || ' ' || place, ', ') FROM question",
                                    &arena),
                        "q1 1, q2 2");
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

/* Its last import pooled b.run; a rank that comes in place of one of then is that one again. */
static void a_rank_of_version_4_is_replaced_and_restored(void **state)
{
    (void)state;
    static const char ranks[] = "SELECT group_concat(source || ' ' || rank || ' ' || score, ', ')"
                                "  FROM candidate_source WHERE question_id = 1 AND document_id = 1";
    struct arena arena = {0};
    struct err err;
    struct bytes what;
    struct removal removal;
    enum stored stored;
    struct store *store = open_old(make_version_4(&arena, "ranks.db"));
    struct candidate_origin origin = {.source = bytes_of("b.run"), .rank = 1, .score = 9};
    assert_true(store_begin(store, &err));
    assert_true(store_begin_import(store, bytes_of("b.run"), 20, &err));
    assert_true(store_put_candidate(store, 1, 1, &origin, &stored, &err));
    assert_int_equal(stored, STORED_REPLACED);
    assert_true(store_commit(store, &err));
    assert_string_equal(beside_text(store, ranks, &arena), "a.run 1 8.0, b.run 1 9.0");
    assert_true(store_begin(store, &err));
    assert_true(store_undo_import(store, 30, &arena, &what, &removal, &err));
    assert_true(store_commit(store, &err));
    assert_int_equal(removal.ranks, 1);
    assert_string_equal(beside_text(store, ranks, &arena), "a.run 1 8.0, b.run 2 8.0");
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

static void ballots_are_numbered_in_their_questions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_old(make_version_2(&arena, "deals.db"));
    assert_string_equal(beside_text(store,
                                    "SELECT group_concat(ballot_id || ':' || question_id || '.' || deal, ' ')"
                                    "  FROM (SELECT * FROM ballot WHERE ballot_id < 9 ORDER BY ballot_id)",
                                    &arena),
                        "1:1.1 2:1.2 3:1.3 4:1.4 5:2.1 6:2.2 7:2.3 8:2.4");
    arena_release(&arena);
    store_close(store);
}

/* So that what was labelled in both from then on can be put together. */
static void copies_of_a_database_get_the_same_uuids(void **state)
{
    (void)state;
    static const char uuids[] = "SELECT group_concat(uuid) FROM (SELECT uuid FROM answer ORDER BY answer_id)";
    struct arena arena = {0};
    struct store *one = open_old(make_version_2(&arena, "copy-1.db"));
    struct store *other = open_old(make_version_2(&arena, "copy-2.db"));
    assert_string_equal(beside_text(one, uuids, &arena), beside_text(other, uuids, &arena));
    assert_int_equal(
        beside_integer(one,
                       "SELECT count(*) FROM answer WHERE uuid LIKE '________-____-8___-____-____________'"),
        17);
    arena_release(&arena);
    store_close(one);
    store_close(other);
}

/* What was there before belongs to no import; what comes in from then on does, and goes again alone. */
static void nothing_of_an_older_database_is_taken_back(void **state)
{
    (void)state;
    static const char all[] =
        "SELECT (SELECT count(*) FROM document) || ' ' || (SELECT count(*) FROM question)"
        "       || ' ' || (SELECT group_concat(document_id || source) FROM candidate_source)";
    struct arena arena = {0};
    struct err err;
    struct bytes what;
    struct removal removal;
    enum stored stored;
    struct store *store = open_old(make_version_1(&arena, "undo.db"));
    const char *before = beside_text(store, all, &arena);
    struct item item = {.id = bytes_of("d9"), .text = bytes_of("nine")};
    struct candidate_origin origin = {.source = bytes_of("new.run"), .rank = 1};
    assert_true(store_begin(store, &err));
    assert_true(store_begin_import(store, bytes_of("new"), 20, &err));
    assert_true(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_true(store_put_candidate(store, 1, 1, &origin, &stored, &err));
    assert_true(store_put_candidate(store, 3, 1, &origin, &stored, &err));
    assert_true(store_commit(store, &err));
    assert_true(store_begin(store, &err));
    assert_true(store_undo_import(store, 30, &arena, &what, &removal, &err));
    assert_true(store_commit(store, &err));
    assert_int_equal(removal.candidates, 1);
    assert_string_equal(beside_text(store, all, &arena), before);
    assert_int_equal(store_problems(store), 0);
    assert_true(store_begin(store, &err));
    assert_false(store_undo_import(store, 30, &arena, &what, &removal, &err));
    assert_non_null(strstr(err.text, "there is no import to undo"));
    store_rollback(store);
    arena_release(&arena);
    store_close(store);
}

/* --- Going back and forth over it -------------------------------------------------------------- */

struct desk {
    struct store *store;
    struct session *session;
    struct test_clock time;
};

/* A day after the last answer in version-2.sql. */
static void sit_down(struct desk *desk, const char *path, const char *annotator)
{
    *desk = (struct desk){.store = open_old(path), .time = {.now = 1795380000000, .step = 1000}};
    desk->session = sample_session(desk->store, annotator, 1, &desk->time);
}

static void get_up(struct desk *desk)
{
    assert_int_equal(store_problems(desk->store), 0);
    sample_session_close(desk->session);
    store_close(desk->store);
}

/* The ballot in hand by its number, and what can be given again to it. */
static void assert_in_hand(const struct desk *desk, int64_t ballot_id, int position, enum skip_reason skip,
                           const char *note)
{
    const struct ballot *ballot = session_ballot(desk->session);
    assert_int_equal(ballot->ballot_id, ballot_id);
    assert_int_equal(ballot->withdrawn.position, position);
    assert_int_equal(ballot->withdrawn.skip, skip);
    assert_true(bytes_equal(ballot->withdrawn.note, bytes_of(note)));
}

static void undo(struct desk *desk, bool expected)
{
    struct err err;
    bool undone;
    assert_true(session_undo(desk->session, &undone, &err));
    assert_int_equal(undone, expected);
}

static void redo(struct desk *desk)
{
    struct err err;
    struct answer redone;
    assert_true(session_redo(desk->session, &(struct answer){0}, &redone, &err));
    assert_true(answer_is_given(&redone));
}

/* What version 2 itself did in this file: the ballots in this order, back and forth. */
static void undo_and_redo_go_over_what_was_answered_before(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk;
    sit_down(&desk, make_version_2(&arena, "back.db"), "ann");
    assert_in_hand(&desk, 5, 3, SKIP_ABSENT, "third");
    undo(&desk, true);
    assert_in_hand(&desk, 4, VOTE_ABSENT, SKIP_CANNOT_TELL, "both");
    undo(&desk, true);
    assert_in_hand(&desk, 3, VOTE_ABSENT, SKIP_LATER, "ask Eve");
    undo(&desk, true);
    assert_in_hand(&desk, 2, 2, SKIP_ABSENT, "");
    undo(&desk, true);
    assert_in_hand(&desk, 1, 1, SKIP_ABSENT, "first");
    undo(&desk, false);
    for (int64_t ballot_id = 1; ballot_id <= 5; ballot_id++) {
        assert_int_equal(session_ballot(desk.session)->ballot_id, ballot_id);
        redo(&desk);
    }
    assert_in_hand(&desk, 6, VOTE_ABSENT, SKIP_ABSENT, "");
    assert_string_equal(
        beside_text(desk.store,
                    "SELECT group_concat(ballot_id || ' ' || coalesce(skip, position) || ' ' ||"
                    "                    coalesce(note, '-'), ', ')"
                    "  FROM (SELECT * FROM answer WHERE annotator_id = 1 AND withdrawn_at IS NULL"
                    "         ORDER BY answer_id)",
                    &arena),
        "1 1 first, 2 2 -, 3 later ask Eve, 4 cannot tell both, 5 3 third");
    get_up(&desk);
    arena_release(&arena);
}

static void a_database_of_version_3_is_labelled_on(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk;
    sit_down(&desk, make_version_3(&arena, "on-3.db"), "ann");
    assert_in_hand(&desk, 5, 3, SKIP_ABSENT, "third");
    undo(&desk, true);
    assert_in_hand(&desk, 4, VOTE_ABSENT, SKIP_CANNOT_TELL, "both");
    redo(&desk);
    redo(&desk);
    assert_in_hand(&desk, 6, VOTE_ABSENT, SKIP_ABSENT, "");
    assert_int_equal(store_problems(desk.store), 0);
    get_up(&desk);
    arena_release(&arena);
}

static void what_came_back_later_still_has_its_note_and_nothing_to_redo(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk;
    sit_down(&desk, make_version_2(&arena, "later.db"), "cem");
    assert_in_hand(&desk, 7, VOTE_ABSENT, SKIP_ABSENT, "from later");
    get_up(&desk);
    arena_release(&arena);
}

static void a_skip_that_was_taken_back_can_still_be_given_again(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct desk desk;
    sit_down(&desk, make_version_2(&arena, "undone.db"), "bob");
    assert_in_hand(&desk, 17, VOTE_ABSENT, SKIP_CANNOT_TELL, "undone skip");
    redo(&desk);
    get_up(&desk);
    arena_release(&arena);
}

/* --- The copy ---------------------------------------------------------------------------------- */

static int64_t integer_in(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return value;
}

static void remove_copies(struct arena *arena, const char *path)
{
    rmdir(arena_format(arena, "%s.version-2.part", path));
    unlink(arena_format(arena, "%s.version-2", path));
    unlink(arena_format(arena, "%s.version-2.2", path));
}

static void a_copy_of_the_old_file_is_kept(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stat status;
    const char *path = make_version_2(&arena, "it's kept.db");
    const char *copy = arena_format(&arena, "%s.version-2", path);
    remove_copies(&arena, path);
    assert_int_equal(chmod(path, 0600), 0);
    store_close(open_old(path));
    assert_int_equal(integer_in(copy, "PRAGMA user_version"), 2);
    assert_int_equal(integer_in(copy, "PRAGMA application_id"), 0x61736179);
    assert_int_equal(integer_in(copy, "SELECT count(*) FROM vote"), 13);
    assert_int_equal(stat(copy, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    store_close(open_old(copy)); /* it can be gone back to */
    arena_release(&arena);
}

static void no_file_is_overwritten_by_the_copy(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_2(&arena, "twice.db");
    remove_copies(&arena, path);
    const char *mine = support_file(&arena, "twice.db.version-2", bytes_of("mine"));
    store_close(open_old(path));
    assert_true(bytes_equal(content_of(&arena, mine), bytes_of("mine")));
    assert_int_equal(integer_in(arena_format(&arena, "%s.version-2.2", path), "PRAGMA user_version"), 2);
    arena_release(&arena);
}

static void without_a_copy_nothing_is_changed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    const char *path = make_version_2(&arena, "refused.db");
    remove_copies(&arena, path);
    assert_int_equal(mkdir(arena_format(&arena, "%s.version-2.part", path), 0700), 0);
    assert_false(store_open(&store, path, STORE_EXISTING, &err));
    assert_non_null(strstr(err.text, "no copy"));
    assert_int_equal(integer_in(path, "PRAGMA user_version"), 2);
    assert_int_equal(integer_in(path, "SELECT count(*) FROM vote"), 13);
    remove_copies(&arena, path);
    arena_release(&arena);
}

static void a_damaged_database_is_left_as_it_was_without_a_copy(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    const char *path = make_old(&arena, "damaged.db", "tests/unit/version-2.sql",
                                "DROP TABLE vote; PRAGMA user_version = 2");
    remove_copies(&arena, path);
    assert_false(store_open(&store, path, STORE_EXISTING, &err));
    assert_non_null(strstr(err.text, "it can't be brought up to date from version 2; is the file damaged?"));
    assert_int_equal(integer_in(path, "PRAGMA user_version"), 2);
    assert_int_equal(integer_in(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'answer'"), 0);
    assert_int_equal(access(arena_format(&arena, "%s.version-2", path), F_OK), -1);
    arena_release(&arena);
}

static mode_t rights_while_written;

static ssize_t note_rights(int file, const void *bytes, size_t size, off_t offset)
{
    char link[64], name[4096] = "";
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, name, sizeof name - 1) > 0 && strstr(name, ".part") != NULL &&
        fstat(file, &status) == 0)
        rights_while_written |= status.st_mode & 0777;
    return pwrite(file, bytes, size, offset);
}

static void replace_write(sqlite3_syscall_ptr call)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    assert_int_equal(vfs->xSetSystemCall(vfs, "pwrite", call), SQLITE_OK);
    assert_int_equal(vfs->xSetSystemCall(vfs, "pwrite64", call), SQLITE_OK);
}

static void nobody_else_reads_a_copy_while_it_is_made(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_2(&arena, "private.db");
    remove_copies(&arena, path);
    mode_t mask = umask(0);
    rights_while_written = 0;
    replace_write((sqlite3_syscall_ptr)note_rights);
    store_close(open_old(path));
    replace_write(NULL);
    umask(mask);
    assert_int_equal(rights_while_written, 0600);
    arena_release(&arena);
}

static void who_only_reads_leaves_an_old_database_as_it_was(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    struct progress progress;
    const char *path = make_version_2(&arena, "read.db");
    remove_copies(&arena, path);
    struct bytes before = content_of(&arena, path);
    if (!store_open(&store, path, STORE_READING, &err))
        fail_msg("%s", err.text);
    assert_true(store_get_progress(store, &progress, &err));
    assert_int_equal(progress.ballots_done, integer_in(path, "SELECT ballots_done FROM progress"));
    assert_int_equal(store_problems(store), 0);
    assert_null(store_kept_copy(store));
    store_close(store);
    assert_true(bytes_equal(content_of(&arena, path), before));
    assert_int_equal(access(arena_format(&arena, "%s.version-2", path), F_OK), -1);
    arena_release(&arena);
}

static void the_copy_is_named_by_who_made_it_alone(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = make_version_2(&arena, "named.db");
    remove_copies(&arena, path);
    struct store *first = open_old(path), *second = open_old(path);
    assert_string_equal(store_kept_copy(first), arena_format(&arena, "%s.version-2", path));
    assert_null(store_kept_copy(second));
    store_close(first);
    store_close(second);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damaged_database_is_left_as_it_was_without_a_copy),
        cmocka_unit_test(nobody_else_reads_a_copy_while_it_is_made),
        cmocka_unit_test(who_only_reads_leaves_an_old_database_as_it_was),
        cmocka_unit_test(the_copy_is_named_by_who_made_it_alone),
        cmocka_unit_test(version_1_keeps_its_votes_and_sums),
        cmocka_unit_test(a_candidate_keeps_its_source),
        cmocka_unit_test(answers_are_in_the_order_in_which_they_were_given),
        cmocka_unit_test(sums_are_kept_from_then_on),
        cmocka_unit_test(an_older_database_becomes_what_a_new_one_is),
        cmocka_unit_test(every_vote_and_skip_of_version_2_is_an_answer),
        cmocka_unit_test(everything_in_version_3_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_4_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_5_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_6_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_7_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_8_is_kept_as_it_was),
        cmocka_unit_test(everything_in_version_9_is_kept_as_it_was_and_indexed_anew),
        cmocka_unit_test(an_older_database_keeps_the_order_of_its_file),
        cmocka_unit_test(a_rank_of_version_4_is_replaced_and_restored),
        cmocka_unit_test(a_database_of_version_3_is_labelled_on),
        cmocka_unit_test(ballots_are_numbered_in_their_questions),
        cmocka_unit_test(copies_of_a_database_get_the_same_uuids),
        cmocka_unit_test(nothing_of_an_older_database_is_taken_back),
        cmocka_unit_test(undo_and_redo_go_over_what_was_answered_before),
        cmocka_unit_test(what_came_back_later_still_has_its_note_and_nothing_to_redo),
        cmocka_unit_test(a_skip_that_was_taken_back_can_still_be_given_again),
        cmocka_unit_test(a_copy_of_the_old_file_is_kept),
        cmocka_unit_test(no_file_is_overwritten_by_the_copy),
        cmocka_unit_test(without_a_copy_nothing_is_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
