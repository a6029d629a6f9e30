/* The bytes of a file: they are read completely from any source, and unpacked. Every possible error is reported. */
#include "core/store/content/fill.h"
#include "core/store/store.h"
#include "tests/support/reading.h"
#include "tests/support/sample.h"

#include "import/files/file.h"
#include "import/files/mapped.h"
#include "import/import.h"
#include "import/items/item_file.h"
#include "import/qrels.h"
#include "import/files/spool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST /* makes zlib's input const */
#include <zlib.h>
#include <zstd.h>

/* --- Where the bytes come from -------------------------------------------- */

static void a_missing_file_is_refused(void **state)
{
    struct reading *reading = *state;
    struct file file;
    assert_error(file_open(&file, "no/such.run", &reading->err), reading->err, ERR_SYSTEM,
                 "no/such.run: there is no such file; check the path");
}

static void a_folder_is_refused(void **state)
{
    struct reading *reading = *state;
    struct file file;
    assert_error(file_open(&file, "/", &reading->err), reading->err, ERR_SYSTEM,
                 "/: is a folder; name a file in it");
}

static void an_unreadable_file_is_refused(void **state)
{
    struct reading *reading = *state;
    struct file file;
    const uid_t nobody = 65534;
    const uid_t user = geteuid();
    const char *path = support_file(&reading->arena, "closed.run", bytes_of("1 Q0 a 1 2 tag\n"));
    assert_int_equal(chmod(path, 0), 0);
    if (user == 0) /* root may read every file */
        assert_int_equal(seteuid(nobody), 0);
    bool ok = file_open(&file, path, &reading->err);
    assert_int_equal(seteuid(user), 0);
    assert_error(ok, reading->err, ERR_SYSTEM,
                 arena_format(&reading->arena, "%s: you may not read this file; check its permissions",
                              path));
}

static void a_large_pipe_is_read_to_its_end(void **state)
{
    enum { SIZE = 300 * 1000 };
    struct reading *reading = *state;
    struct file file;
    char *content = arena_get(&reading->arena, SIZE);
    memset(content, 'x', SIZE);
    const char *path = support_file(&reading->arena, "large", (struct bytes){.data = content, .size = SIZE});
    FILE *pipe =
        popen(arena_format(&reading->arena, "cat %s", support_shell_word(&reading->arena, path)), "r");
    assert_non_null(pipe);
    assert_true(file_open(&file, arena_format(&reading->arena, "/dev/fd/%d", fileno(pipe)), &reading->err));
    assert_true(bytes_equal(file.bytes, (struct bytes){.data = content, .size = SIZE}));
    file_close(&file);
    assert_int_equal(pclose(pipe), 0);
}

static void a_pipe_is_read_to_its_end(void **state)
{
    struct reading *reading = *state;
    int ends[2];
    struct file file;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc\n", 4), 4);
    close(ends[1]);
    const char *path = arena_format(&reading->arena, "/dev/fd/%d", ends[0]);
    assert_true(file_open(&file, path, &reading->err));
    assert_true(bytes_equal(file.bytes, bytes_of("abc\n")));
    file_close(&file);
    close(ends[0]);
}

static void peeking_sees_the_beginning_of_a_file(void **state)
{
    struct reading *reading = *state;
    char beginning[4];
    size_t size;
    const char *path = support_file(&reading->arena, "peek", bytes_of("abcdef"));
    assert_true(file_peek(path, beginning, sizeof beginning, &size, &reading->err));
    assert_int_equal(size, 4);
    assert_memory_equal(beginning, "abcd", 4);
}

static void peeking_takes_nothing_out_of_a_pipe(void **state)
{
    struct reading *reading = *state;
    int ends[2];
    char beginning[4];
    size_t size;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc\n", 4), 4);
    const char *path = arena_format(&reading->arena, "/dev/fd/%d", ends[0]);
    assert_true(file_peek(path, beginning, sizeof beginning, &size, &reading->err));
    assert_int_equal(size, 0);
    assert_int_equal(read(ends[0], beginning, sizeof beginning), 4);
    close(ends[0]);
    close(ends[1]);
}

/* --- Packed files --------------------------------------------------------- */

static struct bytes gzip(struct arena *arena, struct bytes content)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t room = deflateBound(&stream, content.size);
    char *packed = arena_get(arena, room);
    stream.next_in = (const Bytef *)content.data;
    stream.avail_in = (uInt)content.size;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return (struct bytes){.data = packed, .size = room - stream.avail_out};
}

static struct bytes zstd(struct arena *arena, struct bytes content)
{
    size_t room = ZSTD_compressBound(content.size);
    char *packed = arena_get(arena, room);
    size_t size = ZSTD_compress(packed, room, content.data, content.size, 3);
    assert_false(ZSTD_isError(size));
    return (struct bytes){.data = packed, .size = size};
}

static const struct packer {
    const char *name;
    struct bytes (*pack)(struct arena *arena, struct bytes content);
} packers[] = {{"gzip", gzip}, {"zstd", zstd}};

enum { N_PACKERS = sizeof packers / sizeof *packers };

static struct bytes concatenate(struct arena *arena, struct bytes first, struct bytes second)
{
    char *both = arena_get(arena, first.size + second.size);
    memcpy(both, first.data, first.size);
    memcpy(both + first.size, second.data, second.size);
    return (struct bytes){.data = both, .size = first.size + second.size};
}

static void assert_unpacked(struct reading *reading, struct bytes packed, struct bytes content)
{
    struct file file;
    if (!file_open(&file, support_file(&reading->arena, "packed", packed), &reading->err))
        fail_msg("%s", reading->err.text);
    assert_true(bytes_equal(file.bytes, content));
    file_close(&file);
}

static void assert_packed_refused(struct reading *reading, struct bytes packed, const char *message)
{
    struct file file;
    const char *path = support_file(&reading->arena, "packed", packed);
    assert_error(file_open(&file, path, &reading->err), reading->err, ERR_INPUT,
                 arena_format(&reading->arena, "%s: %s", path, message));
    assert_null(file.memory.blocks);
}

/* Returns a text that is longer than the part of a spool kept in memory, and hard to compress. */
static struct bytes long_content(struct arena *arena)
{
    struct buffer text = {0};
    for (uint64_t i = 0; i < 100000; i++)
        buffer_add_format(&text, "%llu\n", (unsigned long long)(i * UINT64_C(0x9e3779b97f4a7c15)));
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

static void packed_files_are_unpacked_regardless_of_their_name(void **state)
{
    struct reading *reading = *state;
    struct bytes content = long_content(&reading->arena);
    for (size_t i = 0; i < N_PACKERS; i++)
        assert_unpacked(reading, packers[i].pack(&reading->arena, content), content);
}

/* This keeps memory as flat as for a file that is not packed. */
static void long_content_is_mapped_from_a_file_without_a_name(void **state)
{
    struct reading *reading = *state;
    struct bytes content = long_content(&reading->arena);
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct file file;
        struct bytes packed = packers[i].pack(&reading->arena, content);
        assert_true(file_map(&file, support_file(&reading->arena, "packed", packed), &reading->err));
        assert_true(bytes_equal(file.bytes, content));
        assert_null(file.memory.blocks);
        assert_true(file_confirm(&file, "packed", true, &reading->err));
        file_close(&file);
    }
}

static void a_long_pipe_is_mapped_from_a_file_without_a_name(void **state)
{
    struct reading *reading = *state;
    struct bytes content = long_content(&reading->arena);
    const char *path = support_file(&reading->arena, "long", content);
    FILE *pipe =
        popen(arena_format(&reading->arena, "cat %s", support_shell_word(&reading->arena, path)), "r");
    struct file file;
    assert_non_null(pipe);
    assert_true(file_map(&file, arena_format(&reading->arena, "/dev/fd/%d", fileno(pipe)), &reading->err));
    assert_true(bytes_equal(file.bytes, content));
    assert_null(file.memory.blocks);
    file_close(&file);
    assert_int_equal(pclose(pipe), 0);
}

static void spooled_data_can_be_read_back(void **state)
{
    struct reading *reading = *state;
    struct bytes content = long_content(&reading->arena);
    for (size_t size = 0; size <= content.size; size = size * 100 + 1) {
        struct spool spool = {.most_in_memory = 1 << 16};
        struct bytes part = bytes_slice(content, 0, size);
        char *copy = arena_get(&reading->arena, size + 1);
        for (struct bytes rest = part; rest.size > 0;
             rest = bytes_from(rest, rest.size < 777 ? rest.size : 777))
            assert_true(
                spool_add(&spool, bytes_slice(rest, 0, rest.size < 777 ? rest.size : 777), &reading->err));
        assert_true(spool_end(&spool, &reading->err));
        assert_int_equal(spool.has_file, size > 1 << 16);
        assert_true(spool_read(&spool, copy, size, &reading->err));
        assert_true(bytes_equal((struct bytes){.data = copy, .size = size}, part));
        spool_release(&spool);
    }
}

static void a_folder_for_temporary_files_that_has_no_room_is_named(void **state)
{
    struct reading *reading = *state;
    struct bytes packed = gzip(&reading->arena, long_content(&reading->arena));
    const char *path = support_file(&reading->arena, "packed", packed);
    struct file file;
    spool_use_folder("no/such/folder");
    assert_error(file_map(&file, path, &reading->err), reading->err, ERR_SYSTEM,
                 arena_format(&reading->arena,
                              "%s: a temporary file does not fit into no/such/folder (No such file or "
                              "directory); free some space, or set TMPDIR to another folder",
                              path));
    assert_null(file.memory.blocks);
    spool_use_folder(NULL);
}

static void nothing_at_all_can_be_packed(void **state)
{
    struct reading *reading = *state;
    for (size_t i = 0; i < N_PACKERS; i++)
        assert_unpacked(reading, packers[i].pack(&reading->arena, (struct bytes){.data = "", .size = 0}),
                        (struct bytes){0});
}

static void parts_packed_one_by_one_are_one_content(void **state)
{
    struct reading *reading = *state;
    struct arena *arena = &reading->arena;
    for (size_t i = 0; i < N_PACKERS; i++)
        assert_unpacked(reading,
                        concatenate(arena, packers[i].pack(arena, bytes_of("1 0 a")),
                                    packers[i].pack(arena, bytes_of(" 1\n"))),
                        bytes_of("1 0 a 1\n"));
}

static void a_frame_to_be_skipped_is_skipped(void **state)
{
    struct reading *reading = *state;
    struct bytes skipped = {.data = "\x5e\x2a\x4d\x18\x02\0\0\0xx", .size = 10};
    assert_unpacked(reading, concatenate(&reading->arena, skipped, zstd(&reading->arena, bytes_of("abc"))),
                    bytes_of("abc"));
}

static void a_byte_order_mark_may_be_packed(void **state)
{
    struct reading *reading = *state;
    assert_unpacked(reading,
                    gzip(&reading->arena, bytes_of("\xef\xbb\xbf"
                                                   "abc")),
                    bytes_of("abc"));
}

static void packed_data_that_is_cut_short_anywhere_is_refused(void **state)
{
    struct reading *reading = *state;
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct bytes packed = packers[i].pack(&reading->arena, bytes_of("1 0 a 1\n1 0 b 0\n"));
        const char *message =
            arena_format(&reading->arena, "the %s data is cut short; get the file again", packers[i].name);
        for (packed.size--; packed.size >= 4; packed.size--)
            assert_packed_refused(reading, packed, message);
    }
}

static void large_packed_data_that_is_cut_short_is_refused(void **state)
{
    struct reading *reading = *state;
    struct bytes packed = gzip(&reading->arena, long_content(&reading->arena));
    packed.size /= 2;
    assert_packed_refused(reading, packed, "the gzip data is cut short; get the file again");
}

static void damaged_packed_data_is_refused(void **state)
{
    static const char *const reasons[] = {"incorrect data check", "Data corruption detected"};
    struct reading *reading = *state;
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct bytes packed = packers[i].pack(&reading->arena, long_content(&reading->arena));
        char *damaged = memcpy(arena_get(&reading->arena, packed.size), packed.data, packed.size);
        damaged[i == 0 ? packed.size - 8 : packed.size / 2] ^= 0x55;
        packed.data = damaged;
        assert_packed_refused(reading, packed,
                              arena_format(&reading->arena, "the %s data is damaged (%s); get the file again",
                                           packers[i].name, reasons[i]));
    }
}

static void other_bytes_after_packed_data_are_refused(void **state)
{
    struct reading *reading = *state;
    struct arena *arena = &reading->arena;
    for (size_t i = 0; i < N_PACKERS; i++)
        assert_packed_refused(
            reading, concatenate(arena, packers[i].pack(arena, bytes_of("1 0 a 1\n")), bytes_of("xyz")),
            arena_format(arena, "the %s data is followed by 3 other bytes; get the file again",
                         packers[i].name));
}

static void packed_qrels_name_their_lines(void **state)
{
    struct reading *reading = *state;
    struct bytes packed = gzip(&reading->arena, bytes_of("1 0 a 1\n1 0 b x\n"));
    const char *path = support_file(&reading->arena, "wrong.qrels", packed);
    assert_error(import_qrels(path, &reading->qrels, NULL, &reading->err), reading->err, ERR_INPUT,
                 arena_format(&reading->arena,
                              "%s:2: the grade 'x' is not a finite number; correct or remove the line, or "
                              "map words to grades, such as --grades Exact=2,Partial=1",
                              path));
}

/* --- Documents and questions ---------------------------------------------- */

enum { ITEMS_MEGABYTES = 72 }; /* more than the limit of one item */

static bool take_item(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    (void)line;
    (void)bytes_read;
    (void)err;
    assert_true(bytes_equal(item->text, bytes_of(context)));
    return true;
}

static void the_format_is_recognised_by_content_not_by_name(void **state)
{
    struct reading *reading = *state;
    struct item_fields fields = {.kind = ITEM_DOCUMENT};
    struct bytes json = bytes_of("{\"id\": 1, \"text\": \"Rinse it.\"}");
    struct bytes pairs = bytes_of("1\tRinse it.");
    assert_true(item_file_read(&fields, "docs.tsv.gz", json, take_item, "Rinse it.", &reading->err));
    item_fields_release(&fields);
    fields = (struct item_fields){.kind = ITEM_DOCUMENT};
    assert_true(item_file_read(&fields, "docs.jsonl.zst", pairs, take_item, "Rinse it.", &reading->err));
    item_fields_release(&fields);
}

/* Returns how many megabytes of mapped files are in memory. */
static size_t mapped_megabytes(void)
{
    size_t pages = 0, shared = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%*u %zu %zu", &pages, &shared), 2);
    fclose(statm);
    return shared * (size_t)sysconf(_SC_PAGESIZE) >> 20;
}

static bool note_memory(void *context, const struct item *item, size_t line, size_t bytes_read,
                        struct err *err)
{
    size_t *megabytes = context;
    (void)err;
    assert_true(bytes_equal(item->text, bytes_of("Why?")));
    assert_int_equal(line, 1);
    assert_true(bytes_read > ITEMS_MEGABYTES << 20);
    *megabytes = mapped_megabytes();
    return true;
}

static void reading_questions_after_many_documents_takes_little_memory(void **state)
{
    struct reading *reading = *state;
    struct item_fields fields = {.kind = ITEM_QUESTION};
    struct buffer content = {0};
    struct file file;
    size_t before = mapped_megabytes(), after = SIZE_MAX;
    buffer_add_string(&content, "{\"documents\": [{\"id\": \"d\", \"text\": \"Rinse it.\"}");
    while (content.size < ITEMS_MEGABYTES << 20)
        buffer_add_string(&content, ", {\"id\": \"d\", \"text\": \"Rinse it.\"}");
    buffer_add_string(&content, "], \"questions\": [{\"id\": \"q\", \"text\": \"Why?\"}]}");
    const char *path = support_file(&reading->arena, "one.json", buffer_bytes(&content));
    buffer_release(&content);
    assert_true(file_map(&file, path, &reading->err));
    assert_true(item_file_read(&fields, path, file.bytes, note_memory, &after, &reading->err));
    assert_in_range(after, 0, before + ITEMS_MEGABYTES / 2);
    file_close(&file);
    item_fields_release(&fields);
}

static void packed_documents_and_runs_are_imported(void **state)
{
    struct reading *reading = *state;
    struct arena *arena = &reading->arena;
    struct store *store = sample_store("packed.db", 1, 2);
    struct bytes document = gzip(arena, bytes_of("{\"id\": \"new\", \"text\": \"New.\"}\n"));
    struct bytes run = zstd(arena, bytes_of("q01 Q0 new 1 1.5 tag\n"));
    const struct import_request request = {
        .documents = (const char *[]){support_file(arena, "docs.jsonl.gz", document)},
        .n_documents = 1,
        .candidates = (const char *[]){support_file(arena, "new.run.zst", run)},
        .n_candidates = 1,
        .depth = DEPTH_DEFAULT,
    };
    struct import_summary summary;
    if (!import_files(store, &request, arena, &summary, &reading->err))
        fail_msg("%s", reading->err.text);
    assert_int_equal(summary.documents.added, 1);
    assert_int_equal(summary.candidates.added, 1);
    store_close(store);
}

/* So that nobody waits for a slow disk or for unpacking while the database is locked. */
static void an_import_does_not_reopen_files_that_its_plan_holds(void **state)
{
    struct reading *reading = *state;
    struct arena *arena = &reading->arena;
    struct store *store = sample_store("held.db", 1, 2);
    struct bytes document = gzip(arena, bytes_of("{\"id\": \"new\", \"text\": \"New.\"}\n"));
    const char *documents = support_file(arena, "held.jsonl.gz", document);
    const char *run = support_file(arena, "held.run", bytes_of("q01 Q0 new 1 1.5 tag\n"));
    struct import_plan plan = {0};
    struct import_summary summary;
    assert_true(import_plan_add(&plan, documents, CONTENT_DOCUMENTS, &reading->err));
    assert_true(import_plan_add(&plan, run, CONTENT_UNKNOWN, &reading->err));
    assert_true(import_plan_hold(&plan, &reading->err));
    assert_int_equal(unlink(documents), 0);
    assert_int_equal(unlink(run), 0);
    struct import_request request = {.plan = &plan, .depth = DEPTH_DEFAULT};
    request.documents = import_plan_paths(&plan, CONTENT_DOCUMENTS, &request.n_documents);
    request.candidates = import_plan_paths(&plan, CONTENT_RUN, &request.n_candidates);
    if (!import_files(store, &request, arena, &summary, &reading->err))
        fail_msg("%s", reading->err.text);
    assert_int_equal(summary.documents.added, 1);
    assert_int_equal(summary.candidates.added, 1);
    import_plan_release(&plan);
    store_close(store);
}

static void a_path_is_named_by_its_shortest_unique_ending(void **state)
{
    (void)state;
    static const char *const paths[] = {"a/x/1.run", "b/x/1.run", "c/y/1.run", "2.run",
                                        "b/2.run",   "b/3.run",   "-",         "/1.run"};
    static const char *const names[] = {"a/x/1.run", "b/x/1.run", "y/1.run",        "2.run",
                                        "b/2.run",   "3.run",     "standard input", "/1.run"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct bytes name = file_distinct_name(paths, sizeof paths / sizeof *paths, i);
        if (!bytes_equal(name, bytes_of(names[i])))
            fail_msg("%s: %.*s", paths[i], BYTES_FORMAT(name));
    }
}

/* --- A file that is cut off while threads read it ---------------------------- */

static struct sigaction bus_error_before;

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (!mapped_fill_hole(info->si_addr))
        sigaction(number, &bus_error_before, NULL);
}

struct watched {
    const volatile char *byte;
    bool has_changed; /* from 'x' to a null byte */
};

/* This thread and the other one have only the byte in common. */
static void *read_until_it_changes(void *argument)
{
    struct watched *watched = argument;
    char seen;
    while ((seen = *watched->byte) == 'x')
        sched_yield();
    watched->has_changed = seen == '\0';
    return NULL;
}

static void all_threads_read_nulls_from_a_truncated_file_and_it_is_reported(void **state)
{
    enum { SIZE = 1 << 16 };
    struct reading *reading = *state;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    struct buffer content = {0};
    struct file file;
    pthread_t thread;
    while (content.size < SIZE)
        buffer_add_byte(&content, 'x');
    const char *path = support_file(&reading->arena, "cut.run", buffer_bytes(&content));
    sigaction(SIGBUS, &action, &bus_error_before);
    assert_true(file_map(&file, path, &reading->err));
    struct watched watched = {.byte = file.bytes.data + SIZE - 1};
    assert_int_equal(pthread_create(&thread, NULL, read_until_it_changes, &watched), 0);
    assert_int_equal(truncate(path, 1), 0);
    assert_int_equal(*watched.byte, '\0');
    pthread_join(thread, NULL);
    assert_true(watched.has_changed);
    assert_error(file_confirm(&file, path, true, &reading->err), reading->err, ERR_INPUT,
                 arena_format(&reading->arena, "%s: the file became shorter while assay read it; try again",
                              path));
    file_close(&file);
    sigaction(SIGBUS, &bus_error_before, NULL);
    buffer_release(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(a_missing_file_is_refused),
        cmocka_unit_test(a_path_is_named_by_its_shortest_unique_ending),
        READING_TEST(a_folder_is_refused),
        READING_TEST(an_unreadable_file_is_refused),
        READING_TEST(a_large_pipe_is_read_to_its_end),
        READING_TEST(a_pipe_is_read_to_its_end),
        READING_TEST(peeking_sees_the_beginning_of_a_file),
        READING_TEST(peeking_takes_nothing_out_of_a_pipe),
        READING_TEST(packed_files_are_unpacked_regardless_of_their_name),
        READING_TEST(long_content_is_mapped_from_a_file_without_a_name),
        READING_TEST(a_long_pipe_is_mapped_from_a_file_without_a_name),
        READING_TEST(spooled_data_can_be_read_back),
        READING_TEST(a_folder_for_temporary_files_that_has_no_room_is_named),
        READING_TEST(nothing_at_all_can_be_packed),
        READING_TEST(parts_packed_one_by_one_are_one_content),
        READING_TEST(a_frame_to_be_skipped_is_skipped),
        READING_TEST(a_byte_order_mark_may_be_packed),
        READING_TEST(packed_data_that_is_cut_short_anywhere_is_refused),
        READING_TEST(large_packed_data_that_is_cut_short_is_refused),
        READING_TEST(damaged_packed_data_is_refused),
        READING_TEST(other_bytes_after_packed_data_are_refused),
        READING_TEST(packed_qrels_name_their_lines),
        READING_TEST(packed_documents_and_runs_are_imported),
        READING_TEST(an_import_does_not_reopen_files_that_its_plan_holds),
        READING_TEST(the_format_is_recognised_by_content_not_by_name),
        READING_TEST(reading_questions_after_many_documents_takes_little_memory),
        READING_TEST(all_threads_read_nulls_from_a_truncated_file_and_it_is_reported),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
