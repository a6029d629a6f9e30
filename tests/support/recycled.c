#include "tests/support/support.h"

#include "tests/support/recycled.h"

#include "tests/support/postgresql.h"

#include <string.h>

enum { DATABASES_MAX = 64, DATABASES_LEAST = 3 };

static struct {
    struct arena memory;
    const char *urls[DATABASES_MAX];
    size_t n;
    size_t next;
} databases;

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
    assert_true(databases.n < DATABASES_MAX);
    const char *tables = arena_format(arena, "postgresql://assay@/assay_tables?host=%s", postgresql_of_run());
    return databases.urls[databases.n++] = postgresql_copy(&databases.memory, tables);
}

void recycled_keep(const char *url, const char *name)
{
    struct arena arena = {0};
    postgresql_do(url, arena_format(&arena, "SELECT recycled.keep('%s')", name));
    arena_release(&arena);
}
