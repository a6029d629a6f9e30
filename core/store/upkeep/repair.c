/*
 * The check runs before and after the repair, in the same transaction. A problem that it no longer reports was
 * repaired; one that it still reports can't be repaired from the data. So a repair never claims more than the check can
 * see.
 */
#include "core/store/upkeep/check.h"

#include "core/store/upkeep/copy.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/schema.h"
#include "core/store/settings.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"
#include "core/store/upgrade.h"

/* --- Problems, before and after ------------------------------------------------------------------ */

struct problems {
    struct arena *arena;
    struct bytes *lines;
    size_t n;
};

static void keep_problem(void *context, struct bytes problem)
{
    struct problems *problems = context;
    ARENA_PUSH(problems->arena, problems->lines, problems->n) = arena_copy(problems->arena, problem);
}

static bool list_problems(struct store *store, int64_t now, struct problems *problems, struct err *err)
{
    size_t n;
    return check_inside(store, now, keep_problem, problems, &n, err);
}

static bool has_problem(const struct problems *problems, struct bytes line)
{
    for (size_t i = 0; i < problems->n; i++) {
        if (bytes_equal(problems->lines[i], line))
            return true;
    }
    return false;
}

/*
 * A sum that is still wrong may be wrong in another way, and then has another description; a description that is gone
 * counts as repaired.
 */
static void report_repair(const struct problems *before, const struct problems *after, struct repair *repair)
{
    for (size_t i = 0; i < before->n; i++) {
        if (!has_problem(after, before->lines[i])) {
            repair->mended(repair->context, before->lines[i]);
            repair->n_mended++;
        }
    }
    for (size_t i = 0; i < after->n; i++)
        repair->left(repair->context, after->lines[i]);
    repair->n_left = after->n;
}

/* --- Repairing ----------------------------------------------------------------------------------- */

/*
 * A flaw that can't be repaired stays, and the following check reports it: a unique index can't be made if two rows are
 * equal.
 */
static bool mend_schema(struct store *store, struct arena *arena, struct err *err)
{
    struct schema_flaw *flaws;
    size_t n;
    if (db_is_on_server(store->db)) /* a server's schema was recreated before */
        return true;
    if (!schema_list_flaws(store->db, arena, &flaws, &n, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        bool mended = flaws[i].mend != NULL && db_execute(store->db, flaws[i].mend, err_ignored());
        (void)mended;
    }
    return true;
}

/* Returns in `sound` whether the tables are those for which the statements below were written. */
static bool find_sound_tables(struct store *store, struct arena *arena, bool *sound, struct err *err)
{
    struct schema_flaw *flaws;
    size_t n;
    *sound = true;
    if (db_is_on_server(store->db))
        return true;
    *sound = schema_list_flaws(store->db, arena, &flaws, &n, err);
    if (!*sound)
        return false;
    *sound = schema_is_readable(flaws, n);
    return true;
}

static void mend_indexes(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_REPAIR_INDEXES);
    bool mended = query_run(&query, err_ignored());
    (void)mended;
}

static bool remove_setting(struct store *store, struct bytes key, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SETTING_REMOVE);
    query_bind_bytes(&query, 1, key);
    return query_run(&query, err);
}

static bool mend_settings(struct store *store, struct arena *arena, struct err *err)
{
    struct kept_setting *settings = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_SETTING_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, settings, n) = read_kept_setting(&query, arena);
    bool worked = query_end(&query, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = setting_check(settings[i].key, settings[i].value, err_ignored()) ||
                 remove_setting(store, settings[i].key, err);
    return worked;
}

static bool run_all(struct store *store, const enum statement *statements, size_t n, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++)
        worked = db_run(store->db, statements[i], NULL, 0, err);
    return worked;
}

static bool end_far_leases(struct store *store, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, now + CHECK_LEASE_MS_MAX);
    query_bind_integer(&query, 2, now);
    return query_run(&query, err);
}

/*
 * FTS5 can't drop an index that it can't read, so the index is first made an empty one. Then its remaining tables are
 * dropped.
 */
static void drop_search_index(struct store *store)
{
    static const char sql[] = "DROP TABLE IF EXISTS document_words_config;"
                              "CREATE TABLE document_words_config (k PRIMARY KEY, v) WITHOUT ROWID;"
                              "INSERT INTO document_words_config (k, v) VALUES ('version', 4);"
                              "DROP TABLE IF EXISTS document_words_data;"
                              "CREATE TABLE document_words_data (id INTEGER PRIMARY KEY, block BLOB);"
                              "INSERT INTO document_words_data (id, block)"
                              " VALUES (1, x''), (10, x'00000000000000');"
                              "DROP TABLE IF EXISTS document_words;"
                              "DROP TABLE IF EXISTS document_words_config;"
                              "DROP TABLE IF EXISTS document_words_data;"
                              "DROP TABLE IF EXISTS document_words_docsize;"
                              "DROP TABLE IF EXISTS document_words_idx";
    bool dropped = sqlite_execute_inside_index(store->db, sql, err_ignored());
    (void)dropped; /* if this fails, the following check reports it */
}

/*
 * The needs of questions follow from their candidates and the settings; the sums over all questions follow from the
 * questions.
 */
static bool mend_contents(struct store *store, int64_t now, struct arena *arena, struct err *err)
{
    static const enum statement rows[] = {
        STATEMENT_DOOMED_CLEAR,          STATEMENT_REPAIR_QUESTION_GAP_CLEAR,
        STATEMENT_REPAIR_QUESTION_GAP,   STATEMENT_REPAIR_ANSWERED_BALLOT,
        STATEMENT_REPAIR_QUESTION_CLEAR, STATEMENT_REPAIR_QUESTION,
        STATEMENT_REPAIR_PRIOR,          STATEMENT_REPAIR_MERGED,
        STATEMENT_REPAIR_MERGED_ADD,
    };
    static const enum statement of_search[] = {STATEMENT_SEARCH_INDEX_CLEAR,
                                               STATEMENT_REPAIR_SEARCH_TEXT_CLEAR};
    const size_t n_of_search = db_is_on_server(store->db) ? 0 : sizeof of_search / sizeof *of_search;
    static const enum statement sums[] = {STATEMENT_REPAIR_PROGRESS_CLEAR, STATEMENT_REPAIR_PROGRESS};
    if (n_of_search > 0) {
        mend_indexes(store);
        drop_search_index(store);
    }
    return run_all(store, of_search, n_of_search, err) && mend_settings(store, arena, err) &&
           end_far_leases(store, now, err) && run_all(store, rows, sizeof rows / sizeof *rows, err) &&
           settings_apply(store, err) && run_all(store, sums, sizeof sums / sizeof *sums, err);
}

static bool mend(struct store *store, int64_t now, struct arena *arena, struct err *err)
{
    bool sound;
    return mend_schema(store, arena, err) && find_sound_tables(store, arena, &sound, err) &&
           (!sound || mend_contents(store, now, arena, err));
}

/* --- The whole repair ---------------------------------------------------------------------------- */

/* A server has its own backups, and its transaction is all or nothing. */
static bool keep_copy(struct store *store, struct err *err)
{
    if (db_is_on_server(store->db))
        return true;
    return copy_keep(store->db, "before-repair", &store->kept_copy, err) ||
           err_context(err, "no copy of the database could be kept, so nothing was repaired");
}

/*
 * Recreates everything except the tables, because a missing trigger leaves wrong sums behind. The lock keeps others
 * from writing meanwhile, and waits for writes that this transaction would not see.
 */
static bool make_server_anew(struct store *store, struct problems *before, struct err *err)
{
    static const char lock[] =
        "LOCK TABLE setting, document, question, candidate, candidate_source, ballot, slot, "
        "answer, progress IN SHARE ROW EXCLUSIVE MODE";
    struct made made;
    if (!rights_require_owner(store, "a database on a server is repaired", err) ||
        !db_execute(store->db, lock, err) || !db_read_made(store->db, before->arena, &made, err))
        return false;
    if (!made.has_all_triggers)
        keep_problem(before, bytes_of(CHECK_TRIGGERS_MISSING));
    return upgrade_make_anew(store, made_has_rights(made.of), err);
}

static bool repair_inside(struct store *store, int64_t now, struct problems *before, struct problems *after,
                          struct err *err)
{
    if ((db_is_on_server(store->db) && !make_server_anew(store, before, err)) ||
        !list_problems(store, now, before, err))
        return false;
    if (before->n > 0 && bytes_starts_with(before->lines[0], CHECK_PAGE_DAMAGED))
        *after = *before;
    if (before->n == after->n)
        log_forget(store);
    return before->n == after->n || (keep_copy(store, err) && mend(store, now, before->arena, err) &&
                                     list_problems(store, now, after, err));
}

bool store_repair(struct store *store, int64_t now, struct repair *repair, struct err *err)
{
    struct arena arena = {0};
    struct problems before = {.arena = &arena}, after = {.arena = &arena};
    repair->n_mended = repair->n_left = 0;
    bool repaired = store_begin(store, err) && repair_inside(store, now, &before, &after, err);
    if (repaired && after.n > 0 && after.lines == before.lines)
        store_rollback(store); /* nothing was changed */
    else
        repaired = repaired && store_commit(store, err);
    if (repaired) {
        report_repair(&before, &after, repair); /* only after the commit */
    } else {
        store_rollback(store);
        copy_remove(&store->kept_copy);
        buffer_clear(&store->kept_copy);
    }
    arena_release(&arena);
    return repaired;
}
