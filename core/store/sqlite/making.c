/* Tables made in a database without any, brought up to date, and those of a merge. All inside the caller's transaction. */
#include "core/store/sqlite/sqlite_db.h"

#include <stdio.h>

bool sqlite_has_tables(struct db *base, bool *has_tables, struct err *err)
{
    int64_t tables;
    bool looked = sqlite_pragma(base, "SELECT count(*) FROM sqlite_schema", &tables, err);
    *has_tables = looked && tables > 0;
    return looked;
}

/* The last steps of what makes a database or brings it up to date. */
static bool make_triggers(struct db *db, struct err *err)
{
    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return db_execute_lines(db, trigger_lines, err) && db_execute(db, version, err);
}

bool sqlite_make_schema(struct db *base, struct err *err)
{
    char identity[64];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d", APPLICATION_ID);
    return db_execute_lines(base, schema_lines, err) && db_execute(base, identity, err) &&
           make_triggers(base, err);
}

bool sqlite_make_merging(struct db *db, struct err *err)
{
    return db_execute_lines(db, merging_lines, err);
}

bool sqlite_take_steps(struct db *db, int64_t version, struct err *err)
{
    bool worked = true;
    for (int64_t next = version + 1; worked && next <= SCHEMA_VERSION; next++)
        worked = db_execute_lines(db, migrations[next], err);
    return worked && make_triggers(db, err);
}
