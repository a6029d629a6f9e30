/*
 * Measures what somebody at a terminal waits for: the labelling screen in a pseudo-terminal, on the database and the
 * runs of bench_database. Prints one line for each measurement, "NAME P50 P99" in milliseconds, and memory in KiB.
 * Before them it prints the floor, measured on the same machine at the same time: a key through a pseudo-terminal and
 * back, and 4 KiB appended to a file and made durable.
 *
 *   bench_app ASSAY DATABASE RUN…
 *
 * It casts votes, so DATABASE must be a fresh copy. Preferences are kept in DATABASE.home, which must not exist.
 */
#include "tests/support/support.h"

#include "tests/support/pty.h"

#include "core/base/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS = 40,
    COLUMNS = 120,
    STARTS = 7,
    FLOOR_ROUNDS = 200,
    FIRST_PAGES = 20,
    EARLY_VOTES = 100, /* while runs are still being read */
    VOTES = 600,
    SCROLLS = 200,
    OPENINGS = 5,      /* of each screen */
    KEY_PAUSE_MS = 40, /* between two keys while the history is replayed */
    KEY_READ_MS = 20,  /* enough to read a key */
    WAIT_MS = 20 * 1000,
    WORDS = 32, /* of a command */
};

/* Keys as xterm sends them. */
static const char DOWN[] = "\033OB";
static const char RIGHT[] = "\033OC";
static const char LEFT[] = "\033OD";
static const char BACKSPACE[] = "\177";
static const char ESCAPE[] = "\033";

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "bench_app: %s\n", what);
    exit(1);
}

/* --- Figures -------------------------------------------------------------- */

struct times {
    double *ms;
    size_t n, capacity;
};

static void add_time(struct times *times, double ms)
{
    VECTOR_PUSH(times->ms, times->n, times->capacity) = ms;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* With few times, the 99th percentile is the longest time. */
static void print_times(const char *name, struct times *times)
{
    qsort(times->ms, times->n, sizeof *times->ms, compare);
    size_t last = (times->n * 99 + 99) / 100 - 1;
    printf("%s %.3f %.3f\n", name, times->ms[times->n / 2], times->ms[last]);
    fflush(stdout);
    free(times->ms);
    *times = (struct times){0};
}

/* --- The screen ----------------------------------------------------------- */

static char screen[ROWS * COLUMNS * 6 + 1]; /* the text of the last screen, row after row */
static double arrived_ms;                   /* when the bytes arrived that made it */

static void read_screen(const struct pty *pty)
{
    VTermRect all = {.start_row = 0, .end_row = ROWS, .start_col = 0, .end_col = COLUMNS};
    size_t size = vterm_screen_get_text(pty->screen, screen, sizeof screen - 1, all);
    screen[size] = '\0';
}

/* Reads all that is there. The terminal draws it later: how long it takes is not the program's doing. */
static void take_bytes(struct pty *pty)
{
    static char bytes[64 * 1024];
    struct pollfd output = {.fd = pty->master, .events = POLLIN};
    size_t size = 0;
    for (int wait = WAIT_MS; size < sizeof bytes && poll(&output, 1, wait) == 1; wait = 0) {
        ssize_t got = read(pty->master, bytes + size, sizeof bytes - size);
        if (got <= 0)
            break;
        arrived_ms = now_ms();
        size += (size_t)got;
    }
    if (size == 0) {
        fprintf(stderr, "%s\n", screen);
        give_up("the screen never showed what was waited for");
    }
    vterm_input_write(pty->vterm, bytes, size);
}

/* Waits until the check accepts the current screen. */
static void wait_until(struct pty *pty, bool (*passes)(void *context), void *context)
{
    for (read_screen(pty); !passes(context); read_screen(pty))
        take_bytes(pty);
}

static bool shows(void *context)
{
    return strstr(screen, context) != NULL;
}

static void wait_for(struct pty *pty, const char *text)
{
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    wait_until(pty, shows, copy);
}

/* The bottom row, with the result of the answer, is written last. */
static bool shows_first_page(void *context)
{
    (void)context;
    return strstr(screen, "w000001 ") != NULL && strstr(screen, "Saved: document 1") != NULL;
}

/* Returns the largest word number on the screen, 0 if there is none. */
static long last_word(void)
{
    long last = 0;
    for (const char *c = screen; (c = strchr(c, 'w')) != NULL; c++) {
        long number = strtol(c + 1, NULL, 10);
        last = number > last ? number : last;
    }
    return last;
}

static bool shows_later_word(void *context)
{
    long *before = context;
    long last = last_word();
    if (last <= *before)
        return false;
    *before = last;
    return true;
}

/* --- The floor ------------------------------------------------------------ */

static void measure_echo(void)
{
    struct pty pty;
    struct times times = {0};
    const char *const command[] = {"sh", "-c", "stty raw -echo; echo ready; exec cat", NULL};
    const char *const environment[] = {NULL};
    pty_start(&pty, ROWS, COLUMNS, command, environment);
    wait_for(&pty, "ready");
    for (int i = 0; i < FLOOR_ROUNDS; i++) {
        char key[8];
        snprintf(key, sizeof key, "\r%03d<", i);
        double start = now_ms();
        pty_type(&pty, key);
        wait_for(&pty, key + 1);
        add_time(&times, arrived_ms - start);
    }
    pty_end(&pty);
    print_times("echo", &times);
}

static void measure_sync(const char *beside)
{
    char path[4096];
    char page[4096] = {0};
    struct times times = {0};
    snprintf(path, sizeof path, "%s.floor", beside);
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (file < 0)
        give_up(path);
    for (int i = 0; i < FLOOR_ROUNDS; i++) {
        double start = now_ms();
        if (write(file, page, sizeof page) != (ssize_t)sizeof page || fsync(file) != 0)
            give_up(path);
        add_time(&times, now_ms() - start);
    }
    close(file);
    unlink(path);
    print_times("sync", &times);
}

/* --- The app -------------------------------------------------------------- */

static void start_app(struct pty *pty, char **arguments)
{
    const char *words[WORDS] = {arguments[0], "label",  arguments[1], "--annotator",
                                "bench",      "--lead", "--seed",     "1"};
    size_t n = 8;
    for (size_t i = 2; arguments[i] != NULL && n + 3 < WORDS; i++) {
        words[n++] = "--run";
        words[n++] = arguments[i];
    }
    char database[PATH_MAX], state[2 * PATH_MAX],
        config[2 * PATH_MAX]; /* assay ignores relative paths in these */
    if (realpath(arguments[1], database) == NULL)
        give_up(arguments[1]);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s.home", database);
    snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s.home", database);
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", state, config, NULL};
    pty_start(pty, ROWS, COLUMNS, words, environment);
}

static void quit(struct pty *pty)
{
    pty_type(pty, "q");
    if (pty_wait_exit(pty) != 0)
        give_up("the program failed");
    pty_end(pty);
}

static void measure_starts(char **arguments)
{
    struct times times = {0};
    for (int i = 0; i < STARTS; i++) {
        struct pty pty;
        double start = now_ms();
        start_app(&pty, arguments);
        wait_for(&pty, "Press its number");
        add_time(&times, arrived_ms - start);
        quit(&pty);
    }
    print_times("start", &times);
}

/* The votes alternate between two documents, so that each has a message of its own. The last vote before was for 1. */
static void measure_votes(struct pty *pty, const char *name, int n)
{
    struct times times = {0};
    for (int i = 0; i < n; i++) {
        bool is_second = i % 2 == 0;
        pty_type(pty,
                 "%"); /* between two votes, because the second of two votes at once is ignored as a slip */
        pty_take_for(pty, KEY_READ_MS);
        double start = now_ms();
        pty_type(pty, is_second ? "2" : "1");
        wait_for(pty, is_second ? "Saved: document 2" : "Saved: document 1");
        add_time(&times, arrived_ms - start);
    }
    print_times(name, &times);
}

/* Goes from the ballot before the large document to its ballot, and back. */
static void measure_first_pages(struct pty *pty)
{
    struct times times = {0};
    for (int i = 0; i < FIRST_PAGES; i++) {
        double start = now_ms();
        pty_type(pty, "1");
        wait_until(pty, shows_first_page, NULL);
        add_time(&times, arrived_ms - start);
        if (i + 1 < FIRST_PAGES) {
            pty_type(pty, "u");
            wait_for(pty, "Undone: ");
        }
    }
    print_times("first-page", &times);
}

static void measure_scrolling(struct pty *pty, const char *name, const char *key, int n)
{
    struct times times = {0};
    long last = 0;
    wait_until(pty, shows_later_word, &last);
    for (int i = 0; i < n; i++) {
        double start = now_ms();
        pty_type(pty, key);
        wait_until(pty, shows_later_word, &last);
        add_time(&times, arrived_ms - start);
    }
    print_times(name, &times);
}

/* Moves to the large document, which is in one of three columns. */
static void focus_large(struct pty *pty)
{
    VTermScreenCell cell;
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) {
            VTermPos place = {.row = row, .col = column};
            vterm_screen_get_cell(pty->screen, place, &cell);
            if (cell.chars[0] != 'w')
                continue;
            VTermPos next = {.row = row, .col = column + 1};
            vterm_screen_get_cell(pty->screen, next, &cell);
            if (cell.chars[0] != '0')
                continue;
            for (int i = 0; i < column * 3 / COLUMNS; i++)
                pty_type(pty, "\t");
            return;
        }
    }
}

/* --- The other screens ---------------------------------------------------- */

/* Presses a key and waits for a text that the screen did not show before. */
static void measure_key(struct pty *pty, struct times *times, const char *key, const char *text)
{
    double start = now_ms();
    pty_type(pty, key);
    wait_for(pty, text);
    add_time(times, arrived_ms - start);
}

/* Nothing of the other screen may remain. */
static bool shows_ballot(void *context)
{
    return strstr(screen, "1 2 3 best") != NULL && strstr(screen, context) == NULL;
}

/* Closes the screen that shows the text. */
static void go_back_to_ballot(struct pty *pty, const char *text)
{
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    pty_type(pty, ESCAPE);
    wait_until(pty, shows_ballot, copy);
}

static void measure_opening(struct pty *pty, const char *name, const char *key, const char *text)
{
    struct times times = {0};
    for (int i = 0; i < OPENINGS; i++) {
        measure_key(pty, &times, key, text);
        go_back_to_ballot(pty, text);
    }
    print_times(name, &times);
}

/* Types and deletes one letter at a time. */
static void measure_filter(struct pty *pty)
{
    static const char typed[] = "part 7771";
    struct times times = {0};
    char prompt[32];
    pty_type(pty, "/");
    wait_for(pty, "Filter: ");
    for (int size = 1; typed[size - 1] != '\0'; size++) {
        char key[2] = {typed[size - 1], '\0'};
        snprintf(prompt, sizeof prompt, "Filter: %.*s ", size, typed);
        measure_key(pty, &times, key, prompt);
    }
    for (int size = (int)strlen(typed) - 1; size > 0; size--) {
        snprintf(prompt, sizeof prompt, "Filter: %.*s ", size, typed);
        measure_key(pty, &times, BACKSPACE, prompt);
    }
    print_times("questions-filter", &times);
    pty_type(pty, "\r"); /* keeps the filter */
    wait_for(pty, " sort ");
    pty_type(pty, "q"); /* removes the filter */
    wait_for(pty, "of 100000 ─");
}

/* Sorts by each column, in both directions. */
static void measure_sorting(struct pty *pty)
{
    static const char *const columns[] = {"by state", "by question",   "by ballots",
                                          "by none",  "by candidates", "by no."};
    struct times times = {0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        measure_key(pty, &times, "o", columns[i]);
        bool falls = strstr(screen, "largest first") != NULL;
        measure_key(pty, &times, "O",
                    falls                                          ? "smallest first"
                    : columns[i][3] == 's' || columns[i][3] == 'q' ? "reversed"
                                                                   : "largest first");
    }
    measure_key(pty, &times, "o", "in the original order");
    print_times("questions-sort", &times);
}

static void measure_questions(struct pty *pty)
{
    measure_opening(pty, "questions", "b", " Questions ·");
    pty_type(pty, "b");
    wait_for(pty, " Questions ·");
    measure_filter(pty);
    measure_sorting(pty);
    go_back_to_ballot(pty, " Questions ·");
}

static void measure_layouts(struct pty *pty)
{
    struct times times = {0};
    for (int i = 0; i < OPENINGS; i++) {
        measure_key(pty, &times, "l", "two side by side");
        measure_key(pty, &times, "l", "one below the other");
        measure_key(pty, &times, "l", "one at a time");
        measure_key(pty, &times, "l", "all side by side");
    }
    print_times("layout", &times);
}

static bool shows_whole_history(void)
{
    return strstr(screen, "being read") == NULL;
}

/* The history of a sample counts, too; it is shown with an interval. */
static bool shows_some_history(void)
{
    return strstr(screen, "dotted:") != NULL;
}

/* Returns user and system time together, of all threads. */
static double processor_ms(const struct pty *pty)
{
    char path[64];
    unsigned long user = 0;
    unsigned long system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pty->child);
    FILE *stat = fopen(path, "r");
    if (stat == NULL ||
        fscanf(stat, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        give_up(path);
    fclose(stat);
    return (double)(user + system) * 1e3 / (double)sysconf(_SC_CLK_TCK);
}

/* Reads the program's output for so long. */
static void look_for_ms(struct pty *pty, double ms)
{
    struct pollfd output = {.fd = pty->master, .events = POLLIN};
    double end = now_ms() + ms;
    for (double left = ms; left > 0; left = end - now_ms()) {
        if (poll(&output, 1, (int)left + 1) == 1)
            take_bytes(pty);
    }
    read_screen(pty);
}

/* Changes between two measures until the history of a million votes is complete. */
static void measure_history(struct pty *pty)
{
    struct times opened = {0};
    struct times keys = {0};
    struct times some = {0};
    struct times whole = {0};
    const double processor_before = processor_ms(pty);
    double start = now_ms();
    measure_key(pty, &opened, "m", " Scores ─");
    while (!shows_whole_history()) {
        measure_key(pty, &keys, RIGHT, "[RR@10]");
        look_for_ms(pty, KEY_PAUSE_MS);
        measure_key(pty, &keys, LEFT, "[nDCG@10]");
        look_for_ms(pty, KEY_PAUSE_MS);
        if (some.n == 0 && shows_some_history())
            add_time(&some, arrived_ms - start);
    }
    add_time(&whole, arrived_ms - start);
    if (some.n == 0)
        add_time(&some, arrived_ms - start);
    const double processor = processor_ms(pty) - processor_before;
    go_back_to_ballot(pty, " Scores ─");
    print_times("scores", &opened);
    print_times("history-key", &keys);
    print_times("history-sample", &some);
    print_times("history", &whole);
    printf("history-processor %.0f %.0f\n", processor, processor);
}

/* Goes from the scores to a run, from there to a ranking, and back. */
static void measure_runs(struct pty *pty)
{
    struct times runs = {0};
    struct times rankings = {0};
    pty_type(pty, "m");
    for (int i = 0; i < OPENINGS; i++) {
        wait_for(pty, " Scores ─");
        measure_key(pty, &runs, "\r", "worst first");
        measure_key(pty, &rankings, "\r", "misses are last");
        pty_type(pty, "q");
        wait_for(pty, "worst first");
        pty_type(pty, "q");
    }
    wait_for(pty, " Scores ─");
    go_back_to_ballot(pty, " Scores ─");
    print_times("run", &runs);
    print_times("ranking", &rankings);
}

static void measure_screens(struct pty *pty)
{
    measure_layouts(pty);
    measure_opening(pty, "help", "?", " Keys of this screen ·");
    measure_opening(pty, "candidates", "c", " Candidates ·");
    measure_questions(pty);
    measure_history(pty);
    measure_runs(pty);
    measure_opening(pty, "annotators", "a", " Annotators ·");
}

static void print_memory(const struct pty *pty, const char *name)
{
    char path[64];
    char line[256];
    long peak = 0;
    long anonymous = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pty->child);
    FILE *status = fopen(path, "r");
    if (status == NULL)
        give_up(path);
    while (fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            peak = strtol(line + 6, NULL, 10);
        if (strncmp(line, "RssAnon:", 8) == 0)
            anonymous = strtol(line + 8, NULL, 10);
    }
    fclose(status);
    printf("%s %ld %ld\n", name, peak, anonymous);
}

static void measure_session(char **arguments)
{
    struct pty pty;
    struct times loaded = {0};
    double start = now_ms();
    start_app(&pty, arguments);
    wait_for(&pty, "Press its number");
    measure_first_pages(&pty);
    focus_large(&pty);
    measure_scrolling(&pty, "scroll-line", DOWN, SCROLLS);
    measure_scrolling(&pty, "scroll-page", " ", SCROLLS);
    measure_votes(&pty, "vote-early", EARLY_VOTES);
    wait_for(&pty, " of 100000 questions");
    add_time(&loaded, arrived_ms - start);
    print_times("loaded", &loaded);
    measure_votes(&pty, "vote", VOTES);
    print_memory(&pty, "memory");
    measure_screens(&pty);
    print_memory(&pty, "memory-screens");
    pty_type(&pty, "q"); /* the first q shows the summary of the session */
    wait_for(&pty, ", all saved");
    quit(&pty);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: bench_app ASSAY DATABASE RUN…\n", stderr);
        return 2;
    }
    measure_echo();
    measure_sync(argv[2]);
    measure_starts(argv + 1);
    measure_session(argv + 1);
    return 0;
}
