/*
 * Each named statement is prepared when it is used first, and kept until the database is closed. A query may go on after
 * a failure: there are no more rows, and query_end says what failed first.
 */
#include "core/store/sqlite/db_private.h"

#include "core/base/bug.h"
#include "core/store/votes.h"

struct query query_start(struct db *db, enum statement statement)
{
    sqlite3_stmt **kept = &db->statements[statement];
    struct query query = {.db = db, .result = SQLITE_OK};
    if (*kept == NULL)
        query.result = sqlite3_prepare_v3(db->handle, statement_texts[statement], -1,
                                          SQLITE_PREPARE_PERSISTENT, kept, NULL);
    else if (sqlite3_stmt_busy(*kept))
        BUG("the query %s is started inside itself", statement_names[statement]);
    query.statement = *kept;
    return query;
}

static void keep_first_failure(struct query *query, int code)
{
    if (query->result == SQLITE_OK)
        query->result = code;
}

/* To SQLite "$2" is a name, and its index the place where it stands first. */
static int index_of(const struct query *query, int parameter)
{
    BUG_UNLESS(parameter >= 1 && parameter <= 99);
    char name[4] = {'$'}, *digit = &name[1];
    if (parameter >= 10)
        *digit++ = (char)('0' + parameter / 10);
    *digit = (char)('0' + parameter % 10);
    int index = sqlite3_bind_parameter_index(query->statement, name);
    BUG_UNLESS(index > 0 || query->statement == NULL);
    return index;
}

void query_bind_integer(struct query *query, int parameter, int64_t value)
{
    keep_first_failure(query, sqlite3_bind_int64(query->statement, index_of(query, parameter), value));
}

void query_bind_real(struct query *query, int parameter, double value)
{
    keep_first_failure(query, sqlite3_bind_double(query->statement, index_of(query, parameter), value));
}

void query_bind_bytes(struct query *query, int parameter, struct bytes value)
{
    const char *data = value.data != NULL ? value.data : "";
    keep_first_failure(query, sqlite3_bind_text64(query->statement, index_of(query, parameter), data,
                                                  value.size, SQLITE_STATIC, SQLITE_UTF8));
}

void query_bind_null(struct query *query, int parameter)
{
    keep_first_failure(query, sqlite3_bind_null(query->statement, index_of(query, parameter)));
}

void query_bind_row(struct query *query, int parameter, const struct query *row)
{
    int n = sqlite3_column_count(row->statement);
    for (int i = 0; i < n; i++)
        keep_first_failure(query, sqlite3_bind_value(query->statement, index_of(query, parameter + i),
                                                     sqlite3_column_value(row->statement, i)));
}

bool query_require(struct query *query, bool holds, const char *damage)
{
    if (!holds && query->damage == NULL)
        query->damage = damage;
    return holds;
}

bool query_next(struct query *query)
{
    if (query->damage != NULL)
        return false;
    if (query->result != SQLITE_OK && query->result != SQLITE_ROW)
        return false;
    query->result = sqlite3_step(query->statement);
    return query->result == SQLITE_ROW;
}

int64_t query_integer(struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

static int64_t integer_within(struct query *query, int column, int64_t least, int64_t most,
                              const char *damage)
{
    int64_t value = query_integer(query, column);
    return query_require(query, value >= least && value <= most, damage) ? value : least;
}

int64_t query_id(struct query *query, int column)
{
    return integer_within(query, column, 1, ROW_NUMBER_MAX, "a row has a number that can't be");
}

int64_t query_count(struct query *query, int column)
{
    return integer_within(query, column, 0, ROW_NUMBER_MAX, "a number is below 0, or far too large");
}

int64_t query_time(struct query *query, int column)
{
    return integer_within(query, column, 0, ANSWER_TIME_MAX, "a time is one that no calendar has");
}

double query_real(struct query *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

struct bytes query_bytes(struct query *query, int column)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    return (struct bytes){.data = (const char *)text,
                          .size = (size_t)sqlite3_column_bytes(query->statement, column)};
}

struct bytes query_key(struct query *query, int column)
{
    bool is_there = sqlite3_column_type(query->statement, column) != SQLITE_NULL;
    query_require(query, is_there, "something refers to what is not there");
    return query_bytes(query, column);
}

int64_t query_only_integer(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_integer(query, 0);
}

double query_only_real(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_real(query, 0);
}

struct bytes query_only_bytes(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_bytes(query, 0);
}

bool query_end(struct query *query, struct err *err)
{
    int code = query->result;
    bool worked = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
    if (!db_is_still(query->db))
        worked = db_fail_not_still(query->db, err);
    else if (!worked)
        db_fail(query->db, code, err);
    else if (query->damage != NULL)
        worked = db_fail_damaged(query->db, query->damage, err);
    sqlite3_reset(query->statement);
    if (query->statement != NULL) /* it could not be prepared */
        sqlite3_clear_bindings(query->statement);
    return worked;
}

bool query_end_visit(struct query *query, bool visited, struct err *err)
{
    struct err failure;
    bool read = query_end(query, &failure);
    if (visited && !read)
        *err = failure;
    return visited && read;
}

bool query_run(struct query *query, struct err *err)
{
    while (query_next(query))
        continue;
    return query_end(query, err);
}

bool db_run(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
{
    struct query query = query_start(db, statement);
    for (size_t i = 0; i < n; i++)
        query_bind_integer(&query, (int)i + 1, integers[i]);
    return query_run(&query, err);
}

bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err)
{
    *value = query_next(query) ? query_integer(query, 0) : absent;
    return query_end(query, err);
}
