/* What a database on a server needs around an import. */
#include "core/store/postgresql/server_db.h"

/* The lock ends with the transaction. What is asked behind it sees what an import has committed that was waited for. */
bool server_begin_import(struct db *base, struct err *err)
{
    struct server_db *db = server_of(base);
    struct server_answer answer;
    pipeline_ask_text(db, "SELECT pg_advisory_xact_lock(hashtext('assay import'))", &answer);
    pipeline_run(db);
    bool is_locked = answer.result != NULL || server_fail(db, db->failure, err);
    libpq.PQclear(answer.result);
    return is_locked;
}

/*
 * The server plans by what it has counted, and by nothing where it has not counted yet: plans that are kept for empty tables
 * are slow for full ones. It passes over tables of which somebody else is the owner.
 */
bool server_count_anew(struct db *db, struct err *err)
{
    return db_execute(
        db, "ANALYZE document, question, candidate, candidate_source, judgment, ballot, slot, answer", err);
}
