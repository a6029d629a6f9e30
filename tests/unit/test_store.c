#include "tests/support/support.h"

#include "core/store/statements.h"
#include "core/store/settings.h"
#include "tests/support/sample.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* Another way into the file of a store: what other programs see, and what a broken one would do. */
static sqlite3 *open_beside(struct store *store)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(store_path(store), &handle), SQLITE_OK);
    return handle;
}

static int execute_beside(struct store *store, const char *sql)
{
    sqlite3 *handle = open_beside(store);
    int code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    sqlite3_close(handle);
    return code;
}

static int64_t integer_beside(struct store *store, const char *sql)
{
    sqlite3 *handle = open_beside(store);
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return value;
}

/* A ballot dealt to an annotator and voted on, as the session does it. */
static int64_t vote_once(struct store *store, int64_t annotator_id, int position, int64_t now)
{
    struct err err;
    struct dealer dealer = {.annotator_id = annotator_id, .now = now, .lease_ms = 1000, .seed = 1};
    int64_t ballot_id = 0;
    assert_true(store_begin(store, &err));
    assert_true(store_take_ballot(store, &dealer, &ballot_id, &err));
    assert_true(store_cast_vote(store, ballot_id, annotator_id, position, now, 500, &err));
    assert_true(store_commit(store, &err));
    return ballot_id;
}

static int64_t add_annotator(struct store *store, const char *name)
{
    struct err err;
    int64_t annotator_id = 0;
    assert_true(store_begin(store, &err));
    assert_true(store_put_annotator(store, bytes_of(name), &annotator_id, &err));
    assert_true(store_commit(store, &err));
    return annotator_id;
}

static void ignore(void *context, struct bytes problem)
{
    (void)context;
    (void)problem;
}

static size_t count_problems(struct store *store)
{
    struct err err;
    size_t problems = 0;
    assert_true(store_check(store, ignore, NULL, &problems, &err));
    return problems;
}

static void every_statement_prepares(void **state)
{
    (void)state;
    struct store *store = sample_store("prepare.db", 1, 3);
    sqlite3 *handle = open_beside(store);
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(handle, statement_texts[i], -1, &statement, NULL) != SQLITE_OK)
            fail_msg("%s: %s", statement_names[i], sqlite3_errmsg(handle));
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    store_close(store);
}

/* Statements that run at every ballot must not read a whole table, whatever its size. */
static void the_hot_statements_use_an_index(void **state)
{
    (void)state;
    static const enum statement hot[] = {
        STATEMENT_BALLOT_OPEN_LIST,
        STATEMENT_BALLOT_LATER_LIST,
        STATEMENT_QUESTION_IN_HAND,
        STATEMENT_QUESTION_WORK,
        STATEMENT_CANDIDATE_IMPRESSIONS,
        STATEMENT_SLOT_TAKEN_LIST,
        STATEMENT_BALLOT_HELD_TWICE,
        STATEMENT_BALLOT_SHOW,
        STATEMENT_SLOT_SHOW,
        STATEMENT_VOTE_LAST,
        STATEMENT_SKIP_LAST,
        STATEMENT_VOTE_LAST_WITHDRAWN,
        STATEMENT_CANDIDATE_LIST,
        STATEMENT_BALLOT_IS_OPEN,
        STATEMENT_QUESTION_WITH_WORK_LIST,
        STATEMENT_QUESTION_VOTED_LIST,
    };
    struct store *store = sample_store("plan.db", 1, 3);
    sqlite3 *handle = open_beside(store);
    for (size_t i = 0; i < sizeof hot / sizeof *hot; i++) {
        struct buffer sql = {0};
        sqlite3_stmt *statement = NULL;
        buffer_add_format(&sql, "EXPLAIN QUERY PLAN %s", statement_texts[hot[i]]);
        assert_int_equal(sqlite3_prepare_v2(handle, buffer_string(&sql), -1, &statement, NULL), SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(statement, 3);
            bool reads_all = strncmp(step, "SCAN ", 5) == 0 && strstr(step, " USING ") == NULL;
            if (reads_all && strstr(step, "CONSTANT ROW") == NULL)
                fail_msg("%s: %s", statement_names[hot[i]], step);
        }
        sqlite3_finalize(statement);
        buffer_release(&sql);
    }
    sqlite3_close(handle);
    store_close(store);
}

static void an_item_that_is_there_is_the_same_or_a_conflict(void **state)
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

static void a_candidate_keeps_the_source_that_brought_it(void **state)
{
    (void)state;
    struct store *store = sample_store("candidate.db", 1, 3);
    struct err err;
    enum stored stored;
    struct arena arena = {0};
    struct tally *tallies;
    size_t n;
    assert_true(store_put_candidate(store, 1, 1, 99, bytes_of("other.run"), false, &stored, &err));
    assert_int_equal(stored, STORED_SAME);
    assert_true(store_list_candidates(store, 1, &arena, &tallies, &n, &err));
    assert_true(bytes_equal(tallies[0].source, bytes_of("test.run")));
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
    int64_t ballot_id = vote_once(store, add_annotator(store, "ann"), 2, 1000);
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

static void a_none_vote_counts_impressions_and_no_win(void **state)
{
    (void)state;
    struct store *store = sample_store("none.db", 1, 5);
    vote_once(store, add_annotator(store, "ann"), VOTE_NONE, 1000);
    assert_int_equal(integer_beside(store, "SELECT sum(impressions) FROM candidate"), 3);
    assert_int_equal(integer_beside(store, "SELECT sum(wins) FROM candidate"), 0);
    store_close(store);
}

static void a_withdrawn_vote_counts_nothing_and_is_kept(void **state)
{
    (void)state;
    struct store *store = sample_store("withdraw.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann"), ballot_id = 0;
    bool was_vote;
    struct dealer dealer = {.annotator_id = annotator, .now = 2000, .lease_ms = 1000};
    vote_once(store, annotator, 1, 1000);
    assert_true(store_begin(store, &err));
    assert_true(store_take_back(store, &dealer, &ballot_id, &was_vote, &err));
    assert_true(store_commit(store, &err));
    assert_int_equal(integer_beside(store, "SELECT sum(impressions) + sum(wins) FROM candidate"), 0);
    assert_int_equal(integer_beside(store, "SELECT count(*) FROM vote WHERE withdrawn_at = 2000"), 1);
    store_close(store);
}

static void a_vote_is_never_deleted_or_changed(void **state)
{
    (void)state;
    struct store *store = sample_store("forever.db", 1, 5);
    vote_once(store, add_annotator(store, "ann"), 1, 1000);
    assert_int_equal(execute_beside(store, "DELETE FROM vote"), SQLITE_CONSTRAINT);
    assert_int_equal(execute_beside(store, "UPDATE vote SET position = 2"), SQLITE_CONSTRAINT);
    assert_int_equal(execute_beside(store, "UPDATE vote SET elapsed_ms = 2"), SQLITE_CONSTRAINT);
    store_close(store);
}

static void a_ballot_takes_one_vote(void **state)
{
    (void)state;
    struct store *store = sample_store("one.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann");
    int64_t ballot_id = vote_once(store, annotator, 1, 1000);
    assert_true(store_begin(store, &err));
    assert_false(store_cast_vote(store, ballot_id, annotator, 1, 2000, 0, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    store_rollback(store);
    store_close(store);
}

static void what_is_left_follows_from_the_votes(void **state)
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

static void a_setting_refuses_what_it_does_not_take(void **state)
{
    (void)state;
    struct store *store = sample_store("settings.db", 1, 3);
    struct err err;
    static const struct {
        enum setting setting;
        const char *value;
    } wrong[] = {{SETTING_BALLOT_SIZE, "4"},
                 {SETTING_IMPRESSIONS, "0"},
                 {SETTING_IMPRESSIONS, "many"},
                 {SETTING_MEASURES, "nDCG@0"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(setting_put(store, wrong[i].setting, bytes_of(wrong[i].value), &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
    store_close(store);
}

static void what_is_not_committed_is_not_there(void **state)
{
    (void)state;
    struct store *store = sample_store("rollback.db", 1, 5);
    struct err err;
    int64_t annotator = add_annotator(store, "ann"), ballot_id = 0;
    struct dealer dealer = {.annotator_id = annotator, .now = 1000, .lease_ms = 1000};
    assert_true(store_begin(store, &err));
    assert_true(store_take_ballot(store, &dealer, &ballot_id, &err));
    assert_true(store_cast_vote(store, ballot_id, annotator, 1, 1000, 0, &err));
    store_rollback(store);
    assert_int_equal(integer_beside(store, "SELECT count(*) FROM vote"), 0);
    store_close(store);
}

static void a_sound_database_has_no_problems(void **state)
{
    (void)state;
    struct store *store = sample_store("sound.db", 2, 5);
    int64_t annotator = add_annotator(store, "ann");
    for (int i = 0; i < 4; i++)
        vote_once(store, annotator, i, 1000 + i);
    assert_int_equal(count_problems(store), 0);
    store_close(store);
}

static void the_check_finds_each_broken_sum(void **state)
{
    (void)state;
    static const char *const breakages[] = {
        "UPDATE candidate SET impressions = impressions + 1 WHERE document_id = 1",
        "UPDATE candidate SET impressions = impressions + 1, wins = wins + 1 WHERE document_id = 2",
        "UPDATE question SET ballots_left = 99",
        "UPDATE progress SET ballots_left = 99",
        "UPDATE ballot SET lease_until = 5",
        "PRAGMA foreign_keys = OFF; DELETE FROM document WHERE document_id = 5",
    };
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct store *store = sample_store("broken.db", 1, 5);
        vote_once(store, add_annotator(store, "ann"), 1, 1000);
        assert_int_equal(execute_beside(store, breakages[i]), SQLITE_OK);
        if (count_problems(store) == 0)
            fail_msg("not found: %s", breakages[i]);
        store_close(store);
    }
}

static void an_open_database_of_a_newer_assay_is_refused(void **state)
{
    (void)state;
    struct store *store = sample_store("newer.db", 1, 3), *again = NULL;
    struct err err;
    assert_int_equal(execute_beside(store, "PRAGMA user_version = 99"), SQLITE_OK);
    assert_false(store_open(&again, store_path(store), STORE_EXISTING, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_non_null(strstr(err.text, "newer assay"));
    store_close(store);
}

static void a_version_is_another_one_only_once_somebody_else_wrote(void **state)
{
    (void)state;
    struct err err;
    int64_t first, own, others;
    struct store *store = sample_store("version.db", 1, 3);
    assert_true(store_get_version(store, &first, &err));
    vote_once(store, add_annotator(store, "anna"), 1, 1000);
    assert_true(store_get_version(store, &own, &err));
    assert_int_equal(own, first);
    assert_int_equal(execute_beside(store, "UPDATE question SET text = 'other'"), SQLITE_OK);
    assert_true(store_get_version(store, &others, &err));
    assert_int_not_equal(others, own);
    store_close(store);
}

static void a_document_is_read_as_it_was_put(void **state)
{
    (void)state;
    struct err err;
    struct arena arena = {0};
    struct ballot_document document;
    struct store *store = sample_store("document.db", 1, 3);
    assert_int_equal(
        execute_beside(store, "UPDATE document SET title = 'Title', text = 'Text' WHERE docid = 'd02'"),
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
    assert_int_equal(execute_beside(store, "UPDATE document SET title = '', text = printf('%.300c', 'x')"),
                     SQLITE_OK);
    assert_true(store_read_question(store, 1, &rule, &arena, &details, &err));
    assert_int_equal(details.candidates[0].title.size, 200);
    assert_int_equal(details.candidates[0].title.data[0], 'x');
    arena_release(&arena);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_statement_prepares),
        cmocka_unit_test(the_hot_statements_use_an_index),
        cmocka_unit_test(an_item_that_is_there_is_the_same_or_a_conflict),
        cmocka_unit_test(ids_are_kept_byte_for_byte),
        cmocka_unit_test(a_candidate_keeps_the_source_that_brought_it),
        cmocka_unit_test(a_vote_counts_impressions_and_the_win),
        cmocka_unit_test(a_none_vote_counts_impressions_and_no_win),
        cmocka_unit_test(a_withdrawn_vote_counts_nothing_and_is_kept),
        cmocka_unit_test(a_vote_is_never_deleted_or_changed),
        cmocka_unit_test(a_ballot_takes_one_vote),
        cmocka_unit_test(what_is_left_follows_from_the_votes),
        cmocka_unit_test(more_impressions_wanted_are_more_ballots_left),
        cmocka_unit_test(a_setting_refuses_what_it_does_not_take),
        cmocka_unit_test(what_is_not_committed_is_not_there),
        cmocka_unit_test(a_sound_database_has_no_problems),
        cmocka_unit_test(the_check_finds_each_broken_sum),
        cmocka_unit_test(an_open_database_of_a_newer_assay_is_refused),
        cmocka_unit_test(a_version_is_another_one_only_once_somebody_else_wrote),
        cmocka_unit_test(a_document_is_read_as_it_was_put),
        cmocka_unit_test(a_candidate_without_a_title_is_called_by_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
