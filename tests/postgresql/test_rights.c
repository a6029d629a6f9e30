/* What annotators and leads may do on a server, each with an own login. */
#include "tests/support/support.h"

#include "core/store/database/made.h"
#include "tests/support/postgresql.h"

#include <string.h>

/*
 * Question 1 has documents 1, 2 and 3. Ben has voted on a ballot (answer 1, with a note and a reason) and holds another
 * one (with drafts). Maria has voted on one ballot, too, and holds none. Anna is a lead. Sam has a login and nothing
 * else.
 */
static const char collection[] =
    "INSERT INTO document (docid, title, text) VALUES ('d1', '', 'a'), ('d2', '', 'b'), ('d3', '', 'c');"
    "INSERT INTO question (qid, text, target, ballots_left) VALUES ('q1', 'why?', 6, 6);"
    "INSERT INTO document (docid, title, text) VALUES ('d4', '', 'of no pool');"
    "INSERT INTO candidate (question_id, document_id, prior) VALUES (1, 1, 0), (1, 2, 0), (1, 3, 0);"
    "INSERT INTO setting (key, value) VALUES ('guide', 'as it is');"
    "INSERT INTO judgment_source (name) VALUES ('gpt');"
    "INSERT INTO model (name) VALUES ('gpt-4');"
    "INSERT INTO model_vote (model_id, question_id, deal, document_1, given_at, elapsed_ms)"
    " VALUES (1, 1, 1, 1, 0, 0);"
    "INSERT INTO annotator (name) VALUES ('ben'), ('maria');"
    "INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until)"
    " VALUES (1, 1, 1, 5, NULL), (1, 2, 1, 6, 9), (1, 3, 2, 7, NULL);"
    "INSERT INTO slot (ballot_id, position, document_id)"
    " SELECT ballot, slot, slot FROM generate_series(1, 3) AS ballot, generate_series(1, 2) AS slot;"
    "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms, note)"
    " VALUES ('ben-1', 1, 1, 1, 8, 1, 'a secret'), ('maria-1', 3, 2, 2, 8, 1, 'mine');"
    "INSERT INTO addition (answer_id, kind, said, number) VALUES (1, 'reason', 'a secret', 0);"
    "INSERT INTO note_draft (ballot_id, note) VALUES (2, 'a secret');"
    "INSERT INTO evidence_draft (ballot_id, position, evidence, evidence_start) VALUES (2, 1, 'a secret', "
    "0);";

/* The server's clock, in SQL. */
#define NOW "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)"
#define UUID "01890000-0000-7000-8000-000000000001"

/* The database of a test, as its owner sees it. */
struct server {
    struct arena arena;
    const char *url;
};

/* Makes all parts but the tables, with rights. It can be done again. */
static void make_parts(struct server *server)
{
    struct buffer sql = {0};
    made_add_parts(&sql, true, true);
    postgresql_do(server->url, buffer_string(&sql));
    buffer_release(&sql);
}

static struct server make_database(void)
{
    struct server server = {0};
    struct buffer sql = {0};
    server.url = postgresql_database(&server.arena);
    made_add_all(&sql, true);
    postgresql_do(server.url, buffer_string(&sql));
    buffer_release(&sql);
    make_parts(&server);
    return server;
}

static struct server start(void)
{
    struct server server = make_database();
    postgresql_do(server.url, collection);
    postgresql_do(server.url, "DO $$ DECLARE who TEXT; BEGIN"
                              " FOREACH who IN ARRAY ARRAY['ben', 'maria', 'anna', 'sam'] LOOP"
                              "  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = who)"
                              "  THEN EXECUTE format('CREATE ROLE %I LOGIN', who); END IF;"
                              " END LOOP;"
                              " EXECUTE format('GRANT %I TO ben, maria', current_database() || '_annotator');"
                              " EXECUTE format('GRANT %I TO anna', current_database() || '_lead');"
                              "END $$");
    return server;
}

static void stop(struct server *server)
{
    arena_release(&server->arena);
}

/* Returns the value, the number of changed rows, "-" if the right is missing, or the SQLSTATE of another refusal. */
static const char *outcome_of(struct server *server, const char *who, const char *sql)
{
    static const char missing_right[] = "42501";
    const char *url = postgresql_as(&server->arena, server->url, who);
    if (strncmp(sql, "SELECT", strlen("SELECT")) != 0)
        sql = arena_format(&server->arena, "WITH changed AS (%s RETURNING 1) SELECT count(*) FROM changed",
                           sql);
    const char *refusal =
        postgresql_refusal(&server->arena, url, arena_format(&server->arena, "BEGIN; %s; ROLLBACK", sql));
    if (strcmp(refusal, missing_right) == 0)
        return "-";
    return refusal[0] != '\0' ? refusal : postgresql_value(&server->arena, url, sql);
}

struct attempt {
    const char *who, *sql, *outcome;
};

static void assert_outcomes(const struct attempt *attempts, size_t n)
{
    struct server server = start();
    for (size_t i = 0; i < n; i++) {
        const char *outcome = outcome_of(&server, attempts[i].who, attempts[i].sql);
        if (strcmp(outcome, attempts[i].outcome) != 0)
            fail_msg("%s: %s: %s, and not %s", attempts[i].who, attempts[i].sql, outcome,
                     attempts[i].outcome);
    }
    stop(&server);
}
#define ASSERT_OUTCOMES(attempts) assert_outcomes((attempts), sizeof(attempts) / sizeof *(attempts))

static void an_annotator_sees_the_collection_and_their_own_answers(void **state)
{
    static const struct attempt attempts[] = {
        {"maria", "SELECT count(*) FROM document", "4"},
        {"maria", "SELECT count(*) FROM question", "1"},
        {"maria", "SELECT count(*) FROM slot", "6"},
        {"maria", "SELECT sum(ballots_done) FROM question", "2"},
        {"maria", "SELECT ballots_done FROM progress WHERE progress_id = 1", "2"},
        {"maria", "SELECT encode(string_agg(uuid, ' '), 'escape') FROM answer", "maria-1"},
        {"ben", "SELECT encode(string_agg(note, ' '), 'escape') FROM answer", "a secret"},
        {"ben", "SELECT encode(string_agg(name, ' '), 'escape') FROM annotator", "ben"},
        {"ben", "SELECT count(*) FROM addition", "1"},
        {"ben", "SELECT count(*) FROM note_draft", "1"},
        {"ben", "SELECT count(*) FROM evidence_draft", "1"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

static void an_annotator_reads_nothing_that_others_wrote(void **state)
{
    static const struct attempt attempts[] = {
        {"maria", "SELECT count(*) FROM answer WHERE annotator_id = 1", "0"},
        {"maria", "SELECT count(*) FROM addition", "0"},
        {"maria", "SELECT count(*) FROM note_draft", "0"},
        {"maria", "SELECT count(*) FROM evidence_draft", "0"},
        {"maria", "SELECT count(*) FROM annotator WHERE annotator_id = 1", "0"},
        {"maria", "SELECT count(*) FROM model_vote", "0"},
        {"maria", "SELECT count(*) FROM replaced_question", "-"},
        {"maria", "SELECT count(*) FROM pg_stats WHERE tablename IN ('answer', 'addition', 'note_draft')",
         "0"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

static void an_annotator_sees_the_answers_of_others_but_not_their_names(void **state)
{
    static const struct attempt attempts[] = {
        {"maria", "SELECT count(*) FROM ballot", "1"},
        {"maria", "SELECT count(*) FROM any_ballot", "3"},
        {"maria", "SELECT count(*) FROM any_answer WHERE withdrawn_at IS NULL AND position = 1", "1"},
        {"maria", "SELECT string_agg(ballot_id::text, ' ') FROM any_ballot WHERE annotator_id = 2", "3"},
        {"maria", "SELECT count(*) FROM any_ballot WHERE annotator_id = 1", "0"},
        {"maria", "SELECT count(*) FROM any_answer WHERE annotator_id = 1", "0"},
        /* Ben counts as a different annotator on each of his ballots. */
        {"maria", "SELECT count(DISTINCT annotator_id) FROM any_ballot", "3"},
        {"maria", "SELECT count(*) FROM control_answer", "1"},
        {"ben", "SELECT count(*) FROM any_answer WHERE annotator_id = 1", "1"},
        {"anna", "SELECT count(*) FROM any_answer WHERE annotator_id = 1", "1"},
        {"anna", "SELECT count(DISTINCT annotator_id) FROM any_ballot", "2"},
        {"anna", "SELECT count(*) FROM control_answer", "2"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

/*
 * Through the settings gold and practice, Maria sees Ben's name and, as gold, his answers, or for practice his vote
 * with a note.
 */
static void gold_and_practice_show_only_what_they_need_of_a_lead(void **state)
{
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    postgresql_do(server.url,
                  "INSERT INTO setting (key, value) VALUES ('gold', 'annotator:ben');"
                  "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
                  " VALUES ('ben-2', 2, 1, 2, 9, 1)");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM annotator WHERE name = 'ben'"),
                        "1");
    assert_string_equal(outcome_of(&server, "maria",
                                   "SELECT count(*) FROM control_answer WHERE annotator_id = 1"),
                        "2");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM answer WHERE annotator_id = 1"),
                        "0");
    assert_string_equal(postgresql_refusal(&server.arena, maria, "SELECT position FROM control_answer"),
                        "42703");
    postgresql_do(server.url, "UPDATE setting SET key = 'practice', value = 'ben' WHERE key = 'gold'");
    assert_string_equal(outcome_of(&server, "maria",
                                   "SELECT count(*) FROM control_answer WHERE annotator_id = 1"),
                        "0");
    assert_string_equal(
        outcome_of(&server, "maria",
                   "SELECT encode(string_agg(note, ' '), 'escape') FROM answer WHERE annotator_id = 1"),
        "a secret");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM addition"), "1");
    assert_string_equal(
        outcome_of(&server, "maria",
                   "INSERT INTO addition (answer_id, kind, said, number) VALUES (1, 'note', 'x', 0)"),
        "-");
    stop(&server);
}

static void an_annotator_cannot_answer_for_somebody_else(void **state)
{
    static const struct attempt attempts[] = {
        {"maria",
         "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
         " VALUES ('x', 2, 1, 1, 9, 1)",
         "-"}, /* in Ben's name */
        {"maria",
         "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
         " VALUES ('x', 2, 2, 1, 9, 1)",
         "-"}, /* to Ben's ballot */
        {"maria", "INSERT INTO annotator (name) VALUES ('ben2')", "-"},
        {"maria", "UPDATE annotator SET name = 'ben2'", "-"},
        {"maria",
         "INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until) VALUES (1, 4, 1, 9, "
         "99)",
         "-"},
        {"maria", "INSERT INTO slot (ballot_id, position, document_id) VALUES (2, 3, 3)", "-"},
        {"maria", "INSERT INTO note_draft (ballot_id, note) VALUES (1, 'x')", "-"},
        {"maria", "INSERT INTO addition (answer_id, kind, said, number) VALUES (1, 'note', 'x', 0)", "-"},
        {"maria",
         "SELECT answer_add((next_numbers()).next_answer, 'x', 2, 1, 1, NULL, 9, 1, NULL, NULL, NULL, NULL, "
         "-1, 0)",
         "-"},
        {"maria",
         "SELECT answer_add((next_numbers()).next_answer, 'x', 2, 2, 1, NULL, 9, 1, NULL, NULL, NULL, NULL, "
         "-1, 0)",
         "-"},
        {"maria", "SELECT ballot_add(1, 4, 1, 9, 99, NULL, (next_numbers()).next_ballot, 1, 2, NULL)", "-"},
        {"maria", "SELECT annotator_add('ben2')", "-"},
        {"maria", "SELECT note_draft_put(1, 'x')", "-"},
        {"maria", "SELECT addition_add(1, 'note', 'x', 0)", "-"},
        {"maria", "UPDATE any_ballot SET lease_until = NULL", "-"},
        {"maria", "UPDATE any_answer SET position = 1", "-"},
        {"maria", "DELETE FROM any_answer", "-"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

static void an_annotator_cannot_change_rows_directly(void **state)
{
    static const struct attempt attempts[] = {
        {"maria", "UPDATE answer SET withdrawn_at = 9, withdrawn_by = 'undo' WHERE answer_id = 1", "-"},
        {"maria", "UPDATE answer SET withdrawn_at = 9, withdrawn_by = 'undo'", "-"}, /* not even her own */
        {"maria", "UPDATE answer SET position = 1", "-"},
        {"maria", "UPDATE answer SET note = 'x'", "-"},
        {"maria", "DELETE FROM answer", "-"},
        {"maria", "UPDATE ballot SET lease_until = NULL WHERE ballot_id = 2", "-"},
        {"maria", "UPDATE ballot SET annotator_id = 1", "-"},
        {"maria", "DELETE FROM ballot", "-"},
        {"maria", "DELETE FROM note_draft", "-"},
        {"maria", "UPDATE evidence_draft SET evidence = 'x'", "-"},
        {"maria", "INSERT INTO slot (ballot_id, position, document_id) VALUES (3, 3, 3)",
         "-"}, /* the ballot is already answered */
        {"maria", "UPDATE candidate SET prior = 0", "-"},
        {"maria", "UPDATE question SET ballots_done = 0", "-"},
        {"maria", "UPDATE question SET text = 'x'", "-"},
        {"maria", "UPDATE document SET text = 'x'", "-"},
        {"maria", "INSERT INTO candidate (question_id, document_id, prior) VALUES (1, 1, 0)", "-"},
        {"maria", "UPDATE setting SET value = 'x'", "-"},
        {"maria", "UPDATE progress SET ballots_done = 0", "-"},
        {"maria", "INSERT INTO withdrawal (answer_id) VALUES (1)", "-"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

static void an_annotator_labels(void **state)
{
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    postgresql_do(server.url, "UPDATE question SET place = 1, slots = 2 WHERE question_id = 1");
    postgresql_do(maria,
                  "BEGIN;"
                  "SELECT annotator_add('maria');"
                  "SELECT ballot_add(1, 4, 2, " NOW ", " NOW
                  " + 99, NULL, (next_numbers()).next_ballot, 2, 3, NULL);"
                  "SELECT evidence_draft_put(ballot_id, 1, 'b', 0) FROM ballot WHERE deal = 4;"
                  "SELECT answer_add((next_numbers()).next_answer, '" UUID "', ballot_id, 2, 1, NULL, " NOW
                  ", 1, 'so', 'b', 0, 'why', -1, NULL) FROM ballot WHERE deal = 4;"
                  "SELECT evidence_draft_remove(ballot_id) FROM ballot WHERE deal = 4;"
                  "COMMIT");
    assert_string_equal(
        postgresql_value(&server.arena, server.url,
                         "SELECT concat_ws(' ', (SELECT ballots_done FROM question),"
                         " (SELECT ballots_left FROM question), (SELECT count(*) FROM evidence_draft),"
                         " (SELECT lease_until IS NULL FROM ballot WHERE deal = 4))"),
        "3 6 1 t"); /* the candidates lack 4, 3 and 5 impressions, and each ballot gives two */
    postgresql_do(maria, "SELECT answer_withdraw(max(answer_id), " NOW ", " NOW " + 99) FROM answer");
    assert_string_equal(postgresql_value(&server.arena, server.url,
                                         "SELECT concat_ws(' ', (SELECT ballots_done FROM question),"
                                         " (SELECT lease_until IS NULL FROM ballot WHERE deal = 4))"),
                        "2 f");
    stop(&server);
}

static void a_users_own_tables_cannot_hide_the_projects_tables(void **state)
{
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    assert_string_equal(postgresql_refusal(&server.arena, maria, "CREATE TABLE ballot2 (n BIGINT)"), "42501");
    assert_string_equal(postgresql_refusal(&server.arena, maria, "CREATE TEMP TABLE candidate2 (n BIGINT)"),
                        "42501");

    /* Even a user who may create temporary tables cannot mislead a trigger. */
    postgresql_do(server.url, "DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO maria',"
                              " current_database()); END $$");
    postgresql_do(maria, "CREATE TEMP TABLE candidate AS SELECT * FROM public.candidate;"
                         "SELECT answer_withdraw(2, " NOW ", " NOW ")");
    assert_string_equal(postgresql_value(&server.arena, server.url, "SELECT ballots_done FROM question"),
                        "1");
    stop(&server);
}

/* With rights, too, each vote reads through indexes. The planner is made to use an index wherever there is one. */
static void the_queries_of_a_vote_use_indexes(void **state)
{
    static const char *const hot[] = {
        "SELECT answer_id FROM answer WHERE annotator_id = 2 AND withdrawn_at IS NULL"
        " ORDER BY answer_id DESC LIMIT 1",
        "SELECT max(deal) FROM any_ballot WHERE question_id = 1",
        "SELECT position FROM any_answer WHERE ballot_id = 1 AND withdrawn_at IS NULL",
        "SELECT count(*) FROM control_answer WHERE annotator_id = 2 AND answer_id <= 9 AND withdrawn_at IS "
        "NULL",
        "SELECT ballot_id FROM any_ballot WHERE question_id = 1 AND lease_until > 5",
    };
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    postgresql_do(
        server.url,
        "CREATE FUNCTION plan_of(query TEXT) RETURNS TEXT LANGUAGE plpgsql SET enable_seqscan = off AS $$"
        " DECLARE line TEXT; plan TEXT := ''; BEGIN"
        " FOR line IN EXECUTE 'EXPLAIN ' || query LOOP plan := plan || line || E'\n'; END LOOP;"
        " RETURN plan; END $$");
    for (size_t i = 0; i < sizeof hot / sizeof *hot; i++) {
        const char *sql = arena_format(&server.arena, "SELECT plan_of($q$%s$q$)", hot[i]);
        const char *plan = postgresql_value(&server.arena, maria, sql);
        if (strstr(plan, "Seq Scan on ballot") != NULL || strstr(plan, "Seq Scan on answer") != NULL ||
            strstr(plan, "Seq Scan on slot") != NULL)
            fail_msg("%s: %s", hot[i], plan);
    }
    stop(&server);
}

static void nobody_gets_more_rights_than_they_have(void **state)
{
    static const char *const attempts[] = {
        "DO $$ BEGIN EXECUTE format('SET ROLE %I', current_database() || '_lead'); END $$",
        "SET ROLE assay",
        "SET SESSION AUTHORIZATION ben",
        "SET session_replication_role = replica",
        "SET row_security = off; SELECT count(*) FROM answer",
        "ALTER TABLE answer DISABLE TRIGGER ALL",
        "ALTER TABLE answer DISABLE ROW LEVEL SECURITY",
        "DROP TRIGGER answer_is_never_changed ON answer",
        "DROP POLICY own ON ballot",
        "CREATE POLICY all_seen ON answer USING (true)",
        "CREATE OR REPLACE VIEW any_answer AS SELECT * FROM answer",
        "CREATE FUNCTION sees_all(n BIGINT) RETURNS BOOLEAN LANGUAGE sql AS 'SELECT true'",
        "CREATE SCHEMA mine",
        "TRUNCATE answer",
        "BEGIN; LOCK TABLE answer IN ACCESS EXCLUSIVE MODE",
        "COPY answer FROM PROGRAM 'true'",
        "SELECT give_rights('maria', true)",
        "SELECT take_rights('ben')",
        "DO $$ BEGIN EXECUTE format('GRANT %I TO maria', current_database() || '_lead'); END $$",
        "ALTER ROLE maria BYPASSRLS",
    };
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        const char *refusal = postgresql_refusal(&server.arena, maria, attempts[i]);
        if (strcmp(refusal, "42501") != 0)
            fail_msg("%s: %s", attempts[i], refusal);
    }
    /* A trigger function cannot be called, and a role of which somebody is a member does not give another name. */
    assert_string_equal(postgresql_refusal(&server.arena, maria, "SELECT answer_is_counted()"), "0A000");
    postgresql_do(maria,
                  "DO $$ BEGIN EXECUTE format('SET ROLE %I', current_database() || '_annotator'); END $$;"
                  "DO $$ BEGIN IF (SELECT count(*) FROM answer) <> 1 OR own_annotator() <> 2 OR sees_all()"
                  " THEN RAISE 'more'; END IF; END $$");
    stop(&server);
}

/*
 * Objects that come before the server's own in a user's search_path must change nothing, and functions that report
 * their arguments must learn nothing.
 */
static void planted_functions_and_tables_change_and_reveal_nothing(void **state)
{
    (void)state;
    struct server server = start();
    const char *maria = postgresql_as(&server.arena, server.url, "maria");
    postgresql_do(server.url, "CREATE SCHEMA AUTHORIZATION maria");
    postgresql_do(
        maria,
        "CREATE FUNCTION maria.pg_has_role(NAME, OID, TEXT) RETURNS BOOLEAN LANGUAGE sql AS 'SELECT true';"
        "CREATE FUNCTION maria.row_security_active(OID) RETURNS BOOLEAN LANGUAGE sql AS 'SELECT false';"
        "CREATE FUNCTION maria.convert_to(NAME, NAME) RETURNS BYTEA LANGUAGE sql AS 'SELECT ''ben''::BYTEA';"
        "CREATE TABLE maria.annotator AS SELECT 1::BIGINT AS annotator_id, 'maria'::BYTEA AS name;"
        "CREATE TABLE maria.candidate AS SELECT * FROM public.candidate;"
        "CREATE FUNCTION maria.tell(BYTEA) RETURNS BOOLEAN LANGUAGE plpgsql COST 0.0000001"
        " AS $$ BEGIN IF $1 = 'a secret' THEN RAISE 'told'; END IF; RETURN true; END $$;"
        "CREATE FUNCTION maria.tell(BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql COST 0.0000001"
        " AS $$ BEGIN IF $1 = 1 THEN RAISE 'told'; END IF; RETURN true; END $$;"
        "ALTER ROLE maria SET search_path = maria, pg_catalog, public");
    assert_string_equal(outcome_of(&server, "maria", "SELECT sees_all()"), "f");
    assert_string_equal(outcome_of(&server, "maria", "SELECT own_annotator()"), "2");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM answer"), "1");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM answer WHERE maria.tell(note)"),
                        "1");
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM addition WHERE maria.tell(said)"),
                        "0");
    assert_string_equal(outcome_of(&server, "maria",
                                   "SELECT count(*) FROM note_draft WHERE maria.tell(note)"),
                        "0");
    assert_string_equal(outcome_of(&server, "maria",
                                   "SELECT count(*) FROM any_ballot WHERE maria.tell(annotator_id)"),
                        "3");
    assert_string_equal(outcome_of(&server, "maria",
                                   "SELECT count(*) FROM control_answer WHERE maria.tell(annotator_id)"),
                        "1");
    assert_string_equal(
        outcome_of(&server, "maria",
                   "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
                   " VALUES ('x', 2, 1, 1, 9, 1)"),
        "-");
    postgresql_do(maria, "SELECT answer_withdraw(2, " NOW ", " NOW ")");
    assert_string_equal(postgresql_value(&server.arena, server.url,
                                         "SELECT ballots_done FROM public.question"),
                        "1");
    postgresql_do(server.url, "ALTER ROLE maria RESET search_path");
    stop(&server);
}

static void a_lead_may_do_everything_except_change_an_answer(void **state)
{
    static const struct attempt attempts[] = {
        {"anna", "SELECT count(*) FROM answer", "2"},
        {"anna", "SELECT count(*) FROM note_draft", "1"},
        {"anna", "SELECT count(*) FROM model_vote", "1"},
        {"anna", "UPDATE setting SET value = 'x'", "1"},
        {"anna", "UPDATE document SET text = 'x' WHERE document_id = 1", "1"},
        {"anna", "INSERT INTO annotator (name) VALUES ('kim')", "1"},
        {"anna", "DELETE FROM note_draft", "1"},
        {"anna", "UPDATE answer SET position = 2 WHERE answer_id = 1", "P0001"},
        {"anna", "DELETE FROM answer", "P0001"},
    };
    (void)state;
    ASSERT_OUTCOMES(attempts);
}

static void a_role_without_rights_cannot_connect(void **state)
{
    (void)state;
    struct server server = start();
    assert_false(postgresql_lets_in(postgresql_as(&server.arena, server.url, "sam")));
    assert_true(postgresql_lets_in(postgresql_as(&server.arena, server.url, "maria")));
    stop(&server);
}

static void roles_of_one_project_have_no_rights_in_another(void **state)
{
    (void)state;
    struct server one = start();
    struct server other = make_database();
    assert_true(postgresql_lets_in(postgresql_as(&one.arena, one.url, "maria")));
    assert_false(postgresql_lets_in(postgresql_as(&other.arena, other.url, "maria")));
    stop(&other);
    stop(&one);
}

static void rights_can_be_set_again(void **state)
{
    (void)state;
    struct server server = start();
    make_parts(&server);
    assert_string_equal(outcome_of(&server, "maria", "SELECT count(*) FROM answer"), "1");
    assert_string_equal(
        postgresql_value(
            &server.arena, server.url,
            "SELECT count(*) FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace"
            " AND NOT 'search_path=public, pg_temp' = ANY (proconfig)"),
        "0");
    stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_annotator_sees_the_collection_and_their_own_answers),
        cmocka_unit_test(an_annotator_reads_nothing_that_others_wrote),
        cmocka_unit_test(an_annotator_sees_the_answers_of_others_but_not_their_names),
        cmocka_unit_test(gold_and_practice_show_only_what_they_need_of_a_lead),
        cmocka_unit_test(an_annotator_cannot_answer_for_somebody_else),
        cmocka_unit_test(an_annotator_cannot_change_rows_directly),
        cmocka_unit_test(an_annotator_labels),
        cmocka_unit_test(a_users_own_tables_cannot_hide_the_projects_tables),
        cmocka_unit_test(the_queries_of_a_vote_use_indexes),
        cmocka_unit_test(nobody_gets_more_rights_than_they_have),
        cmocka_unit_test(planted_functions_and_tables_change_and_reveal_nothing),
        cmocka_unit_test(a_lead_may_do_everything_except_change_an_answer),
        cmocka_unit_test(a_role_without_rights_cannot_connect),
        cmocka_unit_test(roles_of_one_project_have_no_rights_in_another),
        cmocka_unit_test(rights_can_be_set_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
