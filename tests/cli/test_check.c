/*
 * A database that was tampered with: what writers, readers and the check say about it.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/content.h"
#include "tests/support/fixture.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void label_a_little(const char *database)
{
    struct child *child = start_assay("label", database, "--json", "--annotator", "eve", "--seed", "7");
    for (int i = 0; i < 6; i++) {
        child_expect(child, SAID_BALLOT);
        child_vote(child, i % 3);
        child_expect(child, SAID_SAVED);
    }
    child_expect(child, SAID_BALLOT);
    child_write(child, "{\"skip\":\"later\"}");
    child_expect(child, SAID_SAVED);
    assert_int_equal(child_end(child), 0);
}

/* --- Tampering ----------------------------------------------------------------------------------- */

/* Changes a database like another program that ignores the constraints of assay's tables. */
static void tamper(const char *database, const char *sql)
{
    sqlite3 *handle;
    char *problem = NULL;
    assert_int_equal(sqlite3_open(database, &handle), SQLITE_OK);
    bool done = sqlite3_exec(handle, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON", NULL,
                             NULL, NULL) == SQLITE_OK &&
                sqlite3_exec(handle, sql, NULL, NULL, &problem) == SQLITE_OK;
    sqlite3_close(handle);
    if (!done)
        fail_msg("%s: %s", sql, problem);
}

static void label_sample(struct fixture *fixture)
{
    output_of_assay(&fixture->arena, "set", fixture->database, "order", "import");
    label_a_little(fixture->database);
    tamper(fixture->database, "INSERT INTO annotator (name) VALUES ('bob')");
}

/* Makes a database with a few votes, a skip, and an undone vote. */
static int set_up(void **state)
{
    static struct fixture_copy labelled;
    fixture_set_up(state);
    fixture_fill(*state, &labelled, label_sample);
    return 0;
}

/* Returns the path of a copy of the database, changed by this SQL. */
static const char *tampered(struct fixture *fixture, const char *sql)
{
    const char *copy =
        support_file(&fixture->arena, "copy.db", content_of(&fixture->arena, fixture->database));
    tamper(copy, sql);
    return copy;
}

static struct ran write_something(struct arena *arena, const char *database)
{
    return run_assay(arena, "set", database, "guide", "Choose.");
}

/* Checks that there is exactly one line, on standard error, and that it contains this text. */
static void assert_refused(struct ran ran, const char *text)
{
    assert_string_equal(ran.out, "");
    assert_int_equal(ran.status, 1);
    assert_ptr_equal(strchr(ran.err, '\n'), ran.err + strlen(ran.err) - 1);
    if (strstr(ran.err, text) == NULL)
        fail_msg("no '%s' in: %s", text, ran.err);
}

/* --- The schema ---------------------------------------------------------------------------------- */

#define FOREIGN_TRIGGER "CREATE TRIGGER thief BEFORE INSERT ON answer BEGIN SELECT RAISE(IGNORE); END;"
#define TABLE_WITHOUT_CHECKS                                                                                 \
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql,"                               \
    " 'CHECK (rank > 0)', '') WHERE name = 'candidate_source';"

struct tampering {
    const char *sql;
    const char *said;
};

/* Foreign triggers and indexes stop all writes. Reading does not depend on them. */
static void test_writers_refuse_other_triggers_and_indexes(void **state)
{
    struct fixture *fixture = *state;
    static const struct tampering tamperings[] = {
        {FOREIGN_TRIGGER, "the trigger thief does not belong to assay"},
        {"DROP TRIGGER answer_is_given", "the trigger answer_is_given is missing"},
        {"DROP TRIGGER answer_is_given; " FOREIGN_TRIGGER, "the trigger answer_is_given is missing"},
        {"DROP TRIGGER answer_is_given; CREATE TRIGGER answer_is_given AFTER INSERT ON answer"
         " BEGIN SELECT 1; END",
         "the trigger answer_is_given differs from what assay makes"},
        {"CREATE TRIGGER \"a \"\"b\" AFTER INSERT ON document BEGIN SELECT 1; END",
         "the trigger a \"b does not belong to assay"},
        {"DROP INDEX answer_standing", "the index answer_standing is missing"},
        {"DROP INDEX answer_standing; CREATE INDEX answer_standing ON answer(ballot_id)"
         " WHERE withdrawn_at IS NULL",
         "the index answer_standing differs from what assay makes"},
        {"CREATE UNIQUE INDEX one_vote ON answer(answer_id)", "the index one_vote does not belong to assay"},
    };
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        const char *path = tampered(fixture, tamperings[i].sql);
        struct ran ran = write_something(&fixture->arena, path);
        assert_refused(ran, tamperings[i].said);
        assert_non_null(strstr(ran.err, arena_format(&fixture->arena, "`assay check %s --repair`", path)));
        assert_int_equal(run_assay(&fixture->arena, "status", path).status, 0);
    }
}

static void test_readers_and_writers_refuse_other_tables_and_views(void **state)
{
    struct fixture *fixture = *state;
    static const struct tampering tamperings[] = {
        {"ALTER TABLE progress RENAME TO other; CREATE VIEW progress AS SELECT * FROM other",
         "the table progress is missing, and a view has the same name"},
        {"ALTER TABLE question DROP COLUMN fields", "the table question differs from what assay makes"},
        {"ALTER TABLE document ADD COLUMN more TEXT", "the table document differs from what assay makes"},
        {"DROP TABLE withdrawal", "the table withdrawal is missing"},
        {"DROP VIEW search_document; CREATE VIEW search_document AS SELECT 1 AS document_id",
         "the view search_document differs from what assay makes"},
        {TABLE_WITHOUT_CHECKS, "the table candidate_source differs from what assay makes"},
    };
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        const char *path = tampered(fixture, tamperings[i].sql);
        assert_refused(write_something(&fixture->arena, path), tamperings[i].said);
        assert_refused(run_assay(&fixture->arena, "status", path), tamperings[i].said);
    }
}

/* Such tables belong to other programs; assay neither reads nor writes them. */
static void test_tables_of_other_programs_do_no_harm(void **state)
{
    struct fixture *fixture = *state;
    const char *path =
        tampered(fixture, "CREATE TABLE remark (text TEXT); CREATE INDEX by_text ON remark(text);"
                          "CREATE VIEW remarks AS SELECT text FROM remark; ANALYZE");
    assert_int_equal(write_something(&fixture->arena, path).status, 0);
    assert_string_equal(output_of_assay(&fixture->arena, "check", path), "ok\n");
}

static void test_the_search_index_is_accepted_with_every_tokenizer(void **state)
{
    struct fixture *fixture = *state;
    static const char *const tokenizers[] = {"porter", "unicode61", "trigram"};
    for (size_t i = 0; i < sizeof tokenizers / sizeof *tokenizers; i++) {
        const char *path = tampered(fixture, "");
        assert_int_equal(
            run_assay(&fixture->arena, "search", path, "tea", "--tokenizer", tokenizers[i]).status, 0);
        assert_int_equal(write_something(&fixture->arena, path).status, 0);
    }
}

static void test_a_view_with_the_name_of_the_search_index_is_refused(void **state)
{
    struct fixture *fixture = *state;
    const char *path = tampered(fixture, "CREATE VIEW document_words AS SELECT 1 AS title");
    assert_refused(write_something(&fixture->arena, path),
                   "the view document_words does not belong to assay");
}

/* Returns a copy with a search index as a search makes it, changed by this SQL. */
static const char *with_damaged_search_index(struct fixture *fixture, const char *sql)
{
    const char *path = tampered(fixture, "");
    output_of_assay(&fixture->arena, "search", path, "tea");
    tamper(path, sql);
    return path;
}

/* The trigger would run at FTS5's own writes. */
static void test_a_trigger_on_the_search_index_is_found_in_any_letter_case(void **state)
{
    struct fixture *fixture = *state;
    const char *path = with_damaged_search_index(
        fixture,
        "CREATE TRIGGER thief AFTER INSERT ON DOCUMENT_WORDS_idx BEGIN DELETE FROM evidence_draft; END");
    /* Newer versions of SQLite do not even read a file with such a trigger. */
    assert_refused(write_something(&fixture->arena, path), sqlite3_libversion_number() < 3044000
                                                               ? "the trigger thief does not belong to assay"
                                                               : "cannot create triggers on shadow tables");
    assert_refused(write_something(&fixture->arena,
                                   tampered(fixture, "CREATE VIEW Document_Words AS SELECT 1 AS title")),
                   "the view Document_Words does not belong to assay");
}

/* FTS5 cannot even drop some of these indexes. That must not stop other repairs. */
static void test_a_damaged_search_index_is_found_and_dropped(void **state)
{
    struct fixture *fixture = *state;
    struct arena *arena = &fixture->arena;
    static const char damaged[] = "assay: the search index of the documents is damaged\n";
    static const char *const damages[] = {
        "UPDATE document_words_data SET block = zeroblob(length(block)) WHERE id > 10",
        "UPDATE document_words_data SET block = x'000000007F0180007F010113' WHERE id = 10",
        "DELETE FROM document_words_config",
        "DELETE FROM document_words_docsize",
        "DELETE FROM document_words_docsize WHERE id = 3",
        "DELETE FROM document_words_data WHERE id = 1",
        "DELETE FROM document_words_data WHERE id = 10",
        "DELETE FROM document_words_data WHERE id = (SELECT max(id) FROM document_words_data)",
        "DELETE FROM document_words_idx WHERE pgno = (SELECT max(pgno) FROM document_words_idx)",
        "DELETE FROM document_words_idx",
        "DROP TABLE document_words_config",
        "DROP TABLE document_words_data",
        "DROP TABLE document_words_docsize",
        "DROP TABLE document_words_idx",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'document_words'",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char *path = with_damaged_search_index(fixture, damages[i]);
        struct ran checked = run_assay(arena, "check", path);
        assert_int_equal(checked.status, 1);
        assert_non_null(strstr(checked.err, damaged));
        tamper(path, "UPDATE progress SET ballots_left = ballots_left + 1");
        assert_int_equal(run_assay(arena, "check", path, "--repair").status, 0);
        assert_string_equal(output_of_assay(arena, "check", path), "ok\n");
        output_of_assay(arena, "search", path, "tea");
        assert_string_equal(output_of_assay(arena, "check", path), "ok\n");
    }
}

static void test_a_search_in_a_damaged_index_says_what_to_do(void **state)
{
    struct fixture *fixture = *state;
    static const char *const damages[] = {
        "DELETE FROM document_words_data WHERE id = 1",
        "DELETE FROM document_words_docsize",
        "DELETE FROM document_words_config",
        "DROP TABLE document_words_docsize",
        "DROP TABLE document_words_data",
        "DROP TABLE document_words_idx",
        "DROP TABLE document_words_config",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'document_words'",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char *path = with_damaged_search_index(fixture, damages[i]);
        struct ran ran = run_assay(&fixture->arena, "search", path, "tea");
        assert_refused(ran, "the index of documents that a search made is damaged; `assay check ");
        assert_non_null(strstr(ran.err, "--repair` drops it, and the next search rebuilds it"));
    }
}

/* --- Findings of the check and repairs ------------------------------------------------------------- */

#define FREE_ANSWERS "DROP TRIGGER answer_is_never_changed; DROP TRIGGER answer_is_never_deleted;"

#define OF_OPEN_BALLOTS "ballot_id IN (SELECT ballot_id FROM ballot WHERE lease_until IS NOT NULL)"

#define INFINITE_JUDGMENT                                                                                    \
    "INSERT INTO judgment_source VALUES (1, 'gold'); INSERT INTO judgment VALUES (1, 1, 1, 9e999, 1)"

enum outcome { MENDED, STAYS };

/* A change of a database, a part of the check's message, and what a repair does about it. */
static const struct damage {
    const char *sql;
    const char *said;
    enum outcome outcome;
} damages[] = {
    /* Tables, indexes, triggers. */
    {FOREIGN_TRIGGER, "the trigger thief does not belong to assay", MENDED},
    {"DROP TRIGGER answer_is_given", "the trigger answer_is_given is missing", MENDED},
    {"DROP TRIGGER answer_is_withdrawn", "the trigger answer_is_withdrawn is missing", MENDED},
    {"DROP TRIGGER answer_is_never_deleted", "the trigger answer_is_never_deleted is missing", MENDED},
    {"DROP TRIGGER answer_is_given; CREATE TRIGGER answer_is_given BEFORE INSERT ON answer"
     " BEGIN SELECT RAISE(IGNORE); END",
     "the trigger answer_is_given differs from what assay makes", MENDED},
    {"CREATE TRIGGER more AFTER INSERT ON slot BEGIN UPDATE progress SET ballots_done = 99; END",
     "the trigger more does not belong to assay", MENDED},
    {"DROP INDEX answer_standing", "the index answer_standing is missing", MENDED},
    {"DROP INDEX ballot_open", "the index ballot_open is missing", MENDED},
    {"CREATE UNIQUE INDEX once ON answer(answer_id)", "the index once does not belong to assay", MENDED},
    {"DROP INDEX ballot_open; CREATE INDEX ballot_open ON ballot(annotator_id)",
     "the index ballot_open differs from what assay makes", MENDED},
    {"DROP VIEW search_document", "the view search_document is missing", MENDED},
    {"CREATE TABLE document_words (title)", "the table document_words does not belong to assay", MENDED},
    {"DROP TABLE progress", "the table progress is missing", MENDED},
    {"ALTER TABLE progress RENAME TO other; CREATE VIEW progress AS SELECT * FROM other",
     "the table progress is missing, and a view has the same name", MENDED},
    {"DROP TABLE withdrawal", "the table withdrawal is missing", STAYS},
    {"ALTER TABLE question DROP COLUMN fields", "the table question differs from what assay makes", STAYS},
    {TABLE_WITHOUT_CHECKS, "the table candidate_source differs from what assay makes", STAYS},
    /* Sums. */
    {"DELETE FROM progress", "progress: there are 0 rows instead of one", MENDED},
    {"INSERT INTO progress VALUES (2, 1, 1)", "progress: there are 2 rows instead of one", MENDED},
    {"UPDATE progress SET ballots_left = ballots_left + 1", "progress: 6 ballots done and ", MENDED},
    {"UPDATE progress SET ballots_done = -1", "progress: -1 ballots done and ", MENDED},
    {"UPDATE candidate_source SET rank = 0 WHERE question_id = 1 AND document_id = 1",
     "CHECK constraint failed in candidate_source", STAYS},
    {"INSERT INTO merged_candidate SELECT 1, max(document_id), min(document_id) FROM candidate WHERE "
     "question_id = 1",
     ", whose text differs", MENDED},
    {"INSERT INTO merged_candidate SELECT 1, max(document_id), min(document_id) FROM candidate WHERE "
     "question_id = 1;"
     "INSERT INTO merged_candidate SELECT 1, min(document_id), max(document_id) FROM candidate WHERE "
     "question_id = 1",
     ", which is merged into another one", MENDED},
    {"UPDATE document SET title = '', text = 'the same' WHERE document_id IN (SELECT document_id FROM "
     "candidate "
     "WHERE question_id = 1);"
     "INSERT INTO twin SELECT document_id, 1 FROM candidate WHERE question_id = 1",
     ": it should be merged with another candidate of the same text", MENDED},
    {"UPDATE candidate SET prior = 0.5", ": the prior 0.5 is stored, but the ranks in its sources give ",
     MENDED},
    {"UPDATE candidate SET prior = document_id", " is stored, but the ranks in its sources give ", MENDED},
    {"UPDATE candidate SET prior = -document_id", " is stored, but the ranks in its sources give ", MENDED},
    {"UPDATE question SET ballots_done = 3 WHERE question_id = 2",
     "3 ballots done, 0 of them for none, are stored", MENDED},
    {"UPDATE question SET none_votes = none_votes + 1 WHERE question_id = 1",
     " of them for none, are stored, but the votes give ", MENDED},
    {"UPDATE question SET ballots_left = 0 WHERE question_id = 2",
     ": 0 ballots left are stored, but the rule 'target'", MENDED},
    {"UPDATE question SET candidates = 1 WHERE question_id = 2",
     ": 1 candidates are stored, but its pool has ", MENDED},
    {"UPDATE question SET slots = 0 WHERE question_id = 2",
     ": ballots with 0 slots and 3 impressions of each", MENDED},
    {"UPDATE question SET slots = 50 WHERE question_id = 2",
     ": ballots with 50 slots and 3 impressions of each", MENDED},
    {"UPDATE question SET target = -7 WHERE question_id = 2",
     ": ballots with 3 slots and -7 impressions of each", MENDED},
    {"UPDATE question SET place = 1 WHERE question_id = 3",
     "1 question stands at another place in the order of dealing than the settings require: the first is "
     "q03, "
     "at 1 instead of 3",
     MENDED},
    {"UPDATE question SET place = 0 WHERE question_id = 2",
     "1 question stands at another place in the order of dealing than the settings require: the first is "
     "q02, "
     "at 0 instead of 2",
     MENDED},
    {"INSERT INTO question_gap VALUES (1)", "questions: ", MENDED},
    {"INSERT INTO doomed VALUES (1, 1)", "doomed: 1 candidates are left from an unfinished removal", MENDED},
    /* Settings. */
    {"INSERT OR REPLACE INTO setting VALUES ('impressions', 'many')",
     "setting impressions: impressions is a whole number from 1 to 1000, not 'many'", MENDED},
    {"INSERT OR REPLACE INTO setting VALUES ('impressions', '0')", "setting impressions: ", MENDED},
    {"INSERT OR REPLACE INTO setting VALUES ('ballot_size', '9')", "setting ballot_size: ", MENDED},
    {"INSERT OR REPLACE INTO setting VALUES ('colour', 'red')",
     "setting colour: there is no setting 'colour'", MENDED},
    /* Ballots and answers. */
    {"UPDATE ballot SET lease_until = 1 WHERE ballot_id = 1", "ballot 1: it has an answer and is still open",
     MENDED},
    {"UPDATE ballot SET lease_until = 99999999999999 WHERE lease_until IS NOT NULL",
     ": its lease ends in more than a day", MENDED},
    {"DROP INDEX ballot_by_question; UPDATE ballot SET annotator_id = 2, deal = 1 WHERE ballot_id = 7",
     "ballot 1: another ballot of its question has the same number, 1", STAYS},
    {"UPDATE ballot SET deal = 9223372036854775807 WHERE ballot_id = 1",
     "ballot 1: its number within its question cannot be 9223372036854775807", STAYS},
    {"DELETE FROM slot WHERE ballot_id = 2", "ballot 2: it has no slots", STAYS},
    {"DELETE FROM slot WHERE " OF_OPEN_BALLOTS, ": it has no slots", STAYS},
    {"UPDATE slot SET position = 4 WHERE position = 1 AND " OF_OPEN_BALLOTS,
     ": its slots are not numbered from 1 without gaps, up to 3", STAYS},
    {"DROP TRIGGER slot_is_of_another_document; UPDATE slot SET document_id ="
     " (SELECT document_id FROM slot AS first WHERE first.ballot_id = slot.ballot_id AND position = 1)"
     " WHERE position = 2 AND " OF_OPEN_BALLOTS,
     ": it shows a document twice", STAYS},
    {"DROP TRIGGER slot_is_of_another_document; UPDATE slot SET document_id ="
     " (SELECT document_id FROM slot WHERE ballot_id = 2 AND position = 1) WHERE ballot_id = 2",
     "ballot 2: it shows a document twice", STAYS},
    {"UPDATE slot SET position = 100000 WHERE ballot_id = 2 AND position = 2",
     "ballot 2: its slots are not numbered from 1 without gaps, up to 3", STAYS},
    {"INSERT INTO slot VALUES (2, 4, (SELECT max(document_id) FROM candidate WHERE question_id = 1))",
     "ballot 2: its slots are not numbered from 1 without gaps, up to 3", STAYS},
    {"INSERT INTO slot VALUES (999, 1, 1)", "ballot 999: it is missing, and has slots", STAYS},
    {"UPDATE slot SET document_id = 999 WHERE ballot_id = 2 AND position = 1",
     "ballot 2: document number 999 is not in the pool of question ", STAYS},
    {"DELETE FROM candidate WHERE (question_id, document_id) IN (SELECT 1, document_id FROM slot WHERE "
     "ballot_id = 1"
     " AND position = 1)",
     "ballot 1: document ", STAYS},
    {"DROP INDEX answer_standing; INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, "
     "elapsed_ms)"
     " SELECT 'twice', ballot_id, annotator_id, position, given_at, 1 FROM answer WHERE answer_id = 2",
     "ballot 2: 2 of its answers count, instead of one", STAYS},
    {FREE_ANSWERS "DELETE FROM answer WHERE answer_id = 2", " are stored, but the votes give ", MENDED},
    {FREE_ANSWERS "UPDATE answer SET position = 9 WHERE answer_id = 2",
     "table answer, row 2: it refers to a missing row of slot", STAYS},
    {FREE_ANSWERS "UPDATE answer SET ballot_id = 999 WHERE answer_id = 2",
     "table answer, row 2: it refers to a missing row of ballot", STAYS},
    {FREE_ANSWERS "UPDATE answer SET given_at = -1 WHERE answer_id = 2", "answer 2: its time is out of range",
     STAYS},
    {FREE_ANSWERS "UPDATE answer SET answer_id = -2 WHERE answer_id = 2",
     "answer -2: this number is out of range", STAYS},
    {FREE_ANSWERS "UPDATE answer SET skip = 'tired' WHERE skip IS NOT NULL",
     "CHECK constraint failed in answer", STAYS},
    {FREE_ANSWERS "UPDATE answer SET elapsed_ms = NULL WHERE answer_id = 2",
     "CHECK constraint failed in answer", STAYS},
    {"INSERT INTO withdrawal (answer_id) VALUES (2)", "answer 2: it was undone, but still counts", STAYS},
    {"INSERT INTO addition (answer_id, kind, said, number) VALUES (2, 'second', '', 9)",
     "answer 2: its second choice or tie names a slot that its ballot does not have", STAYS},
    /* References. */
    {"DELETE FROM annotator", "it refers to a missing row of annotator", STAYS},
    {"UPDATE ballot SET annotator_id = 2 WHERE ballot_id = 2",
     "ballot 2: it belongs to one annotator, and an answer to it to another", STAYS},
    {"DELETE FROM document WHERE document_id = 1", "it refers to a missing row of document", STAYS},
    {"INSERT INTO candidate (question_id, document_id, prior) VALUES (999, 1, 0)",
     "table candidate, row ?: it refers to a missing row of question", STAYS},
    {"UPDATE question SET question_id = 9000000000000000000 WHERE question_id = (SELECT max(question_id) "
     "FROM question)",
     "were removed, but the highest number is 9000000000000000000", STAYS},
    {"UPDATE document SET docid = 'a b' WHERE document_id = 1", "document 1: its id has white space", STAYS},
    {"UPDATE document SET docid = '' WHERE document_id = 1", "document 1: its id is empty", STAYS},
    {"UPDATE document SET fields = '{bad' WHERE document_id = 1", ": its fields are not a JSON object",
     STAYS},
    {"UPDATE document SET fields = '[1,2]' WHERE document_id = 1", ": its fields are not a JSON object",
     STAYS},
    {"UPDATE question SET fields = '\"x\"' WHERE question_id = 1",
     "question q01: its fields are not a JSON object", STAYS},
    {INFINITE_JUDGMENT, "judgment by gold of document ", STAYS},
    {"INSERT INTO search_index (index_id, tokenizer, last_document) VALUES (1, 'evil', 0)",
     "the index of documents has an unknown tokenizer", MENDED},
    {"UPDATE annotator SET name = 'e' || char(10) || 've' WHERE name = 'eve'",
     "annotator 1: the name has control characters", STAYS},
    {"INSERT INTO judgment_source (name) VALUES ('go' || char(27) || 'ld')",
     "source of judgments 1: the name has control characters", STAYS},
    {"INSERT INTO judgment_source (name) VALUES ('')", "source of judgments 1: the name is empty", STAYS},
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = "
     "'document';"
     "PRAGMA writable_schema = RESET; UPDATE document SET text = NULL WHERE document_id = 1;"
     "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'title       "
     "TEXT',"
     " 'title TEXT NOT NULL'), 'text        TEXT', 'text TEXT NOT NULL'), 'TEXT  UNIQUE', 'TEXT NOT NULL "
     "UNIQUE')"
     " WHERE name = 'document'",
     "NULL value in document.text", STAYS},
};

/*
 * Under the address sanitizer, where program starts take three times as long, each test takes every fourth case.
 * Together the tests take all.
 */
enum {
#ifdef __SANITIZE_ADDRESS__
    STRIDE = 4,
#else
    STRIDE = 1,
#endif
};

static void assert_said(const char *what, struct ran ran, const char *text)
{
    if (strstr(ran.err, text) == NULL)
        fail_msg("%s: no '%s' in: %s", what, text, ran.err);
}

/* The last line counts the lines before it. */
static void assert_counted(struct fixture *fixture, const char *what, struct ran ran, const char *ending)
{
    size_t lines = 0;
    for (const char *c = ran.err; *c != '\0'; c++)
        lines += *c == '\n';
    assert_true(lines > 1);
    assert_said(what, ran,
                arena_format(&fixture->arena, ": %zu thing%s %s", lines - 1, lines == 2 ? " is" : "s are",
                             ending));
}

static void test_the_check_finds_each_damage_and_names_it(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i += STRIDE) {
        const char *path = tampered(fixture, damages[i].sql);
        struct ran ran = run_assay(&fixture->arena, "check", path);
        assert_string_equal(ran.out, "");
        assert_said(damages[i].sql, ran, damages[i].said);
        assert_counted(fixture, damages[i].sql, ran, "wrong; `assay check ");
        assert_int_equal(ran.status, 1);
    }
}

static void test_a_repair_rebuilds_derived_data_and_names_other_damage(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 1 % STRIDE; i < sizeof damages / sizeof *damages; i += STRIDE) {
        const char *path = tampered(fixture, damages[i].sql);
        struct ran ran = run_assay(&fixture->arena, "check", path, "--repair");
        bool mended = damages[i].outcome == MENDED;
        assert_said(damages[i].sql, ran, damages[i].said);
        if (!mended)
            assert_said(damages[i].sql, ran, "still wrong, and can't be rebuilt; `assay export ");
        if ((ran.status == 0) != mended)
            fail_msg("%s: %d, %s", damages[i].sql, ran.status, ran.err);
        struct ran after = run_assay(&fixture->arena, "check", path);
        assert_string_equal(after.out, mended ? "ok\n" : "");
        if (mended)
            assert_int_equal(write_something(&fixture->arena, path).status, 0);
        remove(arena_format(&fixture->arena, "%s.before-repair", path));
    }
}

enum { FIGURES = 5 };

static int compare_lines(const void *left, const void *right)
{
    return bytes_compare(*(const struct bytes *)left, *(const struct bytes *)right);
}

/* Sorts the lines: candidates of the same merit have no fixed order. */
static const char *in_order(struct arena *arena, const char *text)
{
    struct bytes *lines = NULL, rest = bytes_of(text), line;
    size_t n = 0;
    struct buffer ordered = {0};
    while (bytes_next_line(&rest, &line))
        ARENA_PUSH(arena, lines, n) = line;
    if (n > 0)
        qsort(lines, n, sizeof *lines, compare_lines);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&ordered, "%.*s\n", BYTES_FORMAT(lines[i]));
    const char *copy = arena_copy_string(arena, buffer_string(&ordered));
    buffer_release(&ordered);
    return copy;
}

/* Returns the output of a command that prints figures from sums, or NULL if it failed with one line. */
static const char *figures_of(struct fixture *fixture, const char *path, size_t command, const char *what)
{
    const char *run = fixture_sample(fixture, "plain.run");
    const char *const words[FIGURES][6] = {
        {"relevance", path, "--format", "tsv", NULL},
        {"export", path, "qrels", NULL},
        {"export", path, "qrels", "--grading", "best", NULL},
        {"eval", path, run, NULL},
        {"status", path, NULL},
    };
    struct ran ran = child_run(&fixture->arena, words[command]);
    if (ran.status == 0)
        return in_order(&fixture->arena, ran.out);
    if (ran.status != 1 || strchr(ran.err, '\n') != ran.err + strlen(ran.err) - 1)
        fail_msg("%s: %s: %d, %s", what, words[command][0], ran.status, ran.err);
    return NULL;
}

static void test_no_command_prints_wrong_figures_of_a_damaged_database(void **state)
{
    struct fixture *fixture = *state;
    const char *right[FIGURES];
    for (size_t command = 0; command < FIGURES; command++)
        right[command] = figures_of(fixture, fixture->database, command, "whole");
    for (size_t i = 2 % STRIDE; i < sizeof damages / sizeof *damages; i += STRIDE) {
        const char *path = tampered(fixture, damages[i].sql);
        for (size_t command = 0; command < FIGURES; command++) {
            const char *figures = figures_of(fixture, path, command, damages[i].sql);
            if (damages[i].outcome == MENDED && figures != NULL && strcmp(figures, right[command]) != 0)
                fail_msg("%s: command %zu prints wrong figures:\n%s", damages[i].sql, command, figures);
        }
    }
}

static void test_commands_that_read_impossible_values_report_damage(void **state)
{
    struct fixture *fixture = *state;
    const struct {
        const char *sql;
        const char *words[7];
        const char *said;
    } readings[] = {
        {"UPDATE document SET fields = '{bad'",
         {"set", "copy.db", "show", "section"},
         "fields are not a JSON object"},
        {"UPDATE document SET fields = '[1,2]'",
         {"export", "copy.db", "beir", "-o", "beir"},
         ": its fields are not a JSON object"},
        {INFINITE_JUDGMENT, {"export", "copy.db", "qrels", "--judgments", "gold"}, "a grade is not finite"},
    };
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        const char *path = tampered(fixture, readings[i].sql);
        const char *words[7];
        memcpy(words, readings[i].words, sizeof words);
        words[1] = path;
        struct ran ran = child_run(&fixture->arena, words);
        assert_refused(ran, readings[i].said);
        assert_said(readings[i].sql, ran, "the file is damaged: ");
        assert_said(readings[i].sql, ran, arena_format(&fixture->arena, "`assay check %s`", path));
    }
}

/* --- Bytes of a row -------------------------------------------------------------------------------- */

/* The start of an answer's row: the size of this header, and for each column one byte with its type and size. */
enum { ANSWER_HEADER = 15, UUID_KIND = 2, ELAPSED_KIND = 8 };

/*
 * Returns the uuid of the first answer within its row in this copy of the database, recognised by the header before it.
 */
static char *find_first_uuid(struct arena *arena, const char *database, struct bytes content)
{
    enum { TEXT_OF_36 = 13 + 2 * 36 };
    const char *votes = output_of_assay(arena, "export", database, "votes");
    const char *uuid = strstr(votes, "\"uuid\":\"") + strlen("\"uuid\":\"");
    size_t size = strcspn(uuid, "\"");
    for (size_t at = 0; at < content.size;) {
        char *found = memmem(content.data + at, content.size - at, uuid, size);
        assert_non_null(found);
        if (found[-ANSWER_HEADER] == ANSWER_HEADER && found[UUID_KIND - ANSWER_HEADER] == TEXT_OF_36)
            return found;
        at = (size_t)(found - content.data) + 1;
    }
    fail_msg("no row has %.*s", (int)size, uuid);
    return NULL;
}

/* If the index and the table have different uuids, the row may be damaged anywhere, and no sum would show that. */
static void test_a_uuid_that_differs_from_its_index_is_damage(void **state)
{
    struct fixture *fixture = *state;
    struct arena *arena = &fixture->arena;
    struct bytes content = arena_copy(arena, content_of(arena, fixture->database));
    *find_first_uuid(arena, fixture->database, content) = 'x';
    const char *path = support_file(arena, "copy.db", content);
    assert_refused(run_assay(arena, "annotators", path), "an index has other uuids than their table");
    remove(path);
}

/*
 * The header is changed so that the elapsed time becomes a text: of the same size, so that a number is missing, or one
 * byte longer, so that all later columns shift.
 */
static void test_an_answer_with_a_text_for_its_seconds_is_damaged(void **state)
{
    enum { INTEGER_OF_NO_BYTES = 8, TEXT = 13 };
    struct fixture *fixture = *state;
    struct arena *arena = &fixture->arena;
    static const char *const said[] = {"a number is missing", "the file is damaged"};
    for (char more = 0; more < 2; more++) {
        struct bytes content = arena_copy(arena, content_of(arena, fixture->database));
        char *kind = find_first_uuid(arena, fixture->database, content) + ELAPSED_KIND - ANSWER_HEADER;
        char bytes = *kind < INTEGER_OF_NO_BYTES ? *kind : 0;
        *kind = (char)(TEXT + 2 * (bytes + more));
        const char *path = support_file(arena, "copy.db", content);
        assert_refused(run_assay(arena, "annotators", path), said[(int)more]);
        assert_refused(run_assay(arena, "status", path), said[(int)more]);
        remove(path);
    }
}

/* Labelling continues or is refused with one line; it never ends in another way. */
static void test_labelling_a_tampered_database_never_crashes(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 3 % STRIDE; i < sizeof damages / sizeof *damages; i += STRIDE) {
        const char *path = tampered(fixture, damages[i].sql);
        struct child *child = start_assay_joined("label", path, "--json", "--annotator", "eve");
        child_write(child, "{\"undo\":true}\n{\"redo\":true}\n{\"vote\":1}\n{\"vote\":0}");
        int status = child_end(child);
        if (status != 0 && status != 1)
            fail_msg("%s: label ends with %d", damages[i].sql, status);
    }
}

/* If the tables do not yield correct figures, labelling must not add to them. */
static void test_label_refuses_every_database_that_status_refuses(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i += STRIDE) {
        const char *path = tampered(fixture, damages[i].sql);
        if (run_assay(&fixture->arena, "status", path).status == 0)
            continue;
        struct ran ran = run_assay(&fixture->arena, "label", path, "--json", "--annotator", "eve");
        if (ran.status == 0)
            fail_msg("%s: label accepts the database", damages[i].sql);
        assert_refused(ran, arena_format(&fixture->arena, "`assay check %s", path));
    }
}

#define OPEN_QUESTION "(SELECT question_id FROM ballot WHERE lease_until IS NOT NULL)"

/*
 * The database has so many candidates that not all votes are checked before labelling. The votes of the next questions
 * are checked, beginning with the question of the open ballot.
 */
static void test_label_checks_the_next_question_of_a_large_database(void **state)
{
    struct fixture *fixture = *state;
    static const struct tampering tamperings[] = {
        {"UPDATE candidate SET prior = prior + 1 WHERE question_id = " OPEN_QUESTION, ": the prior 1."},
        {"UPDATE question SET none_votes = none_votes + 1 WHERE question_id = " OPEN_QUESTION,
         " of them for none, are stored, but the votes give "},
    };
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        const char *path =
            tampered(fixture, arena_format(&fixture->arena,
                                           "UPDATE question SET candidates = 1000000 WHERE question_id = "
                                           "(SELECT max(question_id) FROM question); %s",
                                           tamperings[i].sql));
        struct ran ran = run_assay(&fixture->arena, "label", path, "--json", "--annotator", "eve");
        assert_refused(ran, tamperings[i].said);
    }
}

static void test_a_repair_keeps_a_copy_of_the_file_as_it_was(void **state)
{
    struct fixture *fixture = *state;
    const char *path = tampered(fixture, "UPDATE progress SET ballots_left = 0");
    struct ran said = run_assay(&fixture->arena, "check", path);
    struct ran ran = run_assay(&fixture->arena, "check", path, "--repair");
    const char *copy = arena_format(&fixture->arena, "%s.before-repair", path);
    assert_int_equal(ran.status, 0);
    assert_said("repair", ran, arena_format(&fixture->arena, "the old file is kept as %s", copy));
    const char *problem = arena_format(&fixture->arena, "%.*s", (int)strcspn(said.err, "\n"), said.err);
    assert_said("copy", run_assay(&fixture->arena, "check", copy), problem);
    remove(copy);
}

static void test_a_repair_of_a_sound_database_changes_no_byte(void **state)
{
    struct fixture *fixture = *state;
    const char *path = tampered(fixture, "");
    struct bytes before = content_of(&fixture->arena, path);
    assert_string_equal(output_of_assay(&fixture->arena, "check", path, "--repair"), "ok\n");
    struct bytes after = content_of(&fixture->arena, path);
    assert_true(bytes_equal(before, after));
    assert_null(fopen(arena_format(&fixture->arena, "%s.before-repair", path), "rb"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_writers_refuse_other_triggers_and_indexes, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_readers_and_writers_refuse_other_tables_and_views, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_tables_of_other_programs_do_no_harm, set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_the_search_index_is_accepted_with_every_tokenizer, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_trigger_on_the_search_index_is_found_in_any_letter_case,
                                        set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_view_with_the_name_of_the_search_index_is_refused, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_search_in_a_damaged_index_says_what_to_do, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_damaged_search_index_is_found_and_dropped, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_the_check_finds_each_damage_and_names_it, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_repair_rebuilds_derived_data_and_names_other_damage, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_repair_keeps_a_copy_of_the_file_as_it_was, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_repair_of_a_sound_database_changes_no_byte, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_no_command_prints_wrong_figures_of_a_damaged_database, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_commands_that_read_impossible_values_report_damage, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_label_refuses_every_database_that_status_refuses, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_label_checks_the_next_question_of_a_large_database, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_an_answer_with_a_text_for_its_seconds_is_damaged, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_uuid_that_differs_from_its_index_is_damage, set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_labelling_a_tampered_database_never_crashes, set_up,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
