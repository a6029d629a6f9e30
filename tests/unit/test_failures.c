/*
 * What assay says when the system fails below the database: it names the disk or a limit. It must not call a sound file
 * damaged, because a user who then restores an old copy loses votes.
 */
#include "tests/support/support.h"

#include "core/store/votes/annotators.h"
#include "core/store/content/fill.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "tests/support/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- A system that fails --------------------------------------------------------------------------- */

static int failure; /* the errno of calls that fail */

static int failing_open(const char *path, int flags, int mode)
{
    (void)path, (void)flags, (void)mode;
    errno = failure;
    return -1;
}

static ssize_t failing_read(int file, void *bytes, size_t size, off_t offset)
{
    (void)file, (void)bytes, (void)size, (void)offset;
    errno = failure;
    return -1;
}

static ssize_t failing_write(int file, const void *bytes, size_t size, off_t offset)
{
    (void)file, (void)bytes, (void)size, (void)offset;
    errno = failure;
    return -1;
}

/* SQLite calls one of the two names, depending on how it was built. */
static void replace(const char *name, const char *other_name, sqlite3_syscall_ptr call)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    assert_int_equal(vfs->xSetSystemCall(vfs, name, call), SQLITE_OK);
    if (other_name != NULL)
        assert_int_equal(vfs->xSetSystemCall(vfs, other_name, call), SQLITE_OK);
}

/* --- Opening and reading --------------------------------------------------------------------------- */

static const char *closed_sample(struct arena *arena, const char *name)
{
    struct store *store = sample_store(name, 1, 3);
    const char *path = arena_copy_string(arena, store_path(store));
    store_close(store);
    return path;
}

static void assert_opening_fails(enum store_mode mode, const char *name, sqlite3_syscall_ptr opens,
                                 sqlite3_syscall_ptr reads, int error, const char *text)
{
    struct arena arena = {0};
    struct store *store = NULL;
    struct err err;
    const char *path = closed_sample(&arena, name);
    failure = error;
    replace("open", NULL, opens);
    replace("pread", "pread64", reads);
    bool opened = store_open(&store, path, mode, &err);
    replace("open", NULL, NULL);
    replace("pread", "pread64", NULL);
    assert_error(opened, err, ERR_DATABASE, arena_format(&arena, "%s: %s", path, text));
    arena_release(&arena);
}

static void too_many_open_files_are_reported(void **state)
{
    (void)state;
    assert_opening_fails(STORE_READING, "files.db", (sqlite3_syscall_ptr)failing_open, NULL, EMFILE,
                         "too many files are open (see `ulimit -n`)");
    assert_opening_fails(STORE_EXISTING, "files.db", (sqlite3_syscall_ptr)failing_open, NULL, EMFILE,
                         "too many files are open (see `ulimit -n`)");
}

static void the_error_for_missing_permissions_says_which_access_failed(void **state)
{
    (void)state;
    assert_opening_fails(STORE_READING, "rights.db", (sqlite3_syscall_ptr)failing_open, NULL, EACCES,
                         "the database can't be read; check the permissions of the file and its folder");
    assert_opening_fails(STORE_EXISTING, "rights.db", (sqlite3_syscall_ptr)failing_open, NULL, EACCES,
                         "the database can't be written; check the permissions of the file and its folder");
}

static void a_disk_that_cannot_read_is_no_damage(void **state)
{
    (void)state;
    static const char text[] = "the disk can't read the database, its -wal or its -shm file (Input/output "
                               "error); the files may still be "
                               "whole: copy all three to another disk";
    assert_opening_fails(STORE_READING, "unread.db", NULL, (sqlite3_syscall_ptr)failing_read, EIO, text);
    assert_opening_fails(STORE_EXISTING, "unread.db", NULL, (sqlite3_syscall_ptr)failing_read, EIO, text);
}

/* SQLite itself reports this as a damaged file. */
static void a_disk_that_fails_later_is_no_damage_either(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct progress progress;
    struct store *store = NULL;
    struct err err;
    const char *path = closed_sample(&arena, "later.db");
    assert_true(store_open(&store, path, STORE_EXISTING, &err));
    failure = EIO;
    replace("pread", "pread64", (sqlite3_syscall_ptr)failing_read);
    bool read = store_get_progress(store, &progress, &err);
    replace("pread", "pread64", NULL);
    assert_false(read);
    assert_non_null(strstr(err.text, "the disk can't read the database"));
    store_close(store);
    arena_release(&arena);
}

/* --- Writing --------------------------------------------------------------------------------------- */

static void assert_writing_fails(int error, const char *text)
{
    struct arena arena = {0};
    struct err err;
    int64_t annotator_id;
    struct store *store = sample_store("write.db", 1, 3);
    assert_true(store_begin(store, &err));
    assert_true(store_put_annotators(store, (struct bytes[]){bytes_of("anna")}, 1, &annotator_id,
                                     &(size_t){0}, &err));
    failure = error;
    replace("pwrite", "pwrite64", (sqlite3_syscall_ptr)failing_write);
    bool saved = store_commit(store, &err);
    replace("pwrite", "pwrite64", NULL);
    assert_error(saved, err, ERR_DATABASE, arena_format(&arena, "%s: %s", store_path(store), text));
    store_close(store);
    arena_release(&arena);
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    assert_writing_fails(ENOSPC, "the disk is full; nothing was saved");
    assert_writing_fails(EDQUOT, "your disk quota is full; nothing was saved");
}

static void a_file_size_limit_is_reported(void **state)
{
    (void)state;
    assert_writing_fails(EFBIG,
                         "the file would become larger than allowed (see `ulimit -f`); nothing was saved");
}

static void a_disk_that_cannot_write_is_reported(void **state)
{
    (void)state;
    assert_writing_fails(EIO, "the database can't be written: Input/output error; nothing was saved");
}

/* The memory is never touched: SQLite refuses by the size alone. */
static void a_text_too_large_for_the_database_is_reported(void **state)
{
    (void)state;
    enum { SIZE = 1200 * 1000 * 1000 };
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    struct store *store = sample_store("large.db", 1, 3);
    char *text = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct item item = {.id = bytes_of("large"), .text = {.data = text, .size = SIZE}};
    assert_ptr_not_equal(text, MAP_FAILED);
    assert_true(store_begin(store, &err));
    assert_error(store_put_document(store, &item, false, &stored, &err), err, ERR_DATABASE,
                 arena_format(&arena, "%s: a text is larger than a database can hold (1 GB)",
                              store_path(store)));
    store_rollback(store);
    store_close(store);
    munmap(text, SIZE);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_open_files_are_reported),
        cmocka_unit_test(the_error_for_missing_permissions_says_which_access_failed),
        cmocka_unit_test(a_disk_that_cannot_read_is_no_damage),
        cmocka_unit_test(a_disk_that_fails_later_is_no_damage_either),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(a_file_size_limit_is_reported),
        cmocka_unit_test(a_disk_that_cannot_write_is_reported),
        cmocka_unit_test(a_text_too_large_for_the_database_is_reported),
    };
    return cmocka_run_group_tests_name("failures", tests, NULL, NULL);
}
