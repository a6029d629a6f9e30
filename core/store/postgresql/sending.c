/*
 * Sends statements and messages, and notes for each which answer is expected
 * (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). A statement is prepared when it is sent first.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <string.h>

/* --- Texts ---------------------------------------------------------------------------------------- */

const char *server_text_of(enum statement statement)
{
    return postgresql_texts[statement] != NULL ? postgresql_texts[statement] : statement_texts[statement];
}

struct bytes server_inner_text_of(enum statement statement)
{
    struct bytes text = bytes_of(server_text_of(statement));
    while (text.size > 0 && strchr("; \n", text.data[text.size - 1]) != NULL)
        text.size--;
    return text;
}

/* --- Messages ------------------------------------------------------------------------------------- */

static void expect(struct server_db *db, struct server_expectation expected)
{
    struct server_pipeline *pipeline = &db->pipeline;
    VECTOR_PUSH(pipeline->expected, pipeline->n_expected, pipeline->expected_capacity) = expected;
}

enum { PARAMETERS_MAX = 99 };

/* The bound values, in the form that libpq takes. */
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

bool server_send_messages(struct server_db *db)
{
    const struct server_pipeline *pipeline = &db->pipeline;
    for (size_t i = 0; i < pipeline->n_messages; i++) {
        if (!send_message(db, &pipeline->messages[i]))
            return false;
    }
    db->is_begun = db->is_inside;
    return send_sync(db);
}

void server_send_now(struct server_db *db, const char *const *texts)
{
    bool is_sent = true;
    for (size_t i = 0; is_sent && texts[i] != NULL; i++)
        is_sent = send_message(db, &(struct server_message){.statement = STATEMENT_COUNT, .text = texts[i]});
    if (is_sent)
        send_sync(db); /* the next query notices a lost connection */
}

void server_drop_expected(struct server_db *db)
{
    db->pipeline.n_expected = 0;
}

void server_forget_prepared(struct server_db *db)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        db->statements[i].is_prepared = false;
}
