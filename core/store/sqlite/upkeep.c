/* Temporary indexes for deletions. */
#include "core/store/sqlite/sqlite_db.h"

bool sqlite_begin_removing(struct db *db, struct err *err)
{
    return db_execute(db,
                      "CREATE INDEX slot_by_document ON slot(document_id);"
                      "CREATE INDEX answer_by_ballot ON answer(ballot_id, position)",
                      err);
}

bool sqlite_end_removing(struct db *db, struct err *err)
{
    return db_execute(db, "DROP INDEX IF EXISTS slot_by_document; DROP INDEX IF EXISTS answer_by_ballot",
                      err);
}
