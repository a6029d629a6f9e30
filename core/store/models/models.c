/*
 * All answers of a model to a question are read together. They determine the model's own impressions, the sets of
 * documents already asked, and the ballots to ask again. So nothing else has to be stored, and an interrupted run
 * continues where it stopped.
 */
#include "core/store/models/models.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/judge/deal.h"
#include "core/store/upkeep/check.h"
#include "core/store/labelling/dockets.h"
#include "core/store/content/questions.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/content/shown_fields.h"
#include "core/store/store_private.h"

#include <stdlib.h>

static bool find_by_name(struct store *store, enum statement statement, struct bytes name, int64_t *id,
                         struct err *err)
{
    struct query query = query_start(store->db, statement);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, id, err);
}

static bool count_votes(struct store *store, int64_t model_id, int64_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_MODEL_VOTE_COUNT);
    query_bind_integer(&query, 1, model_id);
    return query_one_integer(&query, 0, n, err);
}

/* A model that has answered keeps its name, even if an annotator or a source has the same name. */
static bool check_name_is_free(struct store *store, int64_t model_id, struct bytes name, struct err *err)
{
    int64_t n_votes, source_id, annotator_id;
    if (!count_votes(store, model_id, &n_votes, err) ||
        !find_by_name(store, STATEMENT_JUDGMENT_SOURCE_FIND, name, &source_id, err) ||
        !find_by_name(store, STATEMENT_ANNOTATOR_FIND, name, &annotator_id, err))
        return false;
    return n_votes > 0 || (source_id == 0 && annotator_id == 0) ||
           err_set(err, ERR_INPUT, "%s: '%.*s' is %s; give the model another name", store_path(store),
                   BYTES_FORMAT(name), source_id != 0 ? "a source of judgments" : "an annotator");
}

static bool add_model(struct store *store, struct bytes name, int64_t *model_id, struct err *err)
{
    struct query add = query_start(store->db, STATEMENT_MODEL_ADD);
    query_bind_bytes(&add, 1, name);
    if (!query_run(&add, err))
        return false;
    *model_id = db_last_id(store->db);
    return true;
}

bool store_put_model(struct store *store, struct bytes name, int64_t *model_id, struct err *err)
{
    if (!store_require_all(store, "letting a model vote", err) || !store_begin(store, err))
        return false;
    if (find_by_name(store, STATEMENT_MODEL_FIND, name, model_id, err) &&
        check_name_is_free(store, *model_id, name, err) &&
        (*model_id != 0 || add_model(store, name, model_id, err)) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

/* --- A model's answers to a question --------------------------------------------------------- */

struct model_votes {
    struct kept_model_vote *votes; /* by deal */
    size_t n;
    struct pool pool; /* with the model's own impressions */
};

static size_t slots_of(const struct kept_model_vote *vote)
{
    return vote->second == 0 ? 1 : vote->third == 0 ? 2 : 3;
}

static int64_t document_at(const struct kept_model_vote *vote, size_t slot)
{
    const int64_t documents[BALLOT_SIZE_MAX] = {vote->first, vote->second, vote->third};
    return documents[slot];
}

/* Returns the chosen document; 0: none, or "cannot tell". */
static int64_t chosen_document(const struct kept_model_vote *vote)
{
    return vote->position > VOTE_NONE ? document_at(vote, (size_t)vote->position - 1) : 0;
}

static bool is_possible(const struct kept_model_vote *vote)
{
    return (vote->second != 0 || vote->third == 0) && vote->position >= VOTE_ABSENT &&
           vote->position <= (int64_t)slots_of(vote);
}

static bool list_votes(struct store *store, int64_t model_id, int64_t question_id, struct arena *arena,
                       struct model_votes *votes, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_MODEL_VOTE_LIST);
    query_bind_integer(&query, 1, model_id);
    query_bind_integer(&query, 2, question_id);
    while (query_next(&query)) {
        struct kept_model_vote vote = read_kept_model_vote(&query);
        if (!query_require(&query, is_possible(&vote),
                           "a model's vote names a slot that its ballot does not have"))
            break;
        ARENA_PUSH(arena, votes->votes, votes->n) = vote;
    }
    return query_end(&query, err);
}

static bool has_document(const struct kept_model_vote *vote, int64_t document_id)
{
    return vote->first == document_id || vote->second == document_id || vote->third == document_id;
}

static int64_t impressions_of(const struct model_votes *votes, int64_t document_id)
{
    int64_t n = 0;
    for (size_t i = 0; i < votes->n; i++)
        n += votes->votes[i].repeats == 0 && votes->votes[i].position != VOTE_ABSENT &&
             has_document(&votes->votes[i], document_id);
    return n;
}

/*
 * Builds the pool as if only the model had voted, and always with the target rule: the votes of annotators, and whether
 * these settle the question, must not affect it.
 */
static bool read_model_votes(struct store *store, int64_t model_id, int64_t question_id, struct arena *arena,
                             struct model_votes *votes, struct err *err)
{
    struct pool pool;
    struct deal_rules rules;
    *votes = (struct model_votes){0};
    if (!list_votes(store, model_id, question_id, arena, votes, err) ||
        !deal_rules_read(store, &rules, err) || !pool_read(store, &rules, question_id, arena, &pool, err))
        return false;
    struct pool_candidate *own = arena_get_array(arena, pool.n_candidates, sizeof *own);
    for (size_t i = 0; i < pool.n_candidates; i++) {
        own[i] = pool.candidates[i];
        own[i].impressions = impressions_of(votes, own[i].document_id);
    }
    votes->pool = (struct pool){
        .rule = STOP_AT_TARGET,
        .candidates = own,
        .n_candidates = pool.n_candidates,
        .n_slots = pool.n_slots,
        .target = pool.target,
    };
    return true;
}

/* --- Dealing --------------------------------------------------------------------------------- */

static uint64_t stream_of(int64_t question_id, int64_t deal)
{
    return (uint64_t)question_id << 32 | (uint64_t)deal;
}

static int64_t next_deal(const struct model_votes *votes)
{
    return votes->n > 0 ? votes->votes[votes->n - 1].deal + 1 : 1;
}

static struct deal deal_new(const struct model_dealer *dealer, int64_t question_id,
                            const struct model_votes *votes, struct arena *arena)
{
    struct slot_set *taken = arena_get_array(arena, votes->n, sizeof *taken);
    for (size_t i = 0; i < votes->n; i++) {
        const struct kept_model_vote *vote = &votes->votes[i];
        const int64_t documents[] = {vote->first, vote->second, vote->third};
        taken[i] = slot_set_of(documents, slots_of(vote));
    }
    const struct deal_request request = {.dealing = DEALING_BALANCED,
                                         .pool = votes->pool,
                                         .taken = taken,
                                         .n_taken = votes->n};
    struct random_source random = random_from(dealer->seed, stream_of(question_id, next_deal(votes)));
    return deal_ballot(&request, &random);
}

/* The choice follows from the ballot's number alone, so an interrupted run finds the same ballots again. */
static bool is_chosen_for_repeat(const struct model_dealer *dealer, int64_t question_id,
                                 const struct kept_model_vote *vote)
{
    struct random_source random = random_from(0, stream_of(question_id, vote->deal));
    return vote->repeats == 0 && vote->position != VOTE_ABSENT && slots_of(vote) > 1 &&
           random_below(&random, 100) < (uint64_t)dealer->repeat_percent;
}

static bool is_repeated(const struct model_votes *votes, int64_t deal)
{
    for (size_t i = 0; i < votes->n; i++) {
        if (votes->votes[i].repeats == deal)
            return true;
    }
    return false;
}

/* Returns the first ballot that is still to be repeated, or NULL. */
static const struct kept_model_vote *find_repeat(const struct model_dealer *dealer, int64_t question_id,
                                                 const struct model_votes *votes)
{
    for (size_t i = 0; i < votes->n; i++) {
        if (is_chosen_for_repeat(dealer, question_id, &votes->votes[i]) &&
            !is_repeated(votes, votes->votes[i].deal))
            return &votes->votes[i];
    }
    return NULL;
}

/* Rotates the documents by one or two slots, so that each is in another slot. */
static struct deal deal_again(const struct model_dealer *dealer, int64_t question_id,
                              const struct kept_model_vote *vote)
{
    const size_t n = slots_of(vote);
    struct random_source random = random_from(dealer->seed, stream_of(question_id, vote->deal));
    const size_t turn = 1 + (size_t)random_below(&random, n - 1);
    struct deal deal = {.n_slots = n};
    for (size_t i = 0; i < n; i++)
        deal.document_ids[(i + turn) % n] = document_at(vote, i);
    return deal;
}

static bool read_shown_document(struct store *store, int64_t question_id, int64_t document_id,
                                struct arena *arena, struct ballot_document *document, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_SHOW);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, document_id);
    if (query_require(&query, query_next(&query), "a candidate of a model's ballot is missing"))
        *document = read_ballot_document(&query, arena);
    return query_end(&query, err);
}

static bool show_deal(struct store *store, const struct model_dealer *dealer, int64_t question_id,
                      const struct deal *deal, struct arena *arena, struct model_ballot *out, struct err *err)
{
    struct question_row question;
    int64_t n_before;
    if (!question_read(store, question_id, arena, &question, err) ||
        !count_votes(store, dealer->model_id, &n_before, err))
        return false;
    out->ballot = (struct ballot){.ballot_id = n_before + 1,
                                  .question_id = question_id,
                                  .qid = question.qid,
                                  .question = question.text,
                                  .n_slots = deal->n_slots,
                                  .withdrawn = {.position = VOTE_ABSENT}};
    for (size_t i = 0; i < deal->n_slots; i++) {
        out->document_ids[i] = deal->document_ids[i];
        if (!read_shown_document(store, question_id, deal->document_ids[i], arena, &out->ballot.documents[i],
                                 err))
            return false;
    }
    return shown_fields_read(store, arena, &out->ballot, err);
}

static bool deal_from(struct store *store, const struct model_dealer *dealer, int64_t question_id,
                      struct arena *arena, struct model_ballot *out, bool *found, struct err *err)
{
    struct model_votes votes;
    if (!read_model_votes(store, dealer->model_id, question_id, arena, &votes, err))
        return false;
    struct deal deal = deal_new(dealer, question_id, &votes, arena);
    const struct kept_model_vote *again = deal.n_slots == 0 ? find_repeat(dealer, question_id, &votes) : NULL;
    if (again != NULL)
        deal = deal_again(dealer, question_id, again);
    *out = (struct model_ballot){.deal = next_deal(&votes), .repeats = again != NULL ? again->deal : 0};
    *found = deal.n_slots > 0;
    return !*found || show_deal(store, dealer, question_id, &deal, arena, out, err);
}

/* Finds the first question from this number on; 0: there is none. */
static bool find_question_from(struct store *store, int64_t from, int64_t *question_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_FROM);
    query_bind_integer(&query, 1, from);
    return query_one_integer(&query, 0, question_id, err);
}

/* Inside the caller's reading. */
static bool deal_next(struct store *store, struct model_dealer *dealer, struct arena *arena,
                      struct model_ballot *out, bool *found, struct err *err)
{
    *found = false;
    while (!*found) {
        int64_t question_id;
        if (!find_question_from(store, dealer->question_id, &question_id, err))
            return false;
        if (question_id == 0)
            return true;
        if (!deal_from(store, dealer, question_id, arena, out, found, err))
            return false;
        dealer->question_id = *found ? question_id : question_id + 1;
    }
    return true;
}

bool store_deal_to_model(struct store *store, struct model_dealer *dealer, struct arena *arena,
                         struct model_ballot *ballot, bool *found, struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool worked = deal_next(store, dealer, arena, ballot, found, err);
    store_end_reading(store);
    return worked;
}

/* --- Answers --------------------------------------------------------------------------------- */

/*
 * Deals the ballot again, and compares what the model saw with what it would see now. ERR_ANSWERED: the model has an
 * answer with this number.
 */
static bool deal_is_current(struct store *store, const struct model_dealer *dealer,
                            const struct model_ballot *ballot, bool *is_current, struct err *err)
{
    struct arena arena = {0};
    struct model_ballot again;
    bool worked = deal_from(store, dealer, ballot->ballot.question_id, &arena, &again, is_current, err);
    if (worked && again.deal > ballot->deal)
        worked =
            err_set(err, ERR_ANSWERED,
                    "%s: another program is answering for this model at the same time; end one of the two",
                    store_path(store));
    *is_current = worked && *is_current && again.deal == ballot->deal && again.repeats == ballot->repeats &&
                  ballot_shows_the_same(&again.ballot, &ballot->ballot);
    arena_release(&arena);
    return worked;
}

static bool add_answer(struct store *store, const struct model_dealer *dealer,
                       const struct model_ballot *ballot, const struct answer *answer, int64_t given_at,
                       struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_MODEL_VOTE_ADD);
    query_bind_integer(&query, 1, dealer->model_id);
    query_bind_integer(&query, 2, ballot->ballot.question_id);
    for (size_t i = 0; i < ballot->ballot.n_slots; i++)
        query_bind_integer(&query, 3 + (int)i, ballot->document_ids[i]);
    if (answer_is_vote(answer)) /* an unbound parameter is NULL */
        query_bind_integer(&query, 6, answer->position);
    if (ballot->repeats != 0)
        query_bind_integer(&query, 7, ballot->repeats);
    query_bind_integer(&query, 8, given_at);
    query_bind_integer(&query, 9, answer->elapsed_ms);
    return query_run(&query, err);
}

static bool add_note(struct store *store, const struct model_dealer *dealer,
                     const struct model_ballot *ballot, struct bytes note, struct err *err)
{
    if (note.size == 0)
        return true;
    struct query query = query_start(store->db, STATEMENT_MODEL_VOTE_ADD_NOTE);
    query_bind_integer(&query, 1, dealer->model_id);
    query_bind_integer(&query, 2, ballot->ballot.question_id);
    query_bind_integer(&query, 3, ballot->deal);
    query_bind_bytes(&query, 4, note);
    return query_run(&query, err);
}

bool store_put_model_answer(struct store *store, const struct model_dealer *dealer,
                            const struct model_ballot *ballot, const struct answer *answer, int64_t given_at,
                            bool *stored, struct err *err)
{
    BUG_UNLESS(answer_is_vote(answer) || answer->skip == SKIP_CANNOT_TELL);
    if (!store_begin(store, err))
        return false;
    if (deal_is_current(store, dealer, ballot, stored, err) &&
        (!*stored || (add_answer(store, dealer, ballot, answer, given_at, err) &&
                      add_note(store, dealer, ballot, answer->note, err))) &&
        store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

/* --- Progress and statistics ----------------------------------------------------------------- */

static bool add_progress(struct store *store, const struct model_dealer *dealer, int64_t question_id,
                         struct model_progress *progress, struct err *err)
{
    struct arena arena = {0};
    struct model_votes votes;
    bool worked = read_model_votes(store, dealer->model_id, question_id, &arena, &votes, err);
    if (worked) {
        progress->done += (int64_t)votes.n;
        progress->left += pool_ballots_left(&votes.pool);
        for (size_t i = 0; i < votes.n; i++)
            progress->left += is_chosen_for_repeat(dealer, question_id, &votes.votes[i]) &&
                              !is_repeated(&votes, votes.votes[i].deal);
    }
    arena_release(&arena);
    return worked;
}

bool store_get_model_progress(struct store *store, const struct model_dealer *dealer,
                              struct model_progress *progress, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    *progress = (struct model_progress){0};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = add_progress(store, dealer, rows[i].question_id, progress, err);
    store_end_reading(store);
    arena_release(&arena);
    return worked;
}

/* The times of all answers, for the median. */
struct model_times {
    int64_t *ms;
    size_t n, capacity;
};

static void add_question_votes(const struct model_votes *votes, struct model_row *row,
                               struct model_times *times)
{
    row->questions += votes->n > 0;
    for (size_t i = 0; i < votes->n; i++) {
        const struct kept_model_vote *vote = &votes->votes[i];
        VECTOR_PUSH(times->ms, times->n, times->capacity) = vote->elapsed_ms;
        row->untold += vote->position == VOTE_ABSENT;
        if (vote->position == VOTE_ABSENT)
            continue;
        slot_wins_add(&row->slots, slots_of(vote), (int)vote->position);
        row->votes += vote->repeats == 0;
        row->none_votes += vote->repeats == 0 && vote->position == VOTE_NONE;
        for (size_t j = 0; vote->repeats != 0 && j < i; j++) {
            if (votes->votes[j].deal != vote->repeats)
                continue;
            row->repeats.all++;
            row->repeats.agreeing += chosen_document(&votes->votes[j]) == chosen_document(vote);
        }
    }
}

static bool read_model(struct store *store, const struct question_row *questions, size_t n,
                       struct model_row *row, struct err *err)
{
    struct arena arena = {0};
    struct model_times times = {0};
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++) {
        struct model_votes votes = {0};
        worked = list_votes(store, row->model_id, questions[i].question_id, &arena, &votes, err);
        if (worked)
            add_question_votes(&votes, row, &times);
        arena_clear(&arena);
    }
    row->median_ms = median_of(times.ms, times.n);
    free(times.ms);
    arena_release(&arena);
    return worked;
}

/* Inside the caller's reading. */
static bool read_models(struct store *store, struct arena *arena, struct model_row **rows, size_t *n,
                        struct err *err)
{
    struct question_row *questions;
    size_t n_questions;
    struct query query = query_start(store->db, STATEMENT_MODEL_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, *rows, *n) = read_model_row(&query, arena);
    if (!query_end(&query, err) || !store_list_questions(store, arena, &questions, &n_questions, err))
        return false;
    for (size_t i = 0; i < *n; i++) {
        if (!read_model(store, questions, n_questions, &(*rows)[i], err))
            return false;
    }
    return true;
}

bool store_list_models(struct store *store, struct arena *arena, struct model_row **rows, size_t *n,
                       struct err *err)
{
    *rows = NULL;
    *n = 0;
    if (!store_require_all(store, "looking at the answers of models", err) ||
        !store_begin_reading_sums(store, err))
        return false;
    bool worked = read_models(store, arena, rows, n, err);
    store_end_reading(store);
    return worked;
}

/* --- Answers to replaced texts --------------------------------------------------------------- */

bool store_forget_model_votes(struct store *store, int64_t *votes, struct err *err)
{
    if (!db_run(store->db, STATEMENT_MODEL_VOTE_FORGET_REPLACED, &store->import_id, 1, err))
        return false;
    *votes = db_change_count(store->db);
    return true;
}
