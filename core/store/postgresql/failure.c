/*
 * Describes a failure in one sentence for people. PostgreSQL's own words are meant for administrators; they follow what
 * assay knows about the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
#include "core/store/postgresql/server_db.h"

#include <stdio.h>
#include <string.h>

bool server_has_worked(const PGresult *result)
{
    ExecStatusType status = result != NULL ? libpq.PQresultStatus(result) : PGRES_FATAL_ERROR;
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* The first line. */
static struct bytes first_line(const char *message)
{
    size_t size = strcspn(message, "\n");
    return (struct bytes){.data = message, .size = size};
}

/* A text that ends in a colon, such as "FATAL:", gives no reason. */
static bool gives_reason(struct bytes said)
{
    return said.size > 0 && said.data[said.size - 1] != ':';
}

/* Reasons for a refused connection for which there is advice, by SQLSTATE or by libpq's own words. */
static const struct refusal {
    const char *state, *words, *advice;
    bool is_final; /* it would be repeated, so nobody waits for it */
} refusals[] = {
    {"28P01", NULL, "put its password into ~/.pgpass", true},
    {NULL, "no password supplied", "put its password into ~/.pgpass", true},
    {"28000", NULL, "ask its administrator for access", true},
    {"42501", NULL, "ask its administrator for access", true},
    {"3D000", NULL, "ask its administrator for a database of this name", true},
    {"53300", NULL, "try again when others have left", false},
    {"57P03", NULL, "try again when the server is up", false},
    {NULL, "server is in hot standby mode",
     "the server can't be written to; also name the primary in the address", false},
    {NULL, "session is read-only", "the server can't be written to; also name the primary in the address",
     false},
    {NULL, "invalid ", "check how the address is written", true},
    {NULL, "server does not support SSL", "ask its administrator for encrypted connections", false},
    {NULL, "certificate", "ask its administrator for the certificate that vouches for it (sslrootcert)",
     false},
};
enum { STATE_SIZE = 5, REFUSALS = sizeof refusals / sizeof *refusals };

/*
 * Returns the words after the SQLSTATE in libpq's message about a connection, "FATAL:  3D000: database …"; NULL: it has
 * another state.
 */
static const char *words_behind_state(const char *message, const char *state)
{
    const char *found = strstr(message, state);
    bool is_state = found != NULL && strncmp(found + STATE_SIZE, ": ", 2) == 0;
    return is_state ? found + STATE_SIZE + 2 : NULL;
}

/* Finds the refusal of the last host that was asked. Moves `words` to the server's own words. */
static const struct refusal *find_refusal(const char **words)
{
    for (size_t i = 0; i < REFUSALS; i++) {
        const struct refusal *refusal = &refusals[i];
        const char *found = refusal->state != NULL ? words_behind_state(*words, refusal->state)
                            : strstr(*words, refusal->words) != NULL ? *words
                                                                     : NULL;
        if (found == NULL)
            continue;
        *words = found;
        return refusal;
    }
    return NULL;
}

/* A wrong address can't be distinguished from a server that is down. */
static bool fail_unopened(const char *path, const struct refusal *refusal, struct bytes said, struct err *err)
{
    static const char nobody[] = "the answer gave no reason; is it a PostgreSQL server?";
    if (!gives_reason(said))
        return err_set(err, ERR_DATABASE, "%s: no connection to the server: %s", path, nobody);
    return err_set(err, ERR_DATABASE, "%s: no connection to the server: %.*s; %s", path, BYTES_FORMAT(said),
                   refusal != NULL ? refusal->advice : "check the address, and check that the server is up");
}

static const char *field_of(const PGresult *result, int field)
{
    const char *text = libpq.PQresultErrorField(result, field);
    return text != NULL ? text : "";
}

static const char *outcome_of(const struct server_db *db)
{
    return db->is_committing ? "perhaps saved: " : db->is_writing ? "not saved: " : "";
}

/* Makes the next transaction connect again. */
static void give_connection_up(struct server_db *db, bool waits_in_vain)
{
    db->base.may_be_kept = db->is_committing;
    db->base.is_away = db->is_unfit = true;
    db->base.waits_in_vain = waits_in_vain;
}

/* A screen may cut the line at its end, so the meaning for the user comes first, and the server's words last. */
bool server_fail_away(struct server_db *db, const char *words, struct err *err)
{
    const char *path = db->base.path;
    const struct refusal *refusal = find_refusal(&words);
    struct bytes said = bytes_trim(first_line(words));
    give_connection_up(db, refusal != NULL && refusal->is_final);
    if (!db->is_open)
        return fail_unopened(path, refusal, said, err);
    return err_set(err, ERR_DATABASE, "%sno connection to the server; %s (%s%s%.*s)", outcome_of(db),
                   refusal != NULL ? refusal->advice : "try again when the server is back", path,
                   gives_reason(said) ? ": " : "", BYTES_FORMAT(said));
}

void server_forget_refusal(struct server_db *db)
{
    db->base.is_refused = false;
    db->base.refused_ms = 0;
}

bool server_fail_lost(struct server_db *db, struct err *err)
{
    server_forget_refusal(db);
    if (db->base.was_stopped) {
        db->base.may_be_kept = db->is_committing;
        db->base.is_away = true;
        return err_set(err, ERR_INTERRUPTED, "%s: stopped while waiting for the server", db->base.path);
    }
    const char *words = libpq.PQerrorMessage(db->connection);
    return server_fail_away(db, words[0] != '\0' ? words : "its answer does not fit the question", err);
}

#define LOCK_TIMEOUT "55P03"
#define IS_READ_ONLY "25006"

/*
 * Returns whether another session was first, so that the same transaction, begun again, finds another state. The
 * causes: the same annotator begins in two sessions; two sessions make the same tables (pg_…); the same answer was
 * stored by a COMMIT whose connection was lost; a promoted server has given a number again that the lost one gave; a
 * ballot was dealt of what somebody else has removed.
 */
static bool is_conflict(const PGresult *result, const char *state)
{
    static const char *const constraints[] = {"ballot_by_question",
                                              "answer_uuid_key",
                                              "ballot_pkey",
                                              "answer_pkey",
                                              "answer_standing",
                                              "annotator_name_key",
                                              "slot_is_of_candidate",
                                              "ballot_question_id_fkey",
                                              "pg_type_typname_nsp_index",
                                              "pg_class_relname_nsp_index"};
    const char *constraint = field_of(result, PG_DIAG_CONSTRAINT_NAME);
    bool is_known = false;
    for (size_t i = 0; i < sizeof constraints / sizeof *constraints; i++)
        is_known = is_known || strcmp(constraint, constraints[i]) == 0;
    return strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 || strcmp(state, "42P07") == 0 ||
           ((strcmp(state, "23505") == 0 || strcmp(state, "23503") == 0) && is_known);
}

bool server_misses_table(const PGresult *failure)
{
    return failure != NULL && strcmp(field_of(failure, PG_DIAG_SQLSTATE), "42P01") == 0;
}

/* Returns whether the server ends the connection, or can't be written to. */
static bool is_of_connection(const char *state)
{
    return strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0 || strcmp(state, "53300") == 0 ||
           strcmp(state, IS_READ_ONLY) == 0;
}

#define IS_POOLED "a connection pooler in front of the server gives each transaction another connection"
#define USE_SESSION_POOLING                                                                                  \
    "ask its administrator to set it to session pooling (PgBouncer: pool_mode = session)"

/* Errors that any statement may meet, by the beginning of the SQLSTATE. */
static const struct trouble {
    const char *state, *says, *advice;
} troubles[] = {
    {"42501", "you have no right to do that",
     "a lead has this right, and the owner of the database grants rights"},
    {"53100", "the server's disk is full", "ask its administrator to make room"},
    {"53200", "the server's memory is full", "try again when the server has less to do"},
    {"57014", "the server's administrator has stopped this", "ask them, or try again"},
    {"58", "the server can't read or write its files", "ask its administrator"},
    {"XX001", "the server says that its files are damaged",
     "ask its administrator, and write nothing until it is repaired"},
    {"XX002", "the server says that an index is damaged", "ask its administrator to rebuild it (REINDEX)"},
    {"42P05", IS_POOLED, USE_SESSION_POOLING},
    {"26000", IS_POOLED, USE_SESSION_POOLING},
    {"2BP01", "views or tables of others depend on assay's",
     "drop these views or tables, and create them again afterwards"},
    {"42", "the tables or functions are not the ones that this assay needs",
     "the owner of the database recreates them with `assay check ADDRESS --repair`"},
    {"", "the server refused this", "ask its administrator"},
};

static const struct trouble *find_trouble(const char *state)
{
    size_t i = 0;
    while (strncmp(state, troubles[i].state, strlen(troubles[i].state)) != 0)
        i++;
    return &troubles[i];
}

/* A failure after an answered COMMIT undoes nothing. */
static bool saves_nothing(const struct server_db *db)
{
    return db->is_writing && db->committed.result == NULL;
}

static const char *saved_nothing(const struct server_db *db)
{
    return saves_nothing(db) ? "; nothing was saved" : "";
}

/* The outcome comes first, as for a lost server, because a screen may have room for the beginning alone. */
static bool fail_in_trouble(const struct server_db *db, const char *state, const char *words, struct err *err)
{
    const struct trouble *trouble = find_trouble(state);
    const char *outcome = saves_nothing(db) ? "not saved: " : "", *path = db->base.path;
    return err_set(err, ERR_DATABASE, "%s%s; %s (%s: %s, %s)", outcome, trouble->says, trouble->advice, path,
                   words, state);
}

/*
 * After an error the server goes on, and has rolled the transaction back; after a fatal failure the outcome is unknown.
 */
static bool was_taken_back(const PGresult *failure)
{
    return strcmp(field_of(failure, PG_DIAG_SEVERITY_NONLOCALIZED), "ERROR") == 0;
}

/*
 * For a server that accepts connections and then refuses them: returns whether it has done so for as long as assay
 * waits for anything.
 */
static bool is_refused_for_long(struct server_db *db, const char *state)
{
    if (strcmp(db->refusal, state) != 0)
        server_forget_refusal(db);
    db->base.is_refused = true;
    snprintf(db->refusal, sizeof db->refusal, "%s", state);
    return db->base.refused_ms >= db->base.patience_ms;
}

/* Ends the wait for such a server. As long as it refuses, another attempt fails at once. */
static bool fail_refused(struct server_db *db, const char *state, const char *words, struct err *err)
{
    bool is_read_only = strcmp(state, IS_READ_ONLY) == 0;
    give_connection_up(db, true);
    db->base.watch_was_asked = false; /* the next wait is a new one */
    return err_set(err, ERR_DATABASE,
                   "%sthe server has refused this for a minute; %sask its administrator (%s: %s, %s)",
                   outcome_of(db),
                   is_read_only ? "the server can't be written to: also name the primary in the address, or "
                                : "",
                   db->base.path, words, state);
}

static bool fail_read_only(struct server_db *db, const char *words, struct err *err)
{
    give_connection_up(db, false);
    return err_set(err, ERR_DATABASE,
                   "%sthe server can't be written to; also name the primary in the address, or ask its "
                   "administrator (%s: %s)",
                   outcome_of(db), db->base.path, words);
}

/* Sets the error of a connection that can't be used, by the SQLSTATE. */
static bool fail_of_connection(struct server_db *db, const char *state, const char *words, struct err *err)
{
    if (is_refused_for_long(db, state))
        return fail_refused(db, state, words, err);
    return (strcmp(state, IS_READ_ONLY) == 0 ? fail_read_only : server_fail_away)(db, words, err);
}

static bool fail_locked(const struct server_db *db, struct err *err)
{
    const char *path = db->base.path, *holder = db->base.holder;
    if (holder[0] == '\0')
        return err_set(err, ERR_DATABASE,
                       "%s: another session has been writing the same data for a minute; try again", path);
    return err_set(err, ERR_DATABASE,
                   "%s: %s has kept a lock for a minute; try again, or ask the server's administrator to end "
                   "that connection",
                   path, holder);
}

bool server_fail_after_another(struct server_db *db, struct err *err)
{
    db->base.met_another = true;
    return err_set(err, ERR_DATABASE, "%s: another session wrote the same data at the same time; try again",
                   db->base.path);
}

static bool fail_by_state(struct server_db *db, const PGresult *result, const char *state, struct err *err)
{
    const char *path = db->base.path, *words = field_of(result, PG_DIAG_MESSAGE_PRIMARY);
    if (strcmp(state, "57014") == 0 && db->base.was_stopped)
        return err_set(err, ERR_INTERRUPTED, "%s: stopped%s", path, saved_nothing(db));
    if (db->base.met_another)
        return server_fail_after_another(db, err);
    if (db->base.was_busy)
        return fail_locked(db, err);
    if (is_of_connection(state) || !was_taken_back(result)) {
        db->is_committing = db->is_committing && !was_taken_back(result);
        return fail_of_connection(db, state, words, err);
    }
    if (strcmp(state, "AS001") == 0) /* in the words of rights.sql */
        return err_set(err, ERR_INPUT, "%s: %s", path, words);
    if (strcmp(state, "23514") == 0)
        return err_set(err, ERR_INPUT, "%s: %s%s; on a server an id is at most 2,000 bytes long", path, words,
                       saved_nothing(db));
    return fail_in_trouble(db, state, words, err);
}

bool server_fail(struct server_db *db, const PGresult *result, struct err *err)
{
    const char *state = result != NULL ? field_of(result, PG_DIAG_SQLSTATE) : "";
    db->base.met_another = result != NULL && is_conflict(result, state);
    db->base.was_busy = strcmp(state, LOCK_TIMEOUT) == 0;
    return state[0] == '\0' ? server_fail_lost(db, err) : fail_by_state(db, result, state, err);
}

bool server_fail_damaged(const struct db *base, const char *damage, struct err *err)
{
    return err_set(err, ERR_DATABASE, "%s: the database is damaged: %s; `assay check` lists what is wrong",
                   base->path, damage);
}
