/*
 * Code that is going to ask many queries one after the other announces them. All are then one trip, and each query
 * finds its answer here, by its statement and parameters. Answers with the same key are taken in the order in which
 * they were prefetched.
 *
 * Prefetched queries wait until something else is asked, so that many of one statement are put together (lots.c).
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>

struct answer_ahead {
    enum statement statement;
    const struct bound_value *parameters; /* until it is sent */
    struct server_answer answer;          /* of its own, or … */
    struct server_lot *lot;               /* … part of this lot: */
    size_t number;                        /* the index of its parameters in the lot */
    struct answer_ahead *next;            /* with the same key */
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
    struct bytes value = bound->kind == PARAMETER_BYTES  ? bound->bytes
                         : bound->kind == PARAMETER_NULL ? (struct bytes){.data = "", .size = 0}
                                                         : bytes_of(bound->number);
    add_raw(key, &bound->kind, sizeof bound->kind);
    add_raw(key, &value.size, sizeof value.size);
    buffer_add(key, value);
}

/* Returns the key of the query with its parameters; the buffer is the caller's. */
static struct bytes key_of(const struct query *query, struct buffer *key)
{
    const struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    add_raw(key, &number, sizeof number);
    for (int i = 0; i < statement->n_parameters; i++)
        add_parameter(key, &statement->parameters[i]);
    return buffer_bytes(key);
}

/* --- Prefetching ----------------------------------------------------------------------------------- */

/* Returns the place for the next answer with this key. */
static struct answer_ahead **place_of(struct server_prefetches *prefetches, struct bytes key)
{
    bool is_new;
    if (map_find(&prefetches->keys, key) == MAP_ABSENT)
        key = arena_copy(&prefetches->arena, key);
    size_t number = (size_t)map_put(&prefetches->keys, key, &is_new);
    if (is_new) {
        size_t n = number;
        VECTOR_PUSH(prefetches->answers, n, prefetches->answers_capacity) = NULL;
    }
    struct answer_ahead **place = &prefetches->answers[number];
    while (*place != NULL)
        place = &(*place)->next;
    return place;
}

/* Copies the parameters into the arena of the prefetched answers. */
static const struct bound_value *copy_parameters(struct arena *arena,
                                                 const struct server_statement *statement)
{
    const size_t n = (size_t)statement->n_parameters;
    struct bound_value *copies = arena_get_array(arena, n, sizeof *copies);
    for (size_t i = 0; i < n; i++) {
        copies[i] = statement->parameters[i];
        if (copies[i].kind == PARAMETER_BYTES)
            copies[i].bytes = arena_copy(arena, copies[i].bytes);
    }
    return copies;
}

void server_prefetch(struct query *query)
{
    struct server_prefetches *prefetches = &server_of(query->db)->prefetches;
    struct buffer key = {0};
    struct answer_ahead *prefetched = arena_get(&prefetches->arena, sizeof *prefetched);
    *prefetched = (struct answer_ahead){
        .statement = number_of(query),
        .parameters = copy_parameters(&prefetches->arena, statement_of(query)),
    };
    *place_of(prefetches, key_of(query, &key)) = prefetched;
    buffer_release(&key);
    VECTOR_PUSH(prefetches->waiting, prefetches->n_waiting, prefetches->waiting_capacity) = prefetched;
}

/* --- Asking --------------------------------------------------------------------------------------- */

/*
 * Fewer queries than LOT_LEAST are asked one by one, as prepared statements. A lot has at most LOT_MOST, to limit its
 * rows in memory.
 */
enum { LOT_LEAST = 16, LOT_MOST = 1000 };

static int count_parameters(const struct server_db *db, const struct answer_ahead *prefetched)
{
    return db->statements[prefetched->statement].n_parameters;
}

/*
 * Returns whether both can be in one lot. Statements without parameters are excluded, because each of their answers may
 * differ.
 */
static bool are_alike(const struct server_db *db, const struct answer_ahead *a, const struct answer_ahead *b)
{
    const int n = count_parameters(db, a);
    bool are = n > 0 && a->statement == b->statement;
    for (int i = 0; are && i < n; i++)
        are = a->parameters[i].kind != PARAMETER_NULL && a->parameters[i].kind == b->parameters[i].kind;
    return are;
}

/* Lists the waiting queries that are like the first one, up to LOT_MOST. */
static size_t list_alike(const struct server_db *db, struct answer_ahead *const *waiting, size_t n,
                         size_t places[LOT_MOST])
{
    size_t n_alike = 0;
    for (size_t i = 0; n_alike < LOT_MOST && i < n; i++) {
        if (waiting[i] != NULL && (i == 0 || are_alike(db, waiting[0], waiting[i])))
            places[n_alike++] = i;
    }
    return n_alike;
}

static void ask_alone(struct server_db *db, struct answer_ahead *prefetched)
{
    trip_add(db, prefetched->statement, server_text_of(prefetched->statement), prefetched->parameters,
             count_parameters(db, prefetched), &prefetched->answer);
}

static void ask_together(struct server_db *db, struct answer_ahead *const *waiting, const size_t *places,
                         size_t n)
{
    const struct bound_value *parameters[LOT_MOST];
    for (size_t i = 0; i < n; i++)
        parameters[i] = waiting[places[i]]->parameters;
    struct server_lot *lot =
        lot_ask(db, waiting[0]->statement, parameters, count_parameters(db, waiting[0]), n);
    for (size_t i = 0; i < n; i++) {
        waiting[places[i]]->lot = lot;
        waiting[places[i]]->number = i;
    }
}

/* Asks the first waiting query, together with those like it. */
static void ask_for_first(struct server_db *db, struct answer_ahead **waiting, size_t n)
{
    size_t places[LOT_MOST];
    const size_t n_alike = list_alike(db, waiting, n, places);
    const bool is_lot = n_alike >= LOT_LEAST;
    if (is_lot)
        ask_together(db, waiting, places, n_alike);
    else
        ask_alone(db, waiting[0]);
    for (size_t i = 0; i < (is_lot ? n_alike : 1); i++)
        waiting[places[i]] = NULL;
}

void server_collect_prefetched(struct server_db *db)
{
    struct server_prefetches *prefetches = &db->prefetches;
    const size_t n = prefetches->n_waiting;
    prefetches->n_waiting = 0; /* what is asked here must not wait for itself */
    for (size_t i = 0; i < n; i++) {
        if (prefetches->waiting[i] != NULL)
            ask_for_first(db, prefetches->waiting + i, n - i);
    }
}

/* --- Taking --------------------------------------------------------------------------------------- */

/* Returns the place of the first answer with the query's key; NULL: none was ever prefetched. */
static struct answer_ahead **find_first(const struct server_prefetches *prefetches, const struct query *query)
{
    if (prefetches->keys.size == 0)
        return NULL;
    struct buffer key = {0};
    int64_t number = map_find(&prefetches->keys, key_of(query, &key));
    buffer_release(&key);
    return number == MAP_ABSENT ? NULL : &prefetches->answers[number];
}

bool server_is_prefetched(const struct query *query)
{
    struct answer_ahead **first = find_first(&server_of(query->db)->prefetches, query);
    return first != NULL && *first != NULL;
}

static struct answer_ahead *take_first(const struct server_prefetches *prefetches, const struct query *query)
{
    struct answer_ahead **first = find_first(prefetches, query);
    struct answer_ahead *taken = first != NULL ? *first : NULL;
    if (taken != NULL)
        *first = taken->next;
    return taken;
}

static bool is_there(const struct answer_ahead *prefetched)
{
    return prefetched->lot != NULL ? lot_is_there(prefetched->lot) : prefetched->answer.is_there;
}

bool server_take_prefetched(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    struct answer_ahead *prefetched = take_first(&db->prefetches, query);
    if (prefetched == NULL)
        return false;
    if (!is_there(prefetched)) {
        server_collect_prefetched(db);
        trip_run(db);
    }
    statement->is_asked = true;
    if (prefetched->lot != NULL) {
        lot_hand_out(prefetched->lot, prefetched->number, statement);
        return true;
    }
    statement->answer = prefetched->answer;
    statement->row = -1;
    return true;
}

/* --- Forgetting ----------------------------------------------------------------------------------- */

static void drop(struct server_db *db, struct answer_ahead *prefetched)
{
    for (; prefetched != NULL; prefetched = prefetched->next) {
        if (prefetched->lot != NULL) {
            lot_let_go(db, prefetched->lot);
            continue;
        }
        if (!prefetched->answer.is_there)
            trip_forget(db, &prefetched->answer);
        libpq.PQclear(prefetched->answer.result);
    }
}

void server_drop_prefetched(struct db *base)
{
    struct server_db *db = server_of(base);
    struct server_prefetches *prefetches = &db->prefetches;
    prefetches->n_waiting = 0;
    for (size_t i = 0; i < prefetches->keys.size; i++)
        drop(db, prefetches->answers[i]);
    map_release(&prefetches->keys);
    arena_release(&prefetches->arena);
}

void server_free_prefetched(struct server_db *db)
{
    server_drop_prefetched(&db->base);
    free(db->prefetches.waiting);
    free(db->prefetches.answers);
}
