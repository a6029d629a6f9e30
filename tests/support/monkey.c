#include "tests/support/monkey.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/upkeep/check.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/import.h"
#include "tests/support/sample.h"
#include "tests/support/surface_dump.h"
#include "tui/app/app.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    KEYS_KEPT = 60,     /* shown in the message of a violation */
    KEY_STEP_MS = 1000, /* between two keys, so that none counts as held down */
    POOL_DEPTH = 6,
    CLOCK_STEP_MS = 700,
    ANNOTATORS = 3,
    ROW_SIZE = 2048,
};

/* A fingerprint of all valid votes: two different sets of votes are unlikely to share it. */
struct fingerprint {
    int64_t votes;
    int64_t sum;
};

/* A table whose rows are restored to those at the time when the database was made. */
struct kept_table {
    sqlite3_stmt *now, *then; /* the present and the original rows, in the same order */
    sqlite3_stmt *empty, *fill;
};

struct monkey_ground {
    struct arena arena;
    const char *database;
    const char *folder;
    struct measure_list measures;
    struct store *store;
    sqlite3 *beside; /* the connection of another program */
    sqlite3_stmt *fingerprint;
    sqlite3_stmt *progress;
    sqlite3_stmt *version; /* its value changes when the app has written */
    sqlite3_stmt *begin, *commit;
    struct kept_table *kept;
    size_t n_kept;
    int64_t now; /* the clock at the end of the last play */
};

struct cage {
    const struct monkey *monkey;
    const struct monkey_ground *ground;
    struct monkey_sums sums;
    struct test_clock time;

    const struct surface *shown;
    int rows;
    int columns;
    struct key kept[KEYS_KEPT];
    struct key last;
    bool is_stale; /* nothing was drawn since the last key */
    size_t n_drawn;
    bool has_ended;
    bool has_written; /* something beyond what opening the first session writes */
    int64_t opened;   /* the version after opening the first session */
    int64_t version;  /* the version after the last key, and the counts of the database then */
    struct progress progress;

    bool has_just_written; /* the app, since the last key */
    struct fingerprint now;
    struct fingerprint *before; /* one fingerprint for each vote of this session, taken before it */
    size_t n_before, capacity;
};

/* --- Telling ---------------------------------------------------------------- */

static void tell_keys(const struct cage *cage)
{
    size_t first = cage->sums.keys > KEYS_KEPT ? cage->sums.keys - KEYS_KEPT : 0;
    fprintf(stderr, "after %zu keys in a window of %dx%d; the last ones:", cage->sums.keys, cage->columns,
            cage->rows);
    for (size_t i = first; i < cage->sums.keys; i++) {
        struct buffer label = {0};
        key_add_label(cage->kept[i % KEYS_KEPT], &label);
        fprintf(stderr, " %s", buffer_string(&label));
        buffer_release(&label);
    }
    struct buffer picture = {0};
    if (cage->shown != NULL)
        surface_dump(cage->shown, &picture);
    fprintf(stderr, "\n%s", buffer_string(&picture));
    buffer_release(&picture);
}

#define MUST(cage, condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            tell_keys(cage);                                                                                 \
            BUG("%s does not hold", #condition);                                                             \
        }                                                                                                    \
    } while (0)

/* --- The database ------------------------------------------------------------ */

static struct fingerprint take_fingerprint(struct cage *cage)
{
    struct fingerprint result;
    BUG_UNLESS(sqlite3_step(cage->ground->fingerprint) == SQLITE_ROW);
    result.votes = sqlite3_column_int64(cage->ground->fingerprint, 0);
    result.sum = sqlite3_column_int64(cage->ground->fingerprint, 1);
    sqlite3_reset(cage->ground->fingerprint);
    return result;
}

static struct progress read_progress(struct cage *cage)
{
    struct progress progress = {0};
    BUG_UNLESS(sqlite3_step(cage->ground->progress) == SQLITE_ROW);
    progress.ballots_done = sqlite3_column_int64(cage->ground->progress, 0);
    progress.ballots_left = sqlite3_column_int64(cage->ground->progress, 1);
    sqlite3_reset(cage->ground->progress);
    return progress;
}

static void open_beside(struct monkey_ground *ground)
{
    static const char fingerprint[] =
        "SELECT count(*), coalesce(sum((ballot_id * 7919 + coalesce(position, "
        "9) * 104729 + length(coalesce(note, ''))) "
        "% 1000003), 0) FROM answer WHERE skip IS NULL AND withdrawn_at IS NULL";
    static const char progress[] = "SELECT ballots_done, ballots_left FROM progress";
    sqlite3 **beside = &ground->beside;
    BUG_UNLESS(sqlite3_open(ground->database, beside) == SQLITE_OK);
    BUG_UNLESS(sqlite3_db_config(*beside, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK);
    BUG_UNLESS(sqlite3_prepare_v2(*beside, fingerprint, -1, &ground->fingerprint, NULL) == SQLITE_OK);
    BUG_UNLESS(sqlite3_prepare_v2(*beside, progress, -1, &ground->progress, NULL) == SQLITE_OK);
    BUG_UNLESS(sqlite3_prepare_v2(*beside, "PRAGMA data_version", -1, &ground->version, NULL) == SQLITE_OK);
}

static sqlite3_stmt *prepare_beside(const struct monkey_ground *ground, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(ground->beside, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        BUG("%s", sqlite3_errmsg(ground->beside));
    return statement;
}

static void run_beside(const struct monkey_ground *ground, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (sqlite3_reset(statement) != SQLITE_OK || code != SQLITE_DONE)
        BUG("%s", sqlite3_errmsg(ground->beside));
}

static int64_t number_beside(sqlite3_stmt *statement)
{
    BUG_UNLESS(sqlite3_step(statement) == SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return number;
}

static void keep_table(struct monkey_ground *ground, const char *name)
{
    struct arena *arena = &ground->arena;
    const char *keep =
        arena_format(arena, "CREATE TABLE kept.\"%s\" AS SELECT * FROM main.\"%s\"", name, name);
    if (sqlite3_exec(ground->beside, keep, NULL, NULL, NULL) != SQLITE_OK)
        BUG("%s", sqlite3_errmsg(ground->beside));
    const char *fill = arena_format(arena, "INSERT INTO main.\"%s\" SELECT * FROM kept.\"%s\"", name, name);
    ARENA_PUSH(arena, ground->kept, ground->n_kept) =
        (struct kept_table){prepare_beside(ground, arena_format(arena, "SELECT * FROM main.\"%s\"", name)),
                            prepare_beside(ground, arena_format(arena, "SELECT * FROM kept.\"%s\"", name)),
                            prepare_beside(ground, arena_format(arena, "DELETE FROM main.\"%s\"", name)),
                            prepare_beside(ground, fill)};
}

/*
 * Copies all rows and prepares statements that restore them. That is faster than creating the database anew for each
 * play.
 */
static void keep_rows(struct monkey_ground *ground)
{
    static const char tables[] =
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    sqlite3_stmt *attach = prepare_beside(ground, "ATTACH ':memory:' AS kept");
    run_beside(ground, attach);
    sqlite3_finalize(attach);
    sqlite3_stmt *list = prepare_beside(ground, tables);
    while (sqlite3_step(list) == SQLITE_ROW)
        keep_table(ground, (const char *)sqlite3_column_text(list, 0));
    sqlite3_finalize(list);
    ground->begin = prepare_beside(ground, "BEGIN IMMEDIATE");
    ground->commit = prepare_beside(ground, "COMMIT");
}

static bool is_same_value(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    int type = sqlite3_column_type(a, column);
    if (type != sqlite3_column_type(b, column))
        return false;
    if (type == SQLITE_INTEGER)
        return sqlite3_column_int64(a, column) == sqlite3_column_int64(b, column);
    const void *bytes = sqlite3_column_blob(a, column), *others = sqlite3_column_blob(b, column);
    int size = sqlite3_column_bytes(a, column);
    return size == sqlite3_column_bytes(b, column) && (size == 0 || memcmp(bytes, others, (size_t)size) == 0);
}

static bool is_same_row(sqlite3_stmt *a, sqlite3_stmt *b)
{
    int column = 0;
    while (column < sqlite3_column_count(a) && is_same_value(a, b, column))
        column++;
    return column == sqlite3_column_count(a);
}

/* Comparing the rows is much faster than writing them. */
static bool has_changed(const struct kept_table *table)
{
    int now, then;
    do {
        now = sqlite3_step(table->now);
        then = sqlite3_step(table->then);
    } while (now == SQLITE_ROW && then == SQLITE_ROW && is_same_row(table->now, table->then));
    BUG_UNLESS((now == SQLITE_ROW || now == SQLITE_DONE) && (then == SQLITE_ROW || then == SQLITE_DONE));
    sqlite3_reset(table->now);
    sqlite3_reset(table->then);
    return now != SQLITE_DONE || then != SQLITE_DONE;
}

static void restore_rows(const struct monkey_ground *ground)
{
    run_beside(ground, ground->begin);
    for (size_t i = 0; i < ground->n_kept; i++) {
        const struct kept_table *table = &ground->kept[i];
        if (!has_changed(table))
            continue;
        run_beside(ground, table->empty);
        run_beside(ground, table->fill);
    }
    run_beside(ground, ground->commit);
}

static void close_beside(struct monkey_ground *ground)
{
    for (size_t i = 0; i < ground->n_kept; i++) {
        sqlite3_finalize(ground->kept[i].now);
        sqlite3_finalize(ground->kept[i].then);
        sqlite3_finalize(ground->kept[i].empty);
        sqlite3_finalize(ground->kept[i].fill);
    }
    sqlite3_finalize(ground->begin);
    sqlite3_finalize(ground->commit);
    sqlite3_finalize(ground->fingerprint);
    sqlite3_finalize(ground->progress);
    sqlite3_finalize(ground->version);
    sqlite3_close(ground->beside);
}

/* --- Checks ------------------------------------------------------------------ */

static bool can_vote(struct key key)
{
    return (key.code >= '0' && key.code <= '3') || key.code == 'r' || key.code == NAMED_CLICK ||
           key.code == NAMED_ENTER;
}

static bool can_undo(struct key key)
{
    return key.code == 'u' || key.code == NAMED_CLICK ||
           key.code == NAMED_ENTER ||          /* on a button, or in the help */
           key.code == 'l' || key.code == 'c'; /* a skip replaces a vote that is shown again */
}

/* Whether the ballot of any earlier answer may be shown again after this key. */
static bool can_reopen(struct key key)
{
    return key.code == 'A' || key.code == 'q' || key.code == NAMED_CLICK || key.code == NAMED_ENTER;
}

static void check_votes(struct cage *cage, struct progress progress)
{
    int64_t done = progress.ballots_done;
    if (can_reopen(cage->last))
        cage->n_before = 0; /* any vote may be undone or replaced now */
    if (!cage->has_just_written)
        return;
    struct fingerprint seen = take_fingerprint(cage);
    MUST(cage, seen.votes == done);
    if (done == cage->now.votes) {
        MUST(cage, seen.sum == cage->now.sum || (cage->n_before == 0 && can_vote(cage->last)));
    } else if (done == cage->now.votes + 1) {
        MUST(cage, can_vote(cage->last));
        VECTOR_PUSH(cage->before, cage->n_before, cage->capacity) = cage->now;
        cage->sums.votes++;
    } else {
        MUST(cage, done == cage->now.votes - 1 && can_undo(cage->last));
        if (cage->n_before > 0) { /* otherwise the vote is of an earlier session */
            struct fingerprint before = cage->before[--cage->n_before];
            MUST(cage, seen.votes == before.votes && seen.sum == before.sum);
        }
        cage->sums.undone++;
    }
    cage->now = seen;
}

/* Copies the text of a row, cut to the size of `text`. */
static void copy_row(const struct surface *surface, int row, char text[ROW_SIZE])
{
    size_t size = 0;
    for (int column = 0; column < surface->columns && size + 1 < ROW_SIZE; column++) {
        char32_t code = surface_cell(surface, row, column)->glyph.codes[0];
        text[size++] = code > ' ' && code < 0x7f ? (char)code : ' ';
    }
    text[size] = '\0';
}

static bool is_large_enough(const struct surface *surface)
{
    return surface->rows >= 12 && surface->columns >= 40;
}

static void check_header(struct cage *cage, struct progress progress)
{
    if (cage->is_stale || !is_large_enough(cage->shown))
        return;
    enum { ROOMY = 80 };
    char header[ROW_SIZE];
    char of_all[64];
    long long done = progress.ballots_done;
    long long all = done + progress.ballots_left;
    snprintf(of_all, sizeof of_all, "%lld of %lld ballots", done, all);
    copy_row(cage->shown, 0, header);
    MUST(cage, cage->shown->columns < ROOMY || strstr(header, of_all) != NULL);
}

static bool is_drawable(char32_t code)
{
    return code == 0 || (code >= 0x20 && code != 0x7f && !(code >= 0x80 && code < 0xa0));
}

static void check_cells(struct cage *cage)
{
    const struct surface *surface = cage->shown;
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            const struct cell *cell = surface_cell(surface, row, column);
            MUST(cage, is_drawable(cell->glyph.codes[0]) && cell->style < STYLE_COUNT);
            bool is_wide = cell->width == 2;
            MUST(cage, !is_wide || column + 1 < surface->columns);
            MUST(cage, !is_wide || surface_cell(surface, row, column + 1)->width == 0);
            bool is_half = cell->width == 0;
            MUST(cage, !is_half || (column > 0 && surface_cell(surface, row, column - 1)->width == 2));
        }
    }
    MUST(cage, !surface->has_cursor ||
                   (surface->cursor_row < surface->rows && surface->cursor_column < surface->columns));
}

/* --- The terminal ------------------------------------------------------------ */

static void size(void *context, int *rows, int *columns)
{
    const struct cage *cage = context;
    *rows = cage->rows;
    *columns = cage->columns;
}

static void present(void *context, const struct surface *surface)
{
    struct cage *cage = context;
    cage->shown = surface;
    cage->is_stale = false;
    if (cage->n_drawn++ % 16 == 0)
        check_cells(cage);
}

static bool is_busy(void *context)
{
    const struct cage *cage = context;
    return ((cage->monkey->hurry >> (cage->sums.keys % CHAR_BIT)) & 1) != 0;
}

static void set_theme(void *context, enum theme theme)
{
    struct cage *cage = context;
    MUST(cage, theme < THEME_COUNT);
}

static void set_mouse(void *context, bool on)
{
    (void)context, (void)on;
}

static struct bytes pasted(void *context)
{
    (void)context;
    return bytes_of("1 pasted \xe6\xbc\xa2 text");
}

static bool copy(void *context, struct bytes text)
{
    (void)context;
    return text.size % 2 == 0;
}

/*
 * Returns whether the screen shows the database's folder as the place to open runs from. The folders above it differ
 * between machines and can be large.
 */
static bool is_at_the_top(const struct cage *cage)
{
    static const char heading[] = " Open run: . ";
    char row[ROW_SIZE];
    if (!is_large_enough(cage->shown))
        return false;
    for (int i = 1; i <= 2; i++) { /* below the header and, if there is one, the rule */
        copy_row(cage->shown, i, row);
        if (strncmp(row, heading, strlen(heading)) == 0)
            return true;
    }
    return false;
}

/*
 * Opening and closing a session write the same each time, so a play that writes nothing else needs no check. The counts
 * are read only after a write.
 */
static void note_version(struct cage *cage)
{
    int64_t version = number_beside(cage->ground->version);
    if (cage->sums.keys == 0)
        cage->opened = version;
    if (cage->sums.keys == 0 || version != cage->version)
        cage->progress = read_progress(cage);
    cage->has_just_written = cage->sums.keys == 0 || version != cage->version;
    cage->version = version;
    cage->has_written |= version != cage->opened;
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct cage *cage = context;
    note_version(cage);
    check_votes(cage, cage->progress);
    check_header(cage, cage->progress);
    struct key key = cage->monkey->next(cage->monkey->context);
    if ((cage->is_stale || is_at_the_top(cage)) && (key.code == NAMED_BACKSPACE || key.code == NAMED_LEFT))
        key.code = NAMED_DOWN;
    if (key.code == NAMED_RESIZE) {
        cage->rows = key.row;
        cage->columns = key.column;
    }
    cage->has_ended = key.code == NAMED_STOP;
    cage->last = key;
    cage->is_stale = true;
    cage->kept[cage->sums.keys++ % KEYS_KEPT] = key;
    return key;
}

/* --- Playing ------------------------------------------------------------------ */

static void must_work(bool worked, const struct err *err)
{
    if (!worked)
        BUG("%s", err->text);
}

static const char *const runs[] = {"porter.run", "titles.run"};

enum { N_RUNS = sizeof runs / sizeof *runs };

/* Makes a folder with two runs: the one that is loaded from the start, and another one. */
static void add_folder(struct arena *arena, const char *folder)
{
    static const char *const names[] = {"titles.run", "plain.run"};
    BUG_UNLESS(mkdir("runs", 0700) == 0 || errno == EEXIST);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *link = arena_format(arena, "runs/%s", names[i]);
        unlink(link);
        BUG_UNLESS(symlink(arena_format(arena, "%s/%s", folder, names[i]), link) == 0);
    }
}

static void import_sample(struct store *store, struct arena *arena, const char *folder)
{
    struct err err;
    struct import_summary summary;
    const char *documents = arena_format(arena, "%s/documents.jsonl", folder);
    const char *questions = arena_format(arena, "%s/questions.jsonl", folder);
    const char *pool = arena_format(arena, "%s/%s", folder, runs[0]);
    struct import_request request = {.documents = &documents,
                                     .n_documents = 1,
                                     .questions = &questions,
                                     .n_questions = 1,
                                     .candidates = &pool,
                                     .n_candidates = 1,
                                     .depth = POOL_DEPTH};
    must_work(import_files(store, &request, arena, &summary, &err), &err);
    must_work(setting_put(store, SETTING_IMPRESSIONS, bytes_of("30"), &err), &err);
}

static void play_session(struct cage *cage, struct store *store)
{
    struct err err = {0};
    struct arena arena = {0};
    struct preferences preferences = {0};
    struct labelling *labelling = NULL;
    const char *paths[N_RUNS];
    for (size_t i = 0; i < N_RUNS; i++)
        paths[i] = arena_format(&arena, "%s/%s", cage->ground->folder, runs[i]);
    const char *annotator = arena_format(&arena, "annotator%zu", cage->sums.sessions % ANNOTATORS);
    struct labelling_options options = {.store = store,
                                        .annotator = bytes_of(annotator),
                                        .seed = cage->sums.sessions,
                                        .clock = test_clock_make(&cage->time),
                                        .scores = {.run_paths = paths,
                                                   .n_runs = N_RUNS,
                                                   .measures = cage->ground->measures.items,
                                                   .n_measures = cage->ground->measures.count}};
    struct test_clock key_time = {.step = KEY_STEP_MS};
    struct app_options app_options = {.store = store,
                                      .database_path = cage->ground->database,
                                      .is_lead = true,
                                      .clock = test_clock_make(&key_time),
                                      .preferences = &preferences};
    struct terminal terminal = {.size = size,
                                .next_key = next_key,
                                .is_busy = is_busy,
                                .present = present,
                                .pasted = pasted,
                                .set_mouse = set_mouse,
                                .set_theme = set_theme,
                                .copy = copy,
                                .context = cage};
    cage->n_before = 0;
    cage->shown = NULL;
    cage->is_stale = true;
    cage->last = (struct key){.code = NAMED_NOTHING};
    must_work(labelling_open(&labelling, &options, &err), &err);
    if (!app_run(labelling, &terminal, &app_options, &err) && !cage->has_ended)
        BUG("%s", err.text);
    must_work(labelling_close(labelling, &err), &err);
    cage->sums.sessions++;
    preferences_release(&preferences);
    arena_release(&arena);
}

static void report_problem(void *context, struct bytes problem)
{
    (void)context;
    fprintf(stderr, "%.*s\n", BYTES_FORMAT(problem));
}

struct monkey_ground *monkey_open(const char *database, const char *folder)
{
    struct err err;
    struct monkey_ground *ground = memory_get_zeroed(1, sizeof *ground);
    ground->database = arena_copy_string(&ground->arena, database);
    ground->folder = arena_copy_string(&ground->arena, folder);
    sample_remove(database);
    BUG_UNLESS(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK); /* saves a lock per allocation */
    must_work(store_open(&ground->store, database, STORE_CREATE, &err), &err);
    import_sample(ground->store, &ground->arena, folder);
    must_work(measure_list_parse(bytes_of("nDCG@10,RR@10"), &ground->measures, &err), &err);
    open_beside(ground);
    keep_rows(ground);
    add_folder(&ground->arena, folder);
    return ground;
}

static void check_database(const struct monkey_ground *ground)
{
    struct err err;
    size_t problems;
    must_work(store_check(ground->store, ground->now, report_problem, NULL, &problems, &err), &err);
    BUG_UNLESS(problems == 0);
}

/* This takes a third of the time of the whole check, which also reads the file and its schema. */
static void check_sums(struct store *store)
{
    struct err err;
    must_work(store_begin_reading_sums(store, &err), &err);
    store_end_reading(store);
}

struct monkey_sums monkey_play(struct monkey_ground *ground, const struct monkey *monkey)
{
    struct cage cage = {.monkey = monkey,
                        .ground = ground,
                        .time.step = CLOCK_STEP_MS,
                        .rows = monkey->rows,
                        .columns = monkey->columns};
    restore_rows(ground);
    while (!cage.has_ended)
        play_session(&cage, ground->store);
    if (cage.has_written)
        check_sums(ground->store);
    ground->now = cage.time.now;
    free(cage.before);
    return cage.sums;
}

void monkey_close(struct monkey_ground *ground)
{
    close_beside(ground);
    check_database(ground);
    store_close(ground->store);
    sample_remove(ground->database);
    measure_list_release(&ground->measures);
    arena_release(&ground->arena);
    free(ground);
}
