/*
 * Damaged databases, and many annotators on one that is not.
 */
#include "tests/support/support.h"

#include "core/store/database/db.h"
#include "tests/support/child.h"
#include "tests/support/content.h"
#include "tests/support/fixture.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path_of(struct fixture *fixture, const char *name)
{
    return arena_format(&fixture->arena, "%s/%s", getenv("TMPDIR"), name);
}

static void execute(const char *database, const char *sql)
{
    sqlite3 *handle;
    char *problem = NULL;
    assert_int_equal(sqlite3_open(database, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &problem) != SQLITE_OK)
        fail_msg("%s", problem);
    sqlite3_close(handle);
}

static void vote_a_few_times(struct fixture *fixture, int votes)
{
    struct child *child = start_assay("label", fixture->database, "--json", "--annotator", "eve");
    for (int i = 0; i < votes; i++) {
        child_expect(child, SAID_BALLOT);
        child_vote(child, i % 3);
        child_expect(child, SAID_SAVED);
    }
    assert_int_equal(child_end(child), 0);
}

/* --- Databases that are refused ------------------------------------------------------------------ */

/* Checks for status 1, an empty standard output, and one line with the path of the file and this text. */
static void assert_refused(struct ran ran, const char *path, const char *text)
{
    assert_string_equal(ran.out, "");
    assert_int_equal(strncmp(ran.err, "assay: ", 7), 0);
    assert_ptr_equal(strchr(ran.err, '\n'), ran.err + strlen(ran.err) - 1);
    if (strstr(ran.err, path) == NULL || strstr(ran.err, text) == NULL)
        fail_msg("neither %s nor '%s' in: %s", path, text, ran.err);
    assert_int_equal(ran.status, 1);
}

/* All commands must refuse the file and leave every byte of it. */
static void assert_every_command_refuses(struct fixture *fixture, const char *path, const char *text)
{
    struct arena *arena = &fixture->arena;
    const char *run = fixture_sample(fixture, "plain.run");
    struct bytes before = content_of(arena, path);
    assert_refused(run_assay(arena, "import", path, "--candidates", run), path, text);
    assert_refused(run_assay(arena, "set", path), path, text);
    assert_refused(run_assay(arena, "label", path, "--json", "--annotator", "eve"), path, text);
    assert_refused(run_assay(arena, "status", path), path, text);
    assert_refused(run_assay(arena, "relevance", path), path, text);
    assert_refused(run_assay(arena, "export", path, "qrels"), path, text);
    assert_refused(run_assay(arena, "eval", path, run), path, text);
    assert_refused(run_assay(arena, "check", path), path, text);
    struct bytes after = content_of(arena, path);
    assert_true(bytes_equal(after, before));
}

static void test_a_database_of_another_program_is_refused(void **state)
{
    struct fixture *fixture = *state;
    const char *path = path_of(fixture, "other.db");
    remove(path);
    execute(path, "CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('Larks');");
    assert_every_command_refuses(fixture, path, "another program");
}

static void test_a_database_with_another_application_id_is_refused(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "PRAGMA application_id = 252006673;");
    assert_every_command_refuses(fixture, fixture->database, "another program");
}

static void test_a_database_of_a_newer_assay_is_refused(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "PRAGMA user_version = 9999;");
    assert_every_command_refuses(fixture, fixture->database, "update this assay");
}

static void test_a_file_that_only_begins_like_a_database_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct buffer text = {0};
    buffer_add(&text, (struct bytes){.data = "SQLite format 3", .size = 16}); /* including its NUL */
    for (int i = 0; i < 1000; i++)
        buffer_add_string(&text, "but it is not. ");
    const char *path = support_file(&fixture->arena, "none.db", buffer_bytes(&text));
    buffer_release(&text);
    assert_every_command_refuses(fixture, path, "assay: ");
}

static void test_a_database_without_its_tables_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct arena *arena = &fixture->arena;
    const char *path = path_of(fixture, "bare.db");
    remove(path);
    execute(path,
            arena_format(arena,
                         "PRAGMA application_id = 0x61736179; PRAGMA user_version = %d; CREATE TABLE x (y)",
                         schema_version));
    assert_refused(run_assay(arena, "status", path), path, "is missing");
    assert_refused(run_assay(arena, "set", path), path, "is missing");
    assert_refused(run_assay(arena, "label", path, "--json", "--annotator", "eve"), path, "is missing");
    assert_refused(run_assay(arena, "relevance", path), path, "is missing");
    assert_refused(run_assay(arena, "export", path, "qrels"), path, "is missing");
}

/* --- Damage -------------------------------------------------------------------------------------- */

/*
 * The check must fail with status 1, print no "ok", and name the file and this problem. The number of lines does not
 * matter.
 */
static void assert_check_fails(struct fixture *fixture, const char *text)
{
    struct ran ran = run_assay(&fixture->arena, "check", fixture->database);
    assert_string_equal(ran.out, "");
    assert_int_equal(ran.status, 1);
    if (strstr(ran.err, fixture->database) == NULL || strstr(ran.err, text) == NULL)
        fail_msg("neither %s nor '%s' in: %s", fixture->database, text, ran.err);
}

static void overwrite_middle(const char *path)
{
    char rubbish[3 * 4096];
    memset(rubbish, 0xa5, sizeof rubbish);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    assert_int_equal(fseek(file, ftell(file) / 2 / 4096 * 4096, SEEK_SET), 0);
    assert_int_equal(fwrite(rubbish, 1, sizeof rubbish, file), sizeof rubbish);
    assert_int_equal(fclose(file), 0);
}

static void test_check_finds_overwritten_pages(void **state)
{
    struct fixture *fixture = *state;
    vote_a_few_times(fixture, 5);
    overwrite_middle(fixture->database);
    assert_check_fails(fixture, "go on with the last backup, and add the votes since then");
    struct ran ran = run_assay(&fixture->arena, "check", fixture->database, "--repair");
    assert_int_equal(ran.status, 1);
    assert_non_null(strstr(ran.err, "no command can rebuild them; go on with the last backup"));
}

static void test_check_finds_a_file_cut_in_half(void **state)
{
    struct fixture *fixture = *state;
    struct bytes whole = content_of(&fixture->arena, fixture->database);
    support_file(&fixture->arena, "sample.db",
                 (struct bytes){.data = whole.data, .size = whole.size / 2 / 4096 * 4096});
    assert_check_fails(fixture, "go on with the last backup, and add the votes since then");
}

static void test_check_finds_a_count_with_a_vote_too_many(void **state)
{
    struct fixture *fixture = *state;
    vote_a_few_times(fixture, 5);
    execute(fixture->database, "UPDATE question SET ballots_done = ballots_done + 1 WHERE question_id = 1;");
    assert_check_fails(fixture, "writes out every vote that can be read");
}

static void test_check_finds_a_wrong_prior(void **state)
{
    struct fixture *fixture = *state;
    vote_a_few_times(fixture, 5);
    execute(fixture->database, "UPDATE candidate SET prior = prior + 1 WHERE question_id = 1;");
    assert_check_fails(fixture, "writes out every vote that can be read");
}

static void test_check_finds_a_missing_vote(void **state)
{
    struct fixture *fixture = *state;
    vote_a_few_times(fixture, 5);
    execute(fixture->database,
            "DROP TRIGGER answer_is_never_deleted; DELETE FROM answer WHERE answer_id = 2;");
    assert_check_fails(fixture, "writes out every vote that can be read");
}

static void test_check_finds_a_wrong_total(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "UPDATE progress SET ballots_left = ballots_left + 1;");
    assert_check_fails(fixture, "writes out every vote that can be read");
}

static void test_check_finds_a_missing_document(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "PRAGMA foreign_keys = OFF; DELETE FROM document WHERE document_id ="
                               " (SELECT min(document_id) FROM candidate);");
    assert_check_fails(fixture, "writes out every vote that can be read");
}

static void test_a_vote_can_neither_be_changed_nor_deleted(void **state)
{
    struct fixture *fixture = *state;
    sqlite3 *handle;
    vote_a_few_times(fixture, 3);
    assert_int_equal(sqlite3_open(fixture->database, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "DELETE FROM answer", NULL, NULL, NULL), SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(handle, "UPDATE answer SET position = 1", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    sqlite3_close(handle);
}

/* --- Rows that can't be: one line, whatever the command ------------------------------------------ */

/* Runs this SQL on a database with some votes, and checks what the command says. */
static void assert_damage_is_told(struct fixture *fixture, const char *sql, const char *text,
                                  const char *const *words)
{
    vote_a_few_times(fixture, 5);
    execute(fixture->database,
            arena_format(&fixture->arena,
                         "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; %s", sql));
    struct ran ran = child_run(&fixture->arena, words);
    assert_refused(ran, fixture->database, text);
    assert_non_null(strstr(ran.err, "the file is damaged: "));
    assert_non_null(strstr(ran.err, "assay check"));
}

#define assert_told_by_status(fixture, sql, text)                                                            \
    assert_damage_is_told((fixture), (sql), (text),                                                          \
                          (const char *const[]){"status", (fixture)->database, NULL})
#define assert_told_by_label(fixture, sql, text)                                                             \
    assert_damage_is_told((fixture), (sql), (text),                                                          \
                          (const char *const[]){"label", (fixture)->database, "--json", "--annotator",       \
                                                "eve", NULL})
#define assert_told_by_export(fixture, what, sql, text)                                                      \
    assert_damage_is_told((fixture), (sql), (text),                                                          \
                          (const char *const[]){"export", (fixture)->database, (what), NULL})

static void test_every_command_reports_a_negative_schema_version(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "PRAGMA user_version = -5;");
    assert_every_command_refuses(fixture, fixture->database, "its schema has version -5");
}

/* The check cannot open such a file either. */
static void test_a_negative_schema_version_does_not_suggest_a_check(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database, "PRAGMA user_version = -7;");
    struct ran ran = run_assay(&fixture->arena, "check", fixture->database);
    assert_refused(ran, fixture->database, "import its journal into a new database");
    assert_null(strstr(ran.err, "assay check"));
}

static void test_label_reports_a_slot_far_out_of_range(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_label(fixture, "UPDATE slot SET position = 100000 WHERE position = 2;", "slots");
}

static void test_label_reports_a_question_without_slots(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_label(fixture, "UPDATE question SET slots = 0; UPDATE ballot SET lease_until = NULL;",
                         "slots");
}

static void test_label_reports_missing_documents(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_label(fixture, "DELETE FROM document;", "a candidate's document is missing");
}

static void test_status_reports_a_vote_without_an_annotator(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_status(fixture, "DELETE FROM annotator;", "there are answers, but no such annotator");
}

static void test_status_reports_a_vote_on_another_annotators_ballot(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_status(
        fixture,
        "DROP TRIGGER answer_is_never_changed; INSERT INTO annotator (name) VALUES ('mallory');"
        "UPDATE answer SET annotator_id = last_insert_rowid();",
        "an answer to a ballot is another annotator's");
}

static void test_status_reports_a_vote_for_a_missing_slot(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_status(
        fixture, "DROP TRIGGER answer_is_never_changed; UPDATE answer SET position = 9 WHERE position > 0;",
        "a vote names a slot that its ballot does not have");
}

static void test_status_reports_two_votes_on_one_ballot(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_status(
        fixture,
        "DROP INDEX answer_standing; INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at,"
        " elapsed_ms) SELECT uuid || 'x', ballot_id, annotator_id, position, given_at, 1 FROM answer;",
        "a ballot has two valid answers");
}

/* An export must not leave out an answer silently. */
static void test_export_reports_an_answer_that_refers_to_a_missing_row(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_export(fixture, "votes", "DELETE FROM annotator;", "refers to a missing row");
}

static void test_export_reports_an_answer_without_slots(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_export(fixture, "votes",
                          "DELETE FROM slot WHERE ballot_id = (SELECT max(ballot_id) FROM answer);",
                          "refers to a missing row");
}

static void test_export_reports_a_vote_for_a_missing_slot(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_export(fixture, "votes",
                          "DROP TRIGGER answer_is_never_changed; UPDATE answer SET position = 9;",
                          "a slot that its ballot does not have");
}

static void test_export_reports_a_time_outside_any_calendar(void **state)
{
    struct fixture *fixture = *state;
    assert_told_by_export(fixture, "votes",
                          "DROP TRIGGER answer_is_never_changed; UPDATE answer SET given_at = -1;",
                          "a time that is not in any calendar");
}

static void test_a_question_with_a_huge_number_is_reported(void **state)
{
    struct fixture *fixture = *state;
    execute(fixture->database,
            "INSERT INTO question (question_id, qid, text) VALUES (9000000000000000000, 'far', '');");
    assert_refused(run_assay(&fixture->arena, "relevance", fixture->database), fixture->database,
                   "and 0 were removed, but the highest number is 9000000000000000000");
}

/* --- Waiting ------------------------------------------------------------------------------------- */

static sqlite3 *hold(const char *database, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(database, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    return handle;
}

/* The command says that it waits, and ends with one line when the signal comes. */
static void assert_wait_ends(struct child *child, int signal_number)
{
    assert_string_equal(child_read(child),
                        "assay: waiting for another program that writes to the database …");
    child_signal(child, signal_number);
    assert_non_null(strstr(child_read(child), "sample.db: stopped while waiting for another program"));
    assert_null(child_read(child));
    assert_int_equal(child_end(child), 1);
}

static void test_a_command_that_waits_to_write_says_so_and_can_be_stopped(void **state)
{
    struct fixture *fixture = *state;
    sqlite3 *holder = hold(fixture->database, "BEGIN IMMEDIATE");
    assert_wait_ends(start_assay_joined("set", fixture->database, "impressions", "9"), SIGINT);
    assert_wait_ends(start_assay_joined("label", fixture->database, "--json", "--annotator", "eve"), SIGTERM);
    sqlite3_close(holder);
    assert_string_equal(output_of_assay(&fixture->arena, "set", fixture->database, "impressions"), "3\n");
}

static void test_a_command_that_waits_to_read_says_so_and_can_be_stopped(void **state)
{
    struct fixture *fixture = *state;
    sqlite3 *holder = hold(fixture->database, "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
    assert_wait_ends(start_assay_joined("status", fixture->database), SIGINT);
    sqlite3_close(holder);
}

/* --- Many annotators at once --------------------------------------------------------------------- */

enum { ANNOTATORS = 8 };

/* A separate collection, in which all questions have the same documents as candidates. */
struct collection {
    const char *database;
    int questions, documents; /* documents: at most 10 */
    long impressions;         /* impressions that each candidate needs */
};

static struct collection make_collection(struct fixture *fixture, int questions, int documents,
                                         long impressions)
{
    struct arena *arena = &fixture->arena;
    struct buffer document_lines = {0}, question_lines = {0}, run_lines = {0};
    for (int d = 0; d < documents; d++)
        buffer_add_format(&document_lines, "d%d\ttext %d\n", d, d);
    for (int q = 0; q < questions; q++) {
        buffer_add_format(&question_lines, "q%d\twhy %d?\n", q, q);
        for (int d = 0; d < documents; d++)
            buffer_add_format(&run_lines, "q%d Q0 d%d 1 %d x\n", q, d, documents - d);
    }
    struct collection collection = {.database = path_of(fixture, "collection.db"),
                                    .questions = questions,
                                    .documents = documents,
                                    .impressions = impressions};
    remove(collection.database);
    output_of_assay(arena, "import", collection.database, "--documents",
                    support_file(arena, "documents", buffer_bytes(&document_lines)), "--questions",
                    support_file(arena, "questions", buffer_bytes(&question_lines)), "--candidates",
                    support_file(arena, "pool.run", buffer_bytes(&run_lines)));
    output_of_assay(arena, "set", collection.database, "impressions",
                    arena_format(arena, "%ld", impressions));
    buffer_release(&document_lines);
    buffer_release(&question_lines);
    buffer_release(&run_lines);
    return collection;
}

static void start_all(struct fixture *fixture, const char *database, struct child *children[ANNOTATORS])
{
    for (int i = 0; i < ANNOTATORS; i++)
        children[i] = start_assay("label", database, "--json", "--annotator",
                                  arena_format(&fixture->arena, "annotator %d", i));
}

/* Returns a bit set of the documents "d0" … "d9" on a ballot. */
static unsigned set_of(const struct said *ballot)
{
    unsigned set = 0;
    for (size_t i = 0; i < ballot->n_slots; i++)
        set |= 1U << (ballot->docids[i][1] - '0');
    return set;
}

/* Each candidate was seen at least as often as it needs, and the sum is three times the number of votes. */
static void assert_all_is_done(struct fixture *fixture, const struct collection *collection, long votes)
{
    struct arena *arena = &fixture->arena;
    const char *rows = output_of_assay(arena, "relevance", collection->database, "--format", "tsv");
    long impressions, sum = 0, n = 0;
    int size;
    for (; sscanf(rows, "%*s %*s %*d %ld %*[^\n]\n%n", &impressions, &size) == 1; rows += size, n++) {
        assert_true(impressions >= collection->impressions);
        sum += impressions;
    }
    assert_int_equal(n, collection->questions * collection->documents);
    assert_int_equal(sum, 3 * votes);
    assert_string_equal(output_of_assay(arena, "check", collection->database), "ok\n");
    assert_non_null(strstr(output_of_assay(arena, "status", collection->database), " 0 begun, 0 untouched"));
}

/* Reads the next ballot of each annotator, and ends those with nothing left to do. Returns how many are left. */
static long hear_all(struct child *children[ANNOTATORS], struct said ballots[ANNOTATORS])
{
    long at_work = 0;
    for (int i = 0; i < ANNOTATORS; i++) {
        if (children[i] == NULL)
            continue;
        ballots[i] = child_hear(children[i]);
        if (ballots[i].kind == SAID_DONE) {
            assert_int_equal(child_end(children[i]), 0);
            children[i] = NULL;
            continue;
        }
        assert_int_equal(ballots[i].kind, SAID_BALLOT);
        at_work++;
    }
    return at_work;
}

static void assert_all_differ(struct child *const children[ANNOTATORS], const struct said ballots[ANNOTATORS])
{
    for (int i = 0; i < ANNOTATORS; i++) {
        for (int j = 0; j < i; j++) {
            if (children[i] != NULL && children[j] != NULL && strcmp(ballots[i].qid, ballots[j].qid) == 0)
                assert_int_not_equal(set_of(&ballots[i]), set_of(&ballots[j]));
        }
    }
}

/* All annotators take their ballots at the same time, which must differ, and then all answer at the same time. */
static void label_in_step(struct fixture *fixture, const struct collection *collection)
{
    struct child *children[ANNOTATORS];
    struct said ballots[ANNOTATORS];
    long votes = 0, at_work;
    start_all(fixture, collection->database, children);
    while ((at_work = hear_all(children, ballots)) > 0) {
        assert_all_differ(children, ballots);
        for (int i = 0; i < ANNOTATORS; i++) {
            if (children[i] != NULL)
                child_vote(children[i], i % 4);
        }
        for (int i = 0; i < ANNOTATORS; i++) {
            if (children[i] != NULL)
                child_expect(children[i], SAID_SAVED);
        }
        votes += at_work;
    }
    assert_all_is_done(fixture, collection, votes);
}

static void test_no_two_annotators_hold_the_same_set(void **state)
{
    struct collection collection = make_collection(*state, 8, 10, 3);
    label_in_step(*state, &collection);
}

/* Six documents give 20 sets, 8 of which are held. If dealing ignored that, two would soon be equal. */
static void test_no_two_annotators_hold_the_same_set_of_a_small_pool(void **state)
{
    for (int i = 0; i < 6; i++) {
        struct collection collection = make_collection(*state, 1, 6, 10);
        label_in_step(*state, &collection);
    }
}

/* Each annotator is as fast as possible: all answers are written in advance, and nobody waits. */
static void test_annotators_at_full_speed_see_no_error(void **state)
{
    struct fixture *fixture = *state;
    struct collection collection = make_collection(fixture, 8, 10, 3);
    struct child *children[ANNOTATORS];
    unsigned asked[ANNOTATORS][128];
    char qids[ANNOTATORS][128][8];
    long votes = 0;
    start_all(fixture, collection.database, children);
    for (int i = 0; i < ANNOTATORS; i++) {
        for (int vote = 0; vote < 127; vote++)
            child_vote(children[i], (i + vote) % 4);
    }
    for (int i = 0; i < ANNOTATORS; i++) {
        size_t n = 0;
        struct said said;
        while ((said = child_hear(children[i])).kind == SAID_BALLOT) {
            assert_true(n < 128);
            asked[i][n] = set_of(&said);
            snprintf(qids[i][n], sizeof qids[i][n], "%.7s", said.qid);
            for (size_t j = 0; j < n; j++)
                assert_false(asked[i][j] == asked[i][n] && strcmp(qids[i][j], qids[i][n]) == 0);
            n++;
            child_expect(children[i], SAID_SAVED);
            votes++;
        }
        assert_int_equal(said.kind, SAID_DONE);
        assert_int_equal(child_end(children[i]), 0);
    }
    assert_all_is_done(fixture, &collection, votes);
}

/* The first program to come makes the schema; the others find it. */
static void test_simultaneous_imports_into_one_new_database_all_succeed(void **state)
{
    struct fixture *fixture = *state;
    const char *database = path_of(fixture, "shared.db");
    struct child *children[ANNOTATORS];
    remove(database);
    for (int i = 0; i < ANNOTATORS; i++)
        children[i] =
            start_assay("import", database, "--documents", fixture_sample(fixture, "documents.jsonl"));
    for (int i = 0; i < ANNOTATORS; i++)
        assert_int_equal(child_end(children[i]), 0);
    assert_non_null(strstr(output_of_assay(&fixture->arena, "status", database), "documents   211\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_database_of_another_program_is_refused, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_database_with_another_application_id_is_refused,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_database_of_a_newer_assay_is_refused, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_that_only_begins_like_a_database_is_refused,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_database_without_its_tables_is_refused, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_overwritten_pages, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_file_cut_in_half, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_count_with_a_vote_too_many, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_wrong_prior, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_missing_vote, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_wrong_total, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_check_finds_a_missing_document, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_every_command_reports_a_negative_schema_version, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_negative_schema_version_does_not_suggest_a_check,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_label_reports_a_slot_far_out_of_range, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_label_reports_a_question_without_slots, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_label_reports_missing_documents, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_status_reports_a_vote_without_an_annotator, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_status_reports_a_vote_on_another_annotators_ballot,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_status_reports_a_vote_for_a_missing_slot, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_status_reports_two_votes_on_one_ballot, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_export_reports_an_answer_that_refers_to_a_missing_row,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_export_reports_an_answer_without_slots, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_export_reports_a_vote_for_a_missing_slot, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_export_reports_a_time_outside_any_calendar, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_question_with_a_huge_number_is_reported, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_command_that_waits_to_write_says_so_and_can_be_stopped,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_command_that_waits_to_read_says_so_and_can_be_stopped,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_vote_can_neither_be_changed_nor_deleted, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_no_two_annotators_hold_the_same_set, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_no_two_annotators_hold_the_same_set_of_a_small_pool,
                                        fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_annotators_at_full_speed_see_no_error, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_simultaneous_imports_into_one_new_database_all_succeed,
                                        fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
