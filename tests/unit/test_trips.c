/* How often the steps of a session wait for a server: what each costs where that is far away. */
#include "tests/support/support.h"

#include "core/store/fill.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

#include <stdlib.h>

/* A project on a server, and a session in it, through a wire that counts. */
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
        const struct item item = {.id = bytes_of(arena_format(&arena, "d%02d", i)),
                                  .text = bytes_of("A document")};
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

static struct site *make_site(int questions, int pool_size)
{
    struct err err;
    struct site *site = calloc(1, sizeof *site);
    assert_non_null(site);
    site->time = (struct test_clock){.now = 1000, .step = 1};
    site->url = postgresql_database(&site->arena);
    fill(site->url, questions, pool_size);
    site->wire = wire_open(site->url, 0);
    assert_true(store_open(&site->store, wire_url(&site->arena, site->wire), STORE_EXISTING, &err));
    return site;
}

static void free_site(struct site *site)
{
    sample_session_close(site->session);
    store_close(site->store);
    wire_close(site->wire);
    arena_release(&site->arena);
    free(site);
}

/* What the driver has counted since `before`, which is what went over the wire. */
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

/* The most trips that any of the project's votes takes: in a question, and from one question to the next. */
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

enum { START_TRIPS = 14, VOTE_TRIPS = 3, CHANGE_TRIPS = 4, STEP_TRIPS = 4 };

static void assert_few_trips(int questions, int pool_size)
{
    int64_t within, across;
    struct site *site = make_site(questions, pool_size);
    int64_t start = count_start(site);
    count_votes(site, 2 * pool_size, &within, &across);
    int64_t skip = count_answer(site, &later), undo = count_undo(site),
            redo = count_answer(site, &first_chosen);
    print_message("# trips in %d questions of %d: start %lld, vote %lld, to another question %lld, "
                  "skip %lld, undo %lld, redo %lld\n",
                  questions, pool_size, (long long)start, (long long)within, (long long)across,
                  (long long)skip, (long long)undo, (long long)redo);
    assert_true(start <= START_TRIPS);
    assert_true(within <= VOTE_TRIPS);
    assert_true(across <= CHANGE_TRIPS);
    assert_true(skip <= STEP_TRIPS);
    assert_true(undo <= STEP_TRIPS);
    assert_true(redo <= STEP_TRIPS);
    free_site(site);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_takes_few_trips),
        cmocka_unit_test(a_step_takes_few_trips_in_a_large_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
