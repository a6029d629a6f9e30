/*
 * The progress is kept as sums, so it costs the same for ten votes and for a million. The statistics of annotators are
 * read from every vote (annotators.c), and all stored sums are compared with those votes at the same time.
 */
#include "core/store/labelling/status.h"

#include "core/judge/deal_request.h"
#include "core/store/votes/annotators.h"
#include "core/store/content/judgments.h"
#include "core/judge/docket.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/prior_learning.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/votes/shared_ballots.h"
#include "core/store/upkeep/kept.h"
#include "core/store/votes/standing.h"
#include "core/store/store_private.h"

#include <math.h>

static bool read_integer(struct store *store, enum statement statement, int64_t *value, struct err *err)
{
    struct query query = query_start(store->db, statement);
    return query_one_integer(&query, 0, value, err);
}

bool progress_has_ballots(struct progress progress)
{
    return progress.ballots_done + progress.ballots_left > 0;
}

struct query progress_ask(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_PROGRESS_GET);
    query_ask(&query);
    return query;
}

bool progress_take(struct query *query, struct progress *progress, struct err *err)
{
    *progress = (struct progress){0};
    if (query_next(query))
        *progress = read_progress(query);
    return query_end(query, err);
}

bool store_get_progress(struct store *store, struct progress *progress, struct err *err)
{
    struct query query = progress_ask(store);
    return progress_take(&query, progress, err) && left_out_from_progress(store, progress, err);
}

static struct query find_newest_votes(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_TIMED_VOTE_NEWEST);
    query_bind_integer(&query, 1, PACE_ANSWERS);
    return query;
}

struct query vote_time_ask(struct store *store)
{
    struct query query = find_newest_votes(store);
    query_ask(&query);
    return query;
}

bool vote_time_take(struct store *store, struct query *query, double *ms, struct err *err)
{
    int64_t times[PACE_ANSWERS];
    size_t n = 0;
    while (query_next(query)) {
        const struct timed_vote vote = read_timed_vote(query);
        if (n < PACE_ANSWERS && !is_left_out(store, vote.annotator_id))
            times[n++] = vote.elapsed_ms;
    }
    *ms = vote_time_of(times, n);
    return query_end(query, err);
}

bool store_read_vote_time(struct store *store, double *ms, struct err *err)
{
    struct query query = vote_time_ask(store);
    return vote_time_take(store, &query, ms, err);
}

/* Prefetches all that a forecast reads. */
static void prefetch_forecast(struct store *store)
{
    struct query times = find_newest_votes(store),
                 counts = query_start(store->db, STATEMENT_QUESTION_COUNT_LIST);
    setting_prefetch(store, SETTING_DEALING);
    query_prefetch(&times);
    query_prefetch(&counts);
}

static bool read_rule(struct store *store, enum stop_rule *rule, struct err *err)
{
    size_t dealing;
    if (!setting_get_choice(store, SETTING_DEALING, &dealing, err))
        return false;
    *rule = stop_rule_of((enum dealing)dealing);
    return true;
}

/* Lists the counts of all questions in the sample, or only of those that have ended. */
static bool list_counts(struct store *store, bool ended_alone, struct arena *arena,
                        struct question_count **counts, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_COUNT_LIST);
    while (query_next(&query)) {
        const struct question_count count = read_question_count(&query);
        if (!ended_alone || count.left == 0)
            ARENA_PUSH(arena, *counts, *n) = count;
    }
    return query_end(&query, err);
}

bool store_forecast(struct store *store, struct forecast *forecast, struct err *err)
{
    struct arena arena = {0};
    struct question_count *counts = NULL;
    double vote_ms;
    enum stop_rule rule;
    size_t n = 0;
    prefetch_forecast(store);
    bool worked = read_rule(store, &rule, err) && store_read_vote_time(store, &vote_ms, err) &&
                  list_counts(store, false, &arena, &counts, &n, err);
    if (worked)
        *forecast = forecast_make(rule, counts, n, vote_ms);
    arena_release(&arena);
    return worked;
}

/* Adds as many questions as there are, each as if nobody had voted on it yet. */
static bool list_unasked(struct store *store, enum stop_rule rule, int64_t budget, struct arena *arena,
                         struct question_count **counts, size_t *n, int64_t *questions, struct err *err)
{
    *questions = 0;
    struct query query = query_start(store->db, STATEMENT_QUESTION_POOL_SIZE_LIST);
    while (query_next(&query)) {
        const struct alike_pools alike = read_alike_pools(&query);
        const struct pool pool = {.rule = rule,
                                  .n_candidates = (size_t)alike.candidates,
                                  .n_slots = (size_t)alike.slots,
                                  .target = alike.target,
                                  .budget = budget};
        ARENA_PUSH(arena, *counts, *n) =
            (struct question_count){.left = pool_ballots_in_all(&pool), .questions = alike.questions};
        *questions += alike.questions;
    }
    return query_end(&query, err);
}

/*
 * Predicts the ballots for a question without votes, as the mean of all pools. Under balanced dealing it is the number
 * that the pools need. Under adaptive dealing it follows from the questions that have ended, at most the budget; while
 * these are too few it is the budget. NAN: no question has candidates.
 */
static bool store_forecast_question(struct store *store, double *ballots, struct err *err)
{
    struct arena arena = {0};
    struct question_count *counts = NULL;
    enum stop_rule rule;
    size_t n = 0;
    int64_t budget, questions;
    bool worked = read_rule(store, &rule, err) && setting_get_integer(store, SETTING_BUDGET, &budget, err) &&
                  list_counts(store, true, &arena, &counts, &n, err) &&
                  list_unasked(store, rule, budget, &arena, &counts, &n, &questions, err);
    if (worked) {
        const struct forecast forecast = forecast_make(rule, counts, n, NAN);
        const double expected = forecast.ballots.expected;
        *ballots = (isnan(expected) ? (double)forecast.at_most : expected) / (double)questions;
    }
    arena_release(&arena);
    return worked;
}

bool store_count_left_out(struct store *store, int64_t *questions, struct err *err)
{
    return read_integer(store, STATEMENT_QUESTION_LEFT_OUT_COUNT, questions, err);
}

static bool read_states(struct store *store, struct status *status, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_STATES);
    if (query_next(&query)) {
        struct question_states states = read_question_states(&query);
        status->questions_done = states.done;
        status->questions_begun = states.begun;
        status->questions_untouched = states.untouched;
        status->questions_left_out = states.left_out;
        status->questions_outside = states.outside;
        status->questions_labelled = states.labelled;
        status->none_votes = states.none_votes;
    }
    return query_end(&query, err);
}

/* The same from the rows of questions, if an annotator does not count whose votes are in the stored sums. */
static bool read_told_states(struct store *store, struct status *status, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        status->questions_done += question_is_done(&rows[i]);
        status->questions_left_out += question_is_left_out(&rows[i]);
        status->questions_outside += question_is_left_out(&rows[i]) && rows[i].ballots_done == 0;
        status->questions_labelled += rows[i].ballots_done > 0;
        status->questions_begun += rows[i].ballots_left > 0 && rows[i].ballots_done > 0;
        status->questions_untouched += rows[i].ballots_left > 0 && rows[i].ballots_done == 0;
        status->none_votes += rows[i].none_votes;
    }
    arena_release(&arena);
    return worked;
}

bool store_find_lacking_questions(struct store *store, struct arena *arena, struct lacking_questions *out,
                                  struct err *err)
{
    *out = (struct lacking_questions){0};
    struct query query = query_start(store->db, STATEMENT_QUESTION_WITHOUT_CANDIDATES_FIRST);
    query_bind_integer(&query, 1, LACKING_NAMED);
    while (query_next(&query))
        out->qids[out->n_qids++] = arena_copy(arena, query_only_bytes(&query));
    return query_end(&query, err) &&
           read_integer(store, STATEMENT_QUESTION_WITHOUT_CANDIDATES_COUNT, &out->count, err);
}

static bool read_annotators(struct store *store, struct arena *arena, struct status *status, struct err *err)
{
    struct shared_reading sharing;
    return annotators_read(store, kept_visit, arena, &status->annotators, &status->n_annotators, &sharing,
                           err);
}

bool store_read_activity(struct store *store, int64_t now, struct activity *activity, struct err *err)
{
    *activity = (struct activity){0};
    struct query query = query_start(store->db, STATEMENT_ACTIVITY_GET);
    query_bind_integer(&query, 1, now);
    if (query_next(&query))
        *activity = read_activity(&query);
    return query_end(&query, err);
}

bool store_get_status(struct store *store, struct arena *arena, struct status *status, struct err *err)
{
    struct progress progress;
    *status = (struct status){0};
    if (!store_begin_reading(store, err))
        return false;
    bool worked =
        store_sees_all(store, &status->has_annotators, err) &&
        (!status->has_annotators || read_annotators(store, arena, status, err)) &&
        store_get_progress(store, &progress, err) &&
        read_integer(store, STATEMENT_DOCUMENT_COUNT, &status->documents, err) &&
        read_integer(store, STATEMENT_CANDIDATE_COUNT, &status->candidates, err) &&
        (store->left_out.n + store->set_aside.n > 0 ? read_told_states : read_states)(store, status, err) &&
        store_find_lacking_questions(store, arena, &status->lacking, err) &&
        store_list_judgment_sources(store, arena, &status->sources, &status->n_sources, err) &&
        store_read_strata(store, arena, &status->strata, err) &&
        store_read_vote_time(store, &status->vote_ms, err) && store_forecast(store, &status->forecast, err) &&
        store_forecast_question(store, &status->question_ballots, err) &&
        prior_learning_read(store, &status->priors, err);
    store_end_reading(store);
    status->questions = progress.questions;
    status->ballots_done = status->votes = progress.ballots_done;
    status->ballots_left = progress.ballots_left;
    return worked;
}
