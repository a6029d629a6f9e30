/*
 * Runs whole commands while the disk, the locks or the memory fail, at each of their calls in turn. Also cuts the power
 * at each moment in turn. In all cases acknowledged answers are stored, and nothing is half done. The command reports
 * the failure and its reason, and the check finds no problem in the database.
 *
 * `make check` tries some of the calls and moments of each kind, `make torture` (TORTURE=1) all of them.
 */
#include "tests/support/support.h"

#include "core/base/memory.h"
#include "core/store/store.h"
#include "tests/support/command.h"
#include "tests/support/content.h"
#include "tests/support/effort.h"
#include "tests/support/fault_vfs.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <sqlite3.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    STATES_MAX = 32,
    FILES_MAX = 8,
#ifdef __SANITIZE_ADDRESS__ /* the sanitizer takes three times as long */
    CALLS = 1,
    MOMENTS = 4,
#else
    CALLS = 3,    /* calls of each kind that fail in `make check`, for each command */
    MOMENTS = 15, /* moments of a power cut in `make check` */
#endif
    CALLS_MEMORY = 60, /* failing allocations in `make torture`; there are thousands */
    ROUNDS = 4,        /* random power cuts at each moment in `make torture` */
};

/* --- File operations of the program itself ------------------------------------------------------- */

/* Functions of this program replace those of the C library. So nobody waits for the disk. */
int fsync(int file)
{
    (void)file;
    bool fails = fault_strikes(FAULT_SYNC);
    errno = fails ? EIO : errno;
    return fails ? -1 : 0;
}

int fdatasync(int file)
{
    return fsync(file);
}

typedef ssize_t write_function(int, const void *, size_t);
typedef int rename_function(const char *, const char *);

/* A torn write is a short write: the caller must write the rest. */
ssize_t write(int file, const void *data, size_t size)
{
    static write_function *real;
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    bool finds_no_room = fault_strikes(FAULT_FULL);
    if (finds_no_room || fault_strikes(FAULT_WRITE)) {
        errno = finds_no_room ? ENOSPC : EIO;
        return -1;
    }
    return real(file, data, fault_strikes(FAULT_TORN_WRITE) ? (size + 1) / 2 : size);
}

int rename(const char *from, const char *to)
{
    static rename_function *real;
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "rename");
    if (fault_strikes(FAULT_RENAME)) {
        errno = EIO;
        return -1;
    }
    return real(from, to);
}

/* A sanitizer has its own allocator. */
#ifdef __SANITIZE_ADDRESS__
enum { HEAP_CAN_FAIL = false };
#else
enum { HEAP_CAN_FAIL = true };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static bool heap_fails(void)
{
    bool fails = fault_strikes(FAULT_HEAP);
    errno = fails ? ENOMEM : errno;
    return fails;
}

void *malloc(size_t size)
{
    return heap_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return heap_fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return heap_fails() ? NULL : __libc_realloc(block, size);
}
#endif

/* --- A desk: a folder with a database, as it is before the command --------------------------------- */

struct file {
    const char *name;
    struct bytes content;
};

struct desk {
    struct arena arena;
    const char *folder;
    const char *database;
    const char *more;  /* documents and questions that are not in it yet, and candidates for both */
    const char *votes; /* votes from elsewhere */
    const char *qrels;
    const char *backup;
    const char *other;  /* a copy of the database that was labelled separately */
    const char *merged; /* the database merged from both */
    struct file files[FILES_MAX];
    size_t n_files;
};

static bool is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void clear_folder(const char *folder)
{
    struct arena arena = {0};
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (is_name(entry))
            unlink(arena_format(&arena, "%s/%s", folder, entry->d_name));
    }
    closedir(open);
    arena_release(&arena);
}

static const char *make_folder(struct arena *arena, const char *name)
{
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    const char *path = arena_format(arena, "%s/%s", folder, name);
    assert_true(mkdir(path, 0700) == 0 || errno == EEXIST);
    clear_folder(path);
    return path;
}

/* {0}: the file does not exist. */
static struct bytes read_file(struct arena *arena, const char *path)
{
    return access(path, F_OK) == 0 ? content_of(arena, path) : (struct bytes){0};
}

static void write_file(const char *path, struct bytes content)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.data, 1, content.size, file), content.size);
    assert_int_equal(fclose(file), 0);
}

static void keep_desk(struct desk *desk)
{
    DIR *open = opendir(desk->folder);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (!is_name(entry))
            continue;
        const char *name = arena_copy_string(&desk->arena, entry->d_name);
        assert_true(desk->n_files < FILES_MAX);
        desk->files[desk->n_files++] =
            (struct file){.name = name,
                          .content = read_file(&desk->arena,
                                               arena_format(&desk->arena, "%s/%s", desk->folder, name))};
    }
    closedir(open);
}

/* Restores the files of the desk as they were kept. */
static void lay_desk(const struct desk *desk)
{
    struct arena arena = {0};
    clear_folder(desk->folder);
    for (size_t i = 0; i < desk->n_files; i++)
        write_file(arena_format(&arena, "%s/%s", desk->folder, desk->files[i].name), desk->files[i].content);
    arena_release(&arena);
}

/* --- Content of a database -------------------------------------------------------------------------- */

/*
 * Selects all rows that the commands here are responsible for, without times and numbers that are made from times.
 * Whose turn is next is left out: a session that fails may have dealt a ballot.
 */
static const char columns_sql[] =
    "SELECT m.name, group_concat('quote(' || p.name || ')', '||'',''||') FROM sqlite_schema AS m,"
    "  pragma_table_info(m.name) AS p"
    " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT IN ('ballot', 'slot', 'annotator')"
    "   AND p.name NOT IN ('given_at', 'elapsed_ms', 'withdrawn_at', 'imported_at', 'uuid')"
    " GROUP BY m.name ORDER BY m.name";

static void add_rows(sqlite3 *handle, const char *table, const char *columns, struct buffer *text)
{
    struct arena arena = {0};
    sqlite3_stmt *rows = NULL;
    const char *sql = arena_format(&arena, "SELECT %s FROM \"%s\" ORDER BY 1", columns, table);
    buffer_add_format(text, "%s\n", table);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &rows, NULL), SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW)
        buffer_add_format(text, "%s\n", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    arena_release(&arena);
}

/* Returns a number that differs for different contents with high probability; 0: there is no database. */
static uint64_t state_of(const char *path, const char *what)
{
    struct stat status;
    sqlite3 *handle = NULL;
    sqlite3_stmt *tables = NULL;
    struct buffer text = {0};
    if (stat(path, &status) != 0 || status.st_size == 0)
        return 0;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    if (sqlite3_prepare_v2(handle, columns_sql, -1, &tables, NULL) != SQLITE_OK)
        fail_msg("%s: %s", what, sqlite3_errmsg(handle));
    while (sqlite3_step(tables) == SQLITE_ROW)
        add_rows(handle, (const char *)sqlite3_column_text(tables, 0),
                 (const char *)sqlite3_column_text(tables, 1), &text);
    sqlite3_finalize(tables);
    sqlite3_close(handle);
    uint64_t content = text.size == 0 ? 0 : bytes_hash(buffer_bytes(&text));
    buffer_release(&text);
    return content;
}

static void assert_whole(const char *database, const char *what)
{
    struct called called = CALL("check", database);
    if (!called.done || strcmp(called.out, "ok\n") != 0)
        fail_msg("%s: check says: %s%s", what, called.remarks, called.err.text);
    called_release(&called);
}

/* --- Commands --------------------------------------------------------------------------------------- */

static const char *const requests[] = {
    "{\"vote\":1}\n",
    "{\"vote\":2,\"note\":\"why\"}\n",
    "{\"undo\":true}\n",
    "{\"redo\":true}\n",
    "{\"skip\":\"later\"}\n",
    "{\"vote\":0}\n",
    "{\"skip\":\"cannot tell\"}\n",
    "{\"undo\":true}\n",
    "{\"vote\":1}\n",
};

enum { REQUESTS = sizeof requests / sizeof *requests };

/* Gives one request at a time: when the next one is read, everything before it has been acknowledged. */
struct asker {
    const struct desk *desk;
    bool looks; /* records the content of the database before each request */
    size_t n;
    uint64_t states[STATES_MAX];
    size_t moments[STATES_MAX]; /* in events of the record of writes */
};

static ssize_t give_request(void *context, char *data, size_t size)
{
    struct asker *asker = context;
    size_t n = asker->n++;
    assert_true(n < STATES_MAX);
    asker->moments[n] = power_events();
    if (asker->looks)
        asker->states[n] = state_of(asker->desk->database, requests[n < REQUESTS ? n : 0]);
    if (n >= REQUESTS)
        return 0;
    assert_true(strlen(requests[n]) < size);
    memcpy(data, requests[n], strlen(requests[n]));
    return (ssize_t)strlen(requests[n]);
}

/*
 * Uses a static input buffer, because its allocation must not fail: without a buffer the stream would read single
 * bytes.
 */
static struct called label(const struct desk *desk, struct asker *asker)
{
    static char room[BUFSIZ];
    FILE *in = fopencookie(asker, "r", (cookie_io_functions_t){.read = give_request});
    if (in == NULL)
        memory_out(0);
    setvbuf(in, room, _IOFBF, sizeof room);
    struct called called =
        call_command_reading((const char *const[CALL_WORDS]){"label", desk->database, "--json", "--annotator",
                                                             "eve", "--seed", "1"},
                             in);
    fclose(in);
    return called;
}

static struct called import_all(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("import", desk->database, desk->more);
}

static struct called change_setting(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("set", desk->database, "impressions", "5");
}

static struct called import_votes(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("import", desk->database, "--votes", desk->votes);
}

static struct called take_import_back(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("import", desk->database, "--undo");
}

static struct called take_out(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("remove", desk->database, "questions", "q3");
}

static struct called fill_pools(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("pool", desk->database, "--search");
}

static struct called export_qrels(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("export", desk->database, "qrels", "-o", desk->qrels);
}

static struct called back_up(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("backup", desk->database, desk->backup);
}

static struct called merge(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("merge", desk->merged, desk->database, desk->other);
}

static struct called check(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("check", desk->database);
}

static struct called list_relevance(const struct desk *desk, struct asker *asker)
{
    (void)asker;
    return CALL("relevance", desk->database, "--format", "tsv");
}

static void must(struct called called)
{
    if (!called.done)
        fail_msg("%s", called.err.text);
    called_release(&called);
}

/* --- Initial states ----------------------------------------------------------------------------------- */

static void lay_nothing(struct desk *desk)
{
    keep_desk(desk);
}

static void make_sample(struct desk *desk)
{
    const char *sample = make_folder(&desk->arena, "sample");
    struct buffer documents = {0}, questions = {0}, run = {0};
    for (int i = 1; i <= 6; i++)
        buffer_add_format(&documents, "{\"_id\":\"d%d\",\"title\":\"t\",\"text\":\"text %d\"}\n", i, i);
    for (int i = 1; i <= 2; i++) {
        buffer_add_format(&questions, "{\"_id\":\"q%d\",\"text\":\"question %d?\"}\n", i, i);
        for (int j = 1; j <= 5; j++)
            buffer_add_format(&run, "q%d Q0 d%d %d %d r\n", i, j, j, 10 - j);
    }
    write_file(arena_format(&desk->arena, "%s/documents.jsonl", sample), buffer_bytes(&documents));
    write_file(arena_format(&desk->arena, "%s/questions.jsonl", sample), buffer_bytes(&questions));
    write_file(arena_format(&desk->arena, "%s/first.run", sample), buffer_bytes(&run));
    buffer_release(&documents);
    buffer_release(&questions);
    buffer_release(&run);
    must(CALL("import", desk->database, sample));
}

static void lay_sample(struct desk *desk)
{
    make_sample(desk);
    keep_desk(desk);
}

static void lay_labelled(struct desk *desk)
{
    struct asker asker = {.desk = desk};
    make_sample(desk);
    must(label(desk, &asker));
    write_file(desk->qrels, bytes_of("what was here before\n"));
    keep_desk(desk);
}

static void lay_apart(struct desk *desk)
{
    struct asker asker = {.desk = desk};
    make_sample(desk);
    must(label(desk, &asker));
    must(CALL("backup", desk->database, desk->other));
    must(import_votes(desk, NULL));
    must(CALL("set", desk->database, "impressions", "3"));
    keep_desk(desk);
}

static void lay_two_imports(struct desk *desk)
{
    struct asker asker = {.desk = desk};
    make_sample(desk);
    must(label(desk, &asker));
    must(import_all(desk, NULL));
    keep_desk(desk);
}

static void index_documents(const struct desk *desk)
{
    must(CALL("search", desk->database, "text"));
}

static const struct task {
    const char *name;
    void (*lay)(struct desk *desk);
    struct called (*run)(const struct desk *desk, struct asker *asker);
    /* What the command does first, in a transaction of its own. */
    void (*first)(const struct desk *desk);
} tasks[] = {
    {.name = "labelling", .lay = lay_sample, .run = label},
    {.name = "an import that makes a database", .lay = lay_nothing, .run = import_all},
    {.name = "an import into a database", .lay = lay_labelled, .run = import_all},
    {.name = "a setting", .lay = lay_labelled, .run = change_setting},
    {.name = "an import of votes", .lay = lay_labelled, .run = import_votes},
    {.name = "an import taken back", .lay = lay_two_imports, .run = take_import_back},
    {.name = "a question taken out", .lay = lay_two_imports, .run = take_out},
    {.name = "pools filled by search", .lay = lay_labelled, .run = fill_pools, .first = index_documents},
    {.name = "an export", .lay = lay_labelled, .run = export_qrels},
    {.name = "a backup", .lay = lay_labelled, .run = back_up},
    {.name = "a merge", .lay = lay_apart, .run = merge},
    {.name = "a list", .lay = lay_labelled, .run = list_relevance},
    {.name = "a check", .lay = lay_labelled, .run = check},
};

enum { TASKS = sizeof tasks / sizeof *tasks };

static void write_more(struct desk *desk)
{
    struct buffer documents = {0}, questions = {0}, run = {0};
    desk->more = make_folder(&desk->arena, "more");
    for (int i = 4; i <= 12; i++)
        buffer_add_format(&documents, "{\"_id\":\"d%d\",\"title\":\"t\",\"text\":\"text %d\"}\n", i, i);
    for (int i = 2; i <= 3; i++) {
        buffer_add_format(&questions, "{\"_id\":\"q%d\",\"text\":\"question %d?\"}\n", i, i);
        for (int j = 4; j <= 9; j++)
            buffer_add_format(&run, "q%d Q0 d%d %d %d r\n", i, j, j - 3, 10 - j);
    }
    write_file(arena_format(&desk->arena, "%s/documents.jsonl", desk->more), buffer_bytes(&documents));
    write_file(arena_format(&desk->arena, "%s/questions.jsonl", desk->more), buffer_bytes(&questions));
    write_file(arena_format(&desk->arena, "%s/second.run", desk->more), buffer_bytes(&run));
    buffer_release(&documents);
    buffer_release(&questions);
    buffer_release(&run);
}

static const char votes_elsewhere[] =
    "{\"uuid\":\"0193a000-0000-7000-8000-000000000001\",\"question\":\"q1\",\"shown\":[\"d1\",\"d2\",\"d3\"],"
    "\"chosen\":\"d2\",\"annotator\":\"bob\",\"time\":\"2026-11-21T20:31:05.123Z\",\"elapsed_ms\":5}\n"
    "{\"uuid\":\"0193a000-0000-7000-8000-000000000002\",\"question\":\"q2\",\"shown\":[\"d4\",\"d1\",\"d3\"],"
    "\"chosen\":null,\"annotator\":\"bob\",\"time\":\"2026-11-21T20:32:05.123Z\",\"elapsed_ms\":6,"
    "\"note\":\"none\"}\n";

static void open_desk(struct desk *desk, const struct task *task)
{
    *desk = (struct desk){0};
    desk->folder = make_folder(&desk->arena, "desk");
    desk->database = arena_format(&desk->arena, "%s/labels.db", desk->folder);
    desk->qrels = arena_format(&desk->arena, "%s/labels.qrels", desk->folder);
    desk->backup = arena_format(&desk->arena, "%s/backup.db", desk->folder);
    desk->other = arena_format(&desk->arena, "%s/labels.db.other", desk->folder);
    desk->merged = arena_format(&desk->arena, "%s/merged.db", desk->folder);
    write_more(desk);
    desk->votes = support_file(&desk->arena, "elsewhere.jsonl", bytes_of(votes_elsewhere));
    task->lay(desk);
}

/* --- Checks --------------------------------------------------------------------------------------------- */

/* How the task runs when nothing fails: the content after each step, and the output. */
struct course {
    uint64_t states[STATES_MAX]; /* the first: before the task; the last: after it */
    size_t moments[STATES_MAX];  /* when each state was acknowledged, in events of the record of writes */
    size_t n;                    /* each step is acknowledged once it is durable; otherwise only the last */
    bool is_told; /* each step is acknowledged when it is durable; otherwise only the last one */
    char *out;
    struct bytes qrels;
    uint64_t merged; /* the content of the merged database; 0: there is none */
};

static void run_undisturbed(struct desk *desk, const struct task *task, struct course *course)
{
    struct asker asker = {.desk = desk, .looks = true};
    lay_desk(desk);
    *course = (struct course){.states = {state_of(desk->database, task->name)}};
    if (task->first != NULL) {
        task->first(desk);
        course->states[++course->n] = state_of(desk->database, task->name);
        lay_desk(desk);
    }
    struct called called = task->run(desk, &asker);
    if (!called.done)
        fail_msg("%s: %s", task->name, called.err.text);
    course->is_told = asker.n > 0;
    course->n += course->is_told ? REQUESTS : 1;
    for (size_t i = 1; i < asker.n; i++)
        course->states[i] = asker.states[i];
    course->states[course->n] = state_of(desk->database, task->name);
    course->out = arena_copy_string(&desk->arena, called.out);
    course->qrels = read_file(&desk->arena, desk->qrels);
    course->merged = state_of(desk->merged, task->name);
    called_release(&called);
}

/* One for each task, all in the same folder. */
static struct desk desks[TASKS];
static struct course courses[TASKS];

static size_t count_lines(const char *out, const char *beginning)
{
    size_t n = 0;
    for (const char *found = strstr(out, beginning); found != NULL; found = strstr(found + 1, beginning))
        n++;
    return n;
}

static size_t count_acknowledgements(const char *out)
{
    return count_lines(out, "{\"saved\"") + count_lines(out, "{\"undone\"");
}

/* The database has all acknowledged steps, and either nothing or all of the step in progress. */
static void assert_state(const struct course *course, size_t acknowledged, uint64_t found, const char *what)
{
    size_t last = course->is_told && acknowledged < course->n ? acknowledged + 1 : course->n;
    for (size_t i = acknowledged; i <= last; i++) {
        if (found == course->states[i])
            return;
    }
    fail_msg("%s: the database is not as acknowledged (%zu of %zu)", what, acknowledged, course->n);
}

/* The folder has only the database with its files, and what the command was to write. */
static void assert_tidy(const struct desk *desk, const char *what)
{
    DIR *open = opendir(desk->folder);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        struct bytes name = bytes_of(entry->d_name);
        bool is_known = !is_name(entry) || bytes_equal(name, bytes_of("labels.qrels")) ||
                        bytes_equal(name, bytes_of("backup.db")) || bytes_starts_with(name, "merged.db") ||
                        (bytes_starts_with(name, "labels.db") && !bytes_ends_with(name, ".part"));
        if (!is_known)
            fail_msg("%s: %s was left behind", what, entry->d_name);
    }
    closedir(open);
}

static void assert_said(const struct called *called, const struct course *course, const char *what)
{
    if (called->done) {
        if (strcmp(called->out, course->out) != 0)
            fail_msg("%s: it succeeded, but with other output:\n%s", what, called->out);
        return;
    }
    if (called->err.code != ERR_DATABASE && called->err.code != ERR_SYSTEM)
        fail_msg("%s: error %d, %s", what, (int)called->err.code, called->err.text);
    if (called->err.text[0] == '\0' || strchr(called->err.text, '\n') != NULL)
        fail_msg("%s: the error is not one line: '%s'", what, called->err.text);
}

/* The file is the old one or the new one. */
static void assert_qrels(struct desk *desk, const struct course *course, bool is_done, const char *what)
{
    struct arena arena = {0};
    struct bytes found = read_file(&arena, desk->qrels);
    struct bytes before = {0};
    for (size_t i = 0; i < desk->n_files; i++) {
        if (strcmp(desk->files[i].name, "labels.qrels") == 0)
            before = desk->files[i].content;
    }
    if (!bytes_equal(found, course->qrels) && (is_done || !bytes_equal(found, before)))
        fail_msg("%s: the qrels are neither the old nor the new ones", what);
    arena_release(&arena);
}

/* The backup is complete, with all of the database, or it does not exist. */
static void assert_backup(const struct desk *desk, const struct course *course, bool must_be,
                          const char *what)
{
    uint64_t found = state_of(desk->backup, what);
    if (found != course->states[course->n] && (must_be || access(desk->backup, F_OK) == 0))
        fail_msg("%s: the backup differs from the database", what);
}

/* The same for the merged database. An empty file counts as none. */
static void assert_merged(const struct desk *desk, const struct course *course, bool must_be,
                          const char *what)
{
    uint64_t found = state_of(desk->merged, what);
    if (found != course->merged && (must_be || found != 0))
        fail_msg("%s: the merged database differs from its sources", what);
    if (found != 0)
        assert_whole(desk->merged, what);
}

/* Nothing is lost, and nothing is half done. */
static void assert_kept(struct desk *desk, const struct task *task, const struct course *course, bool is_done,
                        size_t acknowledged, const char *what)
{
    uint64_t found = state_of(desk->database, what);
    assert_state(course, acknowledged, found, what);
    assert_qrels(desk, course, is_done, what);
    assert_backup(desk, course, is_done && task->run == back_up, what);
    assert_merged(desk, course, is_done, what);
    if (found != 0)
        assert_whole(desk->database, what);
}

/* --- Faults ---------------------------------------------------------------------------------------------- */

struct sums {
    size_t faults, refused;
};

/* Returns false if there were fewer such calls. */
static bool disturb(struct desk *desk, const struct task *task, const struct course *course, enum fault fault,
                    size_t nth, bool stays, struct sums *sums)
{
    struct arena arena = {0};
    struct asker asker = {.desk = desk};
    const char *what = arena_format(&arena, "%s, %s fails, number %zu%s", task->name, fault_name(fault), nth,
                                    stays ? " and all behind it" : "");
    lay_desk(desk);
    fault_set(fault, nth, stays);
    struct called called = task->run(desk, &asker);
    bool struck = fault_calls() >= nth;
    fault_set(FAULT_NONE, 0, false);
    size_t acknowledged = called.done ? course->n : count_acknowledgements(called.out);
    assert_said(&called, course, what);
    assert_tidy(desk, what);
    assert_kept(desk, task, course, called.done, acknowledged, what);
    sums->faults += struck;
    sums->refused += struck && !called.done;
    called_release(&called);
    arena_release(&arena);
    return struck;
}

static size_t count_calls(struct desk *desk, const struct task *task, enum fault fault)
{
    struct asker asker = {.desk = desk};
    lay_desk(desk);
    fault_set(fault, SIZE_MAX, false);
    struct called called = task->run(desk, &asker);
    size_t calls = fault_calls();
    fault_set(FAULT_NONE, 0, false);
    called_release(&called);
    return calls;
}

/* Returns the distance between two calls that are made to fail. `make torture` skips none, except for memory. */
static size_t stride(enum fault fault, size_t calls)
{
    size_t wanted = effort_is_large() ? fault >= FAULT_MEMORY ? CALLS_MEMORY : calls : CALLS;
    return calls > wanted ? calls / wanted : 1;
}

static void disturb_all(enum fault fault)
{
    struct sums sums = {0};
    bool stays = true;
    for (size_t i = 0; i < TASKS; i++) {
        size_t calls = count_calls(&desks[i], &tasks[i], fault);
        for (size_t nth = 1; nth <= calls; nth += stride(fault, calls), stays = !stays) {
            disturb(&desks[i], &tasks[i], &courses[i], fault, nth, stays, &sums);
            if (effort_is_large())
                disturb(&desks[i], &tasks[i], &courses[i], fault, nth, !stays, &sums);
        }
    }
    effort_report("%s fails: %zu faults in %d commands, %zu refused, 0 votes lost", fault_name(fault),
                  sums.faults, TASKS, sums.refused);
    assert_true(sums.faults > 0);
}

#define FAULT_TEST(name, fault)                                                                              \
    static void name(void **state)                                                                           \
    {                                                                                                        \
        (void)state;                                                                                         \
        disturb_all(fault);                                                                                  \
    }

FAULT_TEST(a_read_that_fails_breaks_nothing, FAULT_READ)
FAULT_TEST(a_write_that_fails_breaks_nothing, FAULT_WRITE)
FAULT_TEST(a_full_disk_breaks_nothing, FAULT_FULL)
FAULT_TEST(half_a_write_breaks_nothing, FAULT_TORN_WRITE)
FAULT_TEST(a_sync_that_fails_breaks_nothing, FAULT_SYNC)
FAULT_TEST(an_open_that_fails_breaks_nothing, FAULT_OPEN)
FAULT_TEST(a_look_that_fails_breaks_nothing, FAULT_LOOK)
FAULT_TEST(a_lock_that_fails_breaks_nothing, FAULT_LOCK)
FAULT_TEST(shared_memory_that_fails_breaks_nothing, FAULT_MAP)
FAULT_TEST(a_truncate_that_fails_breaks_nothing, FAULT_TRUNCATE)
FAULT_TEST(a_delete_that_fails_breaks_nothing, FAULT_DELETE)
FAULT_TEST(a_rename_that_fails_breaks_nothing, FAULT_RENAME)
FAULT_TEST(an_allocation_that_fails_breaks_nothing, FAULT_MEMORY)

/* --- Power ------------------------------------------------------------------------------------------------- */

static size_t count_acknowledged(const struct course *course, size_t moment)
{
    size_t n = 0;
    while (course->is_told && n < course->n && course->moments[n + 1] <= moment)
        n++;
    return course->is_told || moment < course->moments[course->n] ? n : course->n;
}

static void record_course(struct desk *desk, const struct task *task, struct course *course)
{
    struct asker asker = {.desk = desk};
    lay_desk(desk);
    power_record(desk->folder);
    struct called called = task->run(desk, &asker);
    assert_true(called.done);
    called_release(&called);
    for (size_t i = 1; i < asker.n; i++)
        course->moments[i] = asker.moments[i];
    if (asker.n == 0)
        course->moments[course->n] = power_events();
}

static void cut_power(const struct course *course, const struct task *task, const char *folder, size_t moment,
                      enum power_cut cut, size_t round)
{
    struct arena arena = {0};
    struct random_source random = random_from(moment, round * CUT_COUNT + cut);
    const char *database = arena_format(&arena, "%s/labels.db", folder);
    const char *what = arena_format(&arena, "%s, the power cut after %zu of %zu events, %s", task->name,
                                    moment, power_events(), power_cut_name(cut));
    clear_folder(folder);
    power_restore(folder, moment, cut, &random);
    uint64_t found = state_of(database, what);
    assert_state(course, count_acknowledged(course, moment), found, what);
    if (found != 0)
        assert_whole(database, what);
    arena_release(&arena);
}

static void a_power_cut_loses_nothing_that_was_acknowledged(void **state)
{
    (void)state;
    size_t cuts = 0;
    size_t rounds = effort(1, ROUNDS);
    for (size_t i = 0; i < TASKS; i++) {
        record_course(&desks[i], &tasks[i], &courses[i]);
        const char *folder = make_folder(&desks[i].arena, "after");
        size_t events = power_events();
        size_t step = effort_is_large() || events < MOMENTS ? 1 : events / MOMENTS;
        for (size_t moment = 0; moment <= events; moment += step) {
            for (size_t j = 0; j < CUT_COUNT * rounds; j++, cuts++)
                cut_power(&courses[i], &tasks[i], folder, moment, (enum power_cut)(j % CUT_COUNT),
                          j / CUT_COUNT);
        }
        power_forget();
    }
    effort_report("the power is cut: %zu times in %d commands, 0 votes lost", cuts, TASKS);
}

/* --- Memory of the program itself ---------------------------------------------------------------------------- */

enum { OUT_SIZE = 64 * 1024, REMARKS_SIZE = 4096 };

/* The results of a process that may end abruptly, with its output up to then. They lie in shared memory. */
struct told {
    bool done;
    struct err err;
    size_t calls;
    char out[OUT_SIZE];
    char remarks[REMARKS_SIZE];
};

static FILE *stream_into(char *data, size_t size)
{
    FILE *stream = fmemopen(data, size, "w");
    assert_non_null(stream);
    setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

static _Noreturn void run_starved(const struct desk *desk, const struct task *task, size_t nth, bool stays,
                                  struct told *told)
{
    struct asker asker = {.desk = desk};
    FILE *remarks = stream_into(told->remarks, REMARKS_SIZE);
    stderr = remarks; /* memory_out writes to it */
    call_write_to(stream_into(told->out, OUT_SIZE), remarks);
    fault_set(FAULT_HEAP, nth, stays);
    struct called called = task->run(desk, &asker);
    told->calls = fault_calls();
    fault_set(FAULT_NONE, 0, false);
    told->done = called.done;
    told->err = called.err;
    _exit(0);
}

/* Runs the task in a process of its own. Returns false if the process ended because memory ran out. */
static bool run_beside(const struct desk *desk, const struct task *task, size_t nth, bool stays,
                       struct told *told, const char *what)
{
    int status;
    memset(told, 0, sizeof *told);
    lay_desk(desk);
    pid_t child = fork();
    if (child == 0)
        run_starved(desk, task, nth, stays, told);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || strstr(told->remarks, "out of memory") == NULL)
        fail_msg("%s: status %d, %s", what, status, told->remarks);
    return false;
}

/*
 * A process that ends at once leaves the same as after a kill. A process that continues succeeds or reports the reason.
 */
static void starve(struct desk *desk, const struct task *task, const struct course *course, size_t nth,
                   bool stays, struct told *told, struct sums *sums)
{
    struct arena arena = {0};
    const char *what = arena_format(&arena, "%s, an allocation fails, number %zu%s", task->name, nth,
                                    stays ? " and all behind it" : "");
    bool ended = run_beside(desk, task, nth, stays, told, what);
    const struct called called = {.done = told->done, .out = told->out, .err = told->err};
    if (ended) {
        assert_said(&called, course, what);
        assert_tidy(desk, what);
    }
    assert_kept(desk, task, course, called.done, called.done ? course->n : count_acknowledgements(told->out),
                what);
    sums->faults++;
    sums->refused += !called.done;
    arena_release(&arena);
}

static void running_out_of_memory_breaks_nothing(void **state)
{
    (void)state;
    struct sums sums = {0};
    bool stays = true;
    if (!HEAP_CAN_FAIL)
        skip_because("a sanitizer has the heap");
    struct told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    for (size_t i = 0; i < TASKS; i++) {
        assert_true(run_beside(&desks[i], &tasks[i], SIZE_MAX, false, told, tasks[i].name));
        size_t calls = told->calls;
        for (size_t nth = 1; nth <= calls; nth += stride(FAULT_HEAP, calls), stays = !stays)
            starve(&desks[i], &tasks[i], &courses[i], nth, stays, told, &sums);
    }
    munmap(told, sizeof *told);
    effort_report("an allocation fails: %zu faults in %d commands, %zu ended or refused, 0 votes lost",
                  sums.faults, TASKS, sums.refused);
    assert_true(sums.faults > 0);
}

static int set_up_group(void **state)
{
    (void)state;
    fault_vfs_install();
    for (size_t i = 0; i < TASKS; i++) {
        open_desk(&desks[i], &tasks[i]);
        run_undisturbed(&desks[i], &tasks[i], &courses[i]);
    }
    return 0;
}

static int tear_down_group(void **state)
{
    (void)state;
    for (size_t i = 0; i < TASKS; i++)
        arena_release(&desks[i].arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_that_fails_breaks_nothing),
        cmocka_unit_test(a_write_that_fails_breaks_nothing),
        cmocka_unit_test(a_full_disk_breaks_nothing),
        cmocka_unit_test(half_a_write_breaks_nothing),
        cmocka_unit_test(a_sync_that_fails_breaks_nothing),
        cmocka_unit_test(an_open_that_fails_breaks_nothing),
        cmocka_unit_test(a_look_that_fails_breaks_nothing),
        cmocka_unit_test(a_lock_that_fails_breaks_nothing),
        cmocka_unit_test(shared_memory_that_fails_breaks_nothing),
        cmocka_unit_test(a_truncate_that_fails_breaks_nothing),
        cmocka_unit_test(a_delete_that_fails_breaks_nothing),
        cmocka_unit_test(a_rename_that_fails_breaks_nothing),
        cmocka_unit_test(an_allocation_that_fails_breaks_nothing),
        cmocka_unit_test(running_out_of_memory_breaks_nothing),
        cmocka_unit_test(a_power_cut_loses_nothing_that_was_acknowledged),
    };
    return cmocka_run_group_tests_name("disk", tests, set_up_group, tear_down_group);
}
