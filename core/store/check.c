/*
 * A check never trusts a sum. SQLite looks at the file and the keys; each other query computes sums again from the answers
 * and gives a row, in words, for whatever differs. What is left of a question is computed by the stop rule, in C, as dealing does. All is one reading: who
 * votes meanwhile makes no false alarm.
 */
#include "core/store/check.h"

#include "core/store/pool.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

struct checking {
    struct store *store;
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

static bool check_question(struct checking *checking, const struct kept_ballots_left *question,
                           struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool worked = pool_read(checking->store, question->question_id, NO_LEASES, 0, &arena, &pool, err);
    if (worked && pool_ballots_left(&pool) != question->ballots_left) {
        add_problem(checking,
                    bytes_of(arena_format(&arena,
                                          "question %.*s: %lld ballots left are kept, by the rule '%s' "
                                          "it needs %lld",
                                          BYTES_FORMAT(question->qid), (long long)question->ballots_left,
                                          stop_rule_name(pool.rule), (long long)pool_ballots_left(&pool))));
    }
    arena_release(&arena);
    return worked;
}

static bool check_ballots_left(struct checking *checking, struct err *err)
{
    bool worked = true;
    struct err unused;
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_BALLOTS_LEFT);
    while (worked && query_next(&query)) {
        struct kept_ballots_left question = read_kept_ballots_left(&query);
        worked = check_question(checking, &question, err);
    }
    return query_end(&query, worked ? err : &unused) && worked;
}

bool store_check(struct store *store, check_report *report, void *context, size_t *problems, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_INTEGRITY, STATEMENT_CHECK_FOREIGN_KEYS, STATEMENT_CHECK_SLOTS,
        STATEMENT_CHECK_BALLOTS,   STATEMENT_CHECK_CANDIDATES,   STATEMENT_CHECK_QUESTIONS,
        STATEMENT_CHECK_POOLS,     STATEMENT_CHECK_PROGRESS,     STATEMENT_CHECK_PRIORS,
    };
    struct checking checking = {.store = store, .report = report, .context = context};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = true;
    for (size_t i = 0; worked && i < sizeof checks / sizeof *checks; i++)
        worked = check_by_query(&checking, checks[i], err);
    worked = worked && check_ballots_left(&checking, err);
    store_end_reading(store);
    *problems = checking.problems;
    return worked;
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
