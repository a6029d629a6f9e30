/*
 * Copies table by table, in an order in which all references are to earlier tables. A statement describes each table:
 * its columns and its table are also those of the target.
 *
 * Rows are copied as they are, including sums, so no trigger runs meanwhile. Rows are added by db_begin_rows: on a
 * server this is COPY, with one trip to begin and one to end, which refuses a row only at its end.
 */
#include "core/store/upkeep/project_copy.h"

#include "core/base/bug.h"
#include "core/store/upkeep/check.h"
#include "core/store/id_size.h"
#include "core/store/postgresql/server.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"

#include <string.h>

static const enum statement tables[] = {
    STATEMENT_COPY_SETTING,
    STATEMENT_COPY_DOCUMENT,
    STATEMENT_COPY_QUESTION,
    STATEMENT_COPY_ANNOTATOR,
    STATEMENT_COPY_IMPORT,
    STATEMENT_COPY_EVENT,
    STATEMENT_COPY_FORGOTTEN_NAME,
    STATEMENT_COPY_CANDIDATE,
    STATEMENT_COPY_CANDIDATE_SOURCE,
    STATEMENT_COPY_GONE_DOCUMENT,
    STATEMENT_COPY_TWIN,
    STATEMENT_COPY_MERGED_CANDIDATE,
    STATEMENT_COPY_QUESTION_GAP,
    STATEMENT_COPY_BALLOT,
    STATEMENT_COPY_SLOT,
    STATEMENT_COPY_ANSWER,
    STATEMENT_COPY_WITHDRAWAL,
    STATEMENT_COPY_ADDITION,
    STATEMENT_COPY_NOTE_DRAFT,
    STATEMENT_COPY_EVIDENCE_DRAFT,
    STATEMENT_COPY_JUDGMENT_SOURCE,
    STATEMENT_COPY_JUDGMENT,
    STATEMENT_COPY_REPLACED_DOCUMENT,
    STATEMENT_COPY_REPLACED_QUESTION,
    STATEMENT_COPY_REPLACED_JUDGMENT,
    STATEMENT_COPY_REPLACED_SOURCE,
    STATEMENT_COPY_MODEL,
    STATEMENT_COPY_MODEL_VOTE,
};

/* The tables that a search reads, and the log, by which a copy is known to be up to date. */
static const enum statement collection[] = {
    STATEMENT_COPY_SETTING, STATEMENT_COPY_DOCUMENT, STATEMENT_COPY_QUESTION,
    STATEMENT_COPY_IMPORT,  STATEMENT_COPY_EVENT,    STATEMENT_COPY_GONE_DOCUMENT,
};

struct copying {
    struct store *from, *to;
    const enum statement *tables;
    size_t n_tables;
    int64_t n, n_rows; /* that were copied, and that there are */
    copy_watch *watch;
    void *context;
};

static bool tell(struct copying *copying, struct err *err)
{
    int64_t done = copying->n < copying->n_rows ? copying->n : copying->n_rows;
    return copying->watch(copying->context, store_path(copying->from), done, copying->n_rows) ||
           err_set(err, ERR_INTERRUPTED, "stopped; nothing was written");
}

/* --- One table -------------------------------------------------------------------------------------- */

enum { COLUMNS_MAX = 16 };

struct copied_table {
    char name[64];
    char columns[512];
    int n_columns;
    const char *ids[COLUMNS_MAX]; /* the name of an id column, whose size is limited; NULL: no id */
};

static void take_part(char *part, size_t room, const char *text, size_t size)
{
    BUG_UNLESS(size < room);
    memcpy(part, text, size);
    part[size] = '\0';
}

/* See postgresql/schema.sql. */
static const char *id_of_name(struct bytes column)
{
    static const char *const ids[] = {"docid", "qid", "name", "uuid", "source"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (bytes_equal(column, bytes_of(ids[i])))
            return ids[i];
    }
    return NULL;
}

static void take_columns(struct copied_table *table)
{
    struct bytes rest = bytes_of(table->columns);
    for (bool has_more = true; has_more;) {
        struct bytes column = rest;
        BUG_UNLESS(table->n_columns < COLUMNS_MAX);
        has_more = bytes_split(rest, ',', &column, &rest);
        table->ids[table->n_columns++] = id_of_name(bytes_trim(column));
    }
}

/* Parses "SELECT columns FROM name …". */
static struct copied_table table_of(enum statement statement)
{
    static const char select[] = "SELECT ", from[] = " FROM ";
    struct copied_table table = {0};
    const char *columns = statement_texts[statement] + sizeof select - 1;
    const char *end = strstr(columns, from);
    BUG_UNLESS(end != NULL);
    const char *name = end + sizeof from - 1;
    take_part(table.columns, sizeof table.columns, columns, (size_t)(end - columns));
    take_part(table.name, sizeof table.name, name, strcspn(name, " \n"));
    take_columns(&table);
    return table;
}

/* Checks the sizes of ids here, because COPY refuses a row only at its end, without naming it. */
static bool require_id_sizes(const struct copying *copying, const struct copied_table *table,
                             const struct column_value *cells, struct err *err)
{
    for (int i = 0; i < table->n_columns; i++) {
        if (table->ids[i] != NULL && cells[i].kind == COLUMN_BYTES &&
            !id_require_size(copying->to->db, table->ids[i], cells[i].bytes, err))
            return err_context(err, "%s", store_path(copying->from));
    }
    return true;
}

/* A server can answer anything. */
static bool copy_row(struct copying *copying, const struct copied_table *table, const struct query *row,
                     struct err *err)
{
    enum { ROWS_BETWEEN = 1024 };
    struct column_value cells[COLUMNS_MAX];
    int n = query_count_columns(row);
    if (n != table->n_columns)
        return db_fail_damaged(copying->from->db, "a row has unexpected columns", err);
    for (int i = 0; i < n; i++)
        cells[i] = query_cell(row, i);
    return require_id_sizes(copying, table, cells, err) &&
           db_add_row(copying->to->db, cells, (size_t)n, err) &&
           (++copying->n % ROWS_BETWEEN != 0 || tell(copying, err));
}

static bool copy_table(struct copying *copying, enum statement statement, struct err *err)
{
    struct db *to = copying->to->db;
    const struct copied_table table = table_of(statement);
    if (!db_begin_rows(to, table.name, table.columns, err))
        return false;
    bool copied = true;
    struct query query = query_start(copying->from->db, statement);
    while (copied && query_next(&query))
        copied = copy_row(copying, &table, &query, err);
    copied = db_end_rows(to, copied, err);
    return query_end_visit(&query, copied, err);
}

/* --- All tables ------------------------------------------------------------------------------------- */

static bool copy_tables(struct copying *copying, struct err *err)
{
    bool copied = tell(copying, err);
    for (size_t i = 0; copied && i < copying->n_tables; i++)
        copied = copy_table(copying, copying->tables[i], err);
    return copied;
}

/* Derives the sums over all questions. */
static bool sum_up(struct store *to, struct err *err)
{
    return db_run(to->db, STATEMENT_REPAIR_PROGRESS_CLEAR, NULL, 0, err) &&
           db_run(to->db, STATEMENT_REPAIR_PROGRESS, NULL, 0, err);
}

/* Foreign keys need no check here: the check of `from` has verified them. */
static bool copy_into_file(struct copying *copying, struct err *err)
{
    sqlite_set_triggers(copying->to->db, false);
    bool copied = copy_tables(copying, err);
    sqlite_set_triggers(copying->to->db, true);
    return copied;
}

static bool copy_into_server(struct copying *copying, struct err *err)
{
    struct db *to = copying->to->db;
    return server_begin_copying(to, err) && copy_tables(copying, err) && server_end_copying(to, err);
}

bool project_copy_require_new(const struct store *to, struct err *err)
{
    return to->is_new ||
           err_set(err, ERR_INPUT,
                   "%s: this database already exists; name a new file, or an empty database on a server",
                   store_path(to));
}

static bool copy_inside(struct copying *copying, struct err *err)
{
    struct store *to = copying->to;
    if (!project_copy_require_new(to, err)) /* another program has made it meanwhile */
        return false;
    return (store_is_on_server(to) ? copy_into_server(copying, err) : copy_into_file(copying, err)) &&
           sum_up(to, err);
}

static bool copy_whole(struct copying *copying, struct err *err)
{
    if (!store_begin(copying->to, err))
        return false;
    if (copy_inside(copying, err) && store_commit(copying->to, err))
        return true;
    store_rollback(copying->to);
    return false;
}

static bool prepare(struct store *to, struct err *err)
{
    if (!project_copy_require_new(to, err))
        return false;
    return store_is_on_server(to) ||
           db_execute(to->db, "PRAGMA main.cache_size = -32000; PRAGMA foreign_keys = OFF;", err);
}

static bool measure(struct copying *copying, struct err *err)
{
    struct query query = query_start(copying->from->db, STATEMENT_COPY_SIZE);
    return query_one_integer(&query, 0, &copying->n_rows, err);
}

static bool count(struct store *from, struct project_counts *counts, struct err *err)
{
    struct query query = query_start(from->db, STATEMENT_COPY_COUNT);
    if (query_next(&query))
        *counts = read_project_counts(&query);
    return query_end(&query, err);
}

bool store_copy_project(struct store *from, struct store *to, int64_t now, copy_watch *watch, void *context,
                        struct project_counts *counts, struct err *err)
{
    struct copying copying = {.from = from,
                              .to = to,
                              .tables = tables,
                              .n_tables = sizeof tables / sizeof *tables,
                              .watch = watch,
                              .context = context};
    if (!prepare(to, err) || !store_begin_reading(from, err))
        return false;
    bool copied = store_require_all(from, "a copy", err) &&
                  check_require_sound(from, now, "nothing was copied", err) && measure(&copying, err) &&
                  count(from, counts, err) && copy_whole(&copying, err);
    store_end_reading(from);
    return copied;
}

/* --- A collection for searches ---------------------------------------------------------------------- */

static bool clear(struct copying *copying, struct err *err)
{
    return db_execute(copying->to->db,
                      "DELETE FROM search_index; DELETE FROM search_text; DELETE FROM gone_document;"
                      "DELETE FROM event; DELETE FROM import; DELETE FROM question; DELETE FROM document;"
                      "DELETE FROM setting",
                      err);
}

static bool copy_anew(struct copying *copying, struct err *err)
{
    sqlite_set_triggers(copying->to->db, false);
    bool copied = clear(copying, err) && copy_tables(copying, err);
    sqlite_set_triggers(copying->to->db, true);
    return copied && sum_up(copying->to, err);
}

bool store_copy_collection(struct store *from, struct store *to, copy_watch *watch, void *context,
                           struct err *err)
{
    struct copying copying = {.from = from,
                              .to = to,
                              .tables = collection,
                              .n_tables = sizeof collection / sizeof *collection,
                              .watch = watch,
                              .context = context};
    struct query size = query_start(from->db, STATEMENT_COLLECTION_SIZE);
    if (!query_one_integer(&size, 0, &copying.n_rows, err) || !store_begin(to, err))
        return false;
    if (copy_anew(&copying, err) && store_commit(to, err))
        return true;
    store_rollback(to);
    return false;
}
