/* Controls: ballots that measure the annotator. They are repeats, and gold ballots, whose answer is known. */
#include "tests/support/support.h"

#include "core/judge/control.h"
#include "core/session/session.h"
#include "core/store/votes/annotators.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <string.h>

struct desk {
    struct store *store;
    struct test_clock time;
};

static void set(struct desk *desk, enum setting setting, const char *value)
{
    struct err err;
    if (!setting_put(desk->store, setting, bytes_of(value), &err))
        fail_msg("%s", err.text);
}

/* 72 ballots in all. */
static struct desk open_desk(const char *name)
{
    return (struct desk){.store = sample_store(name, 6, 12), .time = {.now = 1000000, .step = 1000}};
}

/* Chooses the document with the lowest id, or with the highest one if `prefers_least` is false. */
static int choice_of(const struct ballot *ballot, bool prefers_least)
{
    size_t best = 0;
    for (size_t i = 1; i < ballot->n_slots; i++) {
        int order = bytes_compare(ballot->documents[i].docid, ballot->documents[best].docid);
        if (prefers_least ? order < 0 : order > 0)
            best = i;
    }
    return (int)best + 1;
}

static void label(struct desk *desk, const char *annotator, bool prefers_least, int answers)
{
    struct session *session = sample_session(desk->store, annotator, 1, &desk->time);
    for (int i = 0; i < answers && session_ballot(session) != NULL; i++)
        sample_vote(session, choice_of(session_ballot(session), prefers_least));
    sample_session_close(session);
}

static void label_to_the_end(struct desk *desk, const char *annotator, bool prefers_least)
{
    label(desk, annotator, prefers_least, INT32_MAX);
}

static int64_t ask(const struct desk *desk, const char *sql)
{
    return beside_integer(desk->store, sql);
}

static int64_t count_controls(const struct desk *desk, const char *kind)
{
    struct arena arena = {0};
    int64_t n = ask(desk, arena_format(&arena, "SELECT count(*) FROM answer WHERE control = '%s'", kind));
    arena_release(&arena);
    return n;
}

static struct annotator_row figures_of(struct desk *desk, const char *annotator)
{
    struct arena arena = {0};
    struct annotator_row *rows, found = {0};
    size_t n;
    struct err err;
    assert_true(store_list_annotators(desk->store, &arena, &rows, &n, &err));
    for (size_t i = 0; i < n; i++) {
        if (bytes_equal(rows[i].name, bytes_of(annotator)))
            found = rows[i];
    }
    arena_release(&arena);
    return found;
}

/* --- Repeats --------------------------------------------------------------------------------- */

/*
 * All answered ballots. `documents` identifies the set of two or three documents, and `shown` their order on the
 * ballot. `place` is the number of the answer among the annotator's.
 */
#define ASKED                                                                                                \
    "WITH asked AS (SELECT ballot.ballot_id, ballot.question_id, ballot.control, ballot.annotator_id,"       \
    "  (SELECT min(document_id) || ' ' || max(document_id) || ' ' || sum(document_id) FROM slot"             \
    "    WHERE slot.ballot_id = ballot.ballot_id) AS documents,"                                             \
    "  (SELECT sum(document_id * position * position) FROM slot"                                             \
    "    WHERE slot.ballot_id = ballot.ballot_id) AS shown,"                                                 \
    "  row_number() OVER (PARTITION BY ballot.annotator_id ORDER BY answer_id) AS place"                     \
    "  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND withdrawn_at IS NULL)"

#define REPEATED                                                                                             \
    ASKED                                                                                                    \
    " SELECT count(*) FROM asked AS again JOIN asked AS first ON first.question_id = again.question_id"      \
    " AND first.annotator_id = again.annotator_id AND first.documents = again.documents"                     \
    " AND first.control IS NULL WHERE again.control = 'repeat'"

static void some_ballots_are_repeated_much_later(void **state)
{
    (void)state;
    struct desk desk = open_desk("repeats.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label_to_the_end(&desk, "ann", true);
    int64_t repeats = count_controls(&desk, "repeat");
    assert_in_range(repeats, 5, 60);
    assert_int_equal(ask(&desk, REPEATED), repeats);
    assert_int_equal(ask(&desk, REPEATED " AND again.place > first.place + 50"), repeats);
    assert_int_equal(ask(&desk, REPEATED " AND again.shown <> first.shown"), repeats);
    store_close(desk.store);
}

static char *asked_of_ann(const char *name, const char *before, struct arena *arena)
{
    struct desk desk = open_desk(name);
    set(&desk, SETTING_REPEATS, "0.5");
    if (before[0] != '\0')
        assert_int_equal(beside_execute(desk.store, before), SQLITE_OK);
    label_to_the_end(&desk, "ann", true);
    char *asked =
        beside_text(desk.store,
                    "SELECT group_concat(question_id || coalesce(control, '') || document_id, ',')"
                    "  FROM (SELECT * FROM ballot JOIN slot USING (ballot_id) ORDER BY ballot_id, position)"
                    "    AS asked",
                    arena);
    store_close(desk.store);
    return asked;
}

/* In other databases the ballot ids may have gaps or belong to other annotators. */
static void controls_do_not_depend_on_the_ballot_ids_in_the_database(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *asked = asked_of_ann("numbers.db", "", &arena);
    assert_non_null(strstr(asked, "repeat"));
    assert_string_equal(
        asked_of_ann("gap.db",
                     "INSERT INTO question (question_id, qid, text) VALUES (7, 'empty', '');"
                     "INSERT INTO annotator (annotator_id, name) VALUES (5, 'ben');"
                     "INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at)"
                     " VALUES (1000, 7, 1, 5, 1)",
                     &arena),
        asked);
    arena_release(&arena);
}

/* assay looks for a repeat when it stores an answer, so that the start of a session does not wait for that. */
static void no_ballot_is_repeated_before_an_answer_is_stored(void **state)
{
    (void)state;
    struct desk desk = open_desk("beginning.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label(&desk, "ann", true, 50);
    assert_int_equal(count_controls(&desk, "repeat"), 0);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(beside_execute(desk.store, "UPDATE ballot SET lease_until = NULL"), SQLITE_OK);
        label(&desk, "ann", true, 1);
    }
    assert_int_equal(count_controls(&desk, "repeat"), 0);
    label(&desk, "ann", true, 10);
    assert_true(count_controls(&desk, "repeat") > 0);
    store_close(desk.store);
}

static void no_ballot_is_asked_a_third_time(void **state)
{
    (void)state;
    struct desk desk = open_desk("third.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label_to_the_end(&desk, "ann", true);
    assert_int_equal(ask(&desk, ASKED " SELECT max(n) FROM (SELECT count(*) AS n FROM asked"
                                      " GROUP BY question_id, documents) AS sets"),
                     2);
    store_close(desk.store);
}

static void an_answer_to_a_repeat_is_no_vote(void **state)
{
    (void)state;
    struct desk desk = open_desk("no-vote.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label_to_the_end(&desk, "ann", true);
    assert_true(count_controls(&desk, "repeat") > 0);
    assert_int_equal(ask(&desk, "SELECT sum(ballots_done) FROM progress"), 72);
    assert_int_equal(ask(&desk, "SELECT sum(ballots_left) FROM progress"), 0);
    int64_t wins;
    assert_int_equal(store_impressions(desk.store, &wins), 3 * 72);
    assert_int_equal(wins, 72);
    assert_int_equal(figures_of(&desk, "ann").pace.votes, 72);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

/* Compares sums before and after an answer to a repeat, and after its undo. */
static void an_answer_to_a_repeat_can_be_undone(void **state)
{
    (void)state;
    struct desk desk = open_desk("undone-repeat.db");
    struct err err;
    bool undone;
    set(&desk, SETTING_REPEATS, "0.5");
    struct session *session = sample_session(desk.store, "ann", 1, &desk.time);
    static const char in_hand[] =
        "SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL AND control = 'repeat'";
    while (session_ballot(session) != NULL && ask(&desk, in_hand) == 0)
        sample_vote(session, 1);
    assert_non_null(session_ballot(session));
    int64_t ballot_id = session_ballot(session)->ballot_id;
    int64_t done = session_progress(session).ballots_done;
    sample_vote(session, 2);
    assert_int_equal(session_progress(session).ballots_done, done);
    assert_true(session_undo(session, &undone, &err));
    assert_true(undone);
    assert_int_equal(session_ballot(session)->ballot_id, ballot_id);
    assert_int_equal(session_progress(session).ballots_done, done);
    assert_int_equal(store_problems(desk.store), 0);
    sample_session_close(session);
    store_close(desk.store);
}

static void a_repeat_does_not_lead_away_from_the_question(void **state)
{
    (void)state;
    struct desk desk = open_desk("stay.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label_to_the_end(&desk, "ann", true);
    /* Apart from the repeats, the questions come one after the other, each once. */
    assert_int_equal(
        ask(&desk, "SELECT count(*) FROM (SELECT question_id, lag(question_id) OVER (ORDER BY ballot_id)"
                   " AS before FROM ballot WHERE control IS NULL) AS dealt WHERE question_id <> "
                   "coalesce(before, 0)"),
        6);
    store_close(desk.store);
}

static void without_the_setting_no_ballot_is_repeated(void **state)
{
    (void)state;
    struct desk desk = open_desk("none.db");
    label_to_the_end(&desk, "ann", true);
    assert_int_equal(ask(&desk, "SELECT count(*) FROM ballot WHERE control IS NOT NULL"), 0);
    store_close(desk.store);
}

static void repeating_the_same_answers_gives_full_self_agreement(void **state)
{
    (void)state;
    struct desk desk = open_desk("same.db");
    set(&desk, SETTING_REPEATS, "0.5");
    label_to_the_end(&desk, "ann", true);
    struct annotator_row row = figures_of(&desk, "ann");
    assert_int_equal(row.with_self.n_ballots, count_controls(&desk, "repeat"));
    assert_close(row.with_self.raw.value, 1, 1e-12);
    store_close(desk.store);
}

/* --- Gold ------------------------------------------------------------------------------------ */

static void a_lead_knows_the_answers_to_gold_ballots(void **state)
{
    (void)state;
    struct desk desk = open_desk("lead.db");
    label_to_the_end(&desk, "lead", true);
    set(&desk, SETTING_IMPRESSIONS, "30"); /* so that there are ballots left */
    set(&desk, SETTING_GOLD, "lead");
    label(&desk, "ann", true, 200);
    label(&desk, "ben", false, 200);
    assert_true(count_controls(&desk, "gold") > 5);
    struct annotator_row ann = figures_of(&desk, "ann"), ben = figures_of(&desk, "ben");
    assert_true(ann.with_gold.n_ballots > 0 && ben.with_gold.n_ballots > 0);
    assert_close(ann.with_gold.raw.value, 1, 1e-12);
    assert_close(ben.with_gold.raw.value, 0, 1e-12);
    assert_int_equal(figures_of(&desk, "lead").with_gold.n_ballots, 0);
    int64_t wins;
    assert_int_equal(store_impressions(desk.store, &wins),
                     3 * ask(&desk, "SELECT sum(ballots_done) FROM progress"));
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

static void the_lead_is_not_asked_for_their_own_answers(void **state)
{
    (void)state;
    struct desk desk = open_desk("own.db");
    struct session *session = sample_session(desk.store, "lead", 1, &desk.time);
    sample_vote(session, 1);
    sample_session_close(session);
    set(&desk, SETTING_GOLD, "lead");
    label_to_the_end(&desk, "lead", true);
    assert_int_equal(count_controls(&desk, "gold"), 0);
    store_close(desk.store);
}

/* In each question d01 has grade 3, d02 grade 1, and d03 to d05 have grade 0. */
static void add_judgments(struct desk *desk)
{
    assert_int_equal(
        beside_execute(
            desk->store,
            "INSERT INTO import (import_id, imported_at, what, last_document, last_question,"
            " last_answer) VALUES (9, 0, 'x', 12, 6, 0);"
            "INSERT INTO judgment_source VALUES (1, 'experts');"
            "INSERT INTO judgment SELECT 1, question_id, document_id,"
            " CASE document_id WHEN 1 THEN 3.0 WHEN 2 THEN 1.0 ELSE 0.0 END, 9 FROM question, document"
            " WHERE document_id <= 5"),
        SQLITE_OK);
}

static void gold_answers_can_come_from_a_source_of_judgments(void **state)
{
    (void)state;
    struct desk desk = open_desk("judged.db");
    add_judgments(&desk);
    set(&desk, SETTING_GOLD, "experts");
    set(&desk, SETTING_IMPRESSIONS, "30");
    label_to_the_end(&desk, "ann", true);
    int64_t gold = count_controls(&desk, "gold");
    assert_true(gold > 5);
    assert_int_equal(ask(&desk, "SELECT max(document_id) FROM slot JOIN ballot USING (ballot_id)"
                                " WHERE control = 'gold'"),
                     5);
    /* Ann is right except on the ballots where no document is relevant. */
    int64_t nothing =
        ask(&desk, "SELECT count(*) FROM (SELECT 1 FROM slot JOIN ballot USING (ballot_id)"
                   " WHERE control = 'gold' GROUP BY ballot_id HAVING min(document_id) > 2) AS ballots");
    struct annotator_row ann = figures_of(&desk, "ann");
    assert_int_equal(ann.with_gold.n_ballots, gold);
    assert_close(ann.with_gold.raw.value, 1 - (double)nothing / (double)gold, 1e-12);
    assert_int_equal(store_problems(desk.store), 0);
    store_close(desk.store);
}

static void gold_must_name_an_annotator_or_a_source_of_judgments(void **state)
{
    (void)state;
    struct desk desk = open_desk("called.db");
    struct err err;
    assert_false(setting_put(desk.store, SETTING_GOLD, bytes_of("nobody"), &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.text, "no annotator and no source of judgments has the name 'nobody'"));
    set(&desk, SETTING_GOLD, "");
    store_close(desk.store);
}

/* --- Drawing --------------------------------------------------------------------------------- */

static void controls_are_drawn_at_the_rate_that_is_set(void **state)
{
    (void)state;
    const struct control_plan plan = {.repeats = 0.1, .has_gold = true};
    struct drawn_control control = {.random = random_from(3, 0)};
    int drawn[N_CONTROLS] = {0};
    for (int i = 0; i < 100000; i++) {
        control = control_draw(&plan, control.random);
        drawn[control.is]++;
    }
    assert_in_range(drawn[CONTROL_REPEAT], 9600, 10400);
    assert_in_range(drawn[CONTROL_GOLD], 4700, 5300);
}

static void the_right_answer_is_the_one_best_document(void **state)
{
    (void)state;
    const struct graded_candidate clear[] = {{1, 0}, {2, 2}, {3, 1}}, tied[] = {{1, 2}, {2, 2}, {3, 1}},
                                  nothing[] = {{1, 0}, {2, -1}, {3, 0}};
    assert_int_equal(gold_answer(clear, 3), 2);
    assert_int_equal(gold_answer(tied, 3), GOLD_UNCLEAR);
    assert_int_equal(gold_answer(nothing, 3), GOLD_NONE);
}

static void only_sets_with_a_clear_answer_are_drawn(void **state)
{
    (void)state;
    const struct graded_candidate candidates[] = {{1, 2}, {2, 2}, {3, 1}, {4, 0}};
    const struct graded_candidate tied[] = {{1, 2}, {2, 2}};
    struct random_source random = random_from(5, 0);
    struct slot_set set;
    for (int i = 0; i < 100; i++) {
        assert_true(gold_draw(candidates, 4, 3, NULL, 0, &random, &set));
        assert_false(set.document_ids[0] == 1 && set.document_ids[1] == 2);
    }
    assert_false(gold_draw(tied, 2, 3, NULL, 0, &random, &set));
    assert_false(gold_draw(candidates, 1, 3, NULL, 0, &random, &set));
}

static void a_set_dealt_before_is_not_drawn_as_gold(void **state)
{
    (void)state;
    const struct graded_candidate candidates[] = {{1, 2}, {2, 0}};
    const struct slot_set taken = {{1, 2}};
    struct random_source random = random_from(5, 0);
    struct slot_set set;
    assert_true(gold_draw(candidates, 2, 2, NULL, 0, &random, &set));
    assert_false(gold_draw(candidates, 2, 2, &taken, 1, &random, &set));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_ballots_are_repeated_much_later),
        cmocka_unit_test(controls_do_not_depend_on_the_ballot_ids_in_the_database),
        cmocka_unit_test(no_ballot_is_repeated_before_an_answer_is_stored),
        cmocka_unit_test(no_ballot_is_asked_a_third_time),
        cmocka_unit_test(an_answer_to_a_repeat_is_no_vote),
        cmocka_unit_test(an_answer_to_a_repeat_can_be_undone),
        cmocka_unit_test(a_repeat_does_not_lead_away_from_the_question),
        cmocka_unit_test(without_the_setting_no_ballot_is_repeated),
        cmocka_unit_test(repeating_the_same_answers_gives_full_self_agreement),
        cmocka_unit_test(a_lead_knows_the_answers_to_gold_ballots),
        cmocka_unit_test(the_lead_is_not_asked_for_their_own_answers),
        cmocka_unit_test(gold_answers_can_come_from_a_source_of_judgments),
        cmocka_unit_test(gold_must_name_an_annotator_or_a_source_of_judgments),
        cmocka_unit_test(controls_are_drawn_at_the_rate_that_is_set),
        cmocka_unit_test(the_right_answer_is_the_one_best_document),
        cmocka_unit_test(only_sets_with_a_clear_answer_are_drawn),
        cmocka_unit_test(a_set_dealt_before_is_not_drawn_as_gold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
