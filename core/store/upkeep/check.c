/*
 * A check never trusts stored sums. SQLite checks the file, the constraints and the keys. Each other query looks for
 * invalid values, and returns a row with a description of each problem. Stored sums of votes and questions are compared
 * in C (kept.c). Everything is one reading, so votes given meanwhile cause no false alarm.
 *
 * If a table is not as it must be, nothing else is checked: any other report would be a guess.
 */
#include "core/store/upkeep/check.h"

#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/schema.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/upkeep/kept.h"
#include "core/store/store_private.h"

struct checking {
    struct store *store;
    int64_t now;
    check_report *report;
    void *context;
    size_t problems;
    enum statement integrity; /* the statement by which SQLite checks the file */
};

static void add_problem(struct checking *checking, struct bytes problem)
{
    checking->report(checking->context, problem);
    checking->problems++;
}

/* Adds a problem for each row of the query. */
static bool add_problems(struct checking *checking, struct query *query, struct err *err)
{
    while (query_next(query))
        add_problem(checking, query_only_bytes(query));
    return query_end(query, err);
}

static bool check_by_query(struct checking *checking, enum statement statement, struct err *err)
{
    if (!db_can_ask(checking->store->db, statement))
        return true;
    struct query query = query_start(checking->store->db, statement);
    return add_problems(checking, &query, err);
}

/*
 * Returns whether the line is about a page, whose content can't be read. SQLite before 3.42 reports all pages in one
 * row, below a heading.
 */
static bool is_of_page(struct bytes line)
{
    static const char *const beginnings[] = {"Page ", "Tree ", "On tree page ", "invalid page number"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (bytes_starts_with(line, beginnings[i]) && !bytes_ends_with(line, " is never used"))
            return true;
    }
    return false;
}

static void add_integrity(struct checking *checking, struct bytes line, bool *can_be_read)
{
    struct buffer problem = {0};
    if (bytes_starts_with(line, "*** in database"))
        return;
    if (is_of_page(line)) {
        *can_be_read = false;
        buffer_add_string(&problem, CHECK_PAGE_DAMAGED);
    }
    buffer_add(&problem, line);
    add_problem(checking, buffer_bytes(&problem));
    buffer_release(&problem);
}

/* *can_be_read = false: every other check would fail at a damaged page. */
static bool check_integrity(struct checking *checking, bool *can_be_read, struct err *err)
{
    *can_be_read = true;
    if (!db_can_ask(checking->store->db, checking->integrity))
        return true;
    struct query query = query_start(checking->store->db, checking->integrity);
    while (query_next(&query)) {
        struct bytes rest = query_only_bytes(&query), line = rest;
        if (bytes_equal(rest, bytes_of("ok")))
            continue;
        for (bool is_last = false; !is_last;) {
            is_last = !bytes_split(rest, '\n', &line, &rest);
            add_integrity(checking, is_last ? rest : line, can_be_read);
        }
    }
    /* SQLite continues after a damaged page, and may fail there itself. */
    return query_end(&query, *can_be_read ? err : err_ignored()) || !*can_be_read;
}

static bool check_by_queries(struct checking *checking, const enum statement *checks, size_t n,
                             struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++)
        worked = check_by_query(checking, checks[i], err);
    return worked;
}

/* On a server the tables are protected by rights, so only the triggers are checked. */
static bool check_triggers(struct checking *checking, struct err *err)
{
    struct arena arena = {0};
    struct made made;
    bool looked = db_read_made(checking->store->db, &arena, &made, err);
    if (looked && !made.has_all_triggers)
        add_problem(checking, bytes_of(CHECK_TRIGGERS_MISSING));
    arena_release(&arena);
    return looked;
}

static bool check_schema(struct checking *checking, bool *has_tables, struct err *err)
{
    struct arena arena = {0};
    struct schema_flaw *flaws;
    size_t n;
    *has_tables = true;
    if (db_is_on_server(checking->store->db))
        return check_triggers(checking, err);
    bool listed = schema_list_flaws(checking->store->db, &arena, &flaws, &n, err);
    for (size_t i = 0; listed && i < n; i++)
        add_problem(checking, bytes_of(flaws[i].what));
    *has_tables = listed && schema_is_readable(flaws, n);
    arena_release(&arena);
    return listed;
}

/* --- The whole check ---------------------------------------------------------------------------- */

static bool check_ballots(struct checking *checking, struct err *err)
{
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_BALLOTS);
    query_bind_integer(&query, 1, checking->now + CHECK_LEASE_MS_MAX);
    return add_problems(checking, &query, err);
}

static bool check_foreign_keys(struct checking *checking, bool with_candidates, struct err *err)
{
    if (!db_can_ask(checking->store->db, STATEMENT_CHECK_FOREIGN_KEYS))
        return true;
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_FOREIGN_KEYS);
    query_bind_integer(&query, 1, with_candidates);
    return add_problems(checking, &query, err);
}

/* A stale index is not checked, because the next search makes it again. */
static bool check_search(struct checking *checking, struct err *err)
{
    static const char indexed[] =
        "SELECT document_id FROM document"
        " WHERE document_id <= (SELECT last_document FROM search_index WHERE is_stale = 0)"
        "   AND document_id NOT IN (SELECT document_id FROM gone_document)";
    struct db *db = checking->store->db;
    int64_t exists, is_known;
    if (!db_can_ask(db, STATEMENT_SEARCH_EXISTS))
        return true;
    struct query query = query_start(db, STATEMENT_SEARCH_EXISTS);
    struct query known = query_start(db, STATEMENT_SEARCH_IS_KNOWN);
    if (!query_one_integer(&query, 0, &exists, err) || !query_one_integer(&known, 0, &is_known, err))
        return false;
    bool is_sound = is_known == 0;
    if (exists != 0 && !sqlite_read_index(db, "document_words", indexed, &is_sound, err))
        return false;
    if (!is_sound)
        add_problem(checking, bytes_of("the search index of the documents is damaged"));
    return true;
}

static void add_kept(void *context, struct bytes problem)
{
    add_problem(context, problem);
}

/*
 * If the votes can't be read, the other checks say why; if none of them does, the reader's own error is reported. If the
 * votes of a file are right, so are the slots of its ballots (standing.c).
 */
static bool check_contents(struct checking *checking, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_STANDING_ANSWERS, STATEMENT_CHECK_SLOTS,
        STATEMENT_CHECK_ANSWERS,          STATEMENT_CHECK_IDS,
        STATEMENT_CHECK_FIELDS,           STATEMENT_CHECK_JUDGMENTS,
        STATEMENT_CHECK_SEARCH_INDEX,     STATEMENT_CHECK_MERGED,
    };
    struct err failure;
    bool is_right;
    const bool is_compared = kept_report(checking->store, add_kept, checking, &is_right, &failure);
    const bool are_slots_right = is_right && !db_is_on_server(checking->store->db);
    bool checked = check_ballots(checking, err) && check_foreign_keys(checking, !is_right, err) &&
                   (are_slots_right || check_by_query(checking, STATEMENT_CHECK_BALLOT_SLOTS, err)) &&
                   check_by_queries(checking, checks, sizeof checks / sizeof *checks, err) &&
                   check_search(checking, err);
    if (checked && !is_compared && checking->problems == 0)
        add_problem(checking, bytes_of(failure.text));
    return checked;
}

/*
 * From 3.44 on SQLite's own check also reads the search index, and fails if that is damaged. The other checks then say
 * what is wrong; if none of them does, SQLite's error is reported.
 */
static bool check_all(struct checking *checking, struct err *err)
{
    struct err failure;
    bool can_be_read, has_tables;
    const bool is_checked = check_integrity(checking, &can_be_read, &failure);
    if (!can_be_read)
        return true;
    if (!is_checked && failure.code == ERR_INTERRUPTED) {
        *err = failure;
        return false;
    }
    bool worked = check_schema(checking, &has_tables, err) && (!has_tables || check_contents(checking, err));
    if (worked && !is_checked && checking->problems == 0)
        add_problem(checking, bytes_of(failure.text));
    return worked;
}

static bool check_with(enum statement integrity, struct store *store, int64_t now, check_report *report,
                       void *context, size_t *problems, struct err *err)
{
    struct checking checking = {
        .store = store, .now = now, .report = report, .context = context, .integrity = integrity};
    bool worked = check_all(&checking, err);
    *problems = checking.problems;
    return worked;
}

bool check_inside(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                  struct err *err)
{
    return check_with(STATEMENT_CHECK_INTEGRITY, store, now, report, context, problems, err);
}

bool store_check(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                 struct err *err)
{
    if (!store_require_all(store, "a check", err) || !store_begin_reading(store, err))
        return false;
    bool worked = check_inside(store, now, report, context, problems, err);
    store_end_reading(store);
    return worked;
}

static void keep_first(void *context, struct bytes problem)
{
    struct buffer *first = context;
    if (first->size == 0)
        buffer_add(first, problem);
}

/*
 * The caller copies a whole database, which takes long. It lists no candidates, and reads only the tables, so their
 * indexes need not be compared.
 */
bool check_require_sound(struct store *store, int64_t now, const char *consequence, struct err *err)
{
    struct buffer first = {0};
    size_t problems = 0;
    bool is_sound =
        check_with(STATEMENT_CHECK_INTEGRITY_OF_ROWS, store, now, keep_first, &first, &problems, err);
    store_let_held_go(store);
    if (is_sound && problems > 0)
        is_sound = err_set(err, ERR_DATABASE, "%s: %s; %s; `assay check %s` lists everything that is wrong",
                           store_path(store), buffer_string(&first), consequence, store_address(store));
    buffer_release(&first);
    return is_sound;
}

/* --- Facts that are no damage ------------------------------------------------------------------- */

/* `what` is the text after the number of votes: for one vote, and for several. */
static bool report_seen(struct store *store, enum statement statement, const char *kind,
                        const char *const what[2], check_report *report, void *context, struct err *err)
{
    struct arena arena = {0};
    struct query query = query_start(store->db, statement);
    while (query_next(&query)) {
        struct seen_otherwise seen = read_seen_otherwise(&query, &arena);
        report(context,
               bytes_of(arena_format(&arena, "%s %.*s: %lld %s than the present text", kind,
                                     BYTES_FORMAT(seen.id), (long long)seen.votes, what[seen.votes != 1])));
    }
    arena_release(&arena);
    return query_end(&query, err);
}

bool store_report_replaced(struct store *store, check_report *report, void *context, struct err *err)
{
    static const char *const saw[] = {"vote saw another text", "votes saw another text"};
    static const char *const points[] = {"vote points at evidence in another text",
                                         "votes point at evidence in another text"};
    if (!store_begin_reading(store, err))
        return false;
    bool worked =
        report_seen(store, STATEMENT_DOCUMENT_SEEN_OTHERWISE, "document", saw, report, context, err) &&
        report_seen(store, STATEMENT_QUESTION_SEEN_OTHERWISE, "question", saw, report, context, err) &&
        report_seen(store, STATEMENT_EVIDENCE_ELSEWHERE, "document", points, report, context, err);
    store_end_reading(store);
    return worked;
}

bool store_report_control_ids(struct store *store, check_report *report, void *context, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_CHECK_CONTROL_IDS);
    while (query_next(&query))
        report(context, query_only_bytes(&query));
    return query_end(&query, err);
}
