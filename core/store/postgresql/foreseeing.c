/*
 * Who is going to ask many things one after the other says so before: all of them are one trip then, and each finds its answer
 * here, by its statement and its parameters. Answers of one key are taken in the order in which they were foreseen.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>

struct answer_ahead {
    struct server_answer answer;
    struct answer_ahead *next; /* of the same key */
};

static struct server_statement *statement_of(const struct query *query)
{
    return query->statement;
}

static enum statement number_of(const struct query *query)
{
    return (enum statement)(statement_of(query) - server_of(query->db)->statements);
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static void add_raw(struct buffer *key, const void *data, size_t size)
{
    buffer_add(key, (struct bytes){.data = data, .size = size});
}

static void add_parameter(struct buffer *key, const struct bound_value *bound)
{
    struct bytes value = bound->kind == PARAMETER_TEXT    ? bytes_of(bound->number)
                         : bound->kind == PARAMETER_BYTES ? bound->bytes
                                                          : (struct bytes){.data = "", .size = 0};
    add_raw(key, &bound->kind, sizeof bound->kind);
    add_raw(key, &value.size, sizeof value.size);
    buffer_add(key, value);
}

/* Of the query as it is bound; the buffer is the caller's. */
static struct bytes key_of(const struct query *query, struct buffer *key)
{
    const struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    add_raw(key, &number, sizeof number);
    for (int i = 0; i < statement->n_parameters; i++)
        add_parameter(key, &statement->parameters[i]);
    return buffer_bytes(key);
}

/* --- Foreseen ------------------------------------------------------------------------------------- */

/* Where the next answer of this key goes. */
static struct answer_ahead **place_of(struct server_foresight *foresight, struct bytes key)
{
    bool is_new;
    if (map_find(&foresight->keys, key) == MAP_ABSENT)
        key = arena_copy(&foresight->arena, key);
    size_t number = (size_t)map_put(&foresight->keys, key, &is_new);
    if (is_new) {
        size_t n = number;
        VECTOR_PUSH(foresight->answers, n, foresight->answers_capacity) = NULL;
    }
    struct answer_ahead **place = &foresight->answers[number];
    while (*place != NULL)
        place = &(*place)->next;
    return place;
}

void server_foresee(struct query *query)
{
    struct server_db *db = server_of(query->db);
    const struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    struct buffer key = {0};
    struct answer_ahead *foreseen = arena_get(&db->foresight.arena, sizeof *foreseen);
    *foreseen = (struct answer_ahead){0};
    *place_of(&db->foresight, key_of(query, &key)) = foreseen;
    buffer_release(&key);
    pipeline_add(db, number, server_text_of(number), statement->parameters, statement->n_parameters,
                 &foreseen->answer);
}

/* --- Taken ---------------------------------------------------------------------------------------- */

/* Where the first one of the query's key is; NULL: no such was ever foreseen. */
static struct answer_ahead **find_first(const struct server_foresight *foresight, const struct query *query)
{
    if (foresight->keys.size == 0)
        return NULL;
    struct buffer key = {0};
    int64_t number = map_find(&foresight->keys, key_of(query, &key));
    buffer_release(&key);
    return number == MAP_ABSENT ? NULL : &foresight->answers[number];
}

bool server_is_foreseen(const struct query *query)
{
    struct answer_ahead **first = find_first(&server_of(query->db)->foresight, query);
    return first != NULL && *first != NULL;
}

static struct answer_ahead *take_first(const struct server_foresight *foresight, const struct query *query)
{
    struct answer_ahead **first = find_first(foresight, query);
    struct answer_ahead *taken = first != NULL ? *first : NULL;
    if (taken != NULL)
        *first = taken->next;
    return taken;
}

bool server_take_foreseen(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    struct answer_ahead *foreseen = take_first(&db->foresight, query);
    if (foreseen == NULL)
        return false;
    if (!foreseen->answer.is_there)
        pipeline_run(db);
    statement->answer = foreseen->answer;
    statement->is_asked = true;
    statement->row = -1;
    foreseen->answer = (struct server_answer){0};
    return true;
}

/* --- Forgotten ------------------------------------------------------------------------------------ */

static void drop(struct server_db *db, struct answer_ahead *foreseen)
{
    for (; foreseen != NULL; foreseen = foreseen->next) {
        if (!foreseen->answer.is_there)
            pipeline_forget(db, &foreseen->answer);
        libpq.PQclear(foreseen->answer.result);
    }
}

void server_forget_foreseen(struct db *base)
{
    struct server_db *db = server_of(base);
    struct server_foresight *foresight = &db->foresight;
    for (size_t i = 0; i < foresight->keys.size; i++)
        drop(db, foresight->answers[i]);
    map_release(&foresight->keys);
    arena_release(&foresight->arena);
}

void server_free_foreseen(struct server_db *db)
{
    server_forget_foreseen(&db->base);
    free(db->foresight.answers);
}
