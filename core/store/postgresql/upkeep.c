/* What the server needs to be quick: indexes for a time, and what it knows of the tables. */
#include "core/store/postgresql/server_db.h"

/*
 * The server plans by what it has counted, and by a guess where it has not counted yet. What it has counted as empty it takes for
 * empty, and the plans of those who label are then good for nothing once it is not: so no table of votes is counted before there
 * is one. It passes over tables of which somebody else is the owner.
 */
bool server_count_anew(struct db *db, struct err *err)
{
    return db_execute(
        db,
        "ANALYZE document, question, candidate, candidate_source, judgment;"
        "DO $$ BEGIN IF EXISTS (SELECT FROM answer) THEN ANALYZE ballot, slot, answer; END IF; END $$",
        err);
}

/* Tables have an owner, who alone makes indexes of them: whoever leads has these procedures. */
bool server_begin_removing(struct db *db, struct err *err)
{
    return db_execute(db, "CALL slot_index_make(); CALL answer_index_make()", err);
}

bool server_end_removing(struct db *db, struct err *err)
{
    return db_execute(db, "CALL slot_index_drop(); CALL answer_index_drop()", err);
}
