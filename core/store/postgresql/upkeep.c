/* Keeps the server fast and sessions apart: statistics of the tables, and locks for deletions. */
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

/*
 * Whoever deals a ballot holds its question until the ballot is there, and may then wait for the question of an answer.
 * So the locks are taken all at once, or none of them while others are in the way, and nobody waits in a circle. If
 * somebody is in the way all the time, the last attempt waits as everybody does. If a question loses its last
 * candidate, the others change places, so all of them are locked.
 */
bool server_begin_removing(struct db *db, struct err *err)
{
    return db_execute(db,
                      "DO $$ BEGIN FOR attempt IN 1..500 LOOP"
                      " BEGIN"
                      "  PERFORM FROM question"
                      "   WHERE question_id IN (SELECT question_id FROM doomed)"
                      "      OR EXISTS (SELECT FROM doomed WHERE NOT EXISTS"
                      "          (SELECT FROM candidate"
                      "            WHERE candidate.question_id = doomed.question_id"
                      "              AND (candidate.question_id, candidate.document_id) NOT IN"
                      "                  (SELECT question_id, document_id FROM doomed)))"
                      "   FOR UPDATE NOWAIT;"
                      "  EXIT;"
                      " EXCEPTION WHEN lock_not_available THEN"
                      "  IF attempt = 500 THEN"
                      "   PERFORM FROM question WHERE question_id IN (SELECT question_id FROM doomed)"
                      "    ORDER BY question_id FOR UPDATE;"
                      "  END IF;"
                      "  PERFORM pg_sleep(0.01);"
                      " END;"
                      "END LOOP; END $$",
                      err);
}

bool server_end_removing(struct db *db, struct err *err)
{
    (void)db;
    (void)err;
    return true;
}
