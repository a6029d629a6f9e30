/* Folders: their contents, which files are runs, and the paths to subfolders and parents. */
#include "tests/support/support.h"

#include "core/store/votes/annotators.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/files/folder.h"
#include "import/runs/run.h"
#include "tests/support/sample.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct folder_entry *find(const struct folder_entry *entries, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (bytes_equal(entries[i].name, bytes_of(name)))
            return &entries[i];
    fail_msg("%s is not listed", name);
    return NULL;
}

static const char *make_folder(struct arena *arena)
{
    const char *path = support_file(arena, "listed", bytes_of(""));
    unlink(path);
    mkdir(path, 0700);
    mkdir(arena_format(arena, "%s/zfolder", path), 0700);
    unlink(arena_format(arena, "%s/pipe", path));
    assert_int_equal(mkfifo(arena_format(arena, "%s/pipe", path), 0600), 0);
    support_file(arena, "listed/trec", bytes_of("q1 Q0 d1 1 2.5 tag\n"));
    support_file(arena, "listed/cut", bytes_of("q1 Q0 d1 1 2.5 tag\nq1 Q0 d2"));
    support_file(arena, "listed/words", bytes_of("q1 Q0 d1 first best tag\n"));
    support_file(arena, "listed/marco", bytes_of("q1\td1\t1\n"));
    support_file(arena, "listed/json", bytes_of("{\"q1\": {\"d1\": 0.5}}"));
    support_file(arena, "listed/qrels", bytes_of("q1 0 d1 1\n"));
    support_file(arena, "listed/base", (struct bytes){.data = "SQLite format 3\0\20", .size = 17});
    support_file(arena, "listed/packed", bytes_of("\x1f\x8b\x08"));
    support_file(arena, "listed/text", bytes_of("Just a note, and nothing else in it.\n"));
    support_file(arena, "listed/.hidden", bytes_of(""));
    return path;
}

static void remove_folder(struct arena *arena, const char *path, const struct folder_entry *entries, size_t n)
{
    for (size_t i = 0; i < n; i++)
        remove(arena_format(arena, "%s/%s", path, entries[i].name.data));
    remove(path);
}

static void files_are_recognised_by_their_content(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *kind;
        bool may_be_run;
    } expected[] = {
        {"trec", "TREC run", true},
        {"cut", "TREC run", true},
        {"words", "–", false},
        {"marco", "run of three columns", true},
        {"json", "JSON run", true},
        {"qrels", "qrels", false},
        {"packed", "packed", true},
        {"text", "–", false},
        {"pipe", "no plain file", false},
        {"zfolder", "folder", false},
        {".hidden", "empty", false},
        {"base", "database", false},
    };
    struct arena arena = {0};
    struct folder_entry *entries;
    size_t n;
    struct err err;
    const char *path = make_folder(&arena);
    assert_true(folder_list(path, &arena, &entries, &n, &err));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct folder_entry *entry = find(entries, n, expected[i].name);
        assert_string_equal(entry->kind, expected[i].kind);
        assert_int_equal(entry->may_be_run, expected[i].may_be_run);
    }
    assert_int_equal(n, sizeof expected / sizeof *expected);
    assert_string_equal(entries[0].name.data, "zfolder"); /* folders come first */
    assert_string_equal(entries[1].name.data, ".hidden");
    assert_true(entries[1].is_hidden);
    assert_int_equal(find(entries, n, "trec")->size, strlen("q1 Q0 d1 1 2.5 tag\n"));
    remove_folder(&arena, path, entries, n);
    arena_release(&arena);
}

static void documents_and_questions_are_no_runs(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        const char *kind;
    } files[] = {
        {"{\"_id\": \"1\", \"title\": \"A\", \"text\": \"a\"}\n{\"_id\"", "documents"},
        {"{\"corpus-id\": \"1\", \"text\": \"a\"}\n", "documents"},
        {"{\"question\": \"Why?\", \"answer\": \"So.\", \"id\": 1}\n", "documents"},
        {"{\"id\": \"1\", \"query\": \"Why?\"}\n", "questions"},
        {"{\"qid\": \"1\", \"text\": \"Why?\"}\n", "questions"},
        {"{\"_id\": \"1\", \"text\": \"Why?\"}\n", "texts with ids"},
        {"{\"_id\": \"1\", \"text\": \"cut off in its mid", "documents"},
        {"docno\turl\ttext\n1\tx\ty\n", "documents"},
        {"query_id\tquery\n1\twhy\n", "questions"},
        {"qid\tdocid\tscore\ttitle\n1\ta\t2.5\tA\n", "run as a table"},
        {"{\"id\": {\"text\": 0.5}}", "JSON run"},
        {"{\"q1\": {\"d1\": 0.5, \"d2\"", "JSON run"},
    };
    struct arena arena = {0};
    struct folder_entry *entries;
    size_t n;
    struct err err;
    const char *path = support_file(&arena, "told", bytes_of(""));
    unlink(path);
    mkdir(path, 0700);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        support_file(&arena, "told/file", bytes_of(files[i].content));
        assert_true(folder_list(path, &arena, &entries, &n, &err));
        assert_string_equal(entries[0].kind, files[i].kind);
        assert_int_equal(entries[0].may_be_run, strstr(files[i].kind, "run") != NULL);
    }
    remove_folder(&arena, path, entries, n);
    arena_release(&arena);
}

static void a_folder_that_is_missing_is_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct folder_entry *entries;
    size_t n;
    struct err err;
    assert_error(folder_list("/no/such/folder", &arena, &entries, &n, &err), err, ERR_SYSTEM,
                 "/no/such/folder: cannot be read: No such file or directory");
    arena_release(&arena);
}

static void assert_parent(const char *path, const char *expected)
{
    struct buffer parent = {0};
    folder_add_parent(bytes_of(path), &parent);
    assert_string_equal(buffer_string(&parent), expected);
    buffer_release(&parent);
}

static void the_way_up_ends_at_the_root_alone(void **state)
{
    (void)state;
    assert_parent("a/b", "a");
    assert_parent("a/b/", "a");
    assert_parent("/a", "/");
    assert_parent("/", "/");
    assert_parent("a", ".");
    assert_parent(".", "..");
    assert_parent("..", "../..");
    assert_parent("../..", "../../..");
}

static void assert_child(const char *path, const char *expected)
{
    struct buffer child = {0};
    folder_add_child(bytes_of(path), bytes_of("x"), &child);
    assert_string_equal(buffer_string(&child), expected);
    buffer_release(&child);
}

static void the_way_down_adds_one_slash(void **state)
{
    (void)state;
    assert_child("a", "a/x");
    assert_child("a/", "a/x");
    assert_child("/", "/x");
    assert_child(".", "x");
}

/* Below /proc and similar folders, a file without a size may be endless or block for ever. */
static void files_without_a_size_are_not_looked_into(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct folder_entry *entries;
    size_t n;
    struct err err;
    if (!folder_list("/proc", &arena, &entries, &n, &err))
        fail_msg("%s", err.text);
    assert_string_equal(find(entries, n, "uptime")->kind, "empty");
    arena_release(&arena);
}

/* Another process opens the database, reads and closes it. The last process to close it removes the log. */
static void come_and_go(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        struct store *store = NULL;
        struct progress progress;
        struct err err;
        bool worked =
            store_open(&store, path, STORE_EXISTING, &err) && store_get_progress(store, &progress, &err);
        store_close(store);
        _exit(worked ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A process that opens and closes a file of the database drops its own locks on it. Another process would then remove
 * the log with its votes. */
static void listing_a_folder_keeps_the_locks_of_an_open_database(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct folder_entry *entries;
    size_t n;
    struct err err;
    struct stat before, after;
    const char *folder = support_file(&arena, "inuse", bytes_of(""));
    unlink(folder);
    mkdir(folder, 0700);
    struct store *store = sample_store("inuse/votes.db", 2, 3);
    const char *path = store_path(store);
    const char *log = arena_format(&arena, "%s-wal", path);
    int64_t annotator_id; /* a write is in the log first */
    assert_true(store_begin(store, &err) &&
                store_put_annotators(store, (struct bytes[]){bytes_of("ann")}, 1, &annotator_id, &(size_t){0},
                                     &err) &&
                store_commit(store, &err));
    assert_int_equal(stat(log, &before), 0);
    if (!folder_list(folder, &arena, &entries, &n, &err))
        fail_msg("%s", err.text);
    assert_string_equal(find(entries, n, "votes.db")->kind, "in use");
    assert_string_equal(find(entries, n, "votes.db-wal")->kind, "in use");
    assert_string_equal(find(entries, n, "votes.db-shm")->kind, "in use");
    struct run run = {0};
    assert_error(import_run(path, NULL, &run, &err), err, ERR_INPUT,
                 arena_format(&arena, "%s: the database that is in use; name another file", path));
    const char *link = arena_format(&arena, "%s/link", folder);
    unlink(link);
    assert_int_equal(symlink("votes.db", link), 0);
    assert_false(import_run(link, NULL, &run, &err));
    come_and_go(path);
    assert_int_equal(stat(log, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    store_close(store);
    remove_folder(&arena, folder, entries, n);
    unlink(link);
    remove(folder);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_recognised_by_their_content),
        cmocka_unit_test(files_without_a_size_are_not_looked_into),
        cmocka_unit_test(listing_a_folder_keeps_the_locks_of_an_open_database),
        cmocka_unit_test(documents_and_questions_are_no_runs),
        cmocka_unit_test(a_folder_that_is_missing_is_named),
        cmocka_unit_test(the_way_up_ends_at_the_root_alone),
        cmocka_unit_test(the_way_down_adds_one_slash),
    };
    return cmocka_run_group_tests_name("folder", tests, NULL, NULL);
}
