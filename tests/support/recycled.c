#include "tests/support/support.h"

#include "tests/support/recycled.h"

#include "core/store/store.h"
#include "tests/support/content.h"
#include "tests/support/postgresql.h"

#include <string.h>

enum { DATABASES_MAX = 64, DATABASES_LEAST = 3 };

static struct {
    struct arena memory;
    const char *urls[DATABASES_MAX];
    size_t n;
    size_t next;
} databases;

/* Creates a database with assay's tables and no rows. */
static const char *make_database(void)
{
    struct arena arena = {0};
    struct err err;
    struct store *store = NULL;
    assert_true(databases.n < DATABASES_MAX);
    const char *url = databases.urls[databases.n++] = postgresql_database(&databases.memory);
    if (!store_open(&store, url, STORE_CREATE, &err) || !store_begin(store, &err) ||
        !store_commit(store, &err))
        fail_msg("%s", err.text);
    store_close(store);
    postgresql_do(url, content_of(&arena, support_source(&arena, "tests/support/recycled.sql")).data);
    recycled_keep(url, "nothing");
    arena_release(&arena);
    return url;
}

const char *recycled_database(struct arena *arena, const char *name, bool *is_filled)
{
    *is_filled = false;
    for (size_t i = 0; databases.n >= DATABASES_LEAST && i < databases.n; i++) {
        const char *url = databases.urls[databases.next++ % databases.n];
        const char *there =
            postgresql_value(arena, url, arena_format(arena, "SELECT recycled.put_back('%s')", name));
        *is_filled = strcmp(there, name) == 0;
        if (there[0] != '\0')
            return url;
    }
    return make_database();
}

void recycled_keep(const char *url, const char *name)
{
    struct arena arena = {0};
    postgresql_do(url, arena_format(&arena, "SELECT recycled.keep('%s')", name));
    arena_release(&arena);
}
