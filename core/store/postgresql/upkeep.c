/* Keeps the server fast: temporary indexes for deletions, and statistics of the tables. */
#include "core/store/postgresql/server_db.h"

/*
 * The server plans with its statistics, or with a guess if there are none. If its statistics say that a table is empty,
 * the plans of those who label are useless once it is not. So tables of votes are analysed only if they have rows. The
 * server skips tables of other owners.
 */
bool server_count_anew(struct db *db, struct err *err)
{
    return db_execute(
        db,
        "ANALYZE document, question, candidate, candidate_source, judgment;"
        "DO $$ BEGIN IF EXISTS (SELECT FROM answer) THEN ANALYZE ballot, slot, answer; END IF; END $$",
        err);
}

/* Only the owner of a table can make indexes on it, so leads use these procedures. */
bool server_begin_removing(struct db *db, struct err *err)
{
    return db_execute(db, "CALL slot_index_make(); CALL answer_index_make()", err);
}

bool server_end_removing(struct db *db, struct err *err)
{
    return db_execute(db, "CALL slot_index_drop(); CALL answer_index_drop()", err);
}
