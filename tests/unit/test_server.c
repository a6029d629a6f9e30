/* The store on a server: what is another thing there than in a file. That it says the same tests/cli/test_server.sh shows. */
#include "tests/support/support.h"

#include "core/store/documents.h"
#include "core/store/fill.h"
#include "core/store/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

#include <stdlib.h>
#include <string.h>

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

/* One question with so many documents. */
static struct store *make_large(const char *url, int n_documents)
{
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    int64_t question_id;
    struct store *store = open_store(url, STORE_CREATE);
    const struct item question = {.id = bytes_of("q1"), .text = bytes_of("Which?")};
    assert_true(store_begin(store, &err));
    assert_true(store_put_question(store, &question, REPLACE_NOTHING, &stored, &err));
    assert_true(store_find_question(store, question.id, &question_id, &err));
    for (int i = 0; i < n_documents; i++) {
        const char *id = arena_format(&arena, "d%d", i + 1);
        const struct candidate_origin origin = {.source = bytes_of("test.run"), .rank = i + 1, .score = 1};
        put_document(store, id, bytes_of(id));
        assert_true(store_put_candidate(store, question_id, i + 1, &origin, &stored, &err));
    }
    assert_true(settings_apply(store, &err));
    assert_true(store_commit(store, &err));
    arena_release(&arena);
    return store;
}

static struct store *make(const char *url)
{
    return make_large(url, 3);
}

/* As when the server is restarted, for all who are connected. */
static void cut_connections(const char *url)
{
    postgresql_do(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
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

static void databases_of_others_and_of_other_versions_are_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *strange = postgresql_database(&arena), *url = postgresql_database(&arena);
    postgresql_do(strange, "CREATE TABLE document (n BIGINT)");
    assert_not_opened(strange, STORE_CREATE, "a database, but not one of assay; name an empty one");
    store_close(make(url));
    postgresql_do(url, "UPDATE assay_schema SET version = version + 1");
    assert_not_opened(url, STORE_EXISTING, "made by a newer assay");
    postgresql_do(url, "UPDATE assay_schema SET version = version - 2");
    assert_not_opened(url, STORE_EXISTING, "made by an older assay");
    arena_release(&arena);
}

static void bytes_stay_as_they_are(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct ballot_document document;
    struct store *store = make(postgresql_database(&arena));
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

/* They come a thousand at a time. */
static void a_list_is_as_long_as_it_is(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
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

static void an_id_that_no_index_holds_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    struct store *store = make(postgresql_database(&arena));
    const struct item item = {.id = {.data = memset(arena_get(&arena, 2001), 'x', 2001), .size = 2001}};
    assert_true(store_begin(store, &err));
    assert_false(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    assert_non_null(strstr(err.text, "on a server an id is at most 2,000 bytes long"));
    assert_false(store_commit(store, &err)); /* the server has given it up, and says so by a word alone */
    assert_non_null(strstr(err.text, "nothing was saved"));
    store_close(store);
    arena_release(&arena);
}

static void who_reads_can_not_write(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
    store_close(make(url));
    struct store *store = open_store(url, STORE_READING);
    assert_true(store_begin_reading(store, &err));
    assert_false(store_put_setting(store, "order", bytes_of("import"), &err));
    store_end_reading(store);
    store_close(store);
    arena_release(&arena);
}

static void a_step_that_met_another_ones_is_begun_again(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = postgresql_database(&arena);
    struct store *store = make(url);
    /* A number of a sequence stays taken when its transaction is rolled back. */
    postgresql_do(url,
                  "CREATE SEQUENCE refused;"
                  "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                  "  IF nextval('refused') % 2 = 1 THEN RAISE SQLSTATE '40001'; END IF; RETURN NEW;"
                  " END $$;"
                  "CREATE TRIGGER refused BEFORE INSERT ON ballot FOR EACH ROW EXECUTE FUNCTION refuse()");
    struct session *session = sample_session(store, "ann", 1, &time);
    assert_non_null(session_ballot(session));
    sample_vote(session, 1);
    assert_int_equal(session_progress(session).ballots_done, 1);
    sample_session_close(session);
    store_close(store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM answer"), "1");
    arena_release(&arena);
}

static void a_lost_connection_is_made_anew(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = postgresql_database(&arena);
    struct store *store = make(url);
    struct session *session = sample_session(store, "ann", 1, &time);
    cut_connections(url);
    sample_vote(session, 1);
    sample_session_close(session);
    store_close(store);
    assert_string_equal(postgresql_value(&arena, url, "SELECT count(*) FROM answer"), "1");
    arena_release(&arena);
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* A screen has room for the beginning. */
static void what_a_lost_server_means_is_said_first(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    bool changed;
    struct test_clock time = {.now = 1000, .step = 1};
    const struct answer answer = {.position = 1, .elapsed_ms = 100};
    const char *url = postgresql_database(&arena);
    store_close(make(url));
    struct wire *wire = wire_open(url, 0);
    const char *through = wire_url(&arena, wire);
    struct store *store = open_store(through, STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    wire_close(wire);
    assert_false(session_answer(session, &answer, &err));
    assert_true(begins_with(err.text, "not saved: no connection to the server; try again when it is back "
                                      "(localhost/test_"));
    assert_false(session_follow(session, &changed, &err));
    assert_true(begins_with(err.text, "no connection to the server; try again when it is back (localhost/"));
    assert_false(session_close(session, &err));
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

static const struct answer first_chosen = {.position = 1, .elapsed_ms = 100};

/* A vote in which the nth trip breaks; given again where it is said not to be saved. Whether it had so many trips. */
static bool vote_over_breaking(struct session *session, struct wire *wire, const char *url, unsigned nth,
                               enum wire_loss loss)
{
    struct err err;
    long n_before = count_answers(url);
    int64_t ballot_id = session_ballot(session)->ballot_id;
    int64_t n_own = session_own_votes(session);
    wire_break(wire, nth, loss);
    if (!session_answer(session, &first_chosen, &err)) {
        assert_true(begins_with(err.text, "not saved: "));
        assert_int_equal(count_answers(url), n_before);
        assert_int_equal(session_ballot(session)->ballot_id, ballot_id);
        sample_vote(session, 1);
    }
    assert_int_equal(count_answers(url), n_before + 1);
    assert_int_equal(session_own_votes(session), n_own + 1);
    assert_int_not_equal(session_ballot(session)->ballot_id, ballot_id);
    return wire_has_broken(wire);
}

static void wherever_a_vote_is_cut_off_it_counts_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct test_clock time = {.now = 1000, .step = 1};
    for (enum wire_loss loss = WIRE_REQUEST; loss <= WIRE_ANSWER; loss++) {
        const char *url = postgresql_database(&arena);
        store_close(make_large(url, 60));
        struct wire *wire = wire_open(url, 0);
        struct store *store = open_store(wire_url(&arena, wire), STORE_EXISTING);
        struct session *session = sample_session(store, "ann", 1, &time);
        unsigned nth = 1;
        while (vote_over_breaking(session, wire, url, nth, loss))
            nth++;
        assert_true(nth > 10);
        wire_break(wire, 0, loss); /* never */
        sample_session_close(session);
        store_close(store);
        wire_close(wire);
    }
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

/* The server stays away when the answer to COMMIT is lost: what became of the vote is seen when it is back. */
static void a_vote_of_which_nobody_knows_is_settled_by_the_next_step(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct test_clock time = {.now = 1000, .step = 1};
    const char *url = postgresql_database(&arena);
    store_close(make_large(url, 60));
    struct wire *wire = wire_open(url, 0);
    struct store *store = open_store(wire_url(&arena, wire), STORE_EXISTING);
    struct session *session = sample_session(store, "ann", 1, &time);
    sample_vote(session, 1);
    wire_count_trips(wire);
    sample_vote(session, 1);
    unsigned n_trips = wire_count_trips(wire);
    for (enum wire_loss loss = WIRE_REQUEST; loss <= WIRE_ANSWER; loss++) {
        bool is_kept = loss == WIRE_ANSWER;
        long n_before = count_answers(url);
        int64_t ballot_id = session_ballot(session)->ballot_id;
        wire_break(wire, n_trips, loss);
        let_in(url, "false");
        for (int i = 0; i < 2; i++) {
            assert_false(session_answer(session, &first_chosen, &err));
            assert_true(begins_with(err.text, "perhaps saved: no connection to the server; try again"));
            assert_int_equal(session_ballot(session)->ballot_id, ballot_id);
        }
        let_in(url, "true");
        assert_int_equal(count_answers(url), n_before + is_kept);
        bool given = session_answer(session, &first_chosen, &err);
        assert_int_equal(given, !is_kept);
        assert_true(given || err.code == ERR_ANSWERED);
        assert_true(given || begins_with(err.text, "the answer before was saved"));
        assert_int_equal(count_answers(url), n_before + 1);
        assert_int_equal(session_own_votes(session), n_before + 1);
        assert_int_not_equal(session_ballot(session)->ballot_id, ballot_id);
        sample_vote(session, 1); /* the connection is new: all is prepared again */
    }
    sample_session_close(session);
    store_close(store);
    wire_close(wire);
    arena_release(&arena);
}

static void nothing_of_a_transaction_goes_on_without_its_connection(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
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

static bool stop(void *context, const struct busy_wait *wait)
{
    assert_int_equal(wait->cause, BUSY_SERVER);
    assert_true(strncmp(wait->whom, "localhost/test_", strlen("localhost/test_")) == 0);
    ++*(int *)context;
    return false;
}

static void a_wait_for_another_one_can_be_ended(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    int n_asked = 0;
    const char *url = postgresql_database(&arena);
    struct store *first = make(url), *second = open_store(url, STORE_EXISTING);
    store_watch_busy(second, (struct busy_watch){.go_on = stop, .context = &n_asked});
    assert_true(store_begin(first, &err));
    assert_true(store_put_setting(first, "order", bytes_of("import"), &err));
    assert_true(store_begin(second, &err));
    assert_false(store_put_setting(second, "order", bytes_of("shuffled"), &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_true(n_asked > 0);
    store_rollback(second);
    assert_true(store_commit(first, &err));
    store_close(second);
    store_close(first);
    arena_release(&arena);
}

static void no_message_has_the_password(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *url = postgresql_database(&arena);
    assert_false(store_open(&store,
                            arena_format(&arena, "postgresql://stranger:secret@%s", strchr(url, '@') + 1),
                            STORE_EXISTING, &err));
    assert_null(strstr(err.text, "secret"));
    assert_non_null(strstr(err.text, "stranger"));
    arena_release(&arena);
}

static void addresses_are_told_from_files(void **state)
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
        cmocka_unit_test(databases_of_others_and_of_other_versions_are_refused),
        cmocka_unit_test(bytes_stay_as_they_are),
        cmocka_unit_test(a_list_is_as_long_as_it_is),
        cmocka_unit_test(an_id_that_no_index_holds_is_refused),
        cmocka_unit_test(who_reads_can_not_write),
        cmocka_unit_test(a_step_that_met_another_ones_is_begun_again),
        cmocka_unit_test(a_lost_connection_is_made_anew),
        cmocka_unit_test(what_a_lost_server_means_is_said_first),
        cmocka_unit_test(wherever_a_vote_is_cut_off_it_counts_once),
        cmocka_unit_test(a_vote_of_which_nobody_knows_is_settled_by_the_next_step),
        cmocka_unit_test(nothing_of_a_transaction_goes_on_without_its_connection),
        cmocka_unit_test(a_wait_for_another_one_can_be_ended),
        cmocka_unit_test(no_message_has_the_password),
        cmocka_unit_test(addresses_are_told_from_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
