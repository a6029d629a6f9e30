/*
 * Messages to the server go together. Statements wait here until one of them is read; then all are sent and answered.
 * That is one trip, however many there are. After a failed statement the server skips the others up to the end of the
 * trip, so a statement that was to be prepared after it is not prepared.
 *
 * The first trip of a transaction is repeated if the connection turns out to be lost, unless it also commits.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* Limits of what is kept back: beyond them, statements that nobody waits for are sent. */
enum { MESSAGES_MAX = 16 * 1024, SIZE_MAX_KEPT = 16 * 1024 * 1024 };

void trip_forget_failure(struct server_db *db)
{
    libpq.PQclear(db->failure);
    db->failure = NULL;
}

/* --- Collecting ------------------------------------------------------------------------------- */

static const struct bound_value *copy_parameters(struct server_pipeline *pipeline,
                                                 const struct bound_value *parameters, int n)
{
    struct bound_value *copies = arena_get_array(&pipeline->arena, (size_t)n, sizeof *copies);
    for (int i = 0; i < n; i++) {
        copies[i] = parameters[i];
        if (parameters[i].kind == PARAMETER_BYTES)
            copies[i].bytes = arena_copy(&pipeline->arena, parameters[i].bytes);
        pipeline->size += copies[i].bytes.size;
    }
    return copies;
}

void trip_add(struct server_db *db, enum statement statement, const char *text,
              const struct bound_value *parameters, int n_parameters, struct server_answer *answer)
{
    struct server_pipeline *pipeline = &db->pipeline;
    if (db->stream.is_open)
        BUG("'%s' is asked while rows are streamed", text);
    if (answer != NULL)
        *answer = (struct server_answer){0};
    VECTOR_PUSH(pipeline->messages, pipeline->n_messages, pipeline->messages_capacity) =
        (struct server_message){
            .statement = statement,
            .text = text,
            .n_parameters = n_parameters,
            .parameters = copy_parameters(pipeline, parameters, n_parameters),
            .answer = answer,
        };
    if (answer == NULL && (pipeline->n_messages >= MESSAGES_MAX || pipeline->size >= SIZE_MAX_KEPT))
        trip_run(db);
}

void trip_forget(struct server_db *db, struct server_answer *answer)
{
    struct server_pipeline *pipeline = &db->pipeline;
    size_t n = 0;
    for (size_t i = 0; i < pipeline->n_messages; i++) {
        if (pipeline->messages[i].answer != answer)
            pipeline->messages[n++] = pipeline->messages[i];
    }
    pipeline->n_messages = n;
}

static bool is_empty(const struct server_db *db)
{
    return db->pipeline.n_messages == 0 && db->pipeline.n_expected == 0;
}

void trip_drop_messages(struct server_db *db)
{
    struct server_pipeline *pipeline = &db->pipeline;
    for (size_t i = 0; i < pipeline->n_messages; i++) {
        if (pipeline->messages[i].answer != NULL)
            pipeline->messages[i].answer->is_there = true;
    }
    pipeline->n_messages = 0;
    pipeline->size = 0;
    arena_release(&pipeline->arena);
}

void trip_release(struct server_db *db)
{
    trip_drop_messages(db);
    free(db->pipeline.messages);
    free(db->pipeline.expected);
    libpq.PQclear(db->failure);
}

/* --- Answers ---------------------------------------------------------------------------------- */

static void take_answer(struct server_db *db, const struct server_expectation *expected, PGresult *result)
{
    bool has_worked = server_has_worked(result);
    if (expected->kind == EXPECT_PREPARED && !has_worked)
        db->statements[expected->statement].is_prepared = false;
    if (has_worked && expected->answer != NULL) {
        expected->answer->result = result;
        return;
    }
    if (db->failure == NULL && libpq.PQresultStatus(result) == PGRES_FATAL_ERROR)
        db->failure = result;
    else
        libpq.PQclear(result);
}

/* Takes an expected result. The end of its statement follows it; nothing follows that of a sync. */
static bool take_expected(struct server_db *db, const struct server_expectation *expected)
{
    PGresult *result, *end;
    if (!server_take_result(db, &result) || result == NULL)
        return false;
    if (expected->kind == EXPECT_SYNC) {
        bool is_sync = libpq.PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        libpq.PQclear(result);
        return is_sync;
    }
    take_answer(db, expected, result);
    if (!server_take_result(db, &end))
        return false;
    libpq.PQclear(end);
    return end == NULL;
}

static bool take_all(struct server_db *db)
{
    struct server_pipeline *pipeline = &db->pipeline;
    bool taken = true;
    for (size_t i = 0; taken && i < pipeline->n_expected; i++)
        taken = take_expected(db, &pipeline->expected[i]);
    server_drop_expected(db);
    return taken;
}

/* Forgets the answers of a trip that is repeated. */
static void forget_answers(struct server_db *db)
{
    const struct server_pipeline *pipeline = &db->pipeline;
    trip_forget_failure(db);
    for (size_t i = 0; i < pipeline->n_messages; i++) {
        struct server_answer *answer = pipeline->messages[i].answer;
        if (answer == NULL)
            continue;
        libpq.PQclear(answer->result);
        answer->result = NULL;
    }
}

static bool make_trip(struct server_db *db)
{
    server_begin_wait(db);
    return server_send_messages(db) && take_all(db);
}

bool trip_run(struct server_db *db)
{
    bool is_first = db->is_inside && !db->is_begun && !db->is_committing;
    if (!db->is_inside)
        trip_forget_failure(db);
    if (db->is_committing && !db->committed.is_there)
        trip_add(db, STATEMENT_COUNT, "COMMIT", NULL, 0, &db->committed);
    bool worked = db->failure == NULL && server_has_connection(db, err_ignored());
    if (worked && !make_trip(db)) {
        forget_answers(db);
        worked = is_first && !db->base.was_stopped && server_connect(db, err_ignored()) && make_trip(db);
    }
    trip_drop_messages(db);
    return worked && db->failure == NULL;
}

bool trip_leave(struct server_db *db, const char *text, PGresult **result, struct err *err)
{
    *result = NULL;
    if (!is_empty(db) && !trip_run(db))
        return server_fail(db, db->failure, err);
    if (libpq.PQexitPipelineMode(db->connection) != 0 && libpq.PQsendQuery(db->connection, text) != 0)
        *result = server_wait_for_result(db);
    return true;
}
