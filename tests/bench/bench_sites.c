/*
 * Measures what annotators wait for when many label one database at once. Each annotator is a process with its own
 * store and session, who thinks, votes, and gets the next ballot.
 *
 *   bench_sites DATABASE ANNOTATORS THINK_MS SECONDS [DELAY_MS]
 *
 * Annotators think for half to one and a half times THINK_MS; 0: without a pause. With DELAY_MS, bytes to and from the
 * server of DATABASE take so long in each direction. Prints one line: ANNOTATORS, THINK_MS, votes per second, and the
 * median, the 99th percentile and the maximum of the milliseconds from a vote to the next ballot. The votes stay in the
 * database, which bench_database makes.
 */
#include "tests/support/support.h"

#include "tests/support/wire.h"

#include "core/session/session.h"
#include "core/store/store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ANNOTATORS_MAX = 1000, WAITS_MAX = 50000 };

/* The results of one annotator, in shared memory. */
struct tally {
    size_t n;
    float waits_ms[WAITS_MAX];
};

static _Noreturn void give_up(const char *text)
{
    fprintf(stderr, "bench_sites: %s\n", text);
    exit(1);
}

static double now_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int64_t wall_clock(void *context)
{
    (void)context;
    return (int64_t)now_ms(CLOCK_REALTIME);
}

/* --- An annotator -------------------------------------------------------------------------------- */

static void think(unsigned *seed, double think_ms)
{
    double ms = think_ms * (0.5 + (double)rand_r(seed) / RAND_MAX);
    struct timespec time = {.tv_sec = (time_t)(ms / 1e3), .tv_nsec = (long)(fmod(ms, 1e3) * 1e6)};
    nanosleep(&time, NULL);
}

static void label(struct session *session, struct tally *tally, unsigned seed, double think_ms, double end)
{
    struct err err = {0};
    while (session_ballot(session) != NULL && tally->n < WAITS_MAX) {
        if (think_ms > 0)
            think(&seed, think_ms);
        double begin = now_ms(CLOCK_MONOTONIC);
        if (begin >= end)
            return;
        int choices = (int)session_ballot(session)->n_slots + 1;
        struct answer answer = {.position = rand_r(&seed) % choices, .elapsed_ms = 1000};
        if (!session_answer(session, &answer, &err) && err.code != ERR_ANSWERED)
            give_up(err.text);
        tally->waits_ms[tally->n++] = (float)(now_ms(CLOCK_MONOTONIC) - begin);
    }
}

/*
 * Writes to `ready` when the first ballot is there and closes it, so that the reader sees the end of the pipe if one
 * process fails. Starts when nobody holds the other end of `go` any more.
 */
static void be_annotator(const char *database, unsigned number, struct tally *tally, double think_ms,
                         double seconds, int ready, int go)
{
    struct err err = {0};
    struct store *store;
    struct session *session;
    char name[16];
    struct session_options options = {.seed = number + 1, .clock = {.now = wall_clock}};
    snprintf(name, sizeof name, "site-%u", number);
    options.annotator = bytes_of(name);
    if (!store_open(&store, database, STORE_EXISTING, &err))
        give_up(err.text);
    options.store = store;
    if (!session_open(&session, &options, &err) || write(ready, "r", 1) != 1 || close(ready) != 0 ||
        read(go, name, 1) != 0)
        give_up(err.text);
    label(session, tally, number + 1, think_ms, now_ms(CLOCK_MONOTONIC) + seconds * 1e3);
    if (!session_close(session, &err))
        give_up(err.text);
    store_close(store);
}

/* --- All annotators ------------------------------------------------------------------------------ */

static void start_all(const char *database, size_t n, struct tally *tallies, double think_ms, double seconds)
{
    int ready[2], go[2];
    if (pipe(ready) != 0 || pipe(go) != 0)
        give_up("no pipe");
    for (unsigned i = 0; i < n; i++) {
        pid_t pid = fork();
        if (pid < 0)
            give_up("no process");
        if (pid == 0) {
            close(ready[0]);
            close(go[1]);
            be_annotator(database, i, &tallies[i], think_ms, seconds, ready[1], go[0]);
            exit(0);
        }
    }
    close(ready[1]);
    for (size_t i = 0; i < n; i++) {
        char byte;
        if (read(ready[0], &byte, 1) != 1)
            give_up("an annotator has no ballot");
    }
    close(ready[0]);
    close(go[0]);
    close(go[1]);
}

static void await_all(void)
{
    int status;
    while (wait(&status) > 0) {
        if (status != 0)
            give_up("an annotator could not vote");
    }
}

static int compare_waits(const void *a, const void *b)
{
    float first = *(const float *)a, second = *(const float *)b;
    return (first > second) - (first < second);
}

static void print_waits(const struct tally *tallies, size_t n_annotators, double think_ms, double seconds)
{
    size_t n = 0;
    float *waits = calloc(n_annotators * WAITS_MAX, sizeof *waits);
    if (waits == NULL)
        give_up("no memory");
    for (size_t i = 0; i < n_annotators; i++) {
        for (size_t k = 0; k < tallies[i].n; k++)
            waits[n++] = tallies[i].waits_ms[k];
    }
    if (n == 0)
        give_up("nobody has voted");
    qsort(waits, n, sizeof *waits, compare_waits);
    printf("%zu %g %.0f %.1f %.1f %.1f\n", n_annotators, think_ms, (double)n / seconds, (double)waits[n / 2],
           (double)waits[n * 99 / 100], (double)waits[n - 1]);
    free(waits);
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 6)
        give_up("DATABASE ANNOTATORS THINK_MS SECONDS [DELAY_MS]");
    const size_t n = strtoul(argv[2], NULL, 10);
    const double think_ms = strtod(argv[3], NULL), seconds = strtod(argv[4], NULL);
    if (n == 0 || n > ANNOTATORS_MAX)
        give_up("1 to 1000 annotators");
    struct tally *tallies =
        mmap(NULL, n * sizeof *tallies, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tallies == MAP_FAILED)
        give_up("no memory");
    struct arena arena = {0};
    struct wire *wire = argc == 6 ? wire_open(argv[1], (unsigned)strtoul(argv[5], NULL, 10)) : NULL;
    start_all(wire != NULL ? wire_url(&arena, wire) : argv[1], n, tallies, think_ms, seconds);
    await_all();
    wire_close(wire);
    arena_release(&arena);
    print_waits(tallies, n, think_ms, seconds);
    return 0;
}
