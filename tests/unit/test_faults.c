/*
 * The database fails at each of its calls in turn, while votes are given with runs loaded. Whatever fails, assay's
 * reply to an answer agrees with the database. If the scores fail, no answer is refused.
 */
#include "tests/support/support.h"

#include "core/metric/measures/measure_name.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "faces/json_lines.h"
#include "faces/plain.h"
#include "tests/support/sample.h"
#include "tests/support/surface_dump.h"
#include "tui/app/app.h"

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUESTIONS = 2, POOL = 4, ENOUGH = 1000 };

/* --- A database that fails ---------------------------------------------------- */

/*
 * These functions replace the SQLite calls that run statements. Each call is counted, and a chosen one fails without
 * running anything. A function that this program defines takes precedence over the library's. fsync and fdatasync do
 * nothing, because the test makes hundreds of databases that need not last. For this reason they are here and not in
 * tests/support.
 */
static size_t failing_call;
static size_t n_calls;
static bool is_inside; /* in sqlite3_exec, which may itself call sqlite3_step */

/* Makes the `call`th call from now on fail, as on a full disk; 0: none fails. Sets the count to 0. */
static void faults_set(size_t call)
{
    failing_call = call;
    n_calls = 0;
}

/* Returns the number of calls since faults_set. */
static size_t faults_calls(void)
{
    return n_calls;
}

static bool fails(void)
{
    return !is_inside && ++n_calls == failing_call;
}

typedef int step_function(sqlite3_stmt *);
typedef int exec_function(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);

int sqlite3_step(sqlite3_stmt *statement)
{
    static step_function *step;
    if (step == NULL)
        *(void **)&step = dlsym(RTLD_NEXT, "sqlite3_step");
    assert_non_null(step);
    return fails() ? SQLITE_FULL : step(statement);
}

int sqlite3_exec(sqlite3 *handle, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message)
{
    static exec_function *exec;
    if (exec == NULL)
        *(void **)&exec = dlsym(RTLD_NEXT, "sqlite3_exec");
    assert_non_null(exec);
    if (fails())
        return SQLITE_FULL;
    is_inside = true;
    int code = exec(handle, sql, row, context, message);
    is_inside = false;
    return code;
}

int fsync(int file)
{
    (void)file;
    return 0;
}

int fdatasync(int file)
{
    (void)file;
    return 0;
}

/* --- The faces that use it ---------------------------------------------------- */

/* An annotator at a new database, with or without a run. */
struct desk {
    struct arena arena;
    struct store *store;
    struct test_clock time;
    struct measure_list measures;
    const char *run_path;
    struct labelling *labelling;
};

static void open_desk(struct desk *desk, bool with_run, bool scores_later)
{
    struct err err;
    *desk = (struct desk){.store = sample_store("faults.db", QUESTIONS, POOL),
                          .time = {.now = 1000000, .step = 1000}};
    desk->run_path = support_file(&desk->arena, "faults.run",
                                  bytes_of("q01 Q0 d02 1 3 t\nq01 Q0 d01 2 2 t\nq02 Q0 d04 1 1 t\n"));
    assert_true(measure_list_parse(bytes_of("nDCG@10,RR"), &desk->measures, &err));
    struct labelling_options options = {.store = desk->store,
                                        .annotator = bytes_of("expert"),
                                        .seed = 1,
                                        .clock = test_clock_make(&desk->time),
                                        .scores = {.run_paths = &desk->run_path,
                                                   .n_runs = with_run ? 1 : 0,
                                                   .measures = desk->measures.items,
                                                   .n_measures = desk->measures.count,
                                                   .later = scores_later}};
    assert_true(labelling_open(&desk->labelling, &options, &err));
}

static void close_desk(struct desk *desk)
{
    struct err err;
    assert_true(labelling_close(desk->labelling, &err));
    store_close(desk->store);
    measure_list_release(&desk->measures);
    arena_release(&desk->arena);
}

/* Returns how many votes a second connection finds. */
static int64_t stored_votes(struct desk *desk)
{
    struct err err;
    struct store *store;
    struct progress progress;
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    assert_true(store_open(&store, arena_format(&desk->arena, "%s/faults.db", folder), STORE_EXISTING, &err));
    assert_true(store_get_progress(store, &progress, &err));
    store_close(store);
    return progress.ballots_done;
}

/* --- For programs: --json ---------------------------------------------------- */

/* Each request with the number of votes that it adds. */
static const struct {
    const char *line;
    int votes;
} requests[] = {
    {"{\"vote\":1}", 1},    {"{\"vote\":2}", 1},         {"{\"undo\":true}", -1},
    {"{\"redo\":true}", 1}, {"{\"skip\":\"later\"}", 0}, {"{\"vote\":0}", 1},
};

enum { REQUESTS = sizeof requests / sizeof *requests };

/* The outcome of all requests when call number `fault` failed. */
struct outcome_of_all {
    bool worked;
    size_t calls;
    size_t saved, warned;
    char replies[REQUESTS][400]; /* to the saved requests */
};

static void take_replies(struct outcome_of_all *outcome, char *output)
{
    for (char *line = strtok(output, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_null(strstr(line, "\"error\""));
        if (strstr(line, "{\"saved\"") != line && strstr(line, "{\"undone\"") != line)
            continue;
        assert_true(outcome->saved < REQUESTS);
        snprintf(outcome->replies[outcome->saved++], sizeof *outcome->replies, "%s", line);
        outcome->warned += strstr(line, "\"warning\":\"the scores are behind the votes: ") != NULL;
    }
}

static void give_all(bool with_run, size_t fault, struct outcome_of_all *outcome)
{
    struct desk desk;
    struct err err;
    char *output = NULL;
    size_t size = 0;
    char input[400] = "";
    int64_t votes = 0;
    for (size_t i = 0; i < REQUESTS; i++)
        snprintf(input + strlen(input), sizeof input - strlen(input), "%s\n", requests[i].line);
    *outcome = (struct outcome_of_all){0};
    open_desk(&desk, with_run, false);
    FILE *in = fmemopen(input, strlen(input), "r");
    FILE *out = open_memstream(&output, &size);
    faults_set(fault);
    outcome->worked = json_lines_run(desk.labelling, in, out, &err);
    outcome->calls = faults_calls();
    faults_set(0);
    fclose(in);
    fclose(out);
    take_replies(outcome, output);
    for (size_t i = 0; i < outcome->saved; i++)
        votes += requests[i].votes;
    if (stored_votes(&desk) != votes)
        fail_msg("call %zu failed: %lld votes are stored, and %lld were said to be", fault,
                 (long long)stored_votes(&desk), (long long)votes);
    free(output);
    close_desk(&desk);
}

/* Lets each call fail in turn. Returns how many of these failures ended the session. */
static size_t count_ends(bool with_run, size_t *warned)
{
    struct outcome_of_all whole, broken;
    size_t ends = 0;
    *warned = 0;
    give_all(with_run, 0, &whole);
    assert_true(whole.worked && whole.saved == REQUESTS && whole.warned == 0);
    for (size_t fault = 1; fault <= whole.calls; fault++) {
        give_all(with_run, fault, &broken);
        *warned += broken.warned;
        ends += !broken.worked;
        assert_int_equal(broken.worked, broken.saved == REQUESTS);
        for (size_t i = 0; i < broken.saved; i++)
            if (strstr(broken.replies[i], "warning") == NULL)
                assert_string_equal(broken.replies[i], whole.replies[i]);
    }
    return ends;
}

static void a_program_learns_correctly_whether_each_answer_was_saved(void **state)
{
    (void)state;
    size_t warned;
    size_t ends_without = count_ends(false, &warned);
    assert_int_equal(warned, 0);
    size_t ends_with = count_ends(true, &warned);
    assert_true(warned > REQUESTS);            /* the scores failed, with each answer */
    assert_int_equal(ends_with, ends_without); /* and no answer was refused for that */
}

/* --- For people who read lines: --plain -------------------------------------- */

static int64_t count_of(const char *text, const char *words)
{
    int64_t n = 0;
    for (const char *found = strstr(text, words); found != NULL; found = strstr(found + 1, words))
        n++;
    return n;
}

/* Returns whether the session went on to its end. *calls: how many calls there were. */
static bool answer_in_lines(bool with_run, size_t fault, size_t *calls, int64_t *warned)
{
    struct desk desk;
    struct err err;
    char input[] = "1\n2\nu\nr\ns\n0\n";
    char *output = NULL;
    size_t size = 0;
    open_desk(&desk, with_run, false);
    FILE *in = fmemopen(input, strlen(input), "r");
    FILE *out = open_memstream(&output, &size);
    faults_set(fault);
    bool worked = plain_run(desk.labelling, in, out, &(struct plain_options){.shows_scores = true}, &err);
    *calls = faults_calls();
    faults_set(0);
    fclose(in);
    fclose(out);
    int64_t said = count_of(output, "> saved: ") - count_of(output, "> undone");
    assert_int_equal(stored_votes(&desk), said);
    *warned += count_of(output, "\nthe scores are behind the votes: ");
    free(output);
    close_desk(&desk);
    return worked;
}

static size_t count_ends_in_lines(bool with_run, int64_t *warned)
{
    size_t ends = 0;
    size_t all, calls;
    *warned = 0;
    assert_true(answer_in_lines(with_run, 0, &all, warned));
    assert_int_equal(*warned, 0);
    for (size_t fault = 1; fault <= all; fault++)
        ends += !answer_in_lines(with_run, fault, &calls, warned);
    return ends;
}

static void line_output_says_correctly_whether_each_answer_was_saved(void **state)
{
    (void)state;
    int64_t warned;
    size_t ends_without = count_ends_in_lines(false, &warned);
    assert_int_equal(warned, 0);
    assert_int_equal(count_ends_in_lines(true, &warned), ends_without);
    assert_true(warned > 0);
}

/* --- For people: the screen -------------------------------------------------- */

/* A terminal whose user presses the keys, with `pauses` pauses before each. At RUN_CHANGES the file of the run changes
 * instead. */
enum { RUN_CHANGES = '!' };

struct seat {
    const char *keys;
    const char *run_path;
    size_t pauses, paused;
    size_t fault; /* set when the first key is pressed */
    size_t calls_at_draw;
    struct buffer shown;
    bool has_drawn_votes; /* the status line has said that the vote is saved */
};

static void size(void *context, int *rows, int *columns)
{
    struct seat *seat = context;
    *rows = 24;
    *columns = 120;
    seat->calls_at_draw = faults_calls();
}

/* Drawing uses only the models: the database is not called between `size` and this function. */
static void present(void *context, const struct surface *surface)
{
    struct seat *seat = context;
    assert_int_equal(faults_calls(), seat->calls_at_draw);
    buffer_clear(&seat->shown);
    surface_dump(surface, &seat->shown);
    seat->has_drawn_votes =
        seat->has_drawn_votes || strstr(buffer_string(&seat->shown), "Saved: document 1") != NULL;
}

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct seat *seat = context;
    if (seat->paused++ < seat->pauses)
        return (struct key){.code = NAMED_NOTHING};
    seat->paused = 0;
    if (*seat->keys == '\0')
        return (struct key){.code = NAMED_STOP};
    if (seat->fault != 0)
        faults_set(seat->fault);
    seat->fault = 0;
    char32_t key = (char32_t)*seat->keys++;
    if (key == RUN_CHANGES)
        write_file(seat->run_path, "q01 Q0 d01 1 2 changed\n");
    return (struct key){.code = key == RUN_CHANGES ? NAMED_NOTHING : key};
}

/* Runs the app until the keys end. *err: how the app says that it ended. */
static void sit(struct desk *desk, struct seat *seat, struct err *err)
{
    struct preferences preferences = {0};
    struct app_options options = {.store = desk->store,
                                  .database_path = "faults.db",
                                  .clock = test_clock_make(&desk->time),
                                  .preferences = &preferences};
    struct terminal terminal = {.size = size, .next_key = next_key, .present = present, .context = seat};
    faults_set(0);
    assert_false(app_run(desk->labelling, &terminal, &options, err));
    assert_int_equal(err->code, ERR_INTERRUPTED);
    buffer_release(&seat->shown);
}

/* Lets each call of one vote, and of the work after it, fail in turn. Returns how many failures refused the vote. */
static size_t count_refusals(bool with_run)
{
    size_t refusals = 0;
    size_t calls = ENOUGH;
    for (size_t fault = 1; fault <= calls; fault++) {
        struct desk desk;
        struct err err;
        struct seat seat = {.keys = "1", .pauses = 20, .fault = fault};
        open_desk(&desk, with_run, true);
        sit(&desk, &seat, &err);
        calls = faults_calls() < fault ? 0 : ENOUGH; /* no call was left to fail */
        faults_set(0);
        int64_t votes = stored_votes(&desk);
        assert_string_equal(err.text,
                            votes == 1
                                ? "stopped; every answer is saved"
                                : "stopped; the last answer was not saved, but all earlier answers are");
        assert_int_equal(seat.has_drawn_votes, votes == 1);
        refusals += votes == 0;
        close_desk(&desk);
    }
    return refusals;
}

static void the_screen_says_correctly_whether_each_answer_was_saved(void **state)
{
    (void)state;
    assert_int_equal(count_refusals(true), count_refusals(false));
}

/* The function `present` asserts this. */
static void drawing_never_reaches_the_database(void **state)
{
    (void)state;
    struct desk desk;
    struct err err;
    struct seat seat = {.keys = "12m=!m3bbcc0aagg??uur", .pauses = 3};
    open_desk(&desk, true, true);
    seat.run_path = desk.run_path;
    sit(&desk, &seat, &err);
    close_desk(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_learns_correctly_whether_each_answer_was_saved),
        cmocka_unit_test(line_output_says_correctly_whether_each_answer_was_saved),
        cmocka_unit_test(the_screen_says_correctly_whether_each_answer_was_saved),
        cmocka_unit_test(drawing_never_reaches_the_database),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
