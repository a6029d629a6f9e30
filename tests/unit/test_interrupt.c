/*
 * Ctrl-C during long work. An import, a pool, a carry and a merge can be stopped at each moment at which they ask
 * whether to go on. Then the database is unchanged, byte for byte. An index keeps the part that is already built, and
 * nothing else changes. An import that has committed a part undoes it.
 */
#include "tests/support/support.h"

#include "core/store/upkeep/merging.h"
#include "core/store/search/search.h"
#include "core/store/store.h"
#include "import/carrying.h"
#include "import/files/file.h"
#include "import/import.h"
#include "import/pooling.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <fcntl.h>
#include <unistd.h>

enum { DOCUMENTS = 1000, QUESTIONS = 12 };

/* A user who lets the work go on `patience` times and then presses Ctrl-C. */
struct user {
    size_t patience;
    bool has_stopped_it;
};

static bool goes_on(struct user *user)
{
    user->has_stopped_it = user->patience == 0;
    user->patience -= !user->has_stopped_it;
    return !user->has_stopped_it;
}

static bool import_goes_on(void *user, const struct import_progress *progress)
{
    (void)progress;
    return goes_on(user);
}

static bool search_goes_on(void *user, const char *subject, size_t done, size_t total)
{
    (void)subject;
    (void)done;
    (void)total;
    return goes_on(user);
}

static bool merge_goes_on(void *user, const char *path, int64_t done, int64_t total)
{
    assert_non_null(path);
    assert_true(done <= total);
    return goes_on(user);
}

static bool statement_goes_on(void *user, const struct busy_wait *wait)
{
    (void)wait;
    return goes_on(user);
}

struct desk {
    struct arena arena;
    const char *database, *documents, *edited, *questions, *run;
};

static const char *write_documents(struct desk *desk, const char *name, const char *docid, const char *end)
{
    struct buffer text = {0};
    for (size_t i = 0; i < DOCUMENTS; i++)
        buffer_add_format(&text, "%s%zu\tthe hose number %zu comes off with two %s\n", docid, i, i, end);
    const char *path = support_file(&desk->arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static void write_files(struct desk *desk)
{
    struct buffer questions = {0}, run = {0};
    for (size_t i = 0; i < QUESTIONS; i++) {
        buffer_add_format(&questions, "q%zu\thow does hose %zu come off?\n", i, i);
        buffer_add_format(&run, "q%zu Q0 d%zu 1 2.5 run\n", i, i);
    }
    desk->documents = write_documents(desk, "documents.tsv", "d", "buttons");
    desk->edited = write_documents(desk, "edited.tsv", "e", "grey handles");
    desk->questions = support_file(&desk->arena, "questions.tsv", buffer_bytes(&questions));
    desk->run = support_file(&desk->arena, "some.run", buffer_bytes(&run));
    buffer_release(&questions);
    buffer_release(&run);
}

/* Does the work. Returns false if the user has stopped it. */
typedef bool work(struct desk *desk, struct store *store, struct user *user, struct err *err);

static bool import(struct desk *desk, struct store *store, struct user *user, struct err *err)
{
    struct import_summary summary;
    const struct import_request request = {.documents = &desk->documents,
                                           .n_documents = 1,
                                           .questions = &desk->questions,
                                           .n_questions = 1,
                                           .candidates = &desk->run,
                                           .n_candidates = 1,
                                           .depth = DEPTH_DEFAULT,
                                           .watch = import_goes_on,
                                           .watch_context = user};
    return import_files(store, &request, &desk->arena, &summary, err);
}

static bool make_index(struct desk *desk, struct store *store, struct user *user, struct err *err)
{
    (void)desk;
    struct searcher *searcher;
    const struct search_request request = {.watch = search_goes_on, .watch_context = user};
    bool made = search_open(&searcher, store, &request, err);
    if (made)
        search_close(searcher);
    return made;
}

static bool pool(struct desk *desk, struct store *store, struct user *user, struct err *err)
{
    struct user patient = {.patience = SIZE_MAX};
    struct searcher *searcher;
    const struct search_request search = {.watch = search_goes_on, .watch_context = &patient};
    const struct pooling_source sources[] = {{.path = desk->run, .depth = 10}, {.depth = 2}};
    struct pooling_request request = {.sources = sources,
                                      .n_sources = 2,
                                      .watch = import_goes_on,
                                      .watch_context = user};
    struct pooling_summary summary;
    assert_true(search_open(&searcher, store, &search, err));
    request.searcher = searcher;
    bool filled = pooling_fill(store, &request, &desk->arena, &summary, err);
    search_close(searcher);
    return filled;
}

static bool carry(struct desk *desk, struct store *store, struct user *user, struct err *err)
{
    const struct carry_request request = {.documents = &desk->edited,
                                          .n_documents = 1,
                                          .alike = 0.5,
                                          .queue = true,
                                          .watch = import_goes_on,
                                          .watch_context = user};
    struct carrying carrying = {0};
    struct carry_summary summary;
    bool carried = carrying_find(store, &request, &carrying, err) &&
                   carrying_write(store, &request, &carrying, &summary, err);
    carrying_release(&carrying);
    return carried;
}

static bool nobody_interrupts(void)
{
    return false;
}

static void say_nothing(void *context, struct bytes line)
{
    (void)context;
    (void)line;
}

/* A merge can also be stopped during its statements. The new database is complete, or it does not exist. */
static bool merge(struct desk *desk, struct store *store, struct user *user, struct err *err)
{
    const struct busy_watch watch = {.go_on = statement_goes_on, .context = user};
    const char *path = arena_format(&desk->arena, "%s.merged", desk->database);
    struct store *merged, *const files[] = {store, store};
    struct merge_summary summary;
    const struct merge_request request = {.files = files,
                                          .n_files = 2,
                                          .difference = say_nothing,
                                          .remark = say_nothing,
                                          .watch = merge_goes_on,
                                          .workforce = {.n_threads = 2, .interrupted = nobody_interrupts},
                                          .context = user};
    unlink(path);
    assert_true(store_open_watched(&merged, path, STORE_CREATE, watch, err));
    bool made = store_merge(merged, &request, &summary, err);
    store_watch_busy(merged, (struct busy_watch){0});
    if (made)
        assert_int_equal(store_problems(merged), 0);
    store_close(merged);
    assert_int_equal(access(path, F_OK) == 0, made);
    return made;
}

static struct bytes read_database(struct desk *desk)
{
    struct file file;
    struct err err;
    assert_true(file_open(&file, desk->database, &err));
    struct bytes copy = arena_copy(&desk->arena, file.bytes);
    file_close(&file);
    return copy;
}

static bool work_on(struct desk *desk, work *do_work, struct user *user, struct err *err)
{
    struct store *store;
    assert_true(store_open(&store, desk->database, STORE_EXISTING, err));
    bool done = do_work(desk, store, user, err);
    assert_int_equal(store_problems(store), 0);
    store_close(store);
    return done;
}

static void do_at_once(struct desk *desk, work *do_work)
{
    struct err err;
    struct user patient = {.patience = SIZE_MAX};
    assert_true(work_on(desk, do_work, &patient, &err));
}

/* Stops the work at each moment in turn, until it ends without having been stopped. */
static void assert_stops_with_nothing_changed(struct desk *desk, work *do_work)
{
    struct bytes before = read_database(desk);
    struct err err;
    struct user user = {0};
    size_t moments = 0;
    while (user = (struct user){.patience = moments}, !work_on(desk, do_work, &user, &err)) {
        assert_true(user.has_stopped_it);
        assert_int_equal(err.code, ERR_INTERRUPTED);
        assert_true(bytes_equal(read_database(desk), before));
        moments++;
    }
    assert_true(moments > 3);
}

static int set_up(void **state)
{
    static struct desk desk;
    desk = (struct desk){0};
    struct store *store = sample_store("stopped.db", 1, 2);
    desk.database = arena_copy_string(&desk.arena, store_path(store));
    store_close(store);
    write_files(&desk);
    *state = &desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    arena_release(&desk->arena);
    return 0;
}

static void a_stopped_import_leaves_the_database_as_it_was(void **state)
{
    assert_stops_with_nothing_changed(*state, import);
}

static void a_stopped_pool_leaves_the_database_as_it_was(void **state)
{
    do_at_once(*state, import);
    do_at_once(*state, make_index);
    assert_stops_with_nothing_changed(*state, pool);
}

static void a_stopped_carry_leaves_the_database_as_it_was(void **state)
{
    do_at_once(*state, import);
    assert_stops_with_nothing_changed(*state, carry);
}

static void a_stopped_merge_leaves_no_database(void **state)
{
    assert_stops_with_nothing_changed(*state, merge);
}

/* An index is built in several transactions, so that others can vote meanwhile. */
static void a_stopped_index_build_is_continued(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t stops = 0;
    do_at_once(desk, import);
    for (struct user user = {0}; !work_on(desk, make_index, &user, &err);
         user = (struct user){.patience = 1}) {
        assert_int_equal(err.code, ERR_INTERRUPTED);
        stops++;
    }
    assert_true(stops > 0);
    do_at_once(desk, pool);
}

/* Another program that waits for its turn to write, and takes it at the end of the first part of an import. */
struct neighbour {
    const char *wal;
    int file; /* -1: it does not wait yet */
};

static void lock_turn(struct neighbour *neighbour, short type)
{
    enum { LATER_PLACE = 1000 };
    struct flock place = {.l_type = type, .l_whence = SEEK_SET, .l_start = LATER_PLACE, .l_len = 1};
    assert_int_equal(fcntl(neighbour->file, F_OFD_SETLK, &place), 0);
}

static int64_t come_before_the_next_part(void *context)
{
    struct neighbour *neighbour = context;
    if (neighbour->file < 0) {
        neighbour->file = open(neighbour->wal, O_RDWR | O_CLOEXEC);
        lock_turn(neighbour, F_WRLCK);
    }
    return 0;
}

static bool stop_waiting(void *context, const struct busy_wait *wait)
{
    struct neighbour *neighbour = context;
    assert_int_equal(wait->cause, BUSY_WRITER);
    lock_turn(neighbour, F_UNLCK);
    return false;
}

static void an_import_stopped_while_waiting_for_its_second_part_is_undone(void **state)
{
    struct desk *desk = *state;
    struct neighbour neighbour = {.wal = arena_format(&desk->arena, "%s-wal", desk->database), .file = -1};
    const struct import_request request = {.documents = &desk->documents,
                                           .n_documents = 1,
                                           .clock = {.now = come_before_the_next_part,
                                                     .context = &neighbour}};
    struct import_summary summary;
    struct store *store;
    struct err err;
    assert_true(store_open(&store, desk->database, STORE_EXISTING, &err));
    const int64_t documents = beside_integer(store, "SELECT count(*) FROM document");
    store_watch_busy(store, (struct busy_watch){.go_on = stop_waiting, .context = &neighbour});
    assert_false(import_files(store, &request, &desk->arena, &summary, &err));
    assert_true(neighbour.file >= 0);
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM document"), documents);
    close(neighbour.file);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stopped_import_leaves_the_database_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_import_stopped_while_waiting_for_its_second_part_is_undone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_stopped_pool_leaves_the_database_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stopped_carry_leaves_the_database_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stopped_merge_leaves_no_database, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stopped_index_build_is_continued, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
