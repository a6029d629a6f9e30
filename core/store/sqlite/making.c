/* Reads the facts that a database stores about its tables, and makes the tables of a merge. */
#include "core/store/sqlite/sqlite_db.h"

bool sqlite_has_tables(struct db *base, bool *has_tables, struct err *err)
{
    int64_t tables;
    bool looked = sqlite_pragma(base, "SELECT count(*) FROM sqlite_schema", &tables, err);
    *has_tables = looked && tables > 0;
    return looked;
}

/* A missing table is not an error here: schema.h reports it as a flaw. */
bool sqlite_read_made(struct db *db, struct arena *arena, struct made *made, struct err *err)
{
    *made = (struct made){.is_owner = true, .has_all_triggers = true};
    if (!sqlite_pragma(db, "PRAGMA user_version", &made->version, err))
        return false;
    struct query query = query_start(db, STATEMENT_SCHEMA_MADE_OF);
    made->of = query_next(&query) ? arena_copy(arena, query_bytes(&query, 0)) : (struct bytes){0};
    bool is_there = query_end(&query, err_ignored());
    (void)is_there;
    return true;
}

bool sqlite_make_merging(struct db *db, struct err *err)
{
    return db_execute_lines(db, sqlite_merging, err);
}
