/*
 * The store on a server: what differs from a file. tests/postgresql/test_server.sh shows that the output is the same.
 */
#include "tests/support/support.h"

#include "core/store/votes/annotators.h"
#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static struct store *open_store(const char *url, enum store_mode mode)
{
    struct store *store = NULL;
    struct err err;
    if (!store_open(&store, url, mode, &err))
        fail_msg("%s", err.text);
    return store;
}

static void assert_not_opened(const char *url, enum store_mode mode, const char *what)
{
    struct store *store = NULL;
    struct err err;
    assert_false(store_open(&store, url, mode, &err));
    if (strstr(err.text, what) == NULL)
        fail_msg("%s", err.text);
}

static void put_document(struct store *store, const char *id, struct bytes text)
{
    struct err err;
    enum stored stored;
    const struct item item = {.id = bytes_of(id), .title = bytes_of("A title"), .text = text};
    if (!store_put_document(store, &item, REPLACE_NOTHING, &stored, &err))
        fail_msg("%s", err.text);
}

static void put_question(struct store *store, const char *qid, int n_documents)
{
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    int64_t question_id;
    const struct item question = {.id = bytes_of(qid), .text = bytes_of("Which?")};
    assert_true(store_put_question(store, &question, REPLACE_NOTHING, &stored, &err));
    assert_true(store_find_question(store, question.id, &question_id, &err));
    for (int i = 0; i < n_documents; i++) {
        const char *id = arena_format(&arena, "d%d", i + 1);
        const struct candidate_origin origin = {.source = bytes_of("test.run"), .rank = i + 1, .score = 1};
        put_document(store, id, bytes_of(id));
        assert_true(store_put_candidate(store, question_id, i + 1, &origin, &stored, &err));
    }
    arena_release(&arena);
}

static struct store *make_questions(const char *url, int n_questions, int n_documents)
{
    struct arena arena = {0};
    struct err err;
    struct store *store = open_store(url, STORE_CREATE);
    assert_true(store_begin(store, &err));
    for (int i = 1; i <= n_questions; i++)
        put_question(store, arena_format(&arena, "q%d", i), n_documents);
    assert_true(settings_apply(store, &err));
    assert_true(store_commit(store, &err));
    arena_release(&arena);
    return store;
}

/* Makes a database with one question and so many documents. */
static struct store *make_large(const char *url, int n_documents)
{
    return make_questions(url, 1, n_documents);
}

static struct store *make(const char *url)
{
    return make_large(url, 3);
}

/* A new database with questions, and a clock for its sessions. */
struct served {
    struct arena arena;
    struct test_clock time;
    const char *url;
    struct store *store;
};

static void served_make(struct served *out, int n_questions, int n_documents)
{
    *out = (struct served){.time = {.now = 1000, .step = 1}};
    out->url = sample_database(&out->arena);
    out->store = make_questions(out->url, n_questions, n_documents);
}

static void served_release(struct served *served)
{
    store_close(served->store);
    arena_release(&served->arena);
}

/* Cuts all connections, like a restart of the server. */
static void cut_connections(const char *url)
{
    postgresql_do(url, "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                       " WHERE datname = current_database() AND pid <> pg_backend_pid()");
}

static void the_first_transaction_makes_the_tables(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
    assert_not_opened(url, STORE_EXISTING, "the database is empty; fill it with");
    struct store *store = open_store(url, STORE_CREATE);
    assert_true(store_begin(store, &err));
    put_document(store, "d1", bytes_of("Text"));
    assert_string_equal(postgresql_value(&arena, url, "SELECT to_regclass('document')"), "");
    store_rollback(store);
    assert_true(store_begin(store, &err));
    put_document(store, "d1", bytes_of("Text"));
    assert_true(store_commit(store, &err));
    store_close(store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM document"), "1");
    arena_release(&arena);
}

/* As for a user who has a schema of their own. */
static void tables_outside_the_search_path_are_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
    struct store *store = open_store(url, STORE_CREATE);
    assert_true(store_begin(store, &err));
    put_document(store, "d1", bytes_of("Text"));
    assert_true(store_commit(store, &err));
    store_close(store);
    postgresql_do(url, "ALTER SCHEMA public RENAME TO lead; CREATE SCHEMA public");
    assert_not_opened(url, STORE_EXISTING, "the tables are in schema 'lead'");
    store = open_store(arena_format(&arena, "%s&options=-csearch_path%%3Dlead", url), STORE_EXISTING);
    store_close(store);
    arena_release(&arena);
}

static void databases_of_other_programs_and_versions_are_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *strange = postgresql_database(&arena), *url = postgresql_database(&arena);
    postgresql_do(strange, "CREATE TABLE document (n BIGINT)");
    assert_not_opened(strange, STORE_CREATE,
                      "this database belongs to another program; name an empty database");
    store_close(make(url));
    postgresql_do(url, "UPDATE assay_schema SET version = version + 1");
    assert_not_opened(url, STORE_EXISTING, "made by a newer assay");
    arena_release(&arena);
}

static void a_version_that_is_not_a_number_is_reported_as_damage(void **state)
{
    (void)state;
    static const char *const forms[] = {"float8 USING 'NaN'", "float8 USING 'infinity'", "float8 USING 1.5",
                                        "text USING ''", "numeric USING -1"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *url = sample_database(&arena);
        store_close(make(url));
        postgresql_do(url, arena_format(&arena, "ALTER TABLE assay_schema ALTER version TYPE %s", forms[i]));
        assert_not_opened(url, STORE_EXISTING, "the database is damaged: assay_schema");
    }
    arena_release(&arena);
}

static void a_real_is_never_read_as_a_whole_number(void **state)
{
    (void)state;
    static const char *const numbers[] = {"float8 'NaN'", "float8 '-infinity'", "float8 '1e300'",
                                          "float8 '1'",   "text '1'",           "numeric '1'"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct err err;
        int64_t question_id;
        const char *url = sample_database(&arena);
        store_close(make(url));
        postgresql_do(url, "ALTER TABLE question RENAME TO other_question");
        postgresql_do(url, "ALTER TABLE other_question RENAME question_id TO number");
        postgresql_do(url,
                      arena_format(&arena,
                                   "CREATE VIEW question AS SELECT %s AS question_id, * FROM other_question",
                                   numbers[i]));
        struct store *store = open_store(url, STORE_READING);
        assert_true(store_begin_reading(store, &err));
        assert_false(store_find_question(store, bytes_of("q1"), &question_id, &err));
        if (strstr(err.text, "the database is damaged: a value is not a whole number") == NULL)
            fail_msg("%s", err.text);
        store_end_reading(store);
        store_close(store);
    }
    arena_release(&arena);
}

static void bytes_are_stored_unchanged(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct ballot_document document;
    struct store *store = make(sample_database(&arena));
    const struct bytes text = {.data = "\xff\xfe \\ ' \0 end", .size = 13};
    assert_true(store_begin(store, &err));
    put_document(store, "odd \xc3", text);
    assert_true(store_commit(store, &err));
    assert_true(store_read_document(store, bytes_of("odd \xc3"), &arena, &document, &err));
    assert_true(bytes_equal(document.text, text));
    store_close(store);
    arena_release(&arena);
}

static bool count_document(void *context, const struct item *item, struct err *err)
{
    (void)item, (void)err;
    ++*(size_t *)context;
    return true;
}

/* The rows arrive a thousand at a time. */
static void a_list_is_complete_whatever_its_length(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = sample_database(&arena);
    static const char *const sizes[] = {"1000", "1001", "2500"};
    struct store *store = make(url);
    for (size_t i = 0; i < 3; i++) {
        size_t n = 0;
        postgresql_do(
            url,
            arena_format(
                &arena,
                "INSERT INTO document (document_id, docid, title, text)"
                " SELECT n, convert_to(format('d%%s', n), 'UTF8'), '', '' FROM generate_series(4, %s) AS n"
                " ON CONFLICT DO NOTHING",
                sizes[i]));
        assert_true(store_begin_reading(store, &err));
        assert_true(store_visit_documents(store, count_document, &n, &err));
        assert_true(store_visit_documents(store, count_document, &n, &err));
        store_end_reading(store);
        assert_int_equal(n, 2 * strtoul(sizes[i], NULL, 10));
    }
    store_close(store);
    arena_release(&arena);
}

static void an_id_too_long_for_an_index_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    struct store *store = make(sample_database(&arena));
    const struct item item = {.id = {.data = memset(arena_get(&arena, 2001), 'x', 2001), .size = 2001}};
    assert_true(store_begin(store, &err));
    assert_false(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_true(begins_with(err.text, "docid 'xxx"));
    assert_non_null(strstr(err.text, "…' is 2001 bytes long; on a server an id is at most 2,000 bytes long"));
    store_rollback(store);
    store_close(store);
    arena_release(&arena);
}

static const struct answer first_chosen = {.position = 1, .elapsed_ms = 100};

/* From now on, makes the server refuse all votes. */
static void refuse_votes(const char *url, const char *sqlstate)
{
    struct arena arena = {0};
    postgresql_do(url,
                  arena_format(&arena,
                               "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
                               " BEGIN RAISE SQLSTATE '%s' USING MESSAGE = 'its words'; END $$;"
                               "CREATE OR REPLACE TRIGGER refused BEFORE INSERT ON answer"
                               " FOR EACH ROW EXECUTE FUNCTION refuse()",
                               sqlstate));
    arena_release(&arena);
}

static void a_refused_vote_is_not_saved_and_the_message_says_what_to_do(void **state)
{
    (void)state;
    static const struct {
        const char *sqlstate, *told;
    } refusals[] = {
        {"53100",
         "not saved: the server's disk is full; ask its administrator to make room (localhost/test_"},
        {"53200", "not saved: the server's memory is full; try again when the server has less to do ("},
        {"42501", "not saved: you have no right to do that; a lead has this right, and the owner of the "
                  "database grants rights ("},
        {"57014", "not saved: the server's administrator has stopped this; ask them, or try again ("},
        {"58030", "not saved: the server can't read or write its files; ask its administrator ("},
        {"XX001",
         "not saved: the server says that its files are damaged; ask its administrator, and write nothing "},
        {"42P01",
         "not saved: the tables or functions are not the ones that this assay needs; the owner of the "
         "database recreates them with "},
        {"42P05",
         "not saved: a connection pooler in front of the server gives each transaction another connection; "
         "ask its administrator to set it to session pooling "},
        {"26000",
         "not saved: a connection pooler in front of the server gives each transaction another connection; "
         "ask its administrator to set it to session pooling "},
        {"54000", "not saved: the server refused this; ask its administrator (localhost/test_"},
        {"25006",
         "not saved: the server can't be written to; also name the primary in the address, or ask its "},
    };
    struct served served;
    served_make(&served, 1, 3);
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct err err;
        refuse_votes(served.url, refusals[i].sqlstate);
        assert_false(session_answer(session, &first_chosen, &err));
        if (!begins_with(err.text, refusals[i].told))
            fail_msg("%s", err.text);
    }
    postgresql_do(served.url, "DROP TRIGGER refused ON answer");
    sample_vote(session, 1);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT count(*) FROM answer"), "1");
    sample_session_close(session);
    served_release(&served);
}

/* How often the waiting callback was called, and how often with news. */
struct long_wait {
    int n_asked, n_told;
};

/* Waits for long, but not longer than a test may take. */
static bool wait_long(void *context, const struct busy_wait *wait)
{
    struct long_wait *counted = context;
    counted->n_told += wait->is_new;
    return ++counted->n_asked < 100;
}

static void assay_does_not_wait_forever_for_a_server_that_keeps_refusing(void **state)
{
    (void)state;
    static const struct {
        const char *sqlstate, *told;
    } refusals[] = {
        {"25006", "not saved: the server has refused this for a minute; the server can't be written to: also "
                  "name the primary in"
                  " the address, or ask its administrator (localhost/test_"},
        {"57P01",
         "not saved: the server has refused this for a minute; ask its administrator (localhost/test_"},
    };
    struct served served;
    served_make(&served, 1, 3);
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    store_set_patience(served.store, 1000);
    struct long_wait counted; /* outlives the loop, because the vote after it may wait, too */
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct err err;
        counted = (struct long_wait){0};
        store_watch_busy(served.store, (struct busy_watch){.go_on = wait_long, .context = &counted});
        refuse_votes(served.url, refusals[i].sqlstate);
        assert_false(session_answer(session, &first_chosen, &err));
        if (!begins_with(err.text, refusals[i].told))
            fail_msg("%s", err.text);
        assert_in_range(counted.n_asked, 1, 99);
        assert_true(counted.n_told >
                    0); /* more than once if connecting takes so long that it is a separate cause */
    }
    postgresql_do(served.url, "DROP TRIGGER refused ON answer");
    sample_vote(session, 1);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT count(*) FROM answer"), "1");
    sample_session_close(session);
    served_release(&served);
}

static void readers_cannot_write(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = sample_database(&arena);
    store_close(make(url));
    struct store *store = open_store(url, STORE_READING);
    assert_true(store_begin_reading(store, &err));
    assert_false(store_put_setting(store, "order", bytes_of("import"), &err));
    store_end_reading(store);
    store_close(store);
    arena_release(&arena);
}

/* Makes new ballots fail as if another annotator had been first, if the condition holds; `n` counts the attempts. */
static void meet_others(struct arena *arena, const char *url, const char *where)
{
    /* A sequence does not go back when a transaction is rolled back. */
    postgresql_do(url, arena_format(arena,
                                    "CREATE SEQUENCE tried;"
                                    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
                                    "  DECLARE n BIGINT := nextval('tried'); BEGIN"
                                    "  IF %s THEN RAISE SQLSTATE '40001'; END IF; RETURN NEW;"
                                    " END $$;"
                                    "CREATE TRIGGER refused BEFORE INSERT ON ballot FOR EACH ROW EXECUTE"
                                    " FUNCTION refuse()",
                                    where));
}

static void a_step_that_conflicts_with_another_is_retried(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 1, 3);
    meet_others(&served.arena, served.url, "n % 2 = 1");
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    assert_non_null(session_ballot(session));
    sample_vote(session, 1);
    assert_int_equal(session_progress(session).ballots_done, 1);
    sample_session_close(session);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT count(*) FROM answer"), "1");
    served_release(&served);
}

/* As with many annotators. */
static void a_step_with_repeated_conflicts_still_succeeds(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 1, 3);
    meet_others(&served.arena, served.url, "n <= 30");
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    assert_non_null(session_ballot(session));
    sample_session_close(session);
    served_release(&served);
}

static void after_a_conflict_the_session_turns_to_another_question(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 3, 3);
    const char *first = postgresql_value(&served.arena, served.url,
                                         "SELECT question_id FROM question ORDER BY place LIMIT 1");
    meet_others(&served.arena, served.url, arena_format(&served.arena, "NEW.question_id = %s", first));
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    assert_int_not_equal(session_ballot(session)->question_id, atoi(first));
    sample_session_close(session);
    served_release(&served);
}

/* The number of the last answer before an import tells which text an answer saw. */
static void an_answer_given_beside_an_import_saw_the_text_before_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    struct store *store = make_questions(url, 1, 3), *other = open_store(url, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    const struct bytes docid = arena_copy(&arena, session_ballot(session)->documents[0].docid);
    const struct item item = {.id = docid, .text = bytes_of("Another text.")};
    assert_true(store_begin(other, &err));
    assert_true(store_begin_import(other, bytes_of("new.jsonl"), 1000, &err));
    assert_true(store_put_document(other, &item, REPLACE_UNVOTED, &stored, &err));
    sample_vote(session, 1);
    assert_true(store_commit(other, &err));
    assert_string_equal(
        postgresql_value(&arena, url,
                         "SELECT count(*) FROM answer JOIN import ON answer_id <= last_answer "
                         "JOIN replaced_document USING (import_id)"),
        "1");
    sample_session_close(session);
    store_close(store);
    store_close(other);
    arena_release(&arena);
}

/* Closes the ballots in a transaction of its own, which ends when another connection waits for its locks. */
static void *close_ballots(void *url)
{
    postgresql_do(url, "BEGIN; UPDATE ballot SET lease_until = NULL; SELECT pg_advisory_lock(7);"
                       "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity"
                       " WHERE datname = current_database() AND wait_event_type = 'Lock') LOOP"
                       " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$; COMMIT");
    return NULL;
}

static void await_closing(const char *url)
{
    postgresql_do(url, "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
                       " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
                       " LOOP NULL; END LOOP; END $$");
}

/* This happens when a program is killed while its COMMIT is on the way, and the annotator starts again. */
static void a_ballot_closed_while_a_session_waits_for_it_stays_closed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    pthread_t thread;
    struct store *store = make_questions(url, 3, 3), *other = open_store(url, STORE_EXISTING);
    struct session *first = sample_session(store, "ann", 1, &time);
    assert_int_equal(pthread_create(&thread, NULL, close_ballots, (void *)url), 0);
    await_closing(url);
    struct session *second = sample_session(other, "ann", 1, &time);
    pthread_join(thread, NULL);
    assert_string_equal(postgresql_value(&arena, url,
                                         "SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL"),
                        "0");
    assert_false(session_answer(second, &first_chosen, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_non_null(session_ballot(second));
    sample_vote(second, 1);
    sample_session_close(first);
    sample_session_close(second);
    store_close(store);
    store_close(other);
    arena_release(&arena);
}

/* When two sessions of one annotator answer a ballot at once, the second one looks at the ballot again. */
static void a_conflict_with_the_same_annotators_other_session_is_retried(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 3, 3);
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    postgresql_do(served.url, "CREATE SEQUENCE tried;"
                              "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                              "  IF nextval('tried') = 1 THEN"
                              "    RAISE unique_violation USING CONSTRAINT = 'answer_standing';"
                              "  END IF; RETURN NEW;"
                              " END $$;"
                              "CREATE TRIGGER refused BEFORE INSERT ON answer FOR EACH ROW EXECUTE"
                              " FUNCTION refuse()");
    sample_vote(session, 1);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT count(*) FROM answer"), "1");
    sample_session_close(session);
    served_release(&served);
}

/* As when an import closes the ballots of an annotator whose session ends. */
static void the_end_of_a_session_that_conflicts_with_another_is_retried(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 1, 3);
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    postgresql_do(served.url, "CREATE SEQUENCE tried;"
                              "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                              "  IF nextval('tried') = 1 THEN RAISE deadlock_detected; END IF; RETURN NEW;"
                              " END $$;"
                              "CREATE TRIGGER refused BEFORE UPDATE ON ballot FOR EACH ROW EXECUTE"
                              " FUNCTION refuse()");
    sample_session_close(session);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT last_value FROM tried"), "2");
    served_release(&served);
}

/* As if both sessions had searched for the name before one of them added it. */
static void two_simultaneous_starts_create_one_annotator(void **state)
{
    (void)state;
    struct served served;
    served_make(&served, 1, 3);
    postgresql_do(served.url, "CREATE SEQUENCE tried;"
                              "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                              "  IF nextval('tried') = 1 THEN"
                              "    RAISE unique_violation USING CONSTRAINT = 'annotator_name_key';"
                              "  END IF; RETURN NEW;"
                              " END $$;"
                              "CREATE TRIGGER refused BEFORE INSERT ON annotator FOR EACH ROW EXECUTE"
                              " FUNCTION refuse()");
    struct session *session = sample_session(served.store, "ann", 1, &served.time);
    assert_non_null(session_ballot(session));
    sample_session_close(session);
    assert_string_equal(postgresql_value(&served.arena, served.url, "SELECT count(*) FROM annotator"), "1");
    served_release(&served);
}

/* This happens on a standby that was promoted before it received the last numbers. */
static void an_id_handed_out_twice_is_used_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    struct store *store = make_large(url, 30), *other_store = open_store(url, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    struct session *other = sample_session(other_store, "ben", 2, &time);
    for (int i = 0; i < 3; i++) {
        sample_vote(session, 1);
        postgresql_do(url, "SELECT setval(pg_get_serial_sequence('ballot', 'ballot_id'), 1),"
                           " setval(pg_get_serial_sequence('answer', 'answer_id'), 1)");
        sample_vote(other, 1);
    }
    sample_session_close(session);
    sample_session_close(other);
    store_close(store);
    store_close(other_store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM answer"), "6");
    arena_release(&arena);
}

static void a_lost_connection_is_reopened(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    struct store *store = make(url);
    struct session *session = sample_session(store, "ann", 1, &time);
    cut_connections(url);
    sample_vote(session, 1);
    sample_session_close(session);
    store_close(store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM answer"), "1");
    arena_release(&arena);
}

/* A screen may have room only for the beginning of the message. */
static void an_error_about_a_lost_server_first_says_what_it_means(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    bool changed;
    struct test_clock time = {.now = 1000, .step = 1};
    const struct answer answer = {.position = 1, .elapsed_ms = 100};
    const char *url = sample_database(&arena);
    store_close(make(url));
    struct wire *wire = wire_open(url, 0);
    const char *through = wire_url(&arena, wire);
    struct store *store = open_store(through, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    wire_close(wire);
    assert_false(session_answer(session, &answer, &err));
    assert_true(begins_with(err.text,
                            "not saved: no connection to the server; try again when the server is back "
                            "(localhost/test_"));
    assert_false(session_follow(session, &changed, &err));
    assert_true(
        begins_with(err.text, "no connection to the server; try again when the server is back (localhost/"));
    assert_true(session_close(session, &err)); /* leases expire by themselves */
    store_close(store);
    assert_not_opened(through, STORE_EXISTING, "no connection to the server: ");
    arena_release(&arena);
}

static long count_answers(const char *url)
{
    struct arena arena = {0};
    long n = strtol(postgresql_value(&arena, url, "SELECT count(*) FROM answer"), NULL, 10);
    arena_release(&arena);
    return n;
}

/* What an annotator can do with answers, in this order: each act leaves the state that the next one needs. */
static void vote(struct session *session)
{
    sample_vote(session, 1);
}

static void give_reason(struct session *session)
{
    struct err err;
    bool given;
    assert_true(session_add_to_vote(session, &(struct addition){ADDITION_REASON, bytes_of("clear"), 0},
                                    &given, &err));
    assert_true(given);
}

static void undo(struct session *session)
{
    struct err err;
    bool undone;
    assert_true(session_undo(session, &undone, &err));
    assert_true(undone);
}

static void redo(struct session *session)
{
    struct err err;
    struct answer redone;
    assert_true(session_redo(session, &(struct answer){.position = VOTE_ABSENT}, &redone, &err));
    assert_int_equal(redone.position, 1);
}

static void put_aside(struct session *session)
{
    struct err err;
    const struct answer skip = {.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL, .elapsed_ms = 100};
    assert_true(session_answer(session, &skip, &err));
}

static const struct {
    void (*act)(struct session *session);
    long answers, standing, own_votes, reasons; /* expected increases */
    bool is_in_hand;                            /* the ballot stays the current one */
} acts[] = {
    {vote, 1, 1, 1, 0, false}, {give_reason, 0, 0, 0, 1, true}, {undo, 0, -1, -1, 0, false},
    {redo, 1, 1, 1, 1, false}, {put_aside, 1, 1, 0, 0, false},
};

struct counted {
    long answers, standing, reasons;
};

static struct counted count_all(const char *url)
{
    struct arena arena = {0};
    char *at = (char *)postgresql_value(&arena, url,
                                        "SELECT concat(count(*), ' ', count(*) FILTER (WHERE withdrawn_at IS"
                                        " NULL), ' ', (SELECT count(*) FROM addition)) FROM answer");
    struct counted counted = {.answers = strtol(at, &at, 10)};
    counted.standing = strtol(at, &at, 10);
    counted.reasons = strtol(at, &at, 10);
    arena_release(&arena);
    return counted;
}

/*
 * Performs the act while the nth trip breaks, and checks that it was done exactly once. Returns whether there were so
 * many trips.
 */
static bool act_over_breaking(struct session *session, size_t act, struct wire *wire, const char *url,
                              unsigned nth, enum wire_loss loss, struct counted *before)
{
    int64_t ballot_id = session_ballot(session)->ballot_id, n_own = session_own_votes(session);
    wire_break(wire, nth, loss);
    acts[act].act(session);
    struct counted after = count_all(url);
    assert_int_equal(after.answers, before->answers + acts[act].answers);
    assert_int_equal(after.standing, before->standing + acts[act].standing);
    assert_int_equal(after.reasons, before->reasons + acts[act].reasons);
    assert_int_equal(session_own_votes(session), n_own + acts[act].own_votes);
    assert_int_equal(session_ballot(session)->ballot_id == ballot_id, acts[act].is_in_hand);
    *before = after;
    return wire_has_broken(wire);
}

static void a_step_cut_off_anywhere_is_done_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    for (enum wire_loss loss = WIRE_REQUEST; loss <= WIRE_ANSWER; loss++) {
        const char *url = sample_database(&arena);
        store_close(make_large(url, 150));
        struct wire *wire = wire_open(url, 0);
        struct store *store = open_store(wire_url(&arena, wire), STORE_EXISTING);
        struct session *session = sample_session(store, "ann", 1, &time);
        unsigned nth = 1;
        struct counted before = {0};
        for (bool has_broken = true; has_broken; nth++) {
            has_broken = false;
            for (size_t act = 0; act < sizeof acts / sizeof *acts; act++)
                has_broken = act_over_breaking(session, act, wire, url, nth, loss, &before) || has_broken;
        }
        assert_true(nth > 2);
        wire_break(wire, 0, loss); /* never */
        sample_session_close(session);
        store_close(store);
        wire_close(wire);
    }
    arena_release(&arena);
}

/* Writes more than fits into one packet of rows, so that reading them takes several. */
static void give_long_notes(const char *url, int n)
{
    static char note[4000];
    struct test_clock time = {.now = 1000, .step = 1};
    struct err err;
    memset(note, 'x', sizeof note);
    const struct answer answer = {.position = 1,
                                  .elapsed_ms = 1,
                                  .note = {.data = note, .size = sizeof note}};
    struct store *store = make_large(url, 150);
    struct session *session = sample_session(store, "ann", 1, &time);
    for (int i = 0; i < n; i++) {
        if (!session_answer(session, &answer, &err))
            fail_msg("%s", err.text);
    }
    sample_session_close(session);
    store_close(store);
}

/* The context is the URL of a server, all of whose connections this cuts. */
static bool cut_off(void *context, const struct answer_row *answer, struct err *err)
{
    (void)answer;
    (void)err;
    cut_connections(context);
    return true;
}

static void losing_the_server_while_answers_are_read_is_an_error(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = sample_database(&arena);
    give_long_notes(url, 120);
    struct store *store = open_store(url, STORE_EXISTING);
    assert_true(store_begin_reading(store, &err));
    assert_false(store_visit_answers(store, cut_off, (void *)url, &err));
    assert_non_null(strstr(err.text, "no connection to the server"));
    store_rollback(store);
    store_close(store);
    arena_release(&arena);
}

static void let_in(const char *url, const char *whether)
{
    struct arena arena = {0};
    const char *name = strchr(url, '@') + 2, *host = strchr(url, '?');
    const char *other = arena_format(&arena, "postgresql://assay@/postgres%s", host);
    postgresql_do(other, arena_format(&arena, "ALTER DATABASE %.*s ALLOW_CONNECTIONS %s", (int)(host - name),
                                      name, whether));
    arena_release(&arena);
}

/* Somebody who waits for the server. */
struct visitor {
    const char *url;
    int n_asked;
    int n_until_in;   /* at this call the server is back; 0: never */
    int n_until_stop; /* at this call the wait is ended; 0: never */
};

static bool wait_as_visitor(void *context, const struct busy_wait *wait)
{
    struct visitor *visitor = context;
    if (wait->cause == BUSY_SERVER) /* the server is there, but slow */
        return true;
    visitor->n_asked++;
    assert_int_equal(wait->cause, BUSY_CONNECTION);
    assert_int_equal(wait->is_new, visitor->n_asked == 1);
    assert_true(begins_with(wait->whom, "localhost/test_"));
    if (visitor->n_asked == visitor->n_until_in)
        let_in(visitor->url, "true");
    return visitor->n_asked != visitor->n_until_stop;
}

/* A server that goes away when the last trip of each vote breaks, and a session that has voted once. */
struct outage {
    struct arena arena;
    struct test_clock time;
    const char *url;
    struct wire *wire;
    struct store *store;
    struct session *session;
    unsigned n_trips;
    struct visitor visitor;
};

static void outage_open(struct outage *outage)
{
    *outage = (struct outage){.time = {.now = 1000, .step = 1}};
    outage->url = sample_database(&outage->arena);
    outage->visitor.url = outage->url;
    store_close(make_large(outage->url, 60));
    outage->wire = wire_open(outage->url, 0);
    outage->store = open_store(wire_url(&outage->arena, outage->wire), STORE_EXISTING);
    outage->session = sample_session(outage->store, "ann", 1, &outage->time);
    sample_vote(outage->session, 1);
    wire_count_trips(outage->wire);
    sample_vote(outage->session, 1);
    outage->n_trips = wire_count_trips(outage->wire);
    store_watch_busy(outage->store,
                     (struct busy_watch){.go_on = wait_as_visitor, .context = &outage->visitor});
}

static void outage_begin(struct outage *outage, enum wire_loss loss)
{
    wire_break(outage->wire, outage->n_trips, loss);
    let_in(outage->url, "false");
}

static void outage_close(struct outage *outage)
{
    store_close(outage->store);
    wire_close(outage->wire);
    arena_release(&outage->arena);
}

/* Also if the COMMIT was done and its answer was lost. */
static void a_vote_waits_for_the_server_and_counts_once(void **state)
{
    (void)state;
    for (enum wire_loss loss = WIRE_REQUEST; loss <= WIRE_ANSWER; loss++) {
        struct outage outage;
        outage_open(&outage);
        int64_t ballot_id = session_ballot(outage.session)->ballot_id;
        outage.visitor.n_until_in = 7;
        outage_begin(&outage, loss);
        sample_vote(outage.session, 1);
        assert_true(outage.visitor.n_asked >= 7);
        assert_int_equal(count_answers(outage.url), 3);
        assert_int_equal(session_own_votes(outage.session), 3);
        assert_int_not_equal(session_ballot(outage.session)->ballot_id, ballot_id);
        sample_vote(outage.session, 1); /* on the new connection all statements are prepared again */
        sample_session_close(outage.session);
        outage_close(&outage);
    }
}

static void ending_the_wait_for_the_server_reports_the_vote_as_perhaps_saved(void **state)
{
    (void)state;
    struct err err;
    for (enum wire_loss loss = WIRE_REQUEST; loss <= WIRE_ANSWER; loss++) {
        struct outage outage;
        outage_open(&outage);
        int64_t ballot_id = session_ballot(outage.session)->ballot_id;
        outage.visitor.n_until_stop = 3;
        outage_begin(&outage, loss);
        assert_false(session_answer(outage.session, &first_chosen, &err));
        assert_true(begins_with(
            err.text,
            "perhaps saved: there is no connection to the server; look again when the server is back "
            "(localhost/test_"));
        assert_int_equal(session_ballot(outage.session)->ballot_id, ballot_id);
        assert_int_equal(outage.visitor.n_asked, 3);
        assert_true(session_close(outage.session, &err)); /* without another wait */
        assert_int_equal(outage.visitor.n_asked, 3);
        let_in(outage.url, "true");
        assert_int_equal(count_answers(outage.url), 2 + (loss == WIRE_ANSWER));
        outage_close(&outage);
    }
}

static bool wait_a_while(void *context, const struct busy_wait *wait)
{
    enum { ASKED_MAX = 300 };
    (void)wait;
    return ++*(int *)context < ASKED_MAX;
}

static void let_in_no_more(const char *url, const char *role)
{
    struct arena arena = {0};
    postgresql_do(url, arena_format(&arena, "ALTER ROLE %s NOLOGIN", role));
    cut_connections(url);
    arena_release(&arena);
}

static void a_revoked_login_is_reported_at_once_and_labelling_can_resume(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    int n_asked = 0;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    store_close(make_large(url, 60));
    postgresql_do(url, "CREATE ROLE guest SUPERUSER LOGIN");
    struct store *store = open_store(postgresql_as(&arena, url, "guest"), STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    store_watch_busy(store, (struct busy_watch){.go_on = wait_a_while, .context = &n_asked});
    let_in_no_more(url, "guest");
    assert_false(session_answer(session, &first_chosen, &err));
    assert_true(begins_with(err.text,
                            "not saved: no connection to the server; ask its administrator for access "
                            "(localhost/test_"));
    assert_int_equal(err.code, ERR_DATABASE);
    assert_int_equal(count_answers(url), 0);
    postgresql_do(url, "ALTER ROLE guest LOGIN");
    sample_vote(session, 1);
    assert_int_equal(count_answers(url), 1);
    let_in_no_more(url, "guest");
    assert_true(session_close(session, &err)); /* leases expire by themselves */
    store_close(store);
    arena_release(&arena);
}

/* Makes every step fail that reads the progress, even after its vote was committed and acknowledged. */
static void spoil_progress(const char *url)
{
    postgresql_do(url, "UPDATE progress SET ballots_left = -1000");
}

static long count_standing(const char *url)
{
    return count_all(url).standing;
}

static void a_committed_vote_is_reported_as_saved_if_a_later_step_fails(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    store_close(make_large(url, 60));
    struct store *store = open_store(url, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    spoil_progress(url);
    assert_false(session_answer(session, &first_chosen, &err));
    assert_true(begins_with(err.text, "saved, but then: localhost/test_"));
    assert_int_equal(count_standing(url), 1);
    assert_true(session_close(session, &err));
    store_close(store);
    arena_release(&arena);
}

static void a_committed_undo_is_reported_as_saved_if_a_later_step_fails(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    bool taken;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    store_close(make_large(url, 60));
    struct store *store = open_store(url, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    vote(session);
    spoil_progress(url);
    assert_false(session_undo(session, &taken, &err));
    assert_true(begins_with(err.text, "saved, but then: localhost/test_"));
    assert_int_equal(count_standing(url), 0);
    assert_true(session_close(session, &err));
    store_close(store);
    arena_release(&arena);
}

static void a_transaction_ends_with_its_connection(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = sample_database(&arena);
    struct store *store = make(url);
    assert_true(store_begin(store, &err));
    put_document(store, "before", bytes_of("Text"));
    cut_connections(url);
    enum stored stored;
    const struct item item = {.id = bytes_of("after")};
    assert_false(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_false(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_int_equal(err.code, ERR_DATABASE);
    assert_false(store_commit(store, &err));
    assert_true(store_begin(store, &err));
    put_document(store, "again", bytes_of("Text"));
    assert_true(store_commit(store, &err));
    store_close(store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM document"), "4");
    arena_release(&arena);
}

/* Somebody who ends a wait when it was reported for the fourth time, before the lock's holder is asked for. */
struct impatient {
    struct arena *arena;
    const char *url;
    int n_told;
};

static bool stop(void *context, const struct busy_wait *wait)
{
    struct impatient *impatient = context;
    assert_int_equal(wait->cause, BUSY_SERVER);
    assert_true(strncmp(wait->whom, "localhost/test_", strlen("localhost/test_")) == 0);
    assert_string_equal(postgresql_value(impatient->arena, impatient->url,
                                         "SELECT count(*) FROM pg_stat_activity"
                                         " WHERE datname = current_database() AND pid <> pg_backend_pid()"),
                        "2");
    return ++impatient->n_told < 4;
}

/* Until then no other connection is opened: a busy server would be kept busy by those of all who wait. */
static void the_user_can_end_a_wait_for_another_transaction(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = sample_database(&arena);
    struct impatient impatient = {.arena = &arena, .url = url};
    struct store *first = make(url), *second = open_store(url, STORE_EXISTING);
    store_watch_busy(second, (struct busy_watch){.go_on = stop, .context = &impatient});
    assert_true(store_begin(first, &err));
    assert_true(store_put_setting(first, "order", bytes_of("import"), &err));
    assert_true(store_begin(second, &err));
    assert_false(store_put_setting(second, "order", bytes_of("shuffled"), &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(impatient.n_told, 4);
    store_rollback(second);
    assert_true(store_commit(first, &err));
    store_close(second);
    store_close(first);
    arena_release(&arena);
}

/*
 * Ends the wait when it is known who is waited for. There are two reports; the first one only says that there is a
 * wait.
 */
static bool stop_when_known(void *context, const struct busy_wait *wait)
{
    struct buffer *said = context;
    if (wait->cause != BUSY_LOCK)
        return true;
    assert_true(wait->is_new);
    busy_add_text(wait, said);
    return false;
}

static void the_connection_that_holds_a_lock_is_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer said = {0};
    struct err err;
    const char *url = sample_database(&arena);
    struct store *first = make(url), *second = open_store(url, STORE_EXISTING);
    store_watch_busy(second, (struct busy_watch){.go_on = stop_when_known, .context = &said});
    assert_true(store_begin(first, &err));
    assert_true(store_put_setting(first, "order", bytes_of("import"), &err));
    const char *process = postgresql_value(
        &arena, url,
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL");
    assert_true(store_begin(second, &err));
    assert_false(store_put_setting(second, "order", bytes_of("shuffled"), &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_non_null(
        strstr(buffer_string(&said),
               arena_format(&arena, "waiting for connection %s of assay, which keeps a lock in localhost/",
                            process)));
    store_rollback(second);
    assert_true(store_commit(first, &err));
    store_close(second);
    store_close(first);
    buffer_release(&said);
    arena_release(&arena);
}

/* Somebody who holds a lock until another one is told so. */
struct lock_holder {
    struct store *store;
    struct buffer said;
};

static bool let_go_when_known(void *context, const struct busy_wait *wait)
{
    struct lock_holder *holder = context;
    if (wait->cause == BUSY_LOCK && holder->said.size == 0) {
        busy_add_text(wait, &holder->said);
        store_rollback(holder->store);
    }
    return true;
}

/* A vote and its commit are sent at once. */
static void the_connection_that_keeps_a_vote_waiting_is_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    struct lock_holder holder = {.store = make(url)};
    struct store *voting = open_store(url, STORE_EXISTING);
    struct session *session = sample_session(voting, "ann", 1, &time);
    const struct item question = {.id = bytes_of("q1"), .text = bytes_of("Another text?")};
    enum stored stored;
    int64_t n_votes;
    store_watch_busy(voting, (struct busy_watch){.go_on = let_go_when_known, .context = &holder});
    assert_true(store_begin(holder.store, &err));
    assert_true(store_put_question(holder.store, &question, REPLACE_UNVOTED, &stored, &err));
    assert_int_equal(stored, STORED_REPLACED);
    assert_true(
        store_count_question_votes(holder.store, question.id, &n_votes, &err)); /* after it was sent */
    assert_true(session_answer(session, &first_chosen, &err));
    assert_non_null(strstr(buffer_string(&holder.said), " of assay, which keeps a lock in localhost/"));
    assert_true(session_close(session, &err));
    store_close(voting);
    store_close(holder.store);
    buffer_release(&holder.said);
    arena_release(&arena);
}

/* Somebody who waits for a missing standby until there were two reports. */
struct patient {
    const char *url;
    int n_told;
    bool stops; /* ends the wait; otherwise the standby is no longer required */
};

static void set_standby(const char *url, const char *sql)
{
    postgresql_do(url, sql);
    postgresql_do(url, "SELECT pg_reload_conf()");
}

static bool wait_for_standby(void *context, const struct busy_wait *wait)
{
    struct patient *patient = context;
    if (wait->cause != BUSY_STANDBY)
        return true;
    assert_int_equal(wait->is_new, patient->n_told == 0);
    if (++patient->n_told == 2 && !patient->stops)
        set_standby(patient->url, "ALTER SYSTEM RESET synchronous_standby_names");
    return patient->n_told < 2 || !patient->stops;
}

/* The server requires the standby from some unknown moment on. So this votes until a vote is not answered. */
static bool vote_until_told(struct session *session, const struct patient *patient, struct err *err)
{
    bool voted = true;
    while (voted && patient->n_told == 0)
        voted = session_answer(session, &first_chosen, err);
    return voted;
}

static void a_wait_for_the_servers_standby_is_reported_as_such(void **state)
{
    (void)state;
    for (int stops = 0; stops < 2; stops++) {
        struct arena arena = {0};
        struct err err;
        struct test_clock time = {.now = 1000, .step = 1};
        struct patient patient = {.url = sample_database(&arena), .stops = stops};
        store_close(make_large(patient.url, 2000));
        struct store *store = open_store(patient.url, STORE_EXISTING);
        struct session *session = sample_session(store, "ann", 1, &time);
        store_watch_busy(store, (struct busy_watch){.go_on = wait_for_standby, .context = &patient});
        set_standby(patient.url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        assert_int_equal(vote_until_told(session, &patient, &err), !stops);
        set_standby(patient.url, "ALTER SYSTEM RESET synchronous_standby_names");
        assert_true(patient.n_told >= 2);
        assert_true(session_close(session, &err));
        store_close(store);
        arena_release(&arena);
    }
}

/* Listens and accepts a connection, but says nothing, like a host that is cut off or overloaded. */
static int open_mute_server(struct arena *arena, const char **url)
{
    const char *folder = getenv("TMPDIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", folder);
    unlink(address.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    *url = arena_format(arena, "postgresql://assay@/labels?host=%s", folder);
    return listener;
}

static bool stop_opening(void *context, const struct busy_wait *wait)
{
    assert_int_equal(wait->cause, BUSY_SERVER);
    ++*(int *)context;
    return false;
}

static void assay_waits_for_a_silent_server_until_the_user_ends_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *url;
    int n_asked = 0, listener = open_mute_server(&arena, &url);
    struct busy_watch watch = {.go_on = stop_opening, .context = &n_asked};
    assert_false(store_open_watched(&store, url, STORE_EXISTING, watch, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(n_asked, 1);
    close(listener);
    arena_release(&arena);
}

/* --- Another thread ------------------------------------------------------------------------------- */

/* A reading in a thread of its own. */
struct reading {
    struct store *store;
    bool worked;
    struct err err;
};

static void *read_annotators(void *context)
{
    struct reading *reading = context;
    struct arena arena = {0};
    struct annotator_row *rows;
    size_t n;
    reading->worked = store_list_annotators(reading->store, &arena, &rows, &n, &reading->err);
    arena_release(&arena);
    return NULL;
}

static void await_statement(const char *url)
{
    postgresql_do(url, "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity"
                       " WHERE datname = current_database() AND wait_event = 'PgSleep') LOOP"
                       " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
}

static void another_thread_ends_a_statement(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = sample_database(&arena);
    pthread_t thread;
    store_close(make(url));
    struct reading reading = {.store = open_store(url, STORE_READING)};
    postgresql_do(url, "ALTER TABLE annotator RENAME TO hidden; CREATE VIEW annotator AS"
                       " SELECT hidden.* FROM hidden RIGHT JOIN pg_sleep(3600) ON true");
    assert_int_equal(pthread_create(&thread, NULL, read_annotators, &reading), 0);
    await_statement(url);
    store_interrupt(reading.store);
    pthread_join(thread, NULL);
    assert_false(reading.worked);
    assert_int_equal(reading.err.code, ERR_INTERRUPTED);
    store_close(reading.store);
    arena_release(&arena);
}

/* The first server is lost, and the second one accepts the connection and says nothing. */
static void another_thread_ends_a_wait_for_a_new_connection(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = sample_database(&arena), *mute;
    pthread_t thread;
    store_close(make(url));
    struct wire *wire = wire_open(url, 0);
    int listener = open_mute_server(&arena, &mute);
    url = arena_format(&arena, "%s,%s", wire_url(&arena, wire), strchr(mute, '=') + 1);
    struct reading reading = {.store = open_store(url, STORE_READING)};
    wire_close(wire);
    assert_int_equal(pthread_create(&thread, NULL, read_annotators, &reading), 0);
    int connection = accept(listener, NULL, NULL);
    store_interrupt(reading.store);
    pthread_join(thread, NULL);
    assert_false(reading.worked);
    assert_int_equal(reading.err.code, ERR_INTERRUPTED);
    store_close(reading.store);
    close(connection);
    close(listener);
    arena_release(&arena);
}

/* --- A server that is none ------------------------------------------------------------------------ */

/* Sends the same bytes to each client and hangs up. */
struct speaker {
    struct bytes said;
    int listener;
    pthread_t thread;
};

static void *speak(void *context)
{
    const struct speaker *speaker = context;
    char request[4096];
    int connection;
    while ((connection = accept(speaker->listener, NULL, NULL)) >= 0) {
        if (recv(connection, request, sizeof request, 0) > 0)
            send(connection, speaker->said.data, speaker->said.size, MSG_NOSIGNAL);
        close(connection);
    }
    return NULL;
}

static void begin_speaking(struct speaker *speaker, struct arena *arena, struct bytes said, const char **url)
{
    *speaker = (struct speaker){.said = said, .listener = open_mute_server(arena, url)};
    assert_int_equal(pthread_create(&speaker->thread, NULL, speak, speaker), 0);
}

static void end_speaking(struct speaker *speaker)
{
    shutdown(speaker->listener, SHUT_RDWR);
    pthread_join(speaker->thread, NULL);
    close(speaker->listener);
}

#define SAID(literal)                                                                                        \
    {                                                                                                        \
        .data = (literal), .size = sizeof(literal) - 1                                                       \
    }
#define LETS_IN "R\0\0\0\x08\0\0\0\0"
#define IS_VERSION_15                                                                                        \
    "S\0\0\0\x18server_version\0"                                                                            \
    "15.1\0"
#define IS_PRIMARY "S\0\0\0\x17in_hot_standby\0off\0"
#define IS_STANDBY "S\0\0\0\x16in_hot_standby\0on\0"
#define IS_READY "Z\0\0\0\x05I"

static void a_refusal_without_a_reason_asks_if_this_is_postgresql(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url;
    struct speaker server;
    begin_speaking(&server, &arena, (struct bytes)SAID("E\0\0\0\x0cSFATAL\0\0"), &url);
    assert_not_opened(url, STORE_EXISTING, "gave no reason; is it a PostgreSQL server?");
    end_speaking(&server);
    arena_release(&arena);
}

static void a_refused_login_says_what_to_do(void **state)
{
    (void)state;
    static const struct {
        struct bytes said;
        const char *told;
    } servers[] = {
        {SAID("E\0\0\0\x24SFATAL\0VFATAL\0C57P03\0Mstarting\0\0"),
         ": starting; try again when the server is up"},
        {SAID("R\0\0\0\x08\0\0\0\x03"), "; put its password into ~/.pgpass"},
        {SAID(LETS_IN IS_VERSION_15 IS_STANDBY IS_READY),
         "; the server can't be written to; also name the primary in the address"},
    };
    for (size_t i = 0; i < sizeof servers / sizeof *servers; i++) {
        struct arena arena = {0};
        const char *url;
        struct speaker server;
        begin_speaking(&server, &arena, servers[i].said, &url);
        assert_not_opened(url, STORE_EXISTING, servers[i].told);
        end_speaking(&server);
        arena_release(&arena);
    }
    assert_not_opened("postgresql://assay@/labels?host=/missing", STORE_EXISTING,
                      "; check the address, and check that the server is up");
    assert_not_opened("postgresql://assay@/labels?host=/missing&sslmod=require", STORE_EXISTING,
                      "; check how the address is written");
}

static void writers_skip_a_standby_in_the_address(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = sample_database(&arena), *standby;
    struct speaker server;
    store_close(make(url));
    begin_speaking(&server, &arena, (struct bytes)SAID(LETS_IN IS_VERSION_15 IS_STANDBY IS_READY), &standby);
    const char *name = strchr(url, '@'), *host = strchr(url, '=') + 1;
    store_close(open_store(arena_format(&arena, "postgresql://assay%.*s%s,%s", (int)(host - name), name,
                                        strchr(standby, '=') + 1, host),
                           STORE_EXISTING));
    end_speaking(&server);
    arena_release(&arena);
}

/* Lets the first client in and then sends notices without end, until the client hangs up. */
static void *talk_without_end(void *listener)
{
    static const char welcome[] = LETS_IN IS_VERSION_15 IS_PRIMARY IS_READY;
    static const char remark[] = "N\0\0\0\x1dSWARNING\0C01000\0Mremark\0\0";
    char request[4096];
    int connection = accept(*(int *)listener, NULL, NULL);
    bool is_there = recv(connection, request, sizeof request, 0) > 0 &&
                    send(connection, welcome, sizeof welcome - 1, MSG_NOSIGNAL) > 0;
    while (is_there)
        is_there = send(connection, remark, sizeof remark - 1, MSG_NOSIGNAL) > 0;
    close(connection);
    return NULL;
}

static void the_user_can_leave_a_server_that_never_stops_sending(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *url;
    pthread_t server;
    int n_asked = 0, listener = open_mute_server(&arena, &url);
    struct busy_watch watch = {.go_on = stop_opening, .context = &n_asked};
    assert_int_equal(pthread_create(&server, NULL, talk_without_end, &listener), 0);
    assert_false(store_open_watched(&store, url, STORE_EXISTING, watch, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(n_asked, 1);
    pthread_join(server, NULL);
    close(listener);
    arena_release(&arena);
}

/* Captures what is written to standard error until restore_error, as libpq does on its own. */
static FILE *catch_error(int *kept)
{
    FILE *caught = tmpfile();
    assert_non_null(caught);
    fflush(stderr);
    *kept = dup(STDERR_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
    return caught;
}

static void restore_error(int kept)
{
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
}

static void notices_of_a_server_are_never_printed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *url;
    struct speaker server;
    int kept;
    begin_speaking(&server, &arena,
                   (struct bytes)SAID(
                       LETS_IN
                       "N\0\0\0\x22SWARNING\0C01000\0M\x1b[31mremark\0\0" IS_VERSION_15 IS_PRIMARY IS_READY),
                   &url);
    FILE *printed = catch_error(&kept);
    bool opened = store_open(&store, url, STORE_EXISTING, &err);
    restore_error(kept);
    assert_false(opened);
    assert_int_equal(lseek(fileno(printed), 0, SEEK_END), 0);
    fclose(printed);
    end_speaking(&server);
    arena_release(&arena);
}

/* PostgreSQL publishes the statistics of a session when the session has ended. */
static void await_end_of_sessions(const char *url)
{
    postgresql_do(
        url, "DO $$ BEGIN WHILE EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
             " AND pid <> pg_backend_pid() AND backend_type = 'client backend') LOOP"
             " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
}

/* The server's statistics say that the table is empty, and each candidate is searched for before it is added. */
static void a_growing_table_is_always_read_by_its_index(void **state)
{
    (void)state;
    enum { POOL = 300 };
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
    struct store *store = open_store(url, STORE_CREATE);
    assert_true(store_begin(store, &err) && settings_apply_to_unsettled(store, &err) &&
                store_commit(store, &err));
    store_close(store);
    store_close(make_large(url, POOL));
    await_end_of_sessions(url);
    const char *read =
        postgresql_value(&arena, url,
                         "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'candidate'");
    if (atoi(read) > 5 * POOL)
        fail_msg("%s rows of %d were read", read, POOL);
    arena_release(&arena);
}

static void session_options_in_the_environment_do_no_harm(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = postgresql_database(&arena);
    assert_int_equal(
        setenv("PGOPTIONS",
               "-c statement_timeout=1 -c idle_in_transaction_session_timeout=1"
               " -c standard_conforming_strings=off -c client_encoding=LATIN1 -c row_security=off"
               " -c session_replication_role=replica -c default_transaction_isolation=serializable",
               1),
        0);
    store_close(make_large(url, 200));
    unsetenv("PGOPTIONS");
    /* What triggers maintain: the number of each document, and the value of its rank. */
    assert_string_equal(
        postgresql_value(&arena, url,
                         "SELECT max(document_id) || ' ' || count(prior) FILTER (WHERE prior > 0)"
                         " FROM candidate"),
        "200 200");
    arena_release(&arena);
}

static void a_vote_in_a_read_only_database_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = sample_database(&arena);
    struct store *store = make_large(url, 60);
    struct session *session = sample_session(store, "ann", 1, &time);
    sample_vote(session, 1);
    postgresql_do(url,
                  "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',"
                  " current_database()); END $$");
    cut_connections(url);
    assert_false(session_answer(session, &first_chosen, &err));
    assert_true(begins_with(err.text, "not saved: the server can't be written to; "));
    sample_session_close(session);
    store_close(store);
    assert_int_equal(count_answers(url), 1);
    arena_release(&arena);
}

static void no_message_contains_the_password(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *url = sample_database(&arena);
    assert_false(store_open(&store,
                            arena_format(&arena, "postgresql://stranger:secret@%s", strchr(url, '@') + 1),
                            STORE_EXISTING, &err));
    assert_null(strstr(err.text, "secret"));
    assert_non_null(strstr(err.text, "stranger"));
    arena_release(&arena);
}

static void addresses_are_distinguished_from_files(void **state)
{
    (void)state;
    assert_true(store_is_address("postgresql://host/labels"));
    assert_true(store_is_address("postgres://host/labels"));
    assert_true(store_is_address("postgresql:///?service=labels"));
    assert_false(store_is_address("postgresql"));
    assert_false(store_is_address("https://host/labels.db"));
    assert_false(store_is_address("labels.db"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_transaction_makes_the_tables),
        cmocka_unit_test(tables_outside_the_search_path_are_named),
        cmocka_unit_test(databases_of_other_programs_and_versions_are_refused),
        cmocka_unit_test(a_version_that_is_not_a_number_is_reported_as_damage),
        cmocka_unit_test(a_real_is_never_read_as_a_whole_number),
        cmocka_unit_test(bytes_are_stored_unchanged),
        cmocka_unit_test(a_list_is_complete_whatever_its_length),
        cmocka_unit_test(an_id_too_long_for_an_index_is_refused),
        cmocka_unit_test(a_refused_vote_is_not_saved_and_the_message_says_what_to_do),
        cmocka_unit_test(assay_does_not_wait_forever_for_a_server_that_keeps_refusing),
        cmocka_unit_test(readers_cannot_write),
        cmocka_unit_test(a_step_that_conflicts_with_another_is_retried),
        cmocka_unit_test(a_step_with_repeated_conflicts_still_succeeds),
        cmocka_unit_test(after_a_conflict_the_session_turns_to_another_question),
        cmocka_unit_test(an_answer_given_beside_an_import_saw_the_text_before_it),
        cmocka_unit_test(a_ballot_closed_while_a_session_waits_for_it_stays_closed),
        cmocka_unit_test(a_conflict_with_the_same_annotators_other_session_is_retried),
        cmocka_unit_test(the_end_of_a_session_that_conflicts_with_another_is_retried),
        cmocka_unit_test(two_simultaneous_starts_create_one_annotator),
        cmocka_unit_test(an_id_handed_out_twice_is_used_once),
        cmocka_unit_test(a_lost_connection_is_reopened),
        cmocka_unit_test(an_error_about_a_lost_server_first_says_what_it_means),
        cmocka_unit_test(a_step_cut_off_anywhere_is_done_once),
        cmocka_unit_test(losing_the_server_while_answers_are_read_is_an_error),
        cmocka_unit_test(a_vote_waits_for_the_server_and_counts_once),
        cmocka_unit_test(ending_the_wait_for_the_server_reports_the_vote_as_perhaps_saved),
        cmocka_unit_test(a_revoked_login_is_reported_at_once_and_labelling_can_resume),
        cmocka_unit_test(a_committed_vote_is_reported_as_saved_if_a_later_step_fails),
        cmocka_unit_test(a_committed_undo_is_reported_as_saved_if_a_later_step_fails),
        cmocka_unit_test(a_transaction_ends_with_its_connection),
        cmocka_unit_test(the_user_can_end_a_wait_for_another_transaction),
        cmocka_unit_test(the_connection_that_holds_a_lock_is_named),
        cmocka_unit_test(the_connection_that_keeps_a_vote_waiting_is_named),
        cmocka_unit_test(a_wait_for_the_servers_standby_is_reported_as_such),
        cmocka_unit_test(assay_waits_for_a_silent_server_until_the_user_ends_it),
        cmocka_unit_test(another_thread_ends_a_statement),
        cmocka_unit_test(another_thread_ends_a_wait_for_a_new_connection),
        cmocka_unit_test(the_user_can_leave_a_server_that_never_stops_sending),
        cmocka_unit_test(notices_of_a_server_are_never_printed),
        cmocka_unit_test(a_growing_table_is_always_read_by_its_index),
        cmocka_unit_test(a_refusal_without_a_reason_asks_if_this_is_postgresql),
        cmocka_unit_test(a_refused_login_says_what_to_do),
        cmocka_unit_test(writers_skip_a_standby_in_the_address),
        cmocka_unit_test(session_options_in_the_environment_do_no_harm),
        cmocka_unit_test(a_vote_in_a_read_only_database_is_refused),
        cmocka_unit_test(no_message_contains_the_password),
        cmocka_unit_test(addresses_are_distinguished_from_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
