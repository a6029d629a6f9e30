/* Tables made in a database without any, and those of a merge. All inside the caller's transaction. */
#include "core/store/sqlite/sqlite_db.h"

#include <stdio.h>

bool sqlite_has_tables(struct db *base, bool *has_tables, struct err *err)
{
    int64_t tables;
    bool looked = sqlite_pragma(base, "SELECT count(*) FROM sqlite_schema", &tables, err);
    *has_tables = looked && tables > 0;
    return looked;
}

bool sqlite_make_schema(struct db *base, struct err *err)
{
    char identity[128];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, SCHEMA_VERSION);
    return db_execute_lines(base, schema_lines, err) && db_execute_lines(base, trigger_lines, err) &&
           db_execute(base, identity, err);
}

bool sqlite_make_merging(struct db *db, struct err *err)
{
    return db_execute_lines(db, merging_lines, err);
}
