/*
 * Progress is sums that are kept, so it costs the same for ten votes and for a million. What status says of annotators is
 * read from every vote (annotators.c), and all that is kept is compared with those votes on the way.
 */
#include "core/store/status.h"

#include "core/judge/deal_request.h"
#include "core/store/annotators.h"
#include "core/store/judgments.h"
#include "core/store/questions.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/shared_ballots.h"
#include "core/store/standing.h"
#include "core/store/store_private.h"

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

bool progress_take(struct store *store, struct query *query, struct progress *progress, struct err *err)
{
    *progress = (struct progress){0};
    if (query_next(query))
        *progress = read_progress(query);
    return query_end(query, err) && left_out_from_progress(store, progress, err);
}

bool store_get_progress(struct store *store, struct progress *progress, struct err *err)
{
    struct query query = progress_ask(store);
    return progress_take(store, &query, progress, err);
}

static struct query find_newest_votes(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_TIMED_VOTE_NEWEST);
    query_bind_integer(&query, 1, PACE_ANSWERS);
    return query;
}

struct query pace_ask(struct store *store)
{
    struct query query = find_newest_votes(store);
    query_ask(&query);
    return query;
}

/* Who went away for an hour is not that slow. */
bool pace_take(struct store *store, struct query *query, struct vote_pace *pace, struct err *err)
{
    int64_t n = 0;
    double sum = 0, squares = 0;
    while (query_next(query)) {
        const struct timed_vote vote = read_timed_vote(query);
        const double ms = (double)(vote.elapsed_ms < PACE_PAUSE_MS ? vote.elapsed_ms : PACE_PAUSE_MS);
        if (is_left_out(store, vote.annotator_id))
            continue;
        n++;
        sum += ms;
        squares += ms * ms;
    }
    *pace = n < PACE_VOTES_MIN ? vote_pace_of(0, 0, 0) : vote_pace_of(n, sum, squares);
    return query_end(query, err);
}

bool store_read_pace(struct store *store, struct vote_pace *pace, struct err *err)
{
    struct query query = pace_ask(store);
    return pace_take(store, &query, pace, err);
}

/* All that a forecast reads. */
static void foresee_forecast(struct store *store)
{
    struct query pace = find_newest_votes(store),
                 counts = query_start(store->db, STATEMENT_QUESTION_COUNT_LIST);
    setting_foresee(store, SETTING_DEALING);
    query_foresee(&pace);
    query_foresee(&counts);
}

bool store_forecast(struct store *store, struct forecast *forecast, struct err *err)
{
    struct arena arena = {0};
    struct question_count *counts = NULL;
    struct vote_pace pace;
    size_t n = 0, dealing;
    foresee_forecast(store);
    if (!setting_get_choice(store, SETTING_DEALING, &dealing, err) || !store_read_pace(store, &pace, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_QUESTION_COUNT_LIST);
    while (query_next(&query))
        ARENA_PUSH(&arena, counts, n) = read_question_count(&query);
    bool worked = query_end(&query, err);
    if (worked)
        *forecast =
            forecast_make(dealing == DEALING_ADAPTIVE ? STOP_WHEN_SETTLED : STOP_AT_TARGET, counts, n, pace);
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
        status->none_votes = states.none_votes;
    }
    return query_end(&query, err);
}

/* The same where somebody is left out, whose votes are in the sums of all. */
static bool read_told_states(struct store *store, struct status *status, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        status->questions_done += question_is_done(&rows[i]);
        status->questions_left_out += question_is_left_out(&rows[i]);
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
    return annotators_read(store, sums_visit, arena, &status->annotators, &status->n_annotators, &sharing,
                           err);
}

bool store_get_status(struct store *store, struct arena *arena, struct status *status, struct err *err)
{
    struct progress progress;
    *status = (struct status){0};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = store_sees_all(store, &status->has_annotators, err) &&
                  (!status->has_annotators || read_annotators(store, arena, status, err)) &&
                  store_get_progress(store, &progress, err) &&
                  read_integer(store, STATEMENT_DOCUMENT_COUNT, &status->documents, err) &&
                  read_integer(store, STATEMENT_CANDIDATE_COUNT, &status->candidates, err) &&
                  (store->n_left_out > 0 ? read_told_states : read_states)(store, status, err) &&
                  store_find_lacking_questions(store, arena, &status->lacking, err) &&
                  store_list_judgment_sources(store, arena, &status->sources, &status->n_sources, err) &&
                  store_read_strata(store, arena, &status->strata, err) &&
                  store_read_pace(store, &status->pace, err) && store_forecast(store, &status->forecast, err);
    store_end_reading(store);
    status->questions = progress.questions;
    status->ballots_done = status->votes = progress.ballots_done;
    status->ballots_left = progress.ballots_left;
    return worked;
}
