/*
 * What goes to the server goes together: statements wait here until one of them is read, then all are sent, and all answered
 * (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). That is one trip, however many they are. After one that
 * fails the server passes over the others up to the end of the trip; so a statement that was to be prepared behind it is not.
 *
 * A trip that is the first of a transaction, and does not commit it, is repeated where the connection turns out to be lost.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* So much is kept back at most: what nobody waits for is sent then. */
enum { MESSAGES_MAX = 16 * 1024, SIZE_MAX_KEPT = 16 * 1024 * 1024 };

void pipeline_forget_failure(struct server_db *db)
{
    libpq.PQclear(db->failure);
    db->failure = NULL;
}

/* --- Collected -------------------------------------------------------------------------------- */

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

void pipeline_add(struct server_db *db, enum statement statement, const char *text,
                  const struct bound_value *parameters, int n_parameters, struct server_answer *answer)
{
    struct server_pipeline *pipeline = &db->pipeline;
    if (db->stream.is_open)
        BUG("'%s' is asked while rows are streamed", text);
    server_collect_foreseen(db);
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
        pipeline_run(db);
}

void pipeline_post_text(struct server_db *db, const char *text)
{
    pipeline_add(db, STATEMENT_COUNT, text, NULL, 0, NULL);
}

void pipeline_ask_text(struct server_db *db, const char *text, struct server_answer *answer)
{
    pipeline_add(db, STATEMENT_COUNT, text, NULL, 0, answer);
}

void pipeline_forget(struct server_db *db, struct server_answer *answer)
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

void pipeline_drop_messages(struct server_db *db)
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

void pipeline_drop_expected(struct server_db *db)
{
    db->pipeline.n_expected = 0;
}

void pipeline_release(struct server_db *db)
{
    pipeline_drop_messages(db);
    free(db->pipeline.messages);
    free(db->pipeline.expected);
    libpq.PQclear(db->failure);
}

/* --- Sent ------------------------------------------------------------------------------------- */

static void expect(struct server_db *db, struct server_expectation expected)
{
    struct server_pipeline *pipeline = &db->pipeline;
    VECTOR_PUSH(pipeline->expected, pipeline->n_expected, pipeline->expected_capacity) = expected;
}

enum { PARAMETERS_MAX = 99 };

/* What is bound, as libpq takes it. */
struct sent_values {
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
};

static void take_bound(const struct server_message *message, struct sent_values *sent)
{
    BUG_UNLESS(message->n_parameters <= PARAMETERS_MAX);
    for (int i = 0; i < message->n_parameters; i++) {
        const struct bound_value *bound = &message->parameters[i];
        sent->formats[i] = bound->kind == PARAMETER_BYTES;
        sent->lengths[i] = (int)bound->bytes.size;
        sent->values[i] = bound->kind == PARAMETER_NULL    ? NULL
                          : bound->kind == PARAMETER_BYTES ? bound->bytes.data
                                                           : bound->number;
    }
}

static bool prepare(struct server_db *db, const struct server_message *message)
{
    bool *is_prepared = &db->statements[message->statement].is_prepared;
    if (*is_prepared)
        return true;
    *is_prepared =
        libpq.PQsendPrepare(db->connection, statement_names[message->statement], message->text, 0, NULL) != 0;
    if (*is_prepared)
        expect(db, (struct server_expectation){.kind = EXPECT_PREPARED, .statement = message->statement});
    return *is_prepared;
}

static bool send_message(struct server_db *db, const struct server_message *message)
{
    struct sent_values sent;
    take_bound(message, &sent);
    bool is_sent = message->statement == STATEMENT_COUNT
                       ? libpq.PQsendQueryParams(db->connection, message->text, message->n_parameters, NULL,
                                                 sent.values, sent.lengths, sent.formats, 1) != 0
                       : prepare(db, message) &&
                             libpq.PQsendQueryPrepared(db->connection, statement_names[message->statement],
                                                       message->n_parameters, sent.values, sent.lengths,
                                                       sent.formats, 1) != 0;
    if (is_sent)
        expect(db, (struct server_expectation){.kind = EXPECT_RESULT, .answer = message->answer});
    return is_sent;
}

static bool send_sync(struct server_db *db)
{
    if (libpq.PQpipelineSync(db->connection) == 0)
        return false;
    expect(db, (struct server_expectation){.kind = EXPECT_SYNC});
    return true;
}

static bool send_messages(struct server_db *db)
{
    const struct server_pipeline *pipeline = &db->pipeline;
    for (size_t i = 0; i < pipeline->n_messages; i++) {
        if (!send_message(db, &pipeline->messages[i]))
            return false;
    }
    db->is_begun = db->is_inside;
    return send_sync(db);
}

void pipeline_send_now(struct server_db *db, const char *const *texts)
{
    bool is_sent = true;
    for (size_t i = 0; is_sent && texts[i] != NULL; i++)
        is_sent = send_message(db, &(struct server_message){.statement = STATEMENT_COUNT, .text = texts[i]});
    if (is_sent)
        send_sync(db); /* what is lost with the connection is seen by who asks next */
}

/* --- Answered --------------------------------------------------------------------------------- */

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

/* A result is followed by the end of its statement, that of a sync by nothing. */
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
    pipeline_drop_expected(db);
    return taken;
}

/* Of a trip that is repeated. */
static void forget_answers(struct server_db *db)
{
    const struct server_pipeline *pipeline = &db->pipeline;
    pipeline_forget_failure(db);
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
    return send_messages(db) && take_all(db);
}

bool pipeline_run(struct server_db *db)
{
    bool is_first = db->is_inside && !db->is_begun && !db->is_committing;
    server_collect_foreseen(db);
    if (!db->is_inside)
        pipeline_forget_failure(db);
    if (db->is_committing && !db->committed.is_there)
        pipeline_ask_text(db, "COMMIT", &db->committed);
    bool worked = db->failure == NULL && server_has_connection(db, err_ignored());
    if (worked && !make_trip(db)) {
        forget_answers(db);
        worked = is_first && !db->base.was_stopped && server_connect(db, err_ignored()) && make_trip(db);
    }
    pipeline_drop_messages(db);
    return worked && db->failure == NULL;
}

bool pipeline_leave(struct server_db *db, const char *text, PGresult **result, struct err *err)
{
    *result = NULL;
    server_collect_foreseen(db);
    if (!is_empty(db) && !pipeline_run(db))
        return server_fail(db, db->failure, err);
    if (libpq.PQexitPipelineMode(db->connection) != 0 && libpq.PQsendQuery(db->connection, text) != 0)
        *result = server_wait_for_result(db);
    return true;
}
