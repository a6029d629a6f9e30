/*
 * A driver is a table of functions. Each function implements for its databases what the function of the same name in
 * db.h promises. Every driver's own struct begins with struct db. For this folder and the drivers alone.
 */
#pragma once

#include "core/store/database/db.h"

#include <stdatomic.h>

/*
 * A NULL function has nothing to do: only drivers of servers have `ask`, `post`, `try`, `was_refused`, `tried_integer`,
 * `prefetch`, `is_prefetched`, `drop_prefetched` and `prefetch_commit`; only drivers that work in this process have `interrupt`.
 */
struct db_driver {
    bool is_of_server;            /* the database is on a server, not in a file */
    void (*close)(struct db *db); /* frees everything except the members of struct db */
    bool (*execute)(struct db *db, const char *sql, struct err *err);
    bool (*has_tables)(struct db *db, bool *has_tables, struct err *err);
    bool (*read_made)(struct db *db, struct arena *arena, struct made *made, struct err *err);
    bool (*get_version)(struct db *db, int64_t *version, struct err *err);
    bool (*fail_damaged)(const struct db *db, const char *damage, struct err *err);
    bool (*fail_unfit)(struct db *db, const char *damage, struct err *err);

    bool (*begin)(struct db *db, struct err *err);
    bool (*begin_reading)(struct db *db, struct err *err);
    void (*prefetch_commit)(struct db *db);
    bool (*commit)(struct db *db, struct err *err);
    void (*rollback)(struct db *db);
    void (*interrupt)(struct db *db);
    int64_t (*last_id)(const struct db *db);
    int64_t (*change_count)(const struct db *db);

    void (*start)(struct query *query, enum statement statement);
    void (*bind_integer)(struct query *query, int parameter, int64_t value);
    void (*bind_real)(struct query *query, int parameter, double value);
    void (*bind_bytes)(struct query *query, int parameter, struct bytes value);
    void (*bind_null)(struct query *query, int parameter);
    void (*ask)(struct query *query);
    void (*post)(struct query *query);
    void (*try)(struct query *query);
    bool (*was_refused)(struct db *db, struct err *err);
    int64_t (*tried_integer)(const struct db *db, int column);
    void (*prefetch)(struct query *query);
    bool (*is_prefetched)(const struct query *query);
    void (*drop_prefetched)(struct db *db);
    bool (*next)(struct query *query);
    int (*count_columns)(const struct query *query);
    enum column_kind (*kind_of)(const struct query *query, int column);
    int64_t (*integer)(const struct query *query, int column);
    double (*real)(const struct query *query, int column);
    struct bytes (*bytes)(const struct query *query, int column);
    bool (*end)(struct query *query, struct err *err);

    bool (*begin_rows)(struct db *db, const char *table, const char *columns, struct err *err);
    bool (*add_row)(struct db *db, const struct column_value *cells, size_t n, struct err *err);
    bool (*end_rows)(struct db *db, bool added, struct err *err);
    bool (*begin_removing)(struct db *db, struct err *err);
    bool (*end_removing)(struct db *db, struct err *err);
};

struct db {
    const struct db_driver *driver;
    char *path, *address; /* see db_path, db_address */
    struct busy_watch busy_watch;
    bool was_busy;    /* see db_was_busy */
    bool met_another; /* see db_met_another */
    bool may_be_kept; /* see db_may_be_kept */
    bool is_away;     /* see db_is_away */
    int patience_ms;
    int waited_ms;                             /* for others, in this wait */
    bool waits_as_one;                         /* see db_wait_as_one */
    bool watch_was_asked;                      /* in this wait … */
    enum busy_cause waits_for, watch_was_told; /* … and with this cause */
    char holder[96];                           /* of BUSY_LOCK, see busy.h; empty: unknown */
    bool was_stopped;                          /* this wait was ended, by the watch or by … */
    atomic_bool was_interrupted;               /* … a db_interrupt in another thread */
    bool waits_in_vain;                        /* waiting can't help */
    /*
     * The server accepts connections and then refuses them. All such attempts are one wait, which took refused_ms so
     * far.
     */
    bool is_refused;
    int refused_ms;
    int64_t n_trips; /* see db_count_trips */
};

/* Initialises the part that all databases share; copies path and address. */
void db_init(struct db *db, const struct db_driver *driver, const char *path, const char *address);
/* Runs the SQL of the lines; NULL ends them. */
MUST_CHECK bool db_execute_lines(struct db *db, const char *const *lines, struct err *err);

/* --- waiting.c -------------------------------------------------------------------------------- */

/*
 * Begins a wait, unless it is part of one that goes on: all attempts to reach a server that is away or refuses are one
 * wait.
 */
void db_begin_wait(struct db *db, enum busy_cause cause);
bool db_may_wait(const struct db *db);
/* Counts a delay of `ms` milliseconds; returns whether to go on waiting. */
bool db_count_wait(struct db *db, int ms);
