/*
 * A query may go on after a failure: there are no more rows, and query_end reports the first failure. The checks of
 * rows are the same for all drivers.
 */
#include "core/store/database/db_driver.h"
#include "core/store/database/trace.h"

#include "core/store/votes/votes.h"

struct query query_start(struct db *db, enum statement statement)
{
    struct query query = {.db = db, .number = statement};
    const struct trace_mark mark = trace_begin(db);
    db->driver->start(&query, statement);
    trace_add(db, mark, &query.cost);
    return query;
}

void query_bind_integer(struct query *query, int parameter, int64_t value)
{
    query->db->driver->bind_integer(query, parameter, value);
}

void query_bind_real(struct query *query, int parameter, double value)
{
    query->db->driver->bind_real(query, parameter, value);
}

void query_bind_bytes(struct query *query, int parameter, struct bytes value)
{
    if (value.data == NULL)
        value.data = "";
    query->db->driver->bind_bytes(query, parameter, value);
}

void query_bind_null(struct query *query, int parameter)
{
    query->db->driver->bind_null(query, parameter);
}

int query_count_columns(const struct query *query)
{
    return query->db->driver->count_columns(query);
}

struct column_value query_cell(const struct query *query, int column)
{
    const struct db_driver *driver = query->db->driver;
    struct column_value cell = {.kind = driver->kind_of(query, column)};
    switch (cell.kind) {
    case COLUMN_NULL:
        break;
    case COLUMN_INTEGER:
        cell.integer = driver->integer(query, column);
        break;
    case COLUMN_REAL:
        cell.real = driver->real(query, column);
        break;
    case COLUMN_BYTES:
        cell.bytes = driver->bytes(query, column);
        break;
    }
    return cell;
}

static void bind_cell(struct query *query, int parameter, struct column_value cell)
{
    switch (cell.kind) {
    case COLUMN_NULL:
        query_bind_null(query, parameter);
        break;
    case COLUMN_INTEGER:
        query_bind_integer(query, parameter, cell.integer);
        break;
    case COLUMN_REAL:
        query_bind_real(query, parameter, cell.real);
        break;
    case COLUMN_BYTES:
        query_bind_bytes(query, parameter, cell.bytes);
        break;
    }
}

void query_bind_row(struct query *query, int parameter, const struct query *row)
{
    int n = query_count_columns(row);
    for (int i = 0; i < n; i++)
        bind_cell(query, parameter + i, query_cell(row, i));
}

bool query_require(struct query *query, bool holds, const char *damage)
{
    if (!holds && query->damage == NULL)
        query->damage = damage;
    return holds;
}

void query_ask(struct query *query)
{
    if (query->db->driver->ask != NULL)
        query->db->driver->ask(query);
}

void query_prefetch(struct query *query)
{
    if (query->db->driver->prefetch != NULL)
        query->db->driver->prefetch(query);
    bool ended = query_end(query, err_ignored()); /* a failure is reported when the query is started again */
    (void)ended;
}

bool query_is_at_hand(const struct query *query)
{
    return query->db->driver->is_prefetched == NULL || query->db->driver->is_prefetched(query);
}

void db_drop_prefetched(struct db *db)
{
    if (db->driver->drop_prefetched != NULL)
        db->driver->drop_prefetched(db);
}

bool query_next(struct query *query)
{
    const struct trace_mark mark = trace_begin(query->db);
    const bool is_there = query->damage == NULL && query->db->driver->next(query);
    trace_add(query->db, mark, &query->cost);
    return is_there;
}

int64_t query_integer(struct query *query, int column)
{
    return query->db->driver->integer(query, column);
}

static int64_t integer_within(struct query *query, int column, int64_t least, int64_t most,
                              const char *damage)
{
    enum column_kind kind = query->db->driver->kind_of(query, column);
    int64_t value = query_integer(query, column);
    return query_require(query, kind == COLUMN_INTEGER || kind == COLUMN_NULL, "a number is missing") &&
                   query_require(query, value >= least && value <= most, damage)
               ? value
               : least;
}

int64_t query_id(struct query *query, int column)
{
    return integer_within(query, column, 1, ROW_NUMBER_MAX, "a row has an impossible number");
}

int64_t query_count(struct query *query, int column)
{
    return integer_within(query, column, 0, ROW_NUMBER_MAX, "a number is below 0 or far too large");
}

int64_t query_time(struct query *query, int column)
{
    return integer_within(query, column, 0, ANSWER_TIME_MAX, "a time is not in any calendar");
}

double query_real(struct query *query, int column)
{
    return query->db->driver->real(query, column);
}

struct bytes query_bytes(struct query *query, int column)
{
    return query->db->driver->bytes(query, column);
}

struct bytes query_key(struct query *query, int column)
{
    bool is_there = query->db->driver->kind_of(query, column) != COLUMN_NULL;
    query_require(query, is_there, "a row refers to a missing row");
    return query_bytes(query, column);
}

/* A server can answer anything. */
static void require_one_column(struct query *query)
{
    query_require(query, query_count_columns(query) == 1, "a row has unexpected columns");
}

int64_t query_passed_integer(struct query *row, int first, int parameter)
{
    return query_integer(row, parameter - first);
}

int64_t query_only_integer(struct query *query)
{
    require_one_column(query);
    return query_integer(query, 0);
}

double query_only_real(struct query *query)
{
    require_one_column(query);
    return query_real(query, 0);
}

struct bytes query_only_bytes(struct query *query)
{
    require_one_column(query);
    return query_bytes(query, 0);
}

bool query_end(struct query *query, struct err *err)
{
    const struct trace_mark mark = trace_begin(query->db);
    const bool worked = query->db->driver->end(query, err);
    trace_add(query->db, mark, &query->cost);
    trace_tell(statement_names[query->number], &query->cost);
    return worked && (query->damage == NULL || db_fail_damaged(query->db, query->damage, err));
}

bool query_end_visit(struct query *query, bool visited, struct err *err)
{
    struct err failure;
    bool read = query_end(query, &failure);
    if (visited && !read)
        *err = failure;
    return visited && read;
}

void query_drop(struct query *query)
{
    bool ended = query_end(query, err_ignored());
    (void)ended;
}

bool query_run(struct query *query, struct err *err)
{
    while (query_next(query))
        continue;
    return query_end(query, err);
}

bool query_post(struct query *query, struct err *err)
{
    if (query->db->driver->post == NULL)
        return query_run(query, err);
    query->db->driver->post(query);
    return query_end(query, err);
}

bool query_try(struct query *query, struct err *err)
{
    if (query->db->driver->try == NULL)
        return query_run(query, err);
    query->db->driver->try(query);
    return query_end(query, err);
}

bool db_was_refused(struct db *db, struct err *err)
{
    return db->driver->was_refused != NULL && db->driver->was_refused(db, err);
}

int64_t db_tried_integer(const struct db *db, int column)
{
    return db->driver->tried_integer != NULL ? db->driver->tried_integer(db, column) : 0;
}

static struct query start_with(struct db *db, enum statement statement, const int64_t *integers, size_t n)
{
    struct query query = query_start(db, statement);
    for (size_t i = 0; i < n; i++)
        query_bind_integer(&query, (int)i + 1, integers[i]);
    return query;
}

bool db_run(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
{
    struct query query = start_with(db, statement, integers, n);
    return query_run(&query, err);
}

bool db_post(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
{
    struct query query = start_with(db, statement, integers, n);
    return query_post(&query, err);
}

bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err)
{
    *value = query_next(query) ? query_integer(query, 0) : absent;
    return query_end(query, err);
}
