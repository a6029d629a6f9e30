/*
 * A failure as one sentence for people. PostgreSQL's own words are for who runs it: they stand behind what assay knows of the
 * SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
#include "core/store/postgresql/server_db.h"

#include <string.h>

bool server_has_worked(const PGresult *result)
{
    ExecStatusType status = result != NULL ? libpq.PQresultStatus(result) : PGRES_FATAL_ERROR;
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* The first line, without the name of the severity. */
static struct bytes first_line(const char *message)
{
    size_t size = strcspn(message, "\n");
    return (struct bytes){.data = message, .size = size};
}

/* "FATAL:" alone is no reason either. */
static struct bytes reason_of(const char *message)
{
    struct bytes said = bytes_trim(first_line(message));
    bool is_empty = said.size == 0 || said.data[said.size - 1] == ':';
    return is_empty ? bytes_of("what answered gave no reason; is it a PostgreSQL server?") : said;
}

/* Why a server lets nobody in, as far as something is known to do about it. */
static const struct refusal {
    const char *state, *advice;
    bool is_final; /* it would say the same again, so nobody waits for it */
} refusals[] = {
    {"28P01", "give the password that it wants, in ~/.pgpass", true},
    {"28000", "ask who runs it to let you in", true},
    {"42501", "ask who runs it to let you in", true},
    {"3D000", "ask who runs it for a database of this name", true},
    {"53300", "try again when others have left", false},
};
enum { STATE_SIZE = 5, REFUSALS = sizeof refusals / sizeof *refusals };

/* Behind the SQLSTATE in what libpq says of a connection, "FATAL:  3D000: database …"; NULL: there is none. */
static const char *words_behind_state(const char *message, const char *state)
{
    const char *found = strstr(message, state);
    bool is_state = found != NULL && strncmp(found + STATE_SIZE, ": ", 2) == 0;
    return is_state ? found + STATE_SIZE + 2 : NULL;
}

/* Of several hosts the last that was asked. Moves `words` to the server's own. */
static const struct refusal *find_refusal(const char **words)
{
    for (size_t i = 0; i < REFUSALS; i++) {
        const char *found = words_behind_state(*words, refusals[i].state);
        if (found == NULL)
            continue;
        *words = found;
        return &refusals[i];
    }
    return NULL;
}

static const char *field_of(const PGresult *result, int field)
{
    const char *text = libpq.PQresultErrorField(result, field);
    return text != NULL ? text : "";
}

/* A line is cut at its end: what it means for the reader comes first, the server's words last. */
bool server_fail_away(struct server_db *db, const char *words, struct err *err)
{
    const char *path = db->base.path;
    const struct refusal *refusal = find_refusal(&words);
    struct bytes said = reason_of(words);
    db->base.may_be_kept = db->is_committing;
    db->base.is_away = db->is_unfit = true;
    db->base.waits_in_vain = refusal != NULL && refusal->is_final;
    if (!db->is_open)
        return err_set(err, ERR_DATABASE, "%s: no connection to the server: %.*s%s%s", path,
                       BYTES_FORMAT(said), refusal != NULL ? "; " : "",
                       refusal != NULL ? refusal->advice : "");
    return err_set(err, ERR_DATABASE, "%sno connection to the server; %s (%s: %.*s)",
                   db->is_committing ? "perhaps saved: "
                   : db->is_writing  ? "not saved: "
                                     : "",
                   refusal != NULL ? refusal->advice : "try again when it is back", path, BYTES_FORMAT(said));
}

bool server_fail_lost(struct server_db *db, struct err *err)
{
    if (db->base.was_stopped) {
        db->base.may_be_kept = db->is_committing;
        db->base.is_away = true;
        return err_set(err, ERR_INTERRUPTED, "%s: stopped while waiting for the server", db->base.path);
    }
    const char *words = libpq.PQerrorMessage(db->connection);
    return server_fail_away(db, words[0] != '\0' ? words : "what it answered was not asked", err);
}

#define LOCK_TIMEOUT "55P03"

/*
 * Another one was there first: the same, begun again, finds another state. That one may be the same annotator, who begins twice;
 * the same answer, whose COMMIT was still on its way when its connection was lost; or a server that was promoted has given a
 * number again that the lost one gave.
 */
static bool is_conflict(const PGresult *result, const char *state)
{
    static const char *const constraints[] = {"ballot_by_question", "answer_uuid_key", "ballot_pkey",
                                              "answer_pkey", "annotator_name_key"};
    const char *constraint = field_of(result, PG_DIAG_CONSTRAINT_NAME);
    bool is_known = false;
    for (size_t i = 0; i < sizeof constraints / sizeof *constraints; i++)
        is_known = is_known || strcmp(constraint, constraints[i]) == 0;
    return strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 ||
           (strcmp(state, "23505") == 0 && is_known);
}

bool server_misses_table(const PGresult *failure)
{
    return failure != NULL && strcmp(field_of(failure, PG_DIAG_SQLSTATE), "42P01") == 0;
}

/* The server says farewell, or is none that can be written to. */
static bool is_of_connection(const char *state)
{
    return strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0 || strcmp(state, "53300") == 0 ||
           strcmp(state, "25006") == 0;
}

bool server_fail(struct server_db *db, const PGresult *result, struct err *err)
{
    const char *state = result != NULL ? field_of(result, PG_DIAG_SQLSTATE) : "";
    const char *path = db->base.path,
               *words = result != NULL ? field_of(result, PG_DIAG_MESSAGE_PRIMARY) : "";
    db->base.met_another = result != NULL && is_conflict(result, state);
    db->base.was_busy = strcmp(state, LOCK_TIMEOUT) == 0;
    if (result == NULL || state[0] == '\0')
        return server_fail_lost(db, err);
    if (strcmp(state, "57014") == 0 && db->base.was_stopped)
        return err_set(err, ERR_INTERRUPTED, "%s: stopped; nothing was saved", path);
    if (db->base.met_another)
        return err_set(err, ERR_DATABASE, "%s: another one wrote the same at the same time; try again", path);
    if (db->base.was_busy)
        return err_set(err, ERR_DATABASE, "%s: another one has been writing the same for a minute; try again",
                       path);
    if (is_of_connection(state))
        return server_fail_away(db, words, err);
    if (strcmp(state, "42501") == 0)
        return err_set(err, ERR_DATABASE, "%s: %s; ask who runs the server for the right to do so", path,
                       words);
    if (strcmp(state, "AS001") == 0) /* in the words of rights.sql */
        return err_set(err, ERR_INPUT, "%s: %s", path, words);
    if (strcmp(state, "53100") == 0)
        return err_set(err, ERR_DATABASE, "%s: the server's disk is full; nothing was saved", path);
    if (strcmp(state, "23514") == 0)
        return err_set(err, ERR_INPUT, "%s: %s; on a server an id is at most 2,000 bytes long", path, words);
    return err_set(err, ERR_DATABASE, "%s: the server refused this: %s (%s)", path, words, state);
}

bool server_fail_damaged(const struct db *base, const char *damage, struct err *err)
{
    return err_set(err, ERR_DATABASE, "%s: the database is damaged: %s; `assay check` lists what is wrong",
                   base->path, damage);
}
