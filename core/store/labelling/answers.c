/*
 * An answer is a row that is added, and later at most withdrawn. Triggers refuse every other change, and keep the sums.
 * The ballots left of the question are written here, because no trigger knows the stop rule. An answer closes its
 * ballot. When the answer is withdrawn, the ballot is open again, leased to its annotator, with the same slots.
 *
 * A surprise: a withdrawn answer is read with its ballot, so that it can be given again, also in a later session.
 */
#include "core/store/labelling/answers.h"

#include "core/base/random.h"
#include "core/base/words.h"
#include "core/judge/addition.h"
#include "core/store/labelling/ballots.h"
#include "core/store/labelling/dealing.h"
#include "core/store/labelling/dockets.h"
#include "core/store/labelling/shown.h"
#include "core/store/labelling/step.h"
#include "core/store/rows.h"
#include "core/store/content/shown_fields.h"
#include "core/store/content/unsettled.h"
#include "core/store/store_private.h"

#include <math.h>
#include <string.h>

/* --- Showing a ballot --------------------------------------------------------------------------- */

static struct query ask_of_ballot(struct store *store, enum statement statement, int64_t ballot_id)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, ballot_id);
    query_ask(&query);
    return query;
}

/* Reads the ballot, and the progress unless `progress` is NULL. If the ballot `is_known`, it may have no slots. */
static bool take_ballot(struct query *query, bool is_known, struct arena *arena, struct ballot *ballot,
                        struct progress *progress, struct err *err)
{
    while (query_next(query)) {
        struct shown_slot row = read_shown_slot(query, arena);
        if (progress != NULL)
            *progress = row.progress;
        if (is_known && row.position == 0)
            break;
        if (!query_require(query,
                           row.position == (int64_t)ballot->n_slots + 1 && row.position <= BALLOT_SIZE_MAX,
                           "the slots of a ballot do not count from 1"))
            break;
        if (ballot->n_slots == 0) {
            ballot->question_id = row.question_id;
            ballot->question_number = row.number;
            ballot->qid = arena_copy(arena, row.qid);
            ballot->question = arena_copy(arena, row.text);
            ballot->before_ms = row.before_ms;
            ballot->is_glance = row.is_glance;
        }
        row.document.candidate_id = row.candidate_id;
        row.document.text_version = row.text_version;
        ballot->documents[ballot->n_slots++] = row.document;
    }
    query_require(query, is_known || ballot->n_slots > 0,
                  "a ballot, its question or its documents are missing");
    return query_end(query, err);
}

static const char *const skip_reasons[] = {
    [SKIP_ABSENT] = "",
    [SKIP_LATER] = "later",
    [SKIP_CANNOT_TELL] = "cannot tell",
};

bool skip_reason_find(struct bytes name, enum skip_reason *reason)
{
    static const struct words names = WORDS_OF(skip_reasons);
    size_t place;
    *reason = words_find(&names, name, &place) ? (enum skip_reason)place : SKIP_ABSENT;
    return *reason != SKIP_ABSENT;
}

static struct answer answer_of(struct query *query, const struct withdrawn_answer *row,
                               const struct ballot *ballot)
{
    struct answer answer = {.position = VOTE_ABSENT,
                            .elapsed_ms = row->elapsed_ms,
                            .note = row->note,
                            .evidence = row->evidence,
                            .reason = row->reason,
                            .second = (int)row->second};
    bool is_skip = skip_reason_find(row->skip, &answer.skip);
    if (!is_skip &&
        query_require(query, row->position >= VOTE_NONE && row->position <= (int64_t)ballot->n_slots,
                      "a vote names a slot that its ballot does not have"))
        answer.position = (int)row->position;
    return answer;
}

/*
 * Reads the answer that can be given again: the one withdrawn last. For a ballot that was skipped as "later" this is
 * not the skip, but an earlier vote, if there was one. The note is that of the skip in any case, unless it has none.
 */
static bool take_withdrawn(struct query *query, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct answer *again = &ballot->withdrawn;
    struct bytes note = {0};
    bool is_last = true;
    *again = (struct answer){.position = VOTE_ABSENT};
    for (; !answer_is_given(again) && query_next(query); is_last = false) {
        struct withdrawn_answer row = read_withdrawn_answer(query, arena);
        struct answer answer = answer_of(query, &row, ballot);
        if (is_last)
            note = answer.note;
        if (answer_is_vote(&answer) || (is_last && row.is_undone))
            *again = answer;
    }
    if (note.size > 0)
        again->note = note;
    return query_end(query, err);
}

/* The queries of a ballot that were asked, to be taken. */
struct ballot_queries {
    struct query ballot, withdrawn;
    struct shown_fields_reading shown_fields;
    bool with_fields, with_withdrawn;
    const struct docket_ballot *known; /* the ballot, if what it shows is kept (shown.h); else NULL */
};

static struct query ask_slots(struct store *store, int64_t ballot_id, const int64_t *known_import)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_SHOW);
    query_bind_integer(&query, 1, ballot_id);
    if (known_import != NULL)
        query_bind_integer(&query, 2, *known_import);
    query_ask(&query);
    return query;
}

/* `behind` is the docket of step_expected_docket; NULL: the ballot is read in any case. */
static struct ballot_queries ask_ballot(struct store *store, const struct taken_ballot *taken,
                                        const struct docket *behind)
{
    struct ballot_queries reading = {.with_fields = taken->told.show_fields,
                                     .with_withdrawn = !taken->is_new};
    if (behind != NULL && !reading.with_fields &&
        shown_has(store->shown, behind->question_id, &behind->ballots[behind->n_ballots - 1]))
        reading.known = &behind->ballots[behind->n_ballots - 1];
    reading.ballot = ask_slots(store, taken->ballot_id, reading.known != NULL ? &behind->import_id : NULL);
    if (reading.with_fields)
        reading.shown_fields = shown_fields_ask(store, taken->ballot_id);
    if (reading.with_withdrawn)
        reading.withdrawn = ask_of_ballot(store,
                                          taken->standing_id != 0 ? STATEMENT_ANSWER_STANDING
                                                                  : STATEMENT_ANSWER_WITHDRAWN_LIST,
                                          taken->ballot_id);
    return reading;
}

static bool take_whole_ballot(struct store *store, struct ballot_queries *reading, struct arena *arena,
                              struct ballot *ballot, struct progress *progress, struct err *err)
{
    bool worked = take_ballot(&reading->ballot, reading->known != NULL, arena, ballot, progress, err);
    if (reading->known != NULL && ballot->n_slots == 0)
        shown_give(store->shown, reading->known, arena, ballot);
    ballot->withdrawn = (struct answer){.position = VOTE_ABSENT};
    if (reading->with_fields)
        worked = shown_fields_take(&reading->shown_fields, arena, ballot, err_if(worked, err)) && worked;
    if (reading->with_withdrawn)
        worked = take_withdrawn(&reading->withdrawn, arena, ballot, err_if(worked, err)) && worked;
    return worked;
}

bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err)
{
    const struct taken_ballot any = {.ballot_id = ballot_id, .told.show_fields = true};
    *ballot = (struct ballot){.ballot_id = ballot_id};
    struct ballot_queries reading = ask_ballot(store, &any, NULL);
    return take_whole_ballot(store, &reading, arena, ballot, NULL, err);
}

static struct query ask_seen(struct store *store, int64_t annotator_id, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_SEEN_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, annotator_id);
    query_ask(&query);
    return query;
}

static bool take_seen(struct query *query, struct ballot_view *view, struct err *err)
{
    while (query_next(query))
        ARENA_PUSH(&view->arena, view->seen, view->n_seen) = read_seen_document(query);
    return query_end(query, err);
}

/* The progress of the labelling is read together with the ballot. */
bool store_view_ballot(struct store *store, const struct view_request *request, struct ballot_view *view,
                       struct err *err)
{
    struct ballot_queries reading;
    struct query seen, votes, times, progress;
    struct labelling_step ahead;
    const struct taken_ballot *taken = &request->taken;
    bool worked = true, has_ballot = taken->ballot_id != 0, with_seen = has_ballot && request->with_seen;
    *view = (struct ballot_view){.ballot = {.ballot_id = taken->ballot_id, .stands = taken->standing_id != 0},
                                 .vote_ms = NAN,
                                 .settings = taken->told.digest};
    const bool reads_ahead = step_prefetch_ahead(store, request->dealer, taken, &ahead);
    const struct docket *behind = reads_ahead ? step_expected_docket(&ahead) : NULL;
    if (behind == NULL) {
        shown_free(store->shown);
        store->shown = NULL;
    }
    if (has_ballot)
        reading = ask_ballot(store, taken, behind);
    else
        progress = progress_ask(store);
    if (with_seen)
        seen = ask_seen(store, request->dealer->annotator_id, taken->question_id);
    if (request->with_votes)
        votes = votes_of_ask(store, request->dealer->annotator_id);
    if (request->with_vote_time)
        times = vote_time_ask(store);
    worked = has_ballot
                 ? take_whole_ballot(store, &reading, &view->arena, &view->ballot, &view->progress, err)
                 : progress_take(&progress, &view->progress, err);
    if (worked && reads_ahead && taken->is_new && !taken->told.show_fields)
        shown_keep(&store->shown, &view->ballot);
    if (with_seen)
        worked = take_seen(&seen, view, err_if(worked, err)) && worked;
    if (request->with_votes)
        worked = query_one_integer(&votes, 0, &view->votes, err_if(worked, err)) && worked;
    if (request->with_vote_time && !vote_time_take(store, &times, &view->vote_ms, err_ignored()))
        view->vote_ms = NAN;
    const bool was_refused = db_was_refused(store->db, err);
    if (reads_ahead)
        step_read_ahead(&ahead, taken, was_refused);
    return worked && !was_refused && left_out_from_progress(store, &view->progress, err);
}

/* --- Answers ------------------------------------------------------------------------------------ */

static bool has_reason(const struct answer *answer)
{
    return answer->reason.size > 0 && answer_is_vote(answer);
}

/* Binds the data that only the server's function writes; an unbound parameter is NULL. */
static void bind_what_follows(struct query *query, const struct answer_key *key, const struct answer *answer)
{
    if (has_reason(answer))
        query_bind_bytes(query, 12, answer->reason);
    if (key->answered == NULL)
        return;
    query_bind_integer(query, 13, key->answered->ballots_left);
    query_bind_integer(query, 14, key->answered->version);
    if (key->answered->deals != NULL)
        ballot_bind(query, 15, key->answered->deals);
    if (key->answered->stamp != NULL)
        query_bind_integer(query, 25, *key->answered->stamp);
    if (key->answered->may_be_refused)
        query_bind_integer(query, 26, 1);
    if (key->answered->has_drafts)
        query_bind_integer(query, 27, 1);
}

static bool add_row(struct store *store, const struct answer_key *key, const struct answer *answer,
                    struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_ADD);
    query_bind_integer(&query, 1, key->answer_id);
    query_bind_bytes(&query, 2, bytes_of(key->uuid));
    query_bind_integer(&query, 3, key->ballot_id);
    query_bind_integer(&query, 4, key->annotator_id);
    if (answer->position > VOTE_NONE) /* an unbound parameter is NULL */
        query_bind_integer(&query, 5, answer->position);
    if (answer->skip != SKIP_ABSENT)
        query_bind_bytes(&query, 6, bytes_of(skip_reasons[answer->skip]));
    query_bind_integer(&query, 7, key->given_at);
    if (answer->elapsed_ms >= 0)
        query_bind_integer(&query, 8, answer->elapsed_ms);
    if (answer->note.size > 0)
        query_bind_bytes(&query, 9, answer->note);
    if (answer->evidence.text.size > 0) {
        query_bind_bytes(&query, 10, answer->evidence.text);
        query_bind_integer(&query, 11, answer->evidence.start);
    }
    if (db_is_on_server(store->db))
        bind_what_follows(&query, key, answer);
    return (key->answered != NULL && key->answered->may_be_refused ? query_try : query_post)(&query, err);
}

bool answer_put(struct store *store, const struct answer_key *key, const struct answer *answer,
                struct err *err)
{
    struct addition reason, second;
    bool adds_reason = has_reason(answer) && !db_is_on_server(store->db);
    return add_row(store, key, answer, err) &&
           (!adds_reason || !addition_of(answer, ADDITION_REASON, &reason) ||
            addition_put(store, key->answer_id, &reason, err)) &&
           (!addition_of(answer, ADDITION_SECOND, &second) ||
            addition_put(store, key->answer_id, &second, err));
}

/*
 * Every answer gets its own uuid, because two copies of a database answer the same ballot at different times. The uuids
 * of answers given in one millisecond ascend, so that a merge keeps their order.
 */
bool answer_put_new(struct store *store, const struct dealer *dealer, const struct ballot_answered *answered,
                    const struct answer *answer, struct answer_name *name, struct err *err)
{
    struct answer_key key = {.answer_id = name->answer_id,
                             .ballot_id = answered->ballot_id,
                             .annotator_id = dealer->annotator_id,
                             .given_at = dealer->now,
                             .answered = answered};
    if (name->uuid[0] == '\0') {
        struct random_source random =
            random_from(dealer->uuid_seed + (uint64_t)dealer->now, (uint64_t)key.answer_id);
        random_uuid(&random, dealer->now, key.answer_id, name->uuid);
    }
    memcpy(key.uuid, name->uuid, sizeof key.uuid);
    return answer_put(store, &key, answer, err);
}

static struct query start_withdrawal(struct store *store, int64_t answer_id, int64_t now)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAW);
    query_bind_integer(&query, 1, answer_id);
    query_bind_integer(&query, 2, now);
    return query;
}

/*
 * Withdraws the answer and reopens its ballot for the dealer. A server's function does all of it except the adaptive
 * rule.
 */
static bool take_back(struct store *store, const struct dealer *dealer, const struct deal_rules *rules,
                      const struct last_answer *last, struct err *err)
{
    const bool is_on_server = db_is_on_server(store->db);
    struct query query = start_withdrawal(store, last->answer_id, dealer->now);
    if (is_on_server)
        query_bind_integer(&query, 3, dealer->now + dealer->lease_ms);
    if (!query_post(&query, err) || !ballot_reopen(store, dealer, last->ballot_id, err))
        return false;
    if (!last->is_vote || (is_on_server && rules->dealing != DEALING_ADAPTIVE))
        return true;
    if (is_on_server) {
        docket_prefetch(store, last->question_id);
        pool_prefetch_texts(store, last->question_id);
    }
    return question_settle(store, rules, last->question_id, err);
}

static bool find_answer(struct store *store, struct query *query, struct deal_rules *rules,
                        struct last_answer *last, struct taken_answer *taken, struct err *err)
{
    *last = (struct last_answer){0};
    deal_rules_prefetch(store);
    query_ask(query);
    if (query_next(query))
        *last = read_last_answer(query);
    *taken = (struct taken_answer){
        .answer_id = last->answer_id,
        .ballot = {.ballot_id = last->ballot_id, .question_id = last->question_id},
        .is_vote = last->is_vote,
    };
    return query_end(query, err) && deal_rules_read_told(store, rules, &taken->ballot.told, err);
}

/* Withdraws the answer that the query finds. */
static bool withdraw_found(struct store *store, const struct dealer *dealer, struct query *query,
                           struct taken_answer *taken, struct err *err)
{
    struct last_answer last;
    struct deal_rules rules;
    return find_answer(store, query, &rules, &last, taken, err) &&
           (last.answer_id == 0 || take_back(store, dealer, &rules, &last, err));
}

bool store_withdraw_answer_before(struct store *store, const struct dealer *dealer, int64_t end,
                                  struct taken_answer *taken, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_LAST);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_bind_integer(&query, 2, end);
    return withdraw_found(store, dealer, &query, taken, err);
}

static struct query start_own_answer(struct store *store, int64_t annotator_id, int64_t answer_id)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_OWN);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, answer_id);
    return query;
}

bool store_find_own_answer(struct store *store, const struct dealer *dealer, int64_t answer_id,
                           struct taken_answer *found, struct err *err)
{
    struct last_answer last;
    struct deal_rules rules;
    struct query query = start_own_answer(store, dealer->annotator_id, answer_id);
    const bool worked = find_answer(store, &query, &rules, &last, found, err);
    found->ballot.standing_id = found->answer_id;
    return worked;
}

bool store_withdraw_answer_of(struct store *store, const struct dealer *dealer, int64_t answer_id,
                              struct taken_answer *taken, struct err *err)
{
    struct query query = start_own_answer(store, dealer->annotator_id, answer_id);
    return withdraw_found(store, dealer, &query, taken, err);
}

/* Reads all answers before it withdraws any, because a statement must not see changes while it is read. */
static bool withdraw_all(struct store *store, enum statement statement, struct bytes id, int64_t now,
                         int64_t *votes, struct err *err)
{
    struct arena arena = {0};
    struct answer_on_item *answers = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, statement);
    query_bind_bytes(&query, 1, id);
    while (query_next(&query))
        ARENA_PUSH(&arena, answers, n) = read_answer_on_item(&query);
    bool worked = query_end(&query, err);
    *votes = 0;
    for (size_t i = 0; worked && i < n; i++) {
        struct query withdrawal = start_withdrawal(store, answers[i].answer_id, now);
        worked = query_post(&withdrawal, err);
        question_note_unsettled(store, answers[i].question_id);
        *votes += answers[i].is_vote;
    }
    arena_release(&arena);
    return worked;
}

bool store_withdraw_answers_on_document(struct store *store, struct bytes docid, int64_t now, int64_t *votes,
                                        struct err *err)
{
    return withdraw_all(store, STATEMENT_DOCUMENT_ANSWER_LIST, docid, now, votes, err);
}

bool store_withdraw_answers_to_question(struct store *store, struct bytes qid, int64_t now, int64_t *votes,
                                        struct err *err)
{
    return withdraw_all(store, STATEMENT_QUESTION_ANSWER_LIST, qid, now, votes, err);
}

bool store_own_answer_stands(struct store *store, int64_t annotator_id, int64_t answer_id, bool *stands,
                             struct err *err)
{
    struct query query = start_own_answer(store, annotator_id, answer_id);
    *stands = query_next(&query);
    return query_end(&query, err);
}

bool store_list_own_answers(struct store *store, struct bytes annotator, size_t most, struct arena *arena,
                            struct own_answer **answers, size_t *n, struct err *err)
{
    int64_t annotator_id = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&query, 1, annotator);
    *answers = NULL;
    *n = 0;
    if (!query_one_integer(&query, 0, &annotator_id, err))
        return false;
    query = query_start(store->db, STATEMENT_ANSWER_OWN_LIST);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, (int64_t)most);
    while (query_next(&query))
        ARENA_PUSH(arena, *answers, *n) = read_own_answer(&query, arena);
    return query_end(&query, err);
}
