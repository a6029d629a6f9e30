/*
 * A check never trusts a sum. SQLite looks at the file, the constraints and the keys; each other query looks for values that
 * can't be, or computes sums again from the answers, and gives a row, in words, for whatever is wrong. What is left of a
 * question is computed by the stop rule, in C, as dealing does. All is one reading: who votes meanwhile makes no false alarm.
 *
 * Where a table is not what it must be, nothing else is looked at: any other sentence would be guessed.
 */
#include "core/store/check.h"

#include "core/judge/ballot.h"
#include "core/judge/deal.h"
#include "core/store/pool.h"
#include "core/store/question_places.h"
#include "core/store/rows.h"
#include "core/store/schema.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

struct checking {
    struct store *store;
    int64_t now;
    check_report *report;
    void *context;
    size_t problems;
};

static void add_problem(struct checking *checking, struct bytes problem)
{
    checking->report(checking->context, problem);
    checking->problems++;
}

/* What each row of a query says is wrong. */
static bool check_by_query(struct checking *checking, enum statement statement, struct err *err)
{
    struct query query = query_start(checking->store->db, statement);
    while (query_next(&query)) {
        struct bytes line = query_only_bytes(&query);
        if (statement != STATEMENT_CHECK_INTEGRITY || !bytes_equal(line, bytes_of("ok")))
            add_problem(checking, line);
    }
    return query_end(&query, err);
}

static bool check_schema(struct checking *checking, bool *has_tables, struct err *err)
{
    struct arena arena = {0};
    struct schema_flaw *flaws;
    size_t n;
    bool listed = schema_list_flaws(checking->store->db, &arena, &flaws, &n, err);
    for (size_t i = 0; listed && i < n; i++)
        add_problem(checking, bytes_of(flaws[i].what));
    *has_tables = listed && schema_is_readable(flaws, n);
    arena_release(&arena);
    return listed;
}

static bool check_settings(struct checking *checking, struct err *err)
{
    struct arena arena = {0};
    struct query query = query_start(checking->store->db, STATEMENT_SETTING_LIST);
    while (query_next(&query)) {
        struct kept_setting setting = read_kept_setting(&query, &arena);
        struct err failure;
        if (!setting_check(setting.key, setting.value, &failure))
            add_problem(checking, bytes_of(arena_format(&arena, "setting %.*s: %s", BYTES_FORMAT(setting.key),
                                                        failure.text)));
    }
    arena_release(&arena);
    return query_end(&query, err);
}

/* --- What questions need ------------------------------------------------------------------------ */

struct need_settings {
    int64_t ballot_size, impressions;
};

static bool check_left(struct checking *checking, const struct kept_needs *kept, struct arena *arena,
                       struct err *err)
{
    struct pool pool;
    if (!pool_read(checking->store, kept->question_id, NO_LEASES, 0, arena, &pool, err))
        return false;
    if (pool_ballots_left(&pool) != kept->ballots_left)
        add_problem(checking,
                    bytes_of(arena_format(arena,
                                          "question %.*s: %lld ballots left are kept, by the rule '%s' "
                                          "it needs %lld",
                                          BYTES_FORMAT(kept->qid), (long long)kept->ballots_left,
                                          stop_rule_name(pool.rule), (long long)pool_ballots_left(&pool))));
    return true;
}

static bool check_need(struct checking *checking, const struct kept_needs *kept,
                       const struct need_settings *settings, struct err *err)
{
    struct arena arena = {0};
    size_t pool_size = (size_t)kept->pool_size, ballot_size = (size_t)settings->ballot_size;
    int64_t slots = (int64_t)deal_slots(pool_size, ballot_size);
    int64_t target = deal_target(pool_size, ballot_size, settings->impressions);
    bool worked = true;
    if (kept->slots != slots || kept->target != target)
        add_problem(checking,
                    bytes_of(arena_format(&arena,
                                          "question %.*s: ballots with %lld slots and %lld impressions of "
                                          "each candidate are kept, by the settings it needs %lld and %lld",
                                          BYTES_FORMAT(kept->qid), (long long)kept->slots,
                                          (long long)kept->target, (long long)slots, (long long)target)));
    else if (kept->is_readable) /* what is not has been told */
        worked = check_left(checking, kept, &arena, err);
    arena_release(&arena);
    return worked;
}

/* Without settings that can be, nothing can be said of it; they have been told. */
static bool read_need_settings(struct store *store, struct need_settings *settings)
{
    struct err unused;
    size_t dealing, order;
    int64_t budget, sample, seed;
    double confidence;
    return setting_get_integer(store, SETTING_BALLOT_SIZE, &settings->ballot_size, &unused) &&
           setting_get_integer(store, SETTING_IMPRESSIONS, &settings->impressions, &unused) &&
           setting_get_choice(store, SETTING_DEALING, &dealing, &unused) &&
           setting_get_integer(store, SETTING_BUDGET, &budget, &unused) &&
           setting_get_real(store, SETTING_CONFIDENCE, &confidence, &unused) &&
           setting_get_choice(store, SETTING_ORDER, &order, &unused) &&
           setting_get_sample(store, &sample, &unused) &&
           setting_get_integer(store, SETTING_SEED, &seed, &unused);
}

static bool check_places(struct checking *checking, struct err *err)
{
    struct arena arena = {0};
    struct misplaced_question *misplaced;
    size_t n;
    bool worked = question_places_compare(checking->store, &arena, &misplaced, &n, err);
    if (worked && n > 0)
        add_problem(checking,
                    bytes_of(arena_format(&arena,
                                          "%zu question%s at another place in the order of dealing than the "
                                          "settings say: the first is %.*s at %lld, not at %lld",
                                          n, n == 1 ? " stands" : "s stand", BYTES_FORMAT(misplaced->qid),
                                          (long long)misplaced->kept, (long long)misplaced->place)));
    arena_release(&arena);
    return worked;
}

static bool check_needs(struct checking *checking, struct err *err)
{
    bool worked = true;
    struct need_settings settings;
    struct err unused;
    if (!read_need_settings(checking->store, &settings))
        return true;
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_NEEDS);
    while (worked && query_next(&query)) {
        struct kept_needs kept = read_kept_needs(&query);
        worked = check_need(checking, &kept, &settings, err);
    }
    return query_end(&query, worked ? err : &unused) && worked && check_places(checking, err);
}

/* --- All of it ---------------------------------------------------------------------------------- */

static bool check_ballots(struct checking *checking, struct err *err)
{
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_BALLOTS);
    query_bind_integer(&query, 1, checking->now + CHECK_LEASE_MS_MAX);
    while (query_next(&query))
        add_problem(checking, query_only_bytes(&query));
    return query_end(&query, err);
}

static bool check_contents(struct checking *checking, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_STANDING_ANSWERS, STATEMENT_CHECK_FOREIGN_KEYS,
        STATEMENT_CHECK_BALLOT_SLOTS,     STATEMENT_CHECK_SLOTS,
        STATEMENT_CHECK_ANSWERS,          STATEMENT_CHECK_IDS,
        STATEMENT_CHECK_QUESTION_NUMBERS, STATEMENT_CHECK_CANDIDATES,
        STATEMENT_CHECK_QUESTIONS,        STATEMENT_CHECK_POOLS,
        STATEMENT_CHECK_PROGRESS_ROWS,    STATEMENT_CHECK_PROGRESS,
        STATEMENT_CHECK_PRIORS,           STATEMENT_CHECK_FIELDS,
        STATEMENT_CHECK_JUDGMENTS,        STATEMENT_CHECK_SEARCH_INDEX,
    };
    bool worked = check_settings(checking, err) && check_ballots(checking, err);
    for (size_t i = 0; worked && i < sizeof checks / sizeof *checks; i++)
        worked = check_by_query(checking, checks[i], err);
    return worked && check_needs(checking, err);
}

static bool check_all(struct checking *checking, struct err *err)
{
    bool has_tables;
    return check_by_query(checking, STATEMENT_CHECK_INTEGRITY, err) &&
           check_schema(checking, &has_tables, err) && (!has_tables || check_contents(checking, err));
}

bool check_inside(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                  struct err *err)
{
    struct checking checking = {.store = store, .now = now, .report = report, .context = context};
    bool worked = check_all(&checking, err);
    *problems = checking.problems;
    return worked;
}

bool store_check(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                 struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool worked = check_inside(store, now, report, context, problems, err);
    store_end_reading(store);
    return worked;
}

/* --- What sums need ------------------------------------------------------------------------------ */

static void keep_first(void *context, struct bytes problem)
{
    struct buffer *first = context;
    if (first->size == 0)
        buffer_add(first, problem);
}

/*
 * Who hands sums on need not know all that may be wrong, and stops at the first thing. A row that an index has otherwise is
 * enough to print another number: so SQLite looks at the file here, too. Among candidates that are equal otherwise the prior
 * says which one is the best.
 */
static bool check_sums(struct checking *checking, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_INTEGRITY,        STATEMENT_CHECK_PROGRESS_ROWS,  STATEMENT_CHECK_PROGRESS,
        STATEMENT_CHECK_STANDING_ANSWERS, STATEMENT_CHECK_QUESTIONS,      STATEMENT_CHECK_POOLS,
        STATEMENT_CHECK_QUESTION_NUMBERS, STATEMENT_QUESTION_SUMS_DIFFER, STATEMENT_CHECK_PRIORS,
    };
    bool worked = check_settings(checking, err);
    for (size_t i = 0; worked && checking->problems == 0 && i < sizeof checks / sizeof *checks; i++)
        worked = check_by_query(checking, checks[i], err);
    return worked && (checking->problems > 0 || check_needs(checking, err));
}

static bool are_sums_sound(struct store *store, struct err *err)
{
    struct buffer first = {0};
    struct checking checking = {.store = store, .report = keep_first, .context = &first};
    bool are_sound = check_sums(&checking, err) &&
                     (checking.problems == 0 || db_fail_damaged(store->db, buffer_string(&first), err));
    buffer_release(&first);
    return are_sound;
}

/* The version is one of what others write: who writes here, too, has the sums looked at each time. */
bool store_begin_reading_sums(struct store *store, struct err *err)
{
    int64_t version = 0;
    if (!store_begin_reading(store, err))
        return false;
    bool are_sound = store_get_version(store, &version, err) &&
                     ((version == store->sound_version && store->only_reads) || are_sums_sound(store, err));
    if (!are_sound)
        store_end_reading(store);
    store->sound_version = are_sound ? version : 0;
    return are_sound;
}

static bool report_seen(struct store *store, enum statement statement, const char *kind, check_report *report,
                        void *context, struct err *err)
{
    struct arena arena = {0};
    struct query query = query_start(store->db, statement);
    while (query_next(&query)) {
        struct seen_otherwise seen = read_seen_otherwise(&query, &arena);
        report(context,
               bytes_of(arena_format(&arena, "%s %.*s: %lld vote%s saw another text than the one there now",
                                     kind, BYTES_FORMAT(seen.id), (long long)seen.votes,
                                     seen.votes == 1 ? "" : "s")));
    }
    arena_release(&arena);
    return query_end(&query, err);
}

bool store_report_replaced(struct store *store, check_report *report, void *context, struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool worked = report_seen(store, STATEMENT_DOCUMENT_SEEN_OTHERWISE, "document", report, context, err) &&
                  report_seen(store, STATEMENT_QUESTION_SEEN_OTHERWISE, "question", report, context, err);
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
