/* Counts how often the steps of a session wait for a server, which is their cost if the server is far away. */
#include "tests/support/support.h"

#include "core/store/labelling/answers.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/removal.h"
#include "core/store/content/questions.h"
#include "core/store/rights.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/child.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

#include <libpq-fe.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A project on a server, and a session in it, through a wire that counts trips. */
struct site {
    struct arena arena;
    struct test_clock time;
    const char *url;
    struct wire *wire;
    struct store *store;
    struct session *session;
};

static void fill(const char *url, int questions, int pool_size)
{
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    enum stored stored;
    assert_true(store_open(&store, url, STORE_CREATE, &err) && store_begin(store, &err));
    for (int i = 1; i <= pool_size; i++) {
        const char *fields = arena_format(&arena, "{\"author\": \"author %02d\"}", i);
        const struct item item = {.id = bytes_of(arena_format(&arena, "d%02d", i)),
                                  .text = bytes_of("A document"),
                                  .fields = bytes_of(fields)};
        assert_true(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    }
    for (int i = 1; i <= questions; i++) {
        const struct item item = {.id = bytes_of(arena_format(&arena, "q%03d", i)),
                                  .text = bytes_of("Which?")};
        assert_true(store_put_question(store, &item, REPLACE_NOTHING, &stored, &err));
        for (int k = 1; k <= pool_size; k++) {
            const struct candidate_origin origin = {.source = bytes_of("a.run"), .rank = k, .score = 1};
            assert_true(store_put_candidate(store, i, k, &origin, &stored, &err));
        }
    }
    assert_true(store_put_setting(store, "order", bytes_of("import"), &err));
    assert_true(settings_apply(store, &err));
    assert_true(store_commit(store, &err));
    store_close(store);
    arena_release(&arena);
}

static void set(const char *url, const char *key, const char *value)
{
    struct err err;
    struct store *store = NULL;
    assert_true(store_open(&store, url, STORE_EXISTING, &err) && store_begin(store, &err));
    assert_true(store_put_setting(store, key, bytes_of(value), &err));
    assert_true(settings_apply(store, &err) && store_commit(store, &err));
    store_close(store);
}

/* key NULL: only the settings that all projects have. */
static struct site *make_site_with(int questions, int pool_size, const char *key, const char *value)
{
    struct err err;
    struct site *site = calloc(1, sizeof *site);
    assert_non_null(site);
    site->time = (struct test_clock){.now = 1000, .step = 1};
    site->url = sample_database(&site->arena);
    fill(site->url, questions, pool_size);
    if (key != NULL)
        set(site->url, key, value);
    site->wire = wire_open(site->url, 0);
    assert_true(store_open(&site->store, wire_url(&site->arena, site->wire), STORE_EXISTING, &err));
    return site;
}

static struct site *make_site(int questions, int pool_size)
{
    return make_site_with(questions, pool_size, NULL, NULL);
}

static void free_site(struct site *site)
{
    sample_session_close(site->session);
    store_close(site->store);
    wire_close(site->wire);
    arena_release(&site->arena);
    free(site);
}

/* Returns the trips that the driver has counted since `before`; the wire must have counted the same. */
static int64_t trips_since(const struct site *site, int64_t before)
{
    int64_t trips = store_count_trips(site->store) - before;
    assert_int_equal(wire_count_trips(site->wire), trips);
    return trips;
}

static int64_t trips_so_far(const struct site *site)
{
    wire_count_trips(site->wire);
    return store_count_trips(site->store);
}

static int64_t count_start(struct site *site)
{
    int64_t before = trips_so_far(site);
    site->session = sample_session(site->store, "ann", 1, &site->time);
    return trips_since(site, before);
}

static int64_t count_answer(struct site *site, const struct answer *answer)
{
    struct err err;
    int64_t before = trips_so_far(site);
    if (!session_answer(site->session, answer, &err))
        fail_msg("%s", err.text);
    return trips_since(site, before);
}

static int64_t count_undo(struct site *site)
{
    struct err err;
    bool undone;
    int64_t before = trips_so_far(site);
    assert_true(session_undo(site->session, &undone, &err) && undone);
    return trips_since(site, before);
}

static const struct answer first_chosen = {.position = 1, .elapsed_ms = 100};
static const struct answer later = {.position = VOTE_ABSENT, .skip = SKIP_LATER, .elapsed_ms = 100};

/* Sets the most trips that any of `n` votes takes: within a question, and from one question to the next. */
static void count_votes(struct site *site, int n, int64_t *within, int64_t *across)
{
    *within = *across = 0;
    for (int i = 0; i < n && session_ballot(site->session) != NULL; i++) {
        int64_t question_id = session_ballot(site->session)->question_id;
        int64_t trips = count_answer(site, &first_chosen);
        const struct ballot *next = session_ballot(site->session);
        int64_t *most = next != NULL && next->question_id == question_id ? within : across;
        if (next != NULL && trips > *most)
            *most = trips;
    }
}

/* The most trips that each may take. */
struct bounds {
    int64_t start, vote, change, step;
};

enum { START_TRIPS = 4, VOTE_TRIPS = 1, CHANGE_TRIPS = 2, STEP_TRIPS = 3 };

/* To another question, if texts or many questions must be read, or if others have changed the question before. */
enum { LONG_CHANGE_TRIPS = 3 };

/* The texts of a question are read with the first vote that compares them. */
enum { ANY_VOTE_TRIPS = 2 };

/* Within a question, if others have changed it. */
enum { AGAIN_TRIPS = 2 };

static void assert_few_trips_with(int questions, int pool_size, int votes, const char *key, const char *value,
                                  const struct bounds *most)
{
    int64_t within, across;
    struct site *site = make_site_with(questions, pool_size, key, value);
    int64_t start = count_start(site);
    count_votes(site, votes, &within, &across);
    int64_t skip = count_answer(site, &later), undo = count_undo(site),
            redo = count_answer(site, &first_chosen);
    print_message("# trips in %d questions of %d: start %lld, vote %lld, to another question %lld, "
                  "skip %lld, undo %lld, redo %lld\n",
                  questions, pool_size, (long long)start, (long long)within, (long long)across,
                  (long long)skip, (long long)undo, (long long)redo);
    assert_in_range(start, 1, most->start);
    assert_in_range(within, 1, most->vote);
    assert_in_range(across, 1, most->change);
    assert_in_range(skip, 1, most->step);
    assert_in_range(undo, 1, most->step);
    assert_in_range(redo, 1, most->step);
    assert_int_equal(store_problems(site->store), 0);
    free_site(site);
}

static void assert_few_trips(int questions, int pool_size)
{
    const struct bounds most = {START_TRIPS, VOTE_TRIPS, CHANGE_TRIPS, STEP_TRIPS};
    assert_few_trips_with(questions, pool_size, 2 * pool_size, NULL, NULL, &most);
}

static void a_step_takes_few_trips(void **state)
{
    (void)state;
    assert_few_trips(3, 9);
}

static void a_step_takes_few_trips_in_a_large_project(void **state)
{
    (void)state;
    assert_few_trips(300, 9);
}

/*
 * What is left of a question, and what comes next, follow from the votes, including the one that is about to be
 * written.
 */
static void adaptive_dealing_takes_no_more_trips(void **state)
{
    (void)state;
    const struct bounds most = {START_TRIPS, ANY_VOTE_TRIPS, LONG_CHANGE_TRIPS, STEP_TRIPS};
    assert_few_trips_with(60, 9, 60, "dealing", "adaptive", &most);
}

static void shown_fields_take_no_more_trips(void **state)
{
    (void)state;
    const struct bounds most = {START_TRIPS, VOTE_TRIPS, CHANGE_TRIPS, STEP_TRIPS};
    assert_few_trips_with(60, 9, 60, "show", "author", &most);
}

static void each_document_is_shown_with_its_own_fields(void **state)
{
    (void)state;
    struct site *site = make_site_with(3, 9, "show", "author");
    count_start(site);
    count_answer(site, &first_chosen);
    const struct ballot *ballot = session_ballot(site->session);
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const struct ballot_document *document = &ballot->documents[i];
        assert_int_equal(document->fields.n, 1);
        const struct bytes number = bytes_from(document->fields.fields[0].value, strlen("author "));
        assert_true(bytes_equal(number, bytes_from(document->docid, strlen("d"))));
    }
    assert_int_equal(ballot->question_fields.n, 0);
    free_site(site);
}

/* Votes so often as another annotator, because others must answer, too. */
static void vote_as(struct site *site, const char *annotator, int votes)
{
    struct err err;
    struct store *store = NULL;
    assert_true(store_open(&store, site->url, STORE_EXISTING, &err));
    struct session *session = sample_session(store, annotator, 2, &site->time);
    for (int i = 0; i < votes && session_ballot(session) != NULL; i++)
        sample_vote(session, 1 + i % 2);
    sample_session_close(session);
    store_close(store);
}

/* The limits also hold if many questions must be searched, and if none has such a ballot. */
static void shared_ballots_are_looked_up_for_many_questions_at_once(void **state)
{
    enum { QUESTIONS = 60, VOTES = 150 };
    (void)state;
    int64_t within, across;
    struct site *site = make_site_with(QUESTIONS, 9, "overlap", "0.5");
    vote_as(site, "ben", VOTES);
    int64_t start = count_start(site);
    count_votes(site, VOTES, &within, &across);
    print_message("# trips where half is shared: start %lld, vote %lld, to another question %lld\n",
                  (long long)start, (long long)within, (long long)across);
    assert_in_range(start, 1, START_TRIPS);
    assert_in_range(within, 1, ANY_VOTE_TRIPS);
    assert_in_range(across, 1, LONG_CHANGE_TRIPS);
    free_site(site);
}

static void assert_votes_take_few_trips(struct site *site, const char *beside, const struct bounds *most)
{
    enum { VOTES = 200 };
    int64_t within, across;
    int64_t start = count_start(site);
    count_votes(site, VOTES, &within, &across);
    print_message("# trips beside %s: start %lld, vote %lld, to another question %lld\n", beside,
                  (long long)start, (long long)within, (long long)across);
    assert_in_range(start, 1, most->start);
    assert_in_range(within, 1, most->vote);
    assert_in_range(across, 1, most->change);
}

static void repeats_take_no_more_trips(void **state)
{
    (void)state;
    const struct bounds most = {.start = START_TRIPS, .vote = ANY_VOTE_TRIPS, .change = CHANGE_TRIPS};
    struct site *site = make_site_with(60, 9, "repeats", "0.5");
    assert_votes_take_few_trips(site, "repeats", &most);
    free_site(site);
}

static void gold_ballots_take_no_more_trips(void **state)
{
    (void)state;
    const struct bounds most = {.start = START_TRIPS, .vote = ANY_VOTE_TRIPS, .change = CHANGE_TRIPS};
    struct site *site = make_site(60, 9);
    vote_as(site, "lead", 100);
    set(site->url, "gold", "lead");
    assert_votes_take_few_trips(site, "gold", &most);
    free_site(site);
}

static void begin_judging(struct site *site)
{
    struct err err;
    const struct session_options options = {.store = site->store,
                                            .annotator = bytes_of("judge"),
                                            .seed = 3,
                                            .clock = test_clock_make(&site->time),
                                            .adjudicates = true};
    assert_true(session_open(&site->session, &options, &err));
}

static void a_judge_takes_few_trips(void **state)
{
    enum { QUESTIONS = 20, VOTES = 100 };
    (void)state;
    int64_t within, across;
    struct site *site = make_site_with(QUESTIONS, 9, "overlap", "1");
    vote_as(site, "ben", VOTES);
    vote_as(site, "cleo", VOTES);
    int64_t before = trips_so_far(site);
    begin_judging(site);
    int64_t start = trips_since(site, before);
    count_votes(site, VOTES, &within, &across);
    print_message("# trips of a judge: start %lld, vote %lld, to another question %lld\n", (long long)start,
                  (long long)within, (long long)across);
    assert_in_range(start, 1, START_TRIPS);
    assert_in_range(within, 1, ANY_VOTE_TRIPS);
    assert_in_range(across, 1, LONG_CHANGE_TRIPS);
    free_site(site);
}

static void choosing_a_question_takes_few_trips(void **state)
{
    (void)state;
    struct err err;
    struct site *site = make_site(60, 9);
    count_start(site);
    int64_t first = session_ballot(site->session)->question_id;
    int64_t before = trips_so_far(site);
    assert_true(session_take_question(site->session, 50, &err));
    assert_in_range(trips_since(site, before), 1, STEP_TRIPS);
    before = trips_so_far(site);
    assert_true(session_take_question(site->session, first, &err));
    assert_in_range(trips_since(site, before), 1, STEP_TRIPS);
    free_site(site);
}

static void end_session(struct site *site)
{
    sample_session_close(site->session);
    site->session = NULL;
}

static void resuming_a_session_takes_few_trips(void **state)
{
    (void)state;
    struct site *site = make_site(3, 9);
    count_start(site);
    count_answer(site, &first_chosen);
    int64_t in_hand = session_ballot(site->session)->ballot_id;
    end_session(site);
    assert_true(count_start(site) <= START_TRIPS);
    assert_int_equal(session_ballot(site->session)->ballot_id, in_hand);
    free_site(site);
}

static void resuming_without_an_open_ballot_takes_few_trips(void **state)
{
    (void)state;
    struct site *site = make_site(3, 9);
    count_start(site);
    count_answer(site, &first_chosen);
    end_session(site);
    postgresql_do(site->url, "UPDATE ballot SET lease_until = NULL");
    assert_true(count_start(site) <= START_TRIPS);
    assert_non_null(session_ballot(site->session));
    free_site(site);
}

/* Votes on all remaining ballots of the first question as another annotator. */
static void finish_first_question_as(struct site *site, const char *annotator)
{
    struct err err;
    struct store *store = NULL;
    assert_true(store_open(&store, site->url, STORE_EXISTING, &err));
    struct session *session = sample_session(store, annotator, 2, &site->time);
    assert_true(session_take_question(session, 1, &err));
    while (session_ballot(session)->question_id == 1)
        sample_vote(session, 1);
    sample_session_close(session);
    store_close(store);
}

static void assert_few_trips_back(const char *key, const char *value)
{
    struct site *site = make_site_with(3, 9, key, value);
    count_start(site);
    count_answer(site, &first_chosen);
    int64_t left_open = session_ballot(site->session)->ballot_id;
    end_session(site);
    finish_first_question_as(site, "ben");
    int64_t start = count_start(site);
    print_message("# trips back with %s: start %lld\n", key != NULL ? key : "nothing", (long long)start);
    assert_in_range(start, 1, START_TRIPS);
    assert_int_not_equal(session_ballot(site->session)->ballot_id, left_open);
    free_site(site);
}

static void resuming_at_a_ballot_no_longer_needed_takes_few_trips(void **state)
{
    (void)state;
    assert_few_trips_back(NULL, NULL);
    assert_few_trips_back("dealing", "adaptive");
    assert_few_trips_back("overlap", "0.5");
}

static void a_vote_with_note_evidence_and_reason_takes_no_more_trips(void **state)
{
    (void)state;
    struct err err;
    struct site *site = make_site(3, 9);
    count_start(site);
    assert_true(session_keep_note(site->session, bytes_of("a draft"), &err));
    const struct answer answer = {.position = 1,
                                  .elapsed_ms = 100,
                                  .note = bytes_of("a note"),
                                  .evidence = {.text = bytes_of("document"), .start = 2},
                                  .reason = bytes_of("complete")};
    assert_true(count_answer(site, &answer) <= VOTE_TRIPS);
    assert_int_equal(store_problems(site->store), 0);
    free_site(site);
}

static void an_undo_takes_few_trips(void **state)
{
    (void)state;
    struct site *site = make_site(3, 9);
    count_start(site);
    count_answer(site, &first_chosen);
    assert_true(count_undo(site) <= STEP_TRIPS);
    assert_true(count_answer(site, &first_chosen) <= STEP_TRIPS);
    assert_int_equal(store_problems(site->store), 0);
    free_site(site);
}

/* The limit also holds if the texts of its question are no longer in memory. */
static void changing_an_earlier_answer_takes_few_trips(void **state)
{
    enum { VOTES = 80 };
    (void)state;
    struct err err;
    struct own_answer *answers;
    size_t n;
    bool changed;
    int64_t within, across;
    struct site *site = make_site_with(60, 9, "dealing", "adaptive");
    count_start(site);
    count_votes(site, VOTES, &within, &across);
    assert_true(
        store_list_own_answers(site->store, bytes_of("ann"), VOTES, &site->arena, &answers, &n, &err));
    assert_int_equal(n, VOTES);
    const int64_t before = trips_so_far(site);
    assert_true(session_reopen(site->session, answers[n - 1].answer_id, &changed, &err) && changed);
    assert_in_range(trips_since(site, before), 1, STEP_TRIPS - 1);
    assert_in_range(count_answer(site, &first_chosen), 1, STEP_TRIPS + 1);
    assert_int_equal(store_problems(site->store), 0);
    free_site(site);
}

/* Documents without a title are shown by the beginnings of their texts. */
static void the_details_of_a_question_take_few_trips(void **state)
{
    (void)state;
    struct err err;
    struct question_details details;
    const struct grading_rule rule = grading_rule_default();
    struct site *site = make_site(3, 30);
    vote_as(site, "ben", 20);
    const int64_t before = store_count_trips(site->store);
    assert_true(store_read_question(site->store, 1, &rule, &site->arena, &details, &err));
    assert_in_range(store_count_trips(site->store) - before, 1, 4);
    assert_int_equal(details.n_candidates, 30);
    assert_true(details.candidates[29].title.size > 0);
    free_site(site);
}

/* A server takes longer to plan what is asked about a question than to answer it. */
static void each_statement_of_a_vote_is_planned_once(void **state)
{
    enum { VOTES = 5 };
    (void)state;
    struct site *site = make_site(3, 9);
    postgresql_do(site->url, "CREATE FUNCTION plans_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                             " IF EXISTS (SELECT 1 FROM pg_prepared_statements WHERE custom_plans > 0) THEN"
                             "  RAISE EXCEPTION 'planned anew';"
                             " END IF; RETURN NULL; END $$;"
                             "CREATE TRIGGER plans_are_kept AFTER INSERT ON answer"
                             " FOR EACH ROW EXECUTE FUNCTION plans_are_kept()");
    count_start(site);
    for (int i = 0; i < VOTES; i++)
        sample_vote(site->session, 1);
    free_site(site);
}

static void the_forecast_takes_one_trip(void **state)
{
    (void)state;
    struct err err;
    struct forecast forecast;
    struct site *site = make_site_with(60, 9, "dealing", "adaptive");
    const int64_t before = trips_so_far(site);
    assert_true(store_forecast(site->store, &forecast, &err));
    assert_int_equal(trips_since(site, before), 1);
    free_site(site);
}

static void the_users_rights_and_the_settings_take_one_trip(void **state)
{
    (void)state;
    struct err err;
    bool sees_all;
    int64_t blind;
    struct site *site = make_site(3, 9);
    const int64_t before = trips_so_far(site);
    assert_true(store_begin_reading(site->store, &err));
    assert_true(store_sees_all(site->store, &sees_all, &err));
    assert_true(setting_get_integer(site->store, SETTING_BLIND, &blind, &err));
    assert_int_equal(trips_since(site, before), 1);
    store_end_reading(site->store);
    free_site(site);
}

/* --- The program ----------------------------------------------------------------------------------- */

static void expect_line(struct child *child, const char *beginning)
{
    const char *line = child_read(child);
    assert_non_null(line);
    if (strncmp(line, beginning, strlen(beginning)) != 0)
        fail_msg("%s", line);
}

/*
 * With this distance, an answer arrives after everything that the program sends before it listens, even on a busy
 * machine. So a message that nobody waits for, such as the end of a reading, counts as no separate trip.
 */
enum { FAR_MS = 10 };

enum { PROGRAM_START_TRIPS = 11, PROGRAM_VOTE_TRIPS = 1 };

/* Connecting is one trip, without a password and without TLS. */
static void the_label_command_adds_few_trips_to_those_of_its_session(void **state)
{
    (void)state;
    struct site *site = make_site(60, 9);
    struct wire *wire = wire_open(site->url, FAR_MS);
    const char *url = wire_url(&site->arena, wire);
    struct child *child = start_assay("label", url, "--json", "--annotator", "ann", "--seed", "1");
    expect_line(child, "{\"ballot\":");
    unsigned start = wire_count_trips(wire);
    child_write(child, "{\"vote\": 1}");
    expect_line(child, "{\"saved\":");
    expect_line(child, "{\"ballot\":");
    unsigned vote = wire_count_trips(wire);
    print_message("# trips of the program: start %u, vote %u\n", start, vote);
    assert_true(start <= PROGRAM_START_TRIPS);
    assert_true(vote <= PROGRAM_VOTE_TRIPS);
    assert_int_equal(child_end(child), 0);
    wire_close(wire);
    free_site(site);
}

/* Writes a run with the documents in the order of their numbers, or in reverse. */
static const char *put_run(struct arena *arena, const char *name, int questions, int pool_size, int step)
{
    struct buffer text = {0};
    for (int question = 1; question <= questions; question++) {
        for (int i = 1; i <= pool_size; i++)
            buffer_add_format(&text, "q%03d Q0 d%02d %d %d %s\n", question, i, i, step * i, name);
    }
    const char *path = support_file(arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static void expect_ballot(struct child *child)
{
    const char *line = child_read(child);
    while (line != NULL && strncmp(line, "{\"ballot\":", strlen("{\"ballot\":")) != 0)
        line = child_read(child);
    assert_non_null(line);
}

enum { DECIDING_START_TRIPS = 32, DECIDING_VOTE_TRIPS = 10 };

/* The vote also computes anew what the votes say about the runs, and both are scored after it. */
static void a_vote_that_decides_between_runs_takes_few_trips(void **state)
{
    enum { QUESTIONS = 150, POOL = 9, VOTES = 12 };
    (void)state;
    struct site *site = make_site_with(QUESTIONS, POOL, "dealing", "adaptive");
    struct wire *wire = wire_open(site->url, FAR_MS);
    const char *url = wire_url(&site->arena, wire);
    const char *first = put_run(&site->arena, "first.run", QUESTIONS, POOL, 1),
               *second = put_run(&site->arena, "second.run", QUESTIONS, POOL, -1);
    struct child *child =
        start_assay("label", url, "--json", "--annotator", "ann", "--seed", "1", "--decide", first, second);
    expect_ballot(child);
    unsigned start = wire_count_trips(wire), most = 0;
    for (int i = 0; i < VOTES; i++) {
        child_write(child, "{\"vote\": 1}");
        expect_ballot(child);
        unsigned vote = wire_count_trips(wire);
        if (i > 0) /* after the first vote the ids of the runs are looked up */
            most = vote > most ? vote : most;
    }
    print_message("# trips to decide: start %u, vote %u\n", start, most);
    assert_in_range(start, 1, DECIDING_START_TRIPS);
    assert_in_range(most, 1, DECIDING_VOTE_TRIPS);
    assert_int_equal(child_end(child), 0);
    wire_close(wire);
    free_site(site);
}

/* --- What is read ahead ---------------------------------------------------------------------------- */

/* Ann has a ballot of a question, on a server or in a file. Ben has voted there before, and can come back. */
struct pair {
    struct arena arena;
    struct test_clock time;
    const char *place;
    struct store *store, *beside;
    struct session *ann, *ben;
};

static void let_ben_in(struct pair *pair)
{
    struct err err;
    pair->ben = sample_session(pair->beside, "ben", 2, &pair->time);
    assert_true(session_take_question(pair->ben, 1, &err));
}

static void let_ben_out(struct pair *pair)
{
    sample_session_close(pair->ben);
    pair->ben = NULL;
}

static void open_pair(struct pair *pair, const char *place)
{
    struct err err;
    *pair = (struct pair){.time = {.now = 1000, .step = 1}, .place = place};
    fill(place, 2, 12);
    assert_true(store_open(&pair->store, place, STORE_EXISTING, &err) &&
                store_open(&pair->beside, place, STORE_EXISTING, &err));
    let_ben_in(pair);
    sample_vote(pair->ben, 1);
    let_ben_out(pair);
    pair->ann = sample_session(pair->store, "ann", 1, &pair->time);
    assert_true(session_take_question(pair->ann, 1, &err));
}

static void close_pair(struct pair *pair)
{
    sample_session_close(pair->ann);
    sample_session_close(pair->ben);
    assert_int_equal(store_problems(pair->store), 0);
    store_close(pair->store);
    store_close(pair->beside);
    arena_release(&pair->arena);
}

/* What happens between a ballot that ann reads and her vote. */
typedef void event(struct pair *pair);

static void nothing(struct pair *pair)
{
    (void)pair;
}

static void ann_types_a_note(struct pair *pair)
{
    struct err err;
    assert_true(session_keep_note(pair->ann, bytes_of("a note"), &err));
}

static void ann_reads_for_long(struct pair *pair)
{
    struct err err;
    pair->time.now += 4 * 60 * 1000;
    assert_true(session_keep(pair->ann, &err));
}

static void the_progress_is_read(struct pair *pair)
{
    struct err err;
    struct progress progress;
    assert_true(store_get_progress(pair->store, &progress, &err));
}

static void ben_votes(struct pair *pair)
{
    let_ben_in(pair);
    sample_vote(pair->ben, 1);
}

static void ben_votes_and_leaves(struct pair *pair)
{
    ben_votes(pair);
    let_ben_out(pair);
}

static void ben_skips(struct pair *pair)
{
    struct err err;
    let_ben_in(pair);
    assert_true(session_answer(pair->ben, &later, &err));
}

static void ben_undoes(struct pair *pair)
{
    struct err err;
    bool undone;
    let_ben_in(pair);
    assert_true(session_undo(pair->ben, &undone, &err) && undone);
}

/* Ann has another ballot open, which is dealt again. */
static void ann_goes_elsewhere_and_back(struct pair *pair)
{
    struct err err;
    assert_true(session_take_question(pair->ann, 2, &err) && session_take_question(pair->ann, 1, &err));
}

static void a_setting_changes(struct pair *pair)
{
    set(pair->place, "dealing", "adaptive");
}

static void a_setting_changes_the_needs(struct pair *pair)
{
    set(pair->place, "impressions", "1");
}

static void a_candidate_rises(struct pair *pair)
{
    struct err err;
    enum stored stored;
    const struct candidate_origin origin = {.source = bytes_of("b.run"), .rank = 1, .score = 1};
    assert_true(store_begin(pair->beside, &err));
    for (int64_t i = 9; i <= 12; i++)
        assert_true(store_put_candidate(pair->beside, 1, i, &origin, &stored, &err));
    assert_true(settings_apply(pair->beside, &err) && store_commit(pair->beside, &err));
}

static bool shows(const struct ballot *ballot, struct bytes docid)
{
    bool does = false;
    for (size_t i = 0; i < ballot->n_slots; i++)
        does |= bytes_equal(ballot->documents[i].docid, docid);
    return does;
}

/* One that nobody has voted on, and that is not on ann's ballot, which would be closed. */
static void a_candidate_is_removed(struct pair *pair)
{
    struct err err;
    struct removal removal;
    bool is_removed = false;
    for (int i = 1; !is_removed && i <= 12; i++) {
        const struct bytes docid = bytes_of(arena_format(&pair->arena, "d%02d", i));
        if (shows(session_ballot(pair->ann), docid))
            continue;
        assert_true(store_begin(pair->beside, &err));
        is_removed = store_remove_candidates(pair->beside, bytes_of("q001"), &docid, 1, pair->time.now,
                                             &removal, &err) &&
                     store_commit(pair->beside, &err);
        store_rollback(pair->beside);
    }
    assert_true(is_removed);
}

static const char *in_words(const struct ballot *ballot, struct arena *arena)
{
    const char *words = arena_format(arena, "question %lld:", (long long)ballot->question_id);
    for (size_t i = 0; i < ballot->n_slots; i++)
        words = arena_format(arena, "%s %.*s", words, BYTES_FORMAT(ballot->documents[i].docid));
    return words;
}

/* The trips of ann's vote after these `votes` of hers and what happens then, and the ballot after it. */
static const char *what_follows(const char *place, int votes, event *happens, struct arena *arena,
                                int64_t *trips)
{
    struct pair pair;
    struct err err;
    open_pair(&pair, place);
    for (int i = 0; i < votes; i++)
        sample_vote(pair.ann, i % 2);
    happens(&pair);
    const int64_t before = store_count_trips(pair.store);
    if (!session_answer(pair.ann, &first_chosen, &err))
        fail_msg("%s", err.text);
    *trips = store_count_trips(pair.store) - before;
    const char *next = in_words(session_ballot(pair.ann), arena);
    close_pair(&pair);
    return next;
}

/*
 * A vote that was read ahead is followed by the same ballot as in a file, where nothing is read ahead. Behind a
 * vote of ann's, the docket is not read but known from that vote.
 */
static void the_next_ballot_counts_all_that_has_changed_since_it_was_read_ahead(void **state)
{
    static const struct {
        const char *name;
        event *happens;
        enum { AT_ONCE = 1, AGAIN, WITH_TEXTS } trips;
    } events[] = {
        {"nothing", nothing, AT_ONCE},
        {"a note", ann_types_a_note, AT_ONCE},
        {"a lease that is renewed", ann_reads_for_long, AT_ONCE},
        {"a reading", the_progress_is_read, AT_ONCE},
        {"elsewhere and back", ann_goes_elsewhere_and_back, AT_ONCE},
        {"a ballot of another annotator", let_ben_in, AGAIN},
        {"a vote", ben_votes, AGAIN},
        {"a vote and the end of a session", ben_votes_and_leaves, AGAIN},
        {"a skip", ben_skips, AGAIN},
        {"an undo", ben_undoes, AGAIN},
        {"a setting", a_setting_changes, WITH_TEXTS},
        {"a setting of needs", a_setting_changes_the_needs, AGAIN},
        {"a rank", a_candidate_rises, AGAIN},
        {"a removal", a_candidate_is_removed, AGAIN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        for (int votes = 0; votes <= 1; votes++) {
            struct arena arena = {0};
            int64_t in_file, on_server;
            const char *as_in_file =
                what_follows(sample_place(&arena, "pair.db"), votes, events[i].happens, &arena, &in_file);
            const char *next =
                what_follows(sample_database(&arena), votes, events[i].happens, &arena, &on_server);
            print_message("# after %d votes and %s: %lld trips, %s\n", votes, events[i].name,
                          (long long)on_server, next);
            assert_string_equal(next, as_in_file);
            const bool is_same_question = strncmp(next, "question 1:", 11) == 0;
            assert_in_range(on_server, events[i].trips,
                            events[i].trips < WITH_TEXTS && is_same_question ? events[i].trips : INT_MAX);
            arena_release(&arena);
        }
    }
}

/*
 * The adaptive rule compares the texts of a pool, and a session keeps what it found for one question. Here an undo
 * comes back from another question, so ann's vote compares the texts after the removal, with a pool from before it.
 */
static void a_removal_beside_an_adaptive_session_is_no_damage(void **state)
{
    (void)state;
    struct err err;
    struct arena arena = {0};
    struct pair pair;
    bool undone;
    open_pair(&pair, sample_database(&arena));
    a_setting_changes(&pair);
    sample_vote(pair.ann, 1);
    assert_true(session_take_question(pair.ann, 2, &err) && session_undo(pair.ann, &undone, &err) && undone);
    a_candidate_is_removed(&pair);
    if (!session_answer(pair.ann, &first_chosen, &err))
        fail_msg("%s", err.text);
    close_pair(&pair);
    arena_release(&arena);
}

/* The ballot after two votes of ann's. Ben's vote is withdrawn while the first of them is stored, or behind it. */
static const char *what_follows_a_withdrawal(bool is_while, struct arena *arena)
{
    static const char withdraw[] = "UPDATE answer SET withdrawn_at = 1, withdrawn_by = 'undo' WHERE "
                                   "annotator_id = 1 AND withdrawn_at IS NULL";
    struct pair pair;
    open_pair(&pair, sample_database(arena));
    if (is_while)
        postgresql_do(pair.place,
                      arena_format(arena,
                                   "CREATE FUNCTION ben_withdraws() RETURNS trigger LANGUAGE plpgsql AS $$"
                                   " BEGIN %s; RETURN NULL; END $$;"
                                   "CREATE TRIGGER ben_withdraws AFTER INSERT ON answer"
                                   " FOR EACH ROW EXECUTE FUNCTION ben_withdraws()",
                                   withdraw));
    sample_vote(pair.ann, 0);
    if (!is_while)
        postgresql_do(pair.place, withdraw);
    sample_vote(pair.ann, 1);
    const char *next = in_words(session_ballot(pair.ann), arena);
    sample_session_close(pair.ann);
    store_close(pair.store);
    store_close(pair.beside);
    return next;
}

/* The stamp that is expected behind the vote does not count the change, so the next vote is refused and reads it. */
static void a_change_beside_a_vote_that_is_being_stored_counts_in_the_ballot_after_the_next(void **state)
{
    (void)state;
    struct arena arena = {0};
    int64_t trips;
    const char *behind = what_follows_a_withdrawal(false, &arena);
    print_message("# after a withdrawal: %s\n", behind);
    assert_string_not_equal(behind, what_follows(sample_database(&arena), 1, nothing, &arena, &trips));
    assert_string_equal(what_follows_a_withdrawal(true, &arena), behind);
    arena_release(&arena);
}

/* Returns the text of a document on the last ballot of three of four documents; `change` is done before it is dealt. */
static const char *text_after(const char *change, struct arena *arena)
{
    struct site *site = make_site_with(1, 4, "impressions", "5");
    count_start(site);
    count_answer(site, &first_chosen);
    count_answer(site, &first_chosen);
    postgresql_do(site->url, change);
    count_answer(site, &first_chosen);
    const struct bytes text = session_ballot(site->session)->documents[0].text;
    const char *copy = arena_format(arena, "%.*s", BYTES_FORMAT(text));
    free_site(site);
    return copy;
}

/* The first change, which no program makes, shows that the documents are not read again. */
static void documents_that_were_shown_are_read_again_only_after_an_import(void **state)
{
    static const char replace[] = "UPDATE document SET text = 'replaced'",
                      import[] = "INSERT INTO import (imported_at, what) VALUES (1, 'x')";
    (void)state;
    struct arena arena = {0};
    assert_string_equal(text_after(replace, &arena), "A document");
    assert_string_equal(text_after(arena_format(&arena, "%s; %s", replace, import), &arena), "replaced");
    assert_string_equal(
        text_after(arena_format(&arena,
                                "CREATE FUNCTION import_beside() RETURNS trigger LANGUAGE plpgsql AS $$"
                                " BEGIN %s; %s; RETURN NULL; END $$;"
                                "CREATE TRIGGER import_beside AFTER INSERT ON answer"
                                " FOR EACH ROW EXECUTE FUNCTION import_beside()",
                                replace, import),
                   &arena),
        "replaced");
    arena_release(&arena);
}

static void a_ballot_answered_elsewhere_is_not_answered_again(void **state)
{
    (void)state;
    struct err err;
    struct store *store = NULL;
    struct site *site = make_site(3, 9);
    count_start(site);
    const int64_t ballot_id = session_ballot(site->session)->ballot_id;
    assert_true(store_open(&store, site->url, STORE_EXISTING, &err));
    struct session *other = sample_session(store, "ann", 1, &site->time);
    assert_int_equal(session_ballot(other)->ballot_id, ballot_id);
    sample_vote(other, 1);
    assert_false(session_answer(site->session, &first_chosen, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_int_not_equal(session_ballot(site->session)->ballot_id, ballot_id);
    sample_session_close(other);
    store_close(store);
    assert_int_equal(store_problems(site->store), 0);
    free_site(site);
}

/* The trip that refuses an outdated vote reads what the vote needs, so the vote is right in the next one. */
static void a_vote_beside_another_annotator_waits_at_most_twice(void **state)
{
    (void)state;
    struct err err;
    struct arena arena = {0};
    struct pair pair;
    open_pair(&pair, sample_database(&arena));
    ben_votes(&pair);
    sample_vote(pair.ann, 1);
    while (session_ballot(pair.ann)->question_id == 1) {
        sample_vote(pair.ben, 1);
        const int64_t before = store_count_trips(pair.store);
        assert_true(session_answer(pair.ann, &first_chosen, &err));
        assert_int_equal(store_count_trips(pair.store) - before,
                         session_ballot(pair.ann)->question_id == 1 ? AGAIN_TRIPS : LONG_CHANGE_TRIPS);
    }
    close_pair(&pair);
    arena_release(&arena);
}

/* The number of an answer tells whether it was given before an import, however early it was reserved. */
static void an_answer_behind_an_import_has_a_number_behind_it(void **state)
{
    (void)state;
    struct err err;
    enum stored stored;
    struct pair pair;
    struct arena arena = {0};
    const struct item item = {.id = bytes_of("new"), .text = bytes_of("Another document")};
    open_pair(&pair, sample_database(&arena));
    ben_votes(&pair);
    assert_true(store_begin(pair.beside, &err) &&
                store_begin_import(pair.beside, bytes_of("new.jsonl"), pair.time.now, &err) &&
                store_put_document(pair.beside, &item, REPLACE_NOTHING, &stored, &err) &&
                store_commit(pair.beside, &err));
    sample_vote(pair.ann, 1);
    assert_string_equal(
        postgresql_value(&arena, pair.place,
                         "SELECT count(*) FROM answer JOIN annotator USING (annotator_id), import"
                         " WHERE name = 'ann' AND answer_id <= last_answer"),
        "0");
    close_pair(&pair);
    arena_release(&arena);
}

/* --- With another annotator ------------------------------------------------------------------------ */

/* Ends the other transaction as soon as somebody waits for it. */
static bool let_other_go(void *context, const struct busy_wait *wait)
{
    PGconn **other = context;
    (void)wait;
    if (*other != NULL)
        PQclear(PQexec(*other, "COMMIT"));
    PQfinish(*other);
    *other = NULL;
    return true;
}

/* Votes as ben on the ballot that he holds, and does not commit yet. */
static PGconn *vote_as_ben(const char *url)
{
    PGconn *other = PQconnectdb(url);
    PGresult *result =
        PQexec(other,
               "BEGIN;"
               "INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
               " SELECT nextval(pg_get_serial_sequence('answer', 'answer_id')),"
               "        '00000000-0000-7000-8000-000000000000', ballot_id, annotator_id, 1, 2000, 100"
               "   FROM ballot JOIN annotator USING (annotator_id)"
               "  WHERE name = 'ben' AND lease_until IS NOT NULL;"
               "UPDATE question SET ballots_left = ballots_left - 1;"
               "UPDATE ballot SET lease_until = NULL"
               " WHERE annotator_id = (SELECT annotator_id FROM annotator WHERE name = 'ben')");
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fail_msg("%s", PQresultErrorMessage(result));
    PQclear(result);
    return other;
}

/* The session reads before the other vote is there, and writes after it. */
static void assert_what_is_left_is_right_beside_another(const char *dealing)
{
    struct err err;
    struct store *store = NULL;
    struct site *site = make_site_with(1, 9, "dealing", dealing);
    count_start(site);
    assert_true(store_open(&store, site->url, STORE_EXISTING, &err));
    struct session *ben = sample_session(store, "ben", 2, &site->time);
    PGconn *other = vote_as_ben(site->url);
    store_watch_busy(site->store, (struct busy_watch){.go_on = let_other_go, .context = &other});
    sample_vote(site->session, 1);
    assert_null(other);
    assert_int_equal(session_progress(site->session).ballots_done, 2);
    assert_int_equal(store_problems(site->store), 0);
    sample_session_close(ben);
    store_close(store);
    free_site(site);
}

static void a_vote_counts_another_vote_cast_since_its_session_read(void **state)
{
    (void)state;
    assert_what_is_left_is_right_beside_another("balanced");
}

/* The adaptive rule has read its data before, so the vote is begun again. */
static void adaptive_dealing_counts_another_vote_cast_since_it_read(void **state)
{
    (void)state;
    assert_what_is_left_is_right_beside_another("adaptive");
}

/* This is how scores and exports read the candidates. */
static void the_candidates_of_all_questions_take_few_trips(void **state)
{
    enum { QUESTIONS = 1500, AT_ONCE = 500 };
    (void)state;
    struct site *site = make_site(QUESTIONS, 3);
    struct err err;
    struct question_row *rows;
    struct tally *tallies;
    size_t n, n_tallies, n_all = 0;
    assert_true(store_begin_reading(site->store, &err));
    assert_true(store_list_questions(site->store, &site->arena, &rows, &n, &err));
    int64_t before = store_count_trips(site->store);
    for (size_t i = 0; i < n; i++, n_all += n_tallies)
        assert_true(store_prefetch_candidates(site->store, rows, n, i, false, &err) &&
                    store_list_candidates(site->store, rows[i].question_id, &site->arena, &tallies,
                                          &n_tallies, &err));
    int64_t trips = store_count_trips(site->store) - before;
    store_end_reading(site->store);
    print_message("# trips for the candidates of %d questions: %lld\n", QUESTIONS, (long long)trips);
    assert_int_equal(n_all, 3 * QUESTIONS);
    assert_in_range(trips, 1, QUESTIONS / AT_ONCE + 3);
    free_site(site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_takes_few_trips),
        cmocka_unit_test(a_step_takes_few_trips_in_a_large_project),
        cmocka_unit_test(adaptive_dealing_takes_no_more_trips),
        cmocka_unit_test(shown_fields_take_no_more_trips),
        cmocka_unit_test(each_document_is_shown_with_its_own_fields),
        cmocka_unit_test(shared_ballots_are_looked_up_for_many_questions_at_once),
        cmocka_unit_test(repeats_take_no_more_trips),
        cmocka_unit_test(gold_ballots_take_no_more_trips),
        cmocka_unit_test(a_judge_takes_few_trips),
        cmocka_unit_test(choosing_a_question_takes_few_trips),
        cmocka_unit_test(resuming_a_session_takes_few_trips),
        cmocka_unit_test(resuming_at_a_ballot_no_longer_needed_takes_few_trips),
        cmocka_unit_test(resuming_without_an_open_ballot_takes_few_trips),
        cmocka_unit_test(a_vote_with_note_evidence_and_reason_takes_no_more_trips),
        cmocka_unit_test(an_undo_takes_few_trips),
        cmocka_unit_test(changing_an_earlier_answer_takes_few_trips),
        cmocka_unit_test(the_details_of_a_question_take_few_trips),
        cmocka_unit_test(each_statement_of_a_vote_is_planned_once),
        cmocka_unit_test(the_forecast_takes_one_trip),
        cmocka_unit_test(the_users_rights_and_the_settings_take_one_trip),
        cmocka_unit_test(the_label_command_adds_few_trips_to_those_of_its_session),
        cmocka_unit_test(a_vote_that_decides_between_runs_takes_few_trips),
        cmocka_unit_test(the_next_ballot_counts_all_that_has_changed_since_it_was_read_ahead),
        cmocka_unit_test(a_removal_beside_an_adaptive_session_is_no_damage),
        cmocka_unit_test(a_change_beside_a_vote_that_is_being_stored_counts_in_the_ballot_after_the_next),
        cmocka_unit_test(documents_that_were_shown_are_read_again_only_after_an_import),
        cmocka_unit_test(a_ballot_answered_elsewhere_is_not_answered_again),
        cmocka_unit_test(a_vote_beside_another_annotator_waits_at_most_twice),
        cmocka_unit_test(an_answer_behind_an_import_has_a_number_behind_it),
        cmocka_unit_test(a_vote_counts_another_vote_cast_since_its_session_read),
        cmocka_unit_test(adaptive_dealing_counts_another_vote_cast_since_it_read),
        cmocka_unit_test(the_candidates_of_all_questions_take_few_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
