/*
 * Votes from elsewhere: all lines of any input are counted, or there is one clean line of error. Each input is imported
 * into a database with three documents and two questions, and then undone.
 */
#include "core/base/bug.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/store.h"
#include "import/votes.h"
#include "tests/support/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct store *store;

static void close_database(void)
{
    store_close(store);
}

static void put_items(void)
{
    static const char *const docids[] = {"d1", "d2", "d3"}, *const qids[] = {"q1", "q2"};
    enum stored stored;
    struct err err;
    for (size_t i = 0; i < 3; i++) {
        const struct item item = {.id = bytes_of(docids[i]), .text = bytes_of("text")};
        BUG_UNLESS(store_put_document(store, &item, REPLACE_NOTHING, &stored, &err));
    }
    for (size_t i = 0; i < 2; i++) {
        const struct item item = {.id = bytes_of(qids[i]), .text = bytes_of("text")};
        BUG_UNLESS(store_put_question(store, &item, REPLACE_NOTHING, &stored, &err));
    }
}

static void make_database(void)
{
    struct err err;
    const char *path = scratch_file("votes.db", (struct bytes){0});
    BUG_UNLESS(store_open(&store, path, STORE_CREATE, &err) && store_begin(store, &err));
    put_items();
    BUG_UNLESS(store_commit(store, &err));
    atexit(close_database);
}

static bool open_input(void *context, const char *path, struct file *file, struct err *err)
{
    (void)path;
    (void)err;
    *file = (struct file){.bytes = *(const struct bytes *)context};
    return true;
}

static bool go_on(void *context, size_t done, size_t total, struct err *err)
{
    (void)context;
    (void)err;
    BUG_UNLESS(done <= total);
    return true;
}

static void import_input(struct bytes content, bool skip_unknown)
{
    struct arena arena = {0};
    struct unknown_ids unknown = {0};
    struct put_counts votes = {0}, candidates = {0};
    struct err err = {0};
    const struct filling filling = {
        .store = store,
        .arena = &arena,
        .skip_unknown = skip_unknown,
        .unknown = &unknown,
        .open = open_input,
        .report = go_on,
        .context = &content,
    };
    const struct votes_request request = {.annotator = "fuzz", .now = 1700000000000};
    BUG_UNLESS(store_begin(store, &err) && store_begin_import(store, bytes_of("x"), request.now, &err));
    if (import_votes(&filling, "x", &request, &votes, &candidates, &err))
        BUG_UNLESS(votes.added + votes.replaced + votes.same + unknown.rows > 0);
    else
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    store_rollback(store);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bytes content = {.data = (const char *)data, .size = size};
    if (store == NULL)
        make_database();
    import_input(content, false);
    import_input(content, true);
    return 0;
}
