#include "tests/support/support.h"

#include "core/store/votes/annotators.h"
#include "core/store/upkeep/check.h"
#include "core/store/labelling/answers.h"
#include "core/store/labelling/dealing.h"
#include "core/store/content/carrying.h"
#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/content/questions.h"
#include "core/store/search/search.h"
#include "core/store/settings.h"
#include "core/store/database/statements.h"
#include "core/store/labelling/status.h"
#include "core/store/sqlite/sqlite_db.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "core/store/votes/votes.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <sqlite3.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes a ballot of any question. */
static bool take_ballot(struct store *store, const struct dealer *dealer, struct taken_ballot *ballot,
                        struct err *err)
{
    int64_t chosen = 0;
    return store_take_next(store, dealer, &chosen, ballot, err);
}

/* Answers the ballot. The annotator then holds the next one. */
static bool give(struct store *store, const struct dealer *dealer, const struct taken_ballot *ballot,
                 const struct answer *answer, struct err *err)
{
    int64_t chosen = 0;
    struct answer_name name = {0};
    struct taken_ballot next;
    return store_answer_and_take(store, dealer, ballot, answer, false, &chosen, &name, &next, err);
}

/* Deals a ballot to an annotator and votes on it, as the session does. */
static struct taken_ballot vote_once(struct store *store, int64_t annotator_id, int position, int64_t now)
{
    struct err err;
    struct dealer dealer = {.annotator_id = annotator_id, .now = now, .lease_ms = 1000, .seed = 1};
    struct answer vote = {.position = position, .elapsed_ms = 500};
    struct taken_ballot ballot;
    assert_true(store_begin(store, &err));
    assert_true(take_ballot(store, &dealer, &ballot, &err));
    assert_true(give(store, &dealer, &ballot, &vote, &err));
    assert_true(store_commit(store, &err));
    return ballot;
}

static int64_t add_annotator(struct store *store, const char *name)
{
    struct err err;
    int64_t annotator_id = 0;
    assert_true(store_begin(store, &err));
    assert_true(
        store_put_annotators(store, (struct bytes[]){bytes_of(name)}, 1, &annotator_id, &(size_t){0}, &err));
    assert_true(store_commit(store, &err));
    return annotator_id;
}

static void every_statement_prepares(void **state)
{
    (void)state;
    struct buffer merging = {0};
    struct store *store = sample_store("prepare.db", 1, 3);
    struct searcher *searcher;
    struct err err;
    assert_true(search_open(&searcher, store, &(struct search_request){0}, &err)); /* builds the index */
    search_close(searcher);
    sqlite3 *handle = beside_open(store);
    sqlite_add_search(handle);
    for (size_t i = 0; sqlite_merging[i] != NULL; i++)
        buffer_add_string(&merging, sqlite_merging[i]);
    assert_int_equal(sqlite3_exec(handle, buffer_string(&merging), NULL, NULL, NULL), SQLITE_OK);
    buffer_release(&merging);
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(handle, statement_texts[i], -1, &statement, NULL) != SQLITE_OK)
            fail_msg("%s: %s", statement_names[i], sqlite3_errmsg(handle));
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    store_close(store);
}

/* Opens a database that does not exist yet, as an import does. */
static struct store *open_new(struct arena *arena, const char *name)
{
    struct err err;
    struct store *store = NULL;
    assert_true(store_open(&store, sample_place(arena, name), STORE_CREATE, &err));
    return store;
}

static struct store *open_too(const struct store *store)
{
    struct arena arena = {0};
    struct err err;
    struct store *other = NULL;
    assert_true(store_open(&other, sample_address(&arena, store), STORE_CREATE, &err));
    arena_release(&arena);
    return other;
}

static void begin(struct store *store)
{
    struct err err;
    if (!store_begin(store, &err))
        fail_msg("%s", err.text);
}

static void put_document(struct store *store, const char *docid)
{
    struct err err;
    enum stored stored;
    struct item item = {.id = bytes_of(docid), .text = bytes_of("some text")};
    if (!store_put_document(store, &item, false, &stored, &err))
        fail_msg("%s", err.text);
}

static void commit(struct store *store)
{
    struct err err;
    if (!store_commit(store, &err))
        fail_msg("%s", err.text);
}

static void a_new_database_that_is_not_filled_is_removed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_new(&arena, "unfilled.db");
    const char *path = arena_format(&arena, "%s", store_path(store));
    begin(store);
    put_document(store, "d1");
    store_rollback(store);
    store_close(store);
    assert_int_equal(access(path, F_OK), -1);
    arena_release(&arena);
}

static void an_empty_file_that_was_there_stays(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    struct stat file;
    const char *path = support_file(&arena, "stays.db", bytes_of(""));
    assert_true(store_open(&store, path, STORE_CREATE, &err));
    begin(store);
    store_rollback(store);
    store_close(store);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_size, 0);
    arena_release(&arena);
}

static void a_database_can_be_created_again_after_a_rollback(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_new(&arena, "again.db");
    begin(store);
    store_rollback(store);
    begin(store);
    put_document(store, "d1");
    commit(store);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM document"), 1);
    store_close(store);
    arena_release(&arena);
}

static void a_file_filled_by_another_program_is_not_removed_by_its_creator(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *maker = open_new(&arena, "kept.db"), *other = open_too(maker);
    begin(other);
    put_document(other, "d1");
    commit(other);
    begin(maker);
    put_document(maker, "d2");
    store_rollback(maker);
    store_close(maker);
    assert_int_equal(beside_integer(other, "SELECT count(*) FROM document"), 1);
    begin(other);
    put_document(other, "d3");
    commit(other);
    store_close(other);
    arena_release(&arena);
}

static void an_empty_file_that_another_program_has_open_is_not_removed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *maker = open_new(&arena, "opened.db"), *other = open_too(maker);
    begin(maker);
    store_rollback(maker);
    store_close(maker);
    begin(other);
    put_document(other, "d1");
    commit(other);
    assert_int_equal(beside_integer(other, "SELECT count(*) FROM document"), 1);
    store_close(other);
    arena_release(&arena);
}

static void a_new_database_is_a_wal_once_it_is_made(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = open_new(&arena, "wal.db");
    begin(store);
    commit(store);
    assert_int_equal(beside_integer(store, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    store_close(store);
    arena_release(&arena);
}

/* Statements that run at every ballot or every line of an import must not read a whole table, whatever its size. */
static void the_hot_statements_use_an_index(void **state)
{
    (void)state;
    static const enum statement hot[] = {
        STATEMENT_STEP_START,
        STATEMENT_DOCKET_LIST,
        STATEMENT_BALLOT_LATER_LIST,
        STATEMENT_BALLOT_SHOW,
        STATEMENT_SLOT_SEEN_LIST,
        STATEMENT_ANSWER_LAST,
        STATEMENT_ANSWER_RETURN,
        STATEMENT_ANSWER_WITHDRAWN_LIST,
        STATEMENT_ANSWER_NEXT_ID,
        STATEMENT_ANSWER_CHANGED,
        STATEMENT_BALLOT_LEASE,
        STATEMENT_CAST_SLOT_LIST,
        STATEMENT_DEALT_VOTE_AFTER,
        STATEMENT_SLOT_IN_ORDER_LIST,
        STATEMENT_CANDIDATE_TALLY_LIST_UNNAMED,
        STATEMENT_DOCUMENT_NAME_AFTER,
        STATEMENT_DOCUMENT_DOCID,
        STATEMENT_VOTE_AFTER,
        STATEMENT_CANDIDATE_LIST,
        STATEMENT_CANDIDATE_TALLY_LIST,
        STATEMENT_CANDIDATE_SOURCE_FIND,
        STATEMENT_BALLOT_OPEN_QUESTION,
        STATEMENT_QUESTION_WITH_WORK_FIRST,
        STATEMENT_QUESTION_WITH_WORK_BEHIND,
        STATEMENT_QUESTION_CHANGED_LIST,
        STATEMENT_QUESTION_GET,
        STATEMENT_VOTE_LIST,
        STATEMENT_DOCUMENT_TITLE,
        STATEMENT_QUESTION_BEGUN_LIST,
        STATEMENT_DOCUMENT_FIND,
        STATEMENT_QUESTION_FIND,
        STATEMENT_CANDIDATE_FIND,
        STATEMENT_DOCUMENT_NUMBER,
        STATEMENT_QUESTION_NUMBER,
    };
    struct store *store = sample_store("plan.db", 1, 3);
    sqlite3 *handle = beside_open(store);
    for (size_t i = 0; i < sizeof hot / sizeof *hot; i++) {
        struct buffer sql = {0};
        sqlite3_stmt *statement = NULL;
        buffer_add_format(&sql, "EXPLAIN QUERY PLAN %s", statement_texts[hot[i]]);
        assert_int_equal(sqlite3_prepare_v2(handle, buffer_string(&sql), -1, &statement, NULL), SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(statement, 3);
            bool reads_all = strncmp(step, "SCAN ", 5) == 0 && strstr(step, " USING ") == NULL;
            bool is_one_row = strstr(step, "CONSTANT ROW") != NULL || strcmp(step, "SCAN next") == 0 ||
                              strcmp(step, "SCAN progress") == 0;
            bool is_page = strcmp(step, "SCAN page") == 0;
            bool is_count_of_removed = strcmp(step, "SCAN question_gap") == 0;
            if (reads_all && !is_one_row && !is_page && !is_count_of_removed)
                fail_msg("%s: %s", statement_names[hot[i]], step);
        }
        sqlite3_finalize(statement);
        buffer_release(&sql);
    }
    sqlite3_close(handle);
    store_close(store);
}

/*
 * Statements that visit all rows must not sort them, because a sort needs memory for all of them. The statement that
 * shows a ballot must not sort either, because a sort copies the texts, which can be large.
 */
static void the_statements_with_many_or_large_rows_sort_nothing(void **state)
{
    (void)state;
    static const enum statement all[] = {
        STATEMENT_ANSWER_ALL,           STATEMENT_DOCUMENT_ALL,         STATEMENT_QUESTION_ALL,
        STATEMENT_ANSWERED_BALLOT_LIST, STATEMENT_STANDING_ANSWER_LIST, STATEMENT_BALLOT_OWNER_LIST,
        STATEMENT_DEALT_SLOT_LIST,      STATEMENT_BALLOT_PLACE_LIST,    STATEMENT_KEPT_QUESTION_LIST,
        STATEMENT_KEPT_CANDIDATE_LIST,  STATEMENT_DOCUMENT_NAME_LIST,   STATEMENT_DOCUMENT_NAME_SORTED,
        STATEMENT_POOLED_DOCUMENT_LIST, STATEMENT_BALLOT_SHOW,
    };
    struct store *store = sample_store("visit-plan.db", 1, 3);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct buffer sql = {0};
        buffer_add_format(&sql, "EXPLAIN QUERY PLAN %s", statement_texts[all[i]]);
        sqlite3 *handle = beside_open(store);
        sqlite3_stmt *statement = NULL;
        assert_int_equal(sqlite3_prepare_v2(handle, buffer_string(&sql), -1, &statement, NULL), SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(statement, 3);
            if (strncmp(step, "USE TEMP B-TREE", strlen("USE TEMP B-TREE")) == 0)
                fail_msg("%s: %s", statement_names[all[i]], step);
        }
        sqlite3_finalize(statement);
        sqlite3_close(handle);
        buffer_release(&sql);
    }
    store_close(store);
}

struct visited {
    size_t n;
    int64_t positions[4];
    size_t n_slots[4];
    bool is_withdrawn[4];
    size_t last; /* the visits stop after so many rows; 0: never */
};

static bool note_answer(void *context, const struct answer_row *answer, struct err *err)
{
    struct visited *visited = context;
    assert_true(visited->n < 4);
    visited->positions[visited->n] = answer->position;
    visited->n_slots[visited->n] = answer->n_slots;
    visited->is_withdrawn[visited->n] = answer->is_withdrawn;
    visited->n++;
    return visited->n != visited->last || err_set(err, ERR_INTERRUPTED, "enough");
}

static void every_answer_is_visited_with_its_slots_even_if_withdrawn(void **state)
{
    (void)state;
    struct err err;
    struct visited visited = {0};
    struct store *store = sample_store("visit.db", 1, 5);
    struct dealer dealer = {.annotator_id = add_annotator(store, "ann"), .now = 2000, .lease_ms = 1000};
    struct taken_answer taken;
    vote_once(store, dealer.annotator_id, 2, 1000);
    vote_once(store, dealer.annotator_id, VOTE_NONE, 1001);
    assert_true(store_begin(store, &err));
    assert_true(store_withdraw_answer_before(store, &dealer, INT64_MAX, &taken, &err));
    assert_true(store_commit(store, &err));
    vote_once(store, dealer.annotator_id, 1, 2001);
    assert_true(store_visit_answers(store, note_answer, &visited, &err));
    assert_int_equal(visited.n, 3);
    assert_int_equal(visited.positions[0], 2);
    assert_int_equal(visited.positions[1], VOTE_NONE);
    assert_int_equal(visited.positions[2], 1);
    assert_true(!visited.is_withdrawn[0] && visited.is_withdrawn[1] && !visited.is_withdrawn[2]);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(visited.n_slots[i], 3);
    store_close(store);
}

static void a_visit_that_fails_is_the_last_one(void **state)
{
    (void)state;
    struct err err;
    struct visited visited = {.last = 1};
    struct store *store = sample_store("visit-end.db", 1, 5);
    int64_t annotator_id = add_annotator(store, "ann");
    vote_once(store, annotator_id, 2, 1000);
    vote_once(store, annotator_id, 1, 1001);
    assert_false(store_visit_answers(store, note_answer, &visited, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(visited.n, 1);
    store_close(store);
}

static void a_new_visit_starts_over_after_one_that_failed(void **state)
{
    (void)state;
    struct err err;
    struct visited first = {.last = 1}, second = {0};
    struct store *store = sample_store("visit-again.db", 1, 5);
    int64_t annotator_id = add_annotator(store, "ann");
    vote_once(store, annotator_id, 2, 1000);
    vote_once(store, annotator_id, 1, 1001);
    assert_true(store_begin(store, &err));
    assert_false(store_visit_answers(store, note_answer, &first, &err));
    assert_true(store_visit_answers(store, note_answer, &second, &err));
    assert_int_equal(second.n, 2);
    assert_true(store_commit(store, &err));
    store_close(store);
}

static bool note_item(void *context, const struct item *item, struct err *err)
{
    struct buffer *ids = context;
    (void)err;
    buffer_add(ids, item->id);
    buffer_add(ids, item->fields);
    buffer_add_byte(ids, ' ');
    return true;
}

static void documents_and_questions_are_visited_in_the_order_of_import(void **state)
{
    (void)state;
    struct err err;
    enum stored stored;
    struct buffer ids = {0};
    struct store *store = sample_store("visit-items.db", 2, 3);
    struct item late = {.id = bytes_of("a"), .text = bytes_of("t"), .fields = bytes_of("{\"k\":1}")};
    assert_true(store_put_document(store, &late, false, &stored, &err));
    assert_true(store_visit_documents(store, note_item, &ids, &err));
    assert_string_equal(buffer_string(&ids), "d01 d02 d03 a{\"k\":1} ");
    buffer_clear(&ids);
    assert_true(store_visit_questions(store, note_item, &ids, &err));
    assert_string_equal(buffer_string(&ids), "q01 q02 ");
    buffer_release(&ids);
    store_close(store);
}

static void an_item_stored_before_is_the_same_or_a_conflict(void **state)
{
    (void)state;
    struct store *store = sample_store("items.db", 1, 3);
    struct err err;
    enum stored stored;
    struct item item = {.id = bytes_of("d01"),
                        .title = bytes_of("Title 1"),
                        .text = bytes_of("Text of document 1.")};
    assert_true(store_put_document(store, &item, false, &stored, &err));
    assert_int_equal(stored, STORED_SAME);
    item.title = bytes_of("another");
    assert_true(store_put_document(store, &item, false, &stored, &err));
    assert_int_equal(stored, STORED_CONFLICT);
    assert_true(store_put_document(store, &item, true, &stored, &err));
    assert_int_equal(stored, STORED_REPLACED);
    store_close(store);
}

static void ids_are_kept_byte_for_byte(void **state)
{
    (void)state;
    struct store *store = sample_store("ids.db", 1, 3);
    struct err err;
    enum stored stored;
    int64_t composed, decomposed, broken;
    struct item items[] = {{.id = bytes_of("\xc3\xa1"), .text = bytes_of("composed")},
                           {.id = bytes_of("a\xcc\x81"), .text = bytes_of("decomposed")},
                           {.id = bytes_of("\xff\xfe"), .text = bytes_of("no UTF-8")}};
    for (size_t i = 0; i < 3; i++)
        assert_true(store_put_document(store, &items[i], false, &stored, &err));
    assert_true(store_find_document(store, items[0].id, &composed, &err));
    assert_true(store_find_document(store, items[1].id, &decomposed, &err));
    assert_true(store_find_document(store, items[2].id, &broken, &err));
    assert_true(composed != decomposed && broken != 0);
    store_close(store);
}

/* Reads question 1, which has d01 at rank 1 of test.run. */
static struct question_details read_question_1(struct store *store, struct arena *arena)
{
    struct err err;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    assert_true(store_read_question(store, 1, &rule, arena, &details, &err));
    return details;
}

static void a_candidate_has_all_sources_and_their_ranks(void **state)
{
    (void)state;
    struct store *store = sample_store("candidate.db", 1, 3);
    struct err err;
    enum stored stored;
    struct arena arena = {0};
    struct candidate_origin other = {.source = bytes_of("other.run"), .rank = 7, .score = 99};
    assert_true(store_put_candidate(store, 1, 1, &other, &stored, &err));
    assert_int_equal(stored, STORED_SAME);
    struct question_details details = read_question_1(store, &arena);
    assert_string_equal(details.candidates[0].sources.data, "other.run 7, test.run 1");
    assert_close(details.candidates[0].tally.prior, 1.0 / 61 + 1.0 / 67, 1e-15);
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

static void a_source_has_the_rank_that_was_stored_last(void **state)
{
    (void)state;
    struct store *store = sample_store("rank.db", 1, 3);
    struct err err;
    enum stored stored;
    struct arena arena = {0};
    struct candidate_origin again = {.source = bytes_of("test.run"), .rank = 5, .score = 2};
    assert_true(store_put_candidate(store, 1, 1, &again, &stored, &err));
    assert_int_equal(stored, STORED_REPLACED);
    assert_true(store_put_candidate(store, 1, 1, &again, &stored, &err));
    assert_int_equal(stored, STORED_SAME);
    struct question_details details = read_question_1(store, &arena);
    assert_string_equal(details.candidates[2].sources.data, "test.run 5");
    assert_close(details.candidates[2].tally.prior, 1.0 / 65, 1e-15);
    arena_release(&arena);
    store_close(store);
}

static void a_vote_counts_impressions_and_the_win(void **state)
{
    (void)state;
    struct store *store = sample_store("vote.db", 1, 5);
    struct arena arena = {0};
    struct err err;
    struct ballot ballot;
    struct tally *tallies;
    size_t n;
    int64_t ballot_id = vote_once(store, add_annotator(store, "ann"), 2, 1000).ballot_id;
    assert_true(store_read_ballot(store, ballot_id, &arena, &ballot, &err));
    assert_true(store_list_candidates(store, 1, &arena, &tallies, &n, &err));
    for (size_t i = 0; i < n; i++) {
        int64_t shown = 0, won = 0;
        for (size_t slot = 0; slot < ballot.n_slots; slot++) {
            bool here = bytes_equal(ballot.documents[slot].docid, tallies[i].docid);
            shown += here;
            won += here && slot == 1;
        }
        assert_int_equal(tallies[i].impressions, shown);
        assert_int_equal(tallies[i].wins, won);
    }
    arena_release(&arena);
    store_close(store);
}

/* Compares the sums over all candidates of question 1. */
static void assert_tallies(struct store *store, int64_t impressions, int64_t wins)
{
    struct arena arena = {0};
    struct err err;
    struct tally *tallies;
    size_t n;
    assert_true(store_list_candidates(store, 1, &arena, &tallies, &n, &err));
    for (size_t i = 0; i < n; i++) {
        impressions -= tallies[i].impressions;
        wins -= (int64_t)tallies[i].wins; /* without ties */
    }
    assert_int_equal(impressions, 0);
    assert_int_equal(wins, 0);
    arena_release(&arena);
}

static void a_vote_for_none_counts_impressions_and_no_win(void **state)
{
    (void)state;
    struct store *store = sample_store("none.db", 1, 5);
    vote_once(store, add_annotator(store, "ann"), VOTE_NONE, 1000);
    assert_tallies(store, 3, 0);
    store_close(store);
}

static void a_withdrawn_vote_counts_nothing_and_is_kept(void **state)
{
    (void)state;
    struct store *store = sample_store("withdraw.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann");
    struct taken_answer taken;
    struct dealer dealer = {.annotator_id = annotator, .now = 2000, .lease_ms = 1000};
    vote_once(store, annotator, 1, 1000);
    assert_true(store_begin(store, &err));
    assert_true(store_withdraw_answer_before(store, &dealer, INT64_MAX, &taken, &err));
    assert_true(store_commit(store, &err));
    assert_tallies(store, 0, 0);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM answer WHERE withdrawn_at = 2000"), 1);
    store_close(store);
}

static void an_answer_is_never_deleted_or_changed(void **state)
{
    (void)state;
    struct store *store = sample_store("forever.db", 1, 5);
    int64_t ballot_id = vote_once(store, add_annotator(store, "ann"), 1, 1000).ballot_id;
    assert_int_equal(ballot_id, 1);
    assert_int_equal(beside_execute(store, "DELETE FROM answer"), SQLITE_CONSTRAINT);
    assert_int_equal(beside_execute(store, "UPDATE answer SET skip = 'later', position = NULL"),
                     SQLITE_CONSTRAINT);
    assert_int_equal(beside_execute(store, "UPDATE answer SET uuid = 'another'"), SQLITE_CONSTRAINT);
    assert_int_equal(beside_execute(store,
                                    "INSERT INTO answer (uuid, ballot_id, annotator_id, given_at, elapsed_ms)"
                                    "  VALUES ('second', 1, 1, 1, 1)"),
                     SQLITE_CONSTRAINT);
    assert_int_equal(beside_execute(store, "UPDATE answer SET position = 2"), SQLITE_CONSTRAINT);
    assert_int_equal(beside_execute(store, "UPDATE answer SET elapsed_ms = 2"), SQLITE_CONSTRAINT);
    store_close(store);
}

static void a_ballot_takes_one_vote(void **state)
{
    (void)state;
    struct store *store = sample_store("one.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann");
    const struct taken_ballot ballot = vote_once(store, annotator, 1, 1000);
    struct dealer dealer = {.annotator_id = annotator, .now = 2000, .lease_ms = 1000};
    struct answer again = {.position = 1};
    assert_true(store_begin(store, &err));
    assert_false(give(store, &dealer, &ballot, &again, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    store_rollback(store);
    store_close(store);
}

static void the_number_of_ballots_left_follows_from_the_votes(void **state)
{
    (void)state;
    struct store *store = sample_store("left.db", 2, 10);
    struct err err;
    struct progress progress;
    assert_true(store_get_progress(store, &progress, &err));
    assert_int_equal(progress.ballots_left, 20); /* 2 questions × 10 candidates × 3 impressions ÷ 3 slots */
    vote_once(store, add_annotator(store, "ann"), 1, 1000);
    assert_true(store_get_progress(store, &progress, &err));
    assert_int_equal(progress.ballots_done, 1);
    assert_int_equal(progress.ballots_left, 19);
    store_close(store);
}

static void more_impressions_wanted_are_more_ballots_left(void **state)
{
    (void)state;
    struct store *store = sample_store("wanted.db", 1, 10);
    struct err err;
    struct progress progress;
    assert_true(setting_put(store, SETTING_IMPRESSIONS, bytes_of("6"), &err));
    assert_true(store_get_progress(store, &progress, &err));
    assert_int_equal(progress.ballots_left, 20);
    assert_true(setting_put(store, SETTING_BALLOT_SIZE, bytes_of("2"), &err));
    assert_true(store_get_progress(store, &progress, &err));
    assert_int_equal(progress.ballots_left, 30);
    store_close(store);
}

static void a_setting_word_is_stored_with_the_case_of_its_list(void **state)
{
    (void)state;
    struct store *store = sample_store("settings.db", 1, 3);
    struct err err;
    struct arena arena = {0};
    struct bytes value;
    assert_true(setting_put(store, SETTING_FORMAT, bytes_of("Markdown"), &err));
    assert_true(setting_get(store, SETTING_FORMAT, &arena, &value, &err));
    assert_true(bytes_equal(value, bytes_of("markdown")));
    assert_true(setting_put(store, SETTING_LANGUAGE, bytes_of("GERMAN"), &err));
    assert_true(setting_get(store, SETTING_LANGUAGE, &arena, &value, &err));
    assert_true(bytes_equal(value, bytes_of("german")));
    arena_release(&arena);
    store_close(store);
}

/* A program that holds settings must notice that any of them was set or deleted. */
static void every_setting_changes_the_digest(void **state)
{
    (void)state;
    struct store *store = sample_store("digest.db", 1, 3);
    struct err err;
    uint64_t digests[SETTING_COUNT + 1]; /* with each setting alone; the last with none */
    for (size_t i = 0; i <= SETTING_COUNT; i++) {
        assert_int_equal(beside_execute(store, "DELETE FROM setting"), SQLITE_OK);
        if (i < SETTING_COUNT)
            assert_true(store_put_setting(store, setting_rows[i].key, bytes_of("1"), &err));
        assert_true(settings_digest(store, &digests[i], &err));
        for (size_t before = 0; before < i; before++)
            assert_true(digests[before] != digests[i]);
    }
    store_close(store);
}

static int64_t answer_and_see_change(struct store *store, const struct dealer *dealer,
                                     const struct answer *answer, struct answer_change *change)
{
    struct err err;
    struct arena arena = {0};
    struct question_name *names;
    size_t n;
    struct taken_ballot ballot;
    struct taken_answer taken;
    assert_true(store_begin(store, &err));
    if (answer != NULL)
        assert_true(take_ballot(store, dealer, &ballot, &err) && give(store, dealer, &ballot, answer, &err));
    else
        assert_true(store_withdraw_answer_before(store, dealer, INT64_MAX, &taken, &err));
    assert_true(store_commit(store, &err));
    assert_true(store_list_changed_questions(store, change, &arena, &names, &n, &err));
    int64_t question_id = n == 1 ? names[0].question_id : -1;
    arena_release(&arena);
    return question_id;
}

static void a_question_changes_with_its_votes_skips_and_withdrawn_answers(void **state)
{
    (void)state;
    struct store *store = sample_store("changes.db", 3, 5);
    struct arena arena = {0};
    struct err err;
    struct question_name *names;
    size_t n;
    struct answer_change change = {0};
    struct dealer dealer = {.annotator_id = add_annotator(store, "ann"), .now = 1000, .lease_ms = 1000};
    struct answer vote = {.position = 1}, skip = {.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL};
    assert_int_equal(answer_and_see_change(store, &dealer, &vote, &change), 1);
    assert_int_equal(answer_and_see_change(store, &dealer, &skip, &change), 1);
    assert_int_equal(answer_and_see_change(store, &dealer, NULL, &change), 1);
    assert_int_equal(answer_and_see_change(store, &dealer, NULL, &change), 1);
    assert_true(store_list_changed_questions(store, &change, &arena, &names, &n, &err));
    assert_true(n == 0 || sample_is_on_server()); /* there, others may be busy in any database */
    arena_release(&arena);
    store_close(store);
}

static void the_language_is_english_unless_it_is_set(void **state)
{
    (void)state;
    struct store *store = sample_store("settings.db", 1, 3);
    struct err err;
    const char *language;
    assert_true(setting_get_language(store, &language, &err));
    assert_string_equal(language, "english");
    assert_true(setting_put(store, SETTING_LANGUAGE, bytes_of("finnish"), &err));
    assert_true(setting_get_language(store, &language, &err));
    assert_string_equal(language, "finnish");
    assert_true(setting_put(store, SETTING_LANGUAGE, bytes_of("none"), &err));
    assert_true(setting_get_language(store, &language, &err));
    assert_null(language);
    store_close(store);
}

/* Another version of assay, or of the library, may know more languages. */
static void a_stored_language_that_is_not_known_is_named(void **state)
{
    (void)state;
    struct store *store = sample_store("settings.db", 1, 3);
    struct err err;
    const char *language;
    assert_true(store_put_setting(store, "language", bytes_of("klingon"), &err));
    assert_false(setting_get_language(store, &language, &err));
    assert_int_equal(err.code, ERR_DATABASE);
    assert_non_null(
        strstr(err.text,
               "the setting language has the invalid value 'klingon'; it takes a language such as german, or "
               "none; set it again with `assay set`"));
    store_close(store);
}

static void a_setting_refuses_what_it_does_not_take(void **state)
{
    (void)state;
    struct store *store = sample_store("settings.db", 1, 3);
    struct err err;
    static const struct {
        enum setting setting;
        const char *value;
    } wrong[] = {{SETTING_BALLOT_SIZE, "4"},    {SETTING_IMPRESSIONS, "0"}, {SETTING_IMPRESSIONS, "many"},
                 {SETTING_MEASURES, "nDCG@0"},  {SETTING_BLIND, "2"},       {SETTING_BLIND, "yes"},
                 {SETTING_LANGUAGE, "klingon"}, {SETTING_LANGUAGE, ""},     {SETTING_FORMAT, "xml"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(setting_put(store, wrong[i].setting, bytes_of(wrong[i].value), &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
    store_close(store);
}

static void uncommitted_changes_are_not_stored(void **state)
{
    (void)state;
    struct store *store = sample_store("rollback.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann");
    struct taken_ballot ballot;
    struct dealer dealer = {.annotator_id = annotator, .now = 1000, .lease_ms = 1000};
    assert_true(store_begin(store, &err));
    assert_true(take_ballot(store, &dealer, &ballot, &err));
    struct answer vote = {.position = 1};
    assert_true(give(store, &dealer, &ballot, &vote, &err));
    store_rollback(store);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM answer"), 0);
    store_close(store);
}

static void a_sound_database_has_no_problems(void **state)
{
    (void)state;
    struct store *store = sample_store("sound.db", 2, 5);
    int64_t annotator = add_annotator(store, "ann");
    for (int i = 0; i < 4; i++)
        vote_once(store, annotator, i, 1000 + i);
    assert_int_equal(store_problems(store), 0);
    store_close(store);
}

static void the_check_finds_each_broken_sum(void **state)
{
    (void)state;
    static const char *const breakages[] = {
        "UPDATE candidate SET prior = prior + 1 WHERE document_id = 1",
        "UPDATE question SET ballots_done = 2",
        "UPDATE question SET ballots_left = 99",
        "UPDATE question SET none_votes = 1",
        "UPDATE question SET candidates = 4",
        "UPDATE progress SET ballots_left = 99",
        "UPDATE ballot SET lease_until = 5",
    };
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct store *store = sample_store("broken.db", 1, 5);
        vote_once(store, add_annotator(store, "ann"), 1, 1000);
        assert_int_equal(beside_execute(store, breakages[i]), SQLITE_OK);
        if (store_problems(store) == 0)
            fail_msg("not found: %s", breakages[i]);
        store_close(store);
    }
}

/* This is for files only: a server enforces its foreign keys for every client. */
static void the_check_finds_a_missing_document(void **state)
{
    (void)state;
    struct store *store = sample_store("gone.db", 1, 5);
    assert_int_equal(beside_execute(store,
                                    "PRAGMA foreign_keys = OFF; DELETE FROM document WHERE document_id = 5"),
                     SQLITE_OK);
    assert_int_not_equal(store_problems(store), 0);
    store_close(store);
}

static void hear_line(void *context, struct bytes line)
{
    struct buffer *heard = context;
    buffer_add(heard, line);
    buffer_add_byte(heard, '\n');
}

static void the_check_names_ids_with_control_characters_and_does_not_call_them_wrong(void **state)
{
    (void)state;
    struct store *store = sample_store("control.db", 2, 3);
    struct buffer heard = {0};
    struct err err;
    assert_true(store_report_control_ids(store, hear_line, &heard, &err));
    assert_int_equal(heard.size, 0);
    assert_int_equal(
        beside_execute(store, "UPDATE document SET docid = 'a' || char(27) || 'b' WHERE document_id = 1;"
                              "UPDATE document SET docid = 'c' || char(155) WHERE document_id = 2;"
                              "UPDATE document SET docid = 'd' || char(160, 223) WHERE document_id = 3;"
                              "UPDATE question SET qid = 'q' || char(127) WHERE question_id = 1"),
        SQLITE_OK);
    assert_true(store_report_control_ids(store, hear_line, &heard, &err));
    assert_string_equal(
        buffer_string(&heard),
        "documents with control characters in their ids: 2, the first is 'a\033b'; terminals could "
        "obey them, so import them again under other ids\n"
        "questions with control characters in their ids: 1, the first is 'q\177'; terminals could "
        "obey them, so import them again under other ids\n");
    assert_int_equal(store_problems(store), 0);
    buffer_release(&heard);
    store_close(store);
}

static void the_check_asks_to_repeat_a_carry_that_set_documents_aside(void **state)
{
    (void)state;
    struct store *store = sample_store("aside.db", 1, 3);
    struct buffer heard = {0};
    struct err err;
    assert_true(store_begin(store, &err) && store_set_document_aside(store, 2, bytes_of("d02"), &err) &&
                store_set_document_aside(store, 3, bytes_of("d03"), &err) && store_commit(store, &err));
    assert_true(store_report_control_ids(store, hear_line, &heard, &err));
    assert_string_equal(buffer_string(&heard),
                        "documents that a stopped carry has set aside: 2, the first is 'd02'; repeat the "
                        "carry to give them their new ids\n");
    buffer_release(&heard);
    store_close(store);
}

/* Checks what another program sees when assay reports a repair. */
static void look_beside(void *context, struct bytes line)
{
    struct store *store = context;
    (void)line;
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM setting WHERE value = '99'"), 0);
}

static void reported_repairs_are_stored(void **state)
{
    (void)state;
    struct store *store = sample_store("mended.db", 1, 3);
    struct repair repair = {.mended = look_beside, .left = look_beside, .context = store};
    struct err err;
    assert_int_equal(beside_execute(store, "INSERT OR REPLACE INTO setting VALUES ('ballot_size', '99')"),
                     SQLITE_OK);
    assert_true(store_repair(store, 1000, &repair, &err));
    assert_int_equal(repair.n_mended, 1);
    assert_int_equal(repair.n_left, 0);
    store_close(store);
}

static void a_document_is_on_a_ballot_only_once(void **state)
{
    (void)state;
    struct store *store = sample_store("once.db", 1, 5);
    vote_once(store, add_annotator(store, "ann"), 1, 1000);
    assert_int_equal(beside_execute(store, "DELETE FROM slot WHERE position = 3;"
                                           "INSERT INTO slot SELECT ballot_id, 3, document_id FROM slot"
                                           "  WHERE position = 1"),
                     SQLITE_CONSTRAINT);
    store_close(store);
}

static void an_open_database_of_a_newer_assay_is_refused(void **state)
{
    (void)state;
    struct store *store = sample_store("newer.db", 1, 3), *again = NULL;
    struct err err;
    assert_int_equal(beside_execute(store, "PRAGMA user_version = 99"), SQLITE_OK);
    assert_false(store_open(&again, store_path(store), STORE_EXISTING, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_non_null(strstr(err.text, "newer assay"));
    store_close(store);
}

/* --- What the screens show -------------------------------------------------------------------- */

static struct question_row *list_questions(struct store *store, struct arena *arena, size_t *n)
{
    struct err err;
    struct question_row *rows;
    assert_true(store_list_questions(store, arena, &rows, n, &err));
    return rows;
}

static void a_question_counts_its_candidates_and_votes_for_none(void **state)
{
    (void)state;
    struct store *store = sample_store("list.db", 2, 5);
    struct arena arena = {0};
    struct err err;
    size_t n;
    int64_t annotator = add_annotator(store, "ann");
    struct taken_answer taken;
    vote_once(store, annotator, 1, 1000);
    vote_once(store, annotator, VOTE_NONE, 2000);
    vote_once(store, annotator, VOTE_NONE, 3000);
    struct question_row *rows = list_questions(store, &arena, &n);
    assert_int_equal(n, 2);
    assert_true(bytes_equal(rows[1].qid, bytes_of("q02")));
    assert_true(bytes_equal(rows[1].text, bytes_of("Question 2?")));
    assert_int_equal(rows[1].candidates, 5);
    assert_int_equal(rows[0].ballots_done + rows[1].ballots_done, 3);
    assert_int_equal(rows[0].none_votes + rows[1].none_votes, 2);

    struct dealer dealer = {.annotator_id = annotator, .now = 4000, .lease_ms = 1000};
    assert_true(store_begin(store, &err));
    assert_true(store_withdraw_answer_before(store, &dealer, INT64_MAX, &taken, &err));
    assert_true(store_commit(store, &err));
    rows = list_questions(store, &arena, &n);
    assert_int_equal(rows[0].none_votes + rows[1].none_votes, 1);
    arena_release(&arena);
    store_close(store);
}

static void the_details_of_a_question_list_its_candidates_and_votes(void **state)
{
    (void)state;
    struct store *store = sample_store("details.db", 1, 5);
    struct arena arena = {0};
    struct err err;
    struct ballot first, second;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    int64_t annotator = add_annotator(store, "ann");
    assert_true(
        store_read_ballot(store, vote_once(store, annotator, 3, 1000).ballot_id, &arena, &first, &err));
    assert_true(store_read_ballot(store, vote_once(store, annotator, VOTE_NONE, 2000).ballot_id, &arena,
                                  &second, &err));
    assert_true(store_read_question(store, 1, &rule, &arena, &details, &err));

    assert_int_equal(details.question.ballots_done, 2);
    assert_int_equal(details.n_candidates, 5);
    const struct candidate_row *best = &details.candidates[0];
    assert_true(bytes_equal(best->tally.docid, first.documents[2].docid));
    assert_true(bytes_equal(best->title, first.documents[2].title));
    assert_true(bytes_starts_with(best->sources, "test.run "));
    assert_int_equal(best->tally.wins, 1);
    /* Three levels above 0: with one impression 3 · 1, and with two 3 · ½, rounded up. */
    assert_close(best->grade, best->tally.impressions == 1 ? 3 : 2, 0);
    for (size_t i = 1; i < 5; i++)
        assert_true(tally_compare_merit(&details.candidates[i - 1].tally, &details.candidates[i].tally) < 0);

    assert_int_equal(details.n_votes, 2);
    assert_true(bytes_equal(details.votes[0].annotator, bytes_of("ann")));
    assert_int_equal(details.votes[0].position, 3);
    assert_int_equal(details.votes[0].cast_at, 1000);
    assert_int_equal(details.votes[0].elapsed_ms, 500);
    assert_int_equal(details.votes[1].position, VOTE_NONE);
    for (size_t i = 0; i < 3; i++)
        assert_true(bytes_equal(details.votes[1].docids[i], second.documents[i].docid));
    arena_release(&arena);
    store_close(store);
}

static void merge_first_two_documents(struct store *store)
{
    struct err err;
    struct twin_counts counts;
    assert_int_equal(beside_execute(store, "UPDATE document SET title = '', text = 'the same'"
                                           " WHERE document_id < 3"),
                     SQLITE_OK);
    assert_true(store_begin(store, &err));
    assert_true(store_merge_twins(store, &counts, &err));
    assert_true(store_commit(store, &err));
}

/* All three documents of the vote are candidates. Then two of them turn out to be identical. */
static void a_vote_on_a_duplicate_is_listed_for_its_candidate(void **state)
{
    (void)state;
    struct store *store = sample_store("twins.db", 1, 3);
    struct arena arena = {0};
    vote_once(store, add_annotator(store, "ann"), 1, 1000);
    merge_first_two_documents(store);
    struct question_details details = read_question_1(store, &arena);
    assert_int_equal(details.n_candidates, 2);
    const struct candidate_row *with_twin = &details.candidates[details.candidates[0].n_twins == 1 ? 0 : 1];
    assert_int_equal(with_twin->n_twins, 1);
    assert_int_equal(with_twin->tally.impressions, 1);
    size_t n_told = 0;
    for (size_t i = 0; i < 3; i++) {
        assert_false(bytes_equal(details.votes[0].docids[i], with_twin->twins[0]));
        n_told += bytes_equal(details.votes[0].docids[i], with_twin->tally.docid);
    }
    assert_int_equal(n_told, 2);
    arena_release(&arena);
    store_close(store);
}

/* This holds for pools of any size. */
static void a_candidate_has_the_docids_of_its_duplicates(void **state)
{
    (void)state;
    for (size_t pool_size = 3; pool_size < 12; pool_size++) {
        struct arena arena = {0};
        char name[24];
        snprintf(name, sizeof name, "twins-%zu.db", pool_size);
        struct store *store = sample_store(name, 1, pool_size);
        merge_first_two_documents(store);
        struct question_details details = read_question_1(store, &arena);
        assert_int_equal(details.n_candidates, pool_size - 1);
        size_t n_twins = 0;
        for (size_t i = 0; i < details.n_candidates; i++) {
            const struct candidate_row *row = &details.candidates[i];
            n_twins += row->n_twins;
            if (row->n_twins > 0)
                assert_true(bytes_equal(row->tally.docid, bytes_of("d01")) &&
                            bytes_equal(row->twins[0], bytes_of("d02")));
            assert_true(bytes_starts_with(row->tally.docid, "d"));
        }
        assert_int_equal(n_twins, 1);
        arena_release(&arena);
        store_close(store);
    }
}

static void a_candidate_without_impressions_has_no_grade(void **state)
{
    (void)state;
    struct store *store = sample_store("ungraded.db", 1, 5);
    struct arena arena = {0};
    struct err err;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    vote_once(store, add_annotator(store, "ann"), 1, 1000);
    assert_true(store_read_question(store, 1, &rule, &arena, &details, &err));
    assert_true(isnan(details.candidates[4].grade));
    assert_true(!isnan(details.candidates[2].grade));
    arena_release(&arena);
    store_close(store);
}

static void annotators_are_listed_by_name_with_how_they_vote(void **state)
{
    (void)state;
    struct store *store = sample_store("people.db", 1, 4); /* four ballots with three of four documents */
    struct arena arena = {0};
    struct err err;
    struct annotator_row *rows;
    size_t n;
    int64_t zoe = add_annotator(store, "zoe"), ann = add_annotator(store, "ann");
    for (int i = 0; i < 3; i++)
        vote_once(store, zoe, 1, 10000 * (i + 1));
    vote_once(store, zoe, VOTE_NONE, 50000);
    assert_true(store_list_annotators(store, &arena, &rows, &n, &err));
    assert_int_equal(n, 2);
    assert_int_equal(rows[0].annotator_id, ann);
    assert_int_equal(rows[0].pace.votes, 0);
    assert_true(bytes_equal(rows[1].name, bytes_of("zoe")));
    assert_int_equal(rows[1].pace.votes, 4);
    assert_int_equal(rows[1].none_votes, 1);
    assert_int_equal(rows[1].pace.first_at, 10000);
    assert_int_equal(rows[1].pace.last_at, 50000);
    assert_int_equal(rows[1].pace.active_ms, 500 + 40000);
    assert_int_equal(rows[1].median_ms, 500);
    assert_int_equal(rows[1].slots.wins[3][0], 3);
    assert_int_equal(rows[1].skips, 0);
    arena_release(&arena);
    store_close(store);
}

/*
 * Ballots with two documents. Ann decides between d1 and d2 twice in question 1, differently, and once in question 2.
 * Bob decides once in question 2. There is one repeat: Ann's in question 1.
 */
static void repeats_are_counted_per_annotator_and_question(void **state)
{
    (void)state;
    static const char votes[] =
        "INSERT INTO annotator VALUES (1, 'ann'), (2, 'bob');"
        "INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at)"
        "  VALUES (1, 1, 1, 1, 5), (2, 2, 1, 2, 5), (3, 2, 2, 1, 5), (4, 1, 2, 1, 5);"
        "INSERT INTO slot SELECT ballot_id, position, position FROM ballot, (SELECT 1 AS position UNION "
        "SELECT 2) AS both_slots;"
        "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
        "  VALUES ('u1', 1, 1, 1, 10, 5), ('u2', 2, 2, 1, 10, 5), ('u3', 3, 1, 1, 10, 5), ('u4', 4, 1, 2, "
        "10, 5)";
    struct store *store = sample_store("repeats.db", 2, 3);
    struct arena arena = {0};
    struct err err;
    struct annotator_row *rows;
    size_t n;
    assert_int_equal(beside_execute(store, votes), SQLITE_OK);
    assert_true(store_list_annotators(store, &arena, &rows, &n, &err));
    assert_int_equal(rows[0].repeats.all, 1);
    assert_int_equal(rows[0].repeats.agreeing, 0);
    assert_int_equal(rows[1].repeats.all, 0);
    assert_int_equal(rows[0].slots.wins[2][0], 2);
    assert_int_equal(rows[0].slots.wins[2][1], 1);
    arena_release(&arena);
    store_close(store);
}

static void a_ballot_has_the_sources_of_its_documents(void **state)
{
    (void)state;
    struct store *store = sample_store("origin.db", 1, 3);
    struct arena arena = {0};
    struct err err;
    struct ballot ballot;
    int64_t ballot_id = vote_once(store, add_annotator(store, "ann"), 1, 1000).ballot_id;
    assert_true(store_read_ballot(store, ballot_id, &arena, &ballot, &err));
    for (size_t i = 0; i < 3; i++) {
        const struct ballot_document *document = &ballot.documents[i];
        const char *sources = arena_format(&arena, "test.run %c", document->docid.data[2]);
        assert_string_equal(document->sources.data, sources);
    }
    arena_release(&arena);
    store_close(store);
}

/* Sums that were found right are checked again as soon as another program has written. */
static void sums_are_checked_again_after_others_changed_them(void **state)
{
    (void)state;
    struct store *labelled = sample_store("sums.db", 1, 3), *store = NULL;
    struct err err;
    vote_once(labelled, add_annotator(labelled, "ann"), 1, 1000);
    struct arena arena = {0};
    assert_true(store_open(&store, sample_address(&arena, labelled), STORE_READING, &err));
    for (int i = 0; i < 2; i++) {
        assert_true(store_begin_reading_sums(store, &err));
        store_end_reading(store);
    }
    assert_int_equal(beside_execute(labelled, "UPDATE question SET ballots_done = ballots_done + 1"),
                     SQLITE_OK);
    assert_false(store_begin_reading_sums(store, &err));
    assert_false(store_begin_reading_sums(store, &err));
    assert_non_null(strstr(err.text, "damaged"));
    store_close(store);
    store_close(labelled);
    arena_release(&arena);
}

/* --- Waiting for others ------------------------------------------------------------------------ */

struct neighbour {
    sqlite3 *handle; /* locks the file */
    int told;
};

static bool let_go_the_third_time(void *context, const struct busy_wait *wait)
{
    struct neighbour *neighbour = context;
    assert_int_equal(wait->cause, BUSY_WRITER);
    assert_int_equal(wait->is_new, ++neighbour->told == 1);
    if (neighbour->told == 3)
        assert_int_equal(sqlite3_exec(neighbour->handle, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    return true;
}

static bool stop_the_second_time(void *context, const struct busy_wait *wait)
{
    struct neighbour *neighbour = context;
    neighbour->told++;
    return wait->is_new;
}

static void waiting_for_another_program_calls_the_watch(void **state)
{
    (void)state;
    struct store *store = sample_store("busy.db", 1, 3);
    struct err err;
    struct neighbour neighbour = {.handle = beside_open(store)};
    assert_int_equal(sqlite3_exec(neighbour.handle, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    store_watch_busy(store, (struct busy_watch){.go_on = let_go_the_third_time, .context = &neighbour});
    assert_true(store_begin(store, &err));
    assert_int_equal(neighbour.told, 3);
    store_rollback(store);
    assert_true(store_begin(store, &err)); /* nobody is in the way, so nothing is reported */
    assert_int_equal(neighbour.told, 3);
    store_rollback(store);
    sqlite3_close(neighbour.handle);
    store_close(store);
}

static void the_watch_can_end_a_wait(void **state)
{
    (void)state;
    struct store *store = sample_store("stopped.db", 1, 3);
    struct err err;
    struct neighbour neighbour = {.handle = beside_open(store)};
    assert_int_equal(sqlite3_exec(neighbour.handle, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    store_watch_busy(store, (struct busy_watch){.go_on = stop_the_second_time, .context = &neighbour});
    assert_false(store_begin(store, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(neighbour.told, 2);
    assert_int_equal(sqlite3_exec(neighbour.handle, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_true(store_begin(store, &err)); /* this is a new wait */
    store_rollback(store);
    sqlite3_close(neighbour.handle);
    store_close(store);
}

/* Any program can do this with `PRAGMA locking_mode = EXCLUSIVE`: it keeps the file locked, and SQLite cannot even
 * begin to read. */
static void opening_a_locked_file_waits_until_the_watch_stops_it(void **state)
{
    (void)state;
    struct store *store = sample_store("kept.db", 1, 3), *again = NULL;
    struct arena arena = {0};
    struct err err;
    const char *path = arena_copy_string(&arena, store_path(store));
    store_close(store);
    struct neighbour neighbour = {0};
    assert_int_equal(sqlite3_open(path, &neighbour.handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(neighbour.handle,
                                  "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT;", NULL, NULL,
                                  NULL),
                     SQLITE_OK);
    struct busy_watch watch = {.go_on = stop_the_second_time, .context = &neighbour};
    assert_false(store_open_watched(&again, path, STORE_EXISTING, watch, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(neighbour.told, 2);
    sqlite3_close(neighbour.handle);
    arena_release(&arena);
}

static int no_locks(int file, int command, ...)
{
    (void)file, (void)command;
    errno = ENOLCK;
    return -1;
}

static void a_file_system_without_locks_is_reported_at_once(void **state)
{
    (void)state;
    struct store *store = sample_store("nolocks.db", 1, 3), *again = NULL;
    struct arena arena = {0};
    struct err err;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    const char *path = arena_copy_string(&arena, store_path(store));
    store_close(store);
    assert_int_equal(vfs->xSetSystemCall(vfs, "fcntl", (sqlite3_syscall_ptr)no_locks), SQLITE_OK);
    bool opened = store_open(&again, path, STORE_EXISTING, &err);
    assert_int_equal(vfs->xSetSystemCall(vfs, "fcntl", NULL), SQLITE_OK);
    assert_false(opened);
    assert_non_null(strstr(err.text, "has no locks"));
    arena_release(&arena);
}

/* Opens files as for a user who may read everything and write nothing. */
static int open_to_read(const char *path, int flags, int mode)
{
    if ((flags & O_ACCMODE) == O_RDONLY)
        return open(path, flags, mode);
    errno = EACCES;
    return -1;
}

/* Without permission to write, no lock can keep others from writing. assay must at least notice that they wrote. */
static void a_reader_without_write_permission_notices_writes_of_others(void **state)
{
    (void)state;
    struct store *store = sample_store("meanwhile.db", 1, 3), *reading = NULL;
    struct arena arena = {0};
    struct err err;
    struct progress progress;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    const char *path = arena_copy_string(&arena, store_path(store));
    store_close(store);
    assert_int_equal(vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)open_to_read), SQLITE_OK);
    bool opened = store_open(&reading, path, STORE_READING, &err);
    assert_int_equal(vfs->xSetSystemCall(vfs, "open", NULL), SQLITE_OK);
    if (!opened)
        fail_msg("%s", err.text);
    assert_true(store_get_progress(reading, &progress, &err));
    assert_true(store_open(&store, path, STORE_EXISTING, &err));
    vote_once(store, add_annotator(store, "anna"), 1, 1000);
    store_close(store);
    assert_error(store_get_progress(reading, &progress, &err), err, ERR_DATABASE,
                 arena_format(&arena,
                              "%s: another program wrote to the database while assay read it; try again",
                              path));
    store_close(reading);
    arena_release(&arena);
}

static void the_version_stays_the_same_after_own_votes(void **state)
{
    (void)state;
    struct err err;
    int64_t first, own;
    struct store *store = sample_store("version.db", 1, 3);
    assert_true(store_get_version(store, &first, &err));
    vote_once(store, add_annotator(store, "anna"), 1, 1000);
    assert_true(store_get_version(store, &own, &err));
    assert_int_equal(own, first);
    store_close(store);
}

static void the_version_changes_when_another_program_writes(void **state)
{
    (void)state;
    struct err err;
    int64_t own, others;
    struct store *store = sample_store("version.db", 1, 3);
    vote_once(store, add_annotator(store, "anna"), 1, 1000);
    assert_true(store_get_version(store, &own, &err));
    assert_int_equal(beside_execute(store, "UPDATE question SET text = 'other'"), SQLITE_OK);
    assert_true(store_get_version(store, &others, &err));
    assert_int_not_equal(others, own);
    store_close(store);
}

static void a_document_is_read_as_it_was_stored(void **state)
{
    (void)state;
    struct err err;
    struct arena arena = {0};
    struct ballot_document document;
    struct store *store = sample_store("document.db", 1, 3);
    assert_int_equal(beside_execute(store,
                                    "UPDATE document SET title = 'Title', text = 'Text' WHERE docid = 'd02'"),
                     SQLITE_OK);
    assert_true(store_read_document(store, bytes_of("d02"), &arena, &document, &err));
    assert_true(bytes_equal(document.title, bytes_of("Title")));
    assert_true(bytes_equal(document.text, bytes_of("Text")));
    arena_release(&arena);
    store_close(store);
}

static void a_candidate_without_a_title_is_called_by_its_beginning(void **state)
{
    (void)state;
    struct err err;
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    struct store *store = sample_store("untitled.db", 1, 1);
    const char *update = arena_format(&arena, "UPDATE document SET title = '', text = 'x%0*d'", 299, 0);
    assert_int_equal(beside_execute(store, update), SQLITE_OK);
    assert_true(store_read_question(store, 1, &rule, &arena, &details, &err));
    assert_int_equal(details.candidates[0].title.size, 200);
    assert_int_equal(details.candidates[0].title.data[0], 'x');
    arena_release(&arena);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_visited_with_its_slots_even_if_withdrawn),
        cmocka_unit_test(a_visit_that_fails_is_the_last_one),
        cmocka_unit_test(a_new_visit_starts_over_after_one_that_failed),
        cmocka_unit_test(documents_and_questions_are_visited_in_the_order_of_import),
        cmocka_unit_test(an_item_stored_before_is_the_same_or_a_conflict),
        cmocka_unit_test(ids_are_kept_byte_for_byte),
        cmocka_unit_test(a_candidate_has_all_sources_and_their_ranks),
        cmocka_unit_test(a_source_has_the_rank_that_was_stored_last),
        cmocka_unit_test(a_vote_counts_impressions_and_the_win),
        cmocka_unit_test(a_vote_for_none_counts_impressions_and_no_win),
        cmocka_unit_test(a_withdrawn_vote_counts_nothing_and_is_kept),
        cmocka_unit_test(an_answer_is_never_deleted_or_changed),
        cmocka_unit_test(a_ballot_takes_one_vote),
        cmocka_unit_test(the_number_of_ballots_left_follows_from_the_votes),
        cmocka_unit_test(more_impressions_wanted_are_more_ballots_left),
        cmocka_unit_test(a_setting_word_is_stored_with_the_case_of_its_list),
        cmocka_unit_test(every_setting_changes_the_digest),
        cmocka_unit_test(the_language_is_english_unless_it_is_set),
        cmocka_unit_test(a_stored_language_that_is_not_known_is_named),
        cmocka_unit_test(a_setting_refuses_what_it_does_not_take),
        cmocka_unit_test(uncommitted_changes_are_not_stored),
        cmocka_unit_test(a_sound_database_has_no_problems),
        cmocka_unit_test(the_check_finds_each_broken_sum),
        cmocka_unit_test(a_document_is_on_a_ballot_only_once),
        cmocka_unit_test(a_question_counts_its_candidates_and_votes_for_none),
        cmocka_unit_test(the_details_of_a_question_list_its_candidates_and_votes),
        cmocka_unit_test(a_vote_on_a_duplicate_is_listed_for_its_candidate),
        cmocka_unit_test(a_candidate_has_the_docids_of_its_duplicates),
        cmocka_unit_test(a_candidate_without_impressions_has_no_grade),
        cmocka_unit_test(annotators_are_listed_by_name_with_how_they_vote),
        cmocka_unit_test(repeats_are_counted_per_annotator_and_question),
        cmocka_unit_test(a_ballot_has_the_sources_of_its_documents),
        cmocka_unit_test(sums_are_checked_again_after_others_changed_them),
        cmocka_unit_test(a_database_can_be_created_again_after_a_rollback),
        cmocka_unit_test(a_file_filled_by_another_program_is_not_removed_by_its_creator),
        cmocka_unit_test(the_version_changes_when_another_program_writes),
        cmocka_unit_test(a_document_is_read_as_it_was_stored),
        cmocka_unit_test(a_candidate_without_a_title_is_called_by_its_beginning),
        cmocka_unit_test(a_question_changes_with_its_votes_skips_and_withdrawn_answers),
    };
    /* These tests are about SQLite's plans, pragmas, functions and locks. They need files that exist, are empty or are
     * missing, or test what `check` finds and repairs only in files. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(the_check_finds_a_missing_document),
        cmocka_unit_test(the_version_stays_the_same_after_own_votes),
        cmocka_unit_test(every_statement_prepares),
        cmocka_unit_test(the_hot_statements_use_an_index),
        cmocka_unit_test(the_statements_with_many_or_large_rows_sort_nothing),
        cmocka_unit_test(the_check_names_ids_with_control_characters_and_does_not_call_them_wrong),
        cmocka_unit_test(the_check_asks_to_repeat_a_carry_that_set_documents_aside),
        cmocka_unit_test(reported_repairs_are_stored),
        cmocka_unit_test(an_open_database_of_a_newer_assay_is_refused),
        cmocka_unit_test(waiting_for_another_program_calls_the_watch),
        cmocka_unit_test(the_watch_can_end_a_wait),
        cmocka_unit_test(opening_a_locked_file_waits_until_the_watch_stops_it),
        cmocka_unit_test(a_file_system_without_locks_is_reported_at_once),
        cmocka_unit_test(a_reader_without_write_permission_notices_writes_of_others),
        cmocka_unit_test(a_new_database_that_is_not_filled_is_removed),
        cmocka_unit_test(an_empty_file_that_was_there_stays),
        cmocka_unit_test(an_empty_file_that_another_program_has_open_is_not_removed),
        cmocka_unit_test(a_new_database_is_a_wal_once_it_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) +
           (sample_is_on_server() ? 0 : cmocka_run_group_tests(of_files, NULL, NULL));
}
