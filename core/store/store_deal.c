#include "core/store/store_private.h"

#include "core/base/bug.h"
#include "core/judge/deal.h"

#include <string.h>

bool store_put_annotator(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, name);
    if (!query_one_integer(&find, 0, annotator_id, err))
        return false;
    if (*annotator_id != 0)
        return true;
    struct query add = query_start(store->db, STATEMENT_ANNOTATOR_ADD);
    query_bind_bytes(&add, 1, name);
    if (!query_run(&add, err))
        return false;
    *annotator_id = db_last_id(store->db);
    return true;
}

/* --- What a question has to deal ------------------------------------------------------------ */

static bool read_candidates(struct store *store, int64_t question_id, int64_t now, int64_t except,
                            struct arena *arena, struct pool *pool, struct err *err)
{
    struct pool_candidate *candidates = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_IMPRESSIONS);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, now);
    query_bind_integer(&query, 3, except);
    while (query_next(&query)) {
        ARENA_PUSH(arena, candidates, n) = (struct pool_candidate){.document_id = query_integer(&query, 0),
                                                                   .impressions = query_integer(&query, 1)};
    }
    pool->candidates = candidates;
    pool->n_candidates = n;
    return query_end(&query, err);
}

/* *deal = the number of the question's next ballot. */
static bool read_needs(struct store *store, int64_t question_id, struct pool *pool, int64_t *deal,
                       struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_WORK);
    query_bind_integer(&query, 1, question_id);
    bool found = query_next(&query);
    int64_t slots = found ? query_integer(&query, 1) : 0;
    if (query_require(&query, slots >= 1 && slots <= BALLOT_SIZE_MAX,
                      "a question has no number of slots that can be")) {
        pool->target = query_integer(&query, 0);
        pool->n_slots = (size_t)slots;
        *deal = query_integer(&query, 2);
    }
    return query_end(&query, err);
}

bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err)
{
    int64_t unused;
    *pool = (struct pool){.rule = STOP_AT_TARGET};
    return read_needs(store, question_id, pool, &unused, err) &&
           read_candidates(store, question_id, now, except, arena, pool, err);
}

bool settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool worked = pool_read(store, question_id, NO_LEASES, 0, &arena, &pool, err);
    if (worked) {
        struct query query = query_start(store->db, STATEMENT_QUESTION_SET_BALLOTS_LEFT);
        query_bind_integer(&query, 1, question_id);
        query_bind_integer(&query, 2, pool_ballots_left(&pool));
        worked = query_run(&query, err);
    }
    arena_release(&arena);
    return worked;
}

/* The sets that may not be dealt to this annotator now. */
static bool load_taken(struct store *store, const struct dealer *dealer, int64_t question_id,
                       struct arena *arena, struct deal_request *request, struct err *err)
{
    struct slot_set *sets = NULL;
    size_t n_sets = 0, n_slots = 0;
    int64_t ballot_id = 0;
    struct query query = query_start(store->db, STATEMENT_SLOT_TAKEN_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, dealer->now);
    while (query_next(&query)) { /* by ballot, its documents ascending */
        if (n_sets == 0 || query_integer(&query, 0) != ballot_id) {
            ballot_id = query_integer(&query, 0);
            ARENA_PUSH(arena, sets, n_sets) = (struct slot_set){{0}};
            n_slots = 0;
        }
        if (!query_require(&query, n_slots < BALLOT_SIZE_MAX, "a ballot has too many slots"))
            break;
        sets[n_sets - 1].document_ids[n_slots++] = query_integer(&query, 1);
    }
    request->taken = sets;
    request->n_taken = n_sets;
    return query_end(&query, err);
}

/* What a question has for an annotator. */
struct offer {
    int64_t question_id;
    int64_t number;   /* that the ballot would have in its question */
    struct deal deal; /* n_slots = 0: nothing */
};

/* Questions and their ballots are numbered from 1: the first question's streams are 1, 2, 3 … */
static uint64_t stream_of(const struct offer *offer)
{
    return (uint64_t)(offer->question_id - 1) << 32 | (uint64_t)offer->number;
}

static bool deal_from_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                               struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {.pool = {.rule = STOP_AT_TARGET}};
    *offer = (struct offer){.question_id = question_id};
    bool loaded = read_needs(store, question_id, &request.pool, &offer->number, err) &&
                  read_candidates(store, question_id, dealer->now, 0, &arena, &request.pool, err) &&
                  load_taken(store, dealer, question_id, &arena, &request, err);
    if (loaded) {
        struct random_source random = random_from(dealer->seed, stream_of(offer));
        offer->deal = deal_ballot(&request, &random);
    }
    arena_release(&arena);
    return loaded;
}

/*
 * The question with the least labelling done, ballots in somebody's hands counted,
 * that has something to deal. Questions come with the fewest votes first: once one
 * is found, those with as many votes can't be better.
 */
static bool deal_from_least_done(struct store *store, const struct dealer *dealer, struct offer *offer,
                                 struct err *err)
{
    bool worked = true;
    int64_t least = INT64_MAX;
    struct query query = query_start(store->db, STATEMENT_QUESTION_WITH_WORK_LIST);
    query_bind_integer(&query, 1, dealer->now);
    while (worked && query_next(&query) && query_integer(&query, 1) < least) {
        struct offer found;
        int64_t done = query_integer(&query, 1) + query_integer(&query, 2);
        if (done >= least)
            continue;
        worked = deal_from_question(store, dealer, query_integer(&query, 0), &found, err);
        if (worked && found.deal.n_slots > 0) {
            least = done;
            *offer = found;
        }
    }
    struct err unused;
    return query_end(&query, worked ? err : &unused) && worked;
}

/* --- Ballots --------------------------------------------------------------------------------- */

static bool lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_LEASE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now + dealer->lease_ms);
    return query_run(&query, err);
}

static bool close_ballot(struct store *store, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_CLOSE);
    query_bind_integer(&query, 1, ballot_id);
    return query_run(&query, err);
}

static bool add_slot(struct store *store, int64_t ballot_id, size_t position, int64_t document_id,
                     struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_ADD);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, (int64_t)position);
    query_bind_integer(&query, 3, document_id);
    return query_run(&query, err);
}

static bool add_ballot(struct store *store, const struct dealer *dealer, const struct offer *offer,
                       int64_t *ballot_id, struct err *err)
{
    char uuid[UUID_SIZE];
    struct random_source random = random_from(dealer->uuid_seed, stream_of(offer));
    random_uuid(&random, uuid);
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    query_bind_bytes(&query, 1, bytes_of(uuid));
    query_bind_integer(&query, 2, offer->question_id);
    query_bind_integer(&query, 3, offer->number);
    query_bind_integer(&query, 4, dealer->annotator_id);
    query_bind_integer(&query, 5, dealer->now);
    query_bind_integer(&query, 6, dealer->now + dealer->lease_ms);
    if (!query_run(&query, err))
        return false;
    *ballot_id = db_last_id(store->db);
    for (size_t i = 0; i < offer->deal.n_slots; i++) {
        if (!add_slot(store, *ballot_id, i + 1, offer->deal.document_ids[i], err))
            return false;
    }
    return true;
}

/* A ballot that exists already and might be taken up again. */
struct kept_ballot {
    int64_t ballot_id;
    int64_t question_id;
    int64_t lease_until; /* 0: skipped */
};

/* Whether somebody else holds the same documents of the same question. */
static bool is_held_twice(struct store *store, const struct dealer *dealer, int64_t ballot_id, bool *held,
                          struct err *err)
{
    int64_t found;
    struct query query = query_start(store->db, STATEMENT_BALLOT_HELD_TWICE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now);
    bool worked = query_one_integer(&query, 0, &found, err);
    *held = found != 0;
    return worked;
}

static const struct pool_candidate *find_candidate(const struct pool *pool, int64_t document_id)
{
    size_t i = 0;
    while (i < pool->n_candidates && pool->candidates[i].document_id != document_id)
        i++;
    return i < pool->n_candidates ? &pool->candidates[i] : NULL;
}

/* Whether a document on the ballot is still in need when the ballot itself does not count. */
static bool has_work(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                     bool *work, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    *work = false;
    bool loaded = pool_read(store, ballot->question_id, dealer->now, ballot->ballot_id, &arena, &pool, err);
    if (loaded) {
        struct query slots = query_start(store->db, STATEMENT_SLOT_DOCUMENT_LIST);
        query_bind_integer(&slots, 1, ballot->ballot_id);
        while (query_next(&slots)) {
            const struct pool_candidate *candidate = find_candidate(&pool, query_integer(&slots, 0));
            *work |= candidate != NULL && pool_needs(&pool, candidate);
        }
        loaded = query_end(&slots, err);
    }
    arena_release(&arena);
    return loaded;
}

/* A lease that still runs keeps a ballot its annotator's; otherwise others may have done its work meanwhile. */
static bool is_wanted(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                      bool *wanted, struct err *err)
{
    bool held, work;
    *wanted = ballot->lease_until > dealer->now;
    if (*wanted)
        return true;
    if (!is_held_twice(store, dealer, ballot->ballot_id, &held, err) ||
        !has_work(store, dealer, ballot, &work, err))
        return false;
    *wanted = !held && work;
    return true;
}

static bool list_kept_ballots(struct store *store, enum statement statement, int64_t annotator_id,
                              struct arena *arena, struct kept_ballot **ballots, size_t *n, struct err *err)
{
    *ballots = NULL;
    *n = 0;
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, annotator_id);
    while (query_next(&query)) {
        ARENA_PUSH(arena, *ballots, *n) = (struct kept_ballot){.ballot_id = query_integer(&query, 0),
                                                               .question_id = query_integer(&query, 1),
                                                               .lease_until = query_integer(&query, 2)};
    }
    return query_end(&query, err);
}

/* Takes a ballot up again: of one that was skipped as "later" the skip is taken back, and its note comes along. */
static bool take_up(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                    struct err *err)
{
    if (ballot->lease_until == 0) {
        struct query query = query_start(store->db, STATEMENT_ANSWER_RETURN);
        query_bind_integer(&query, 1, ballot->ballot_id);
        query_bind_integer(&query, 2, dealer->now);
        if (!query_run(&query, err))
            return false;
    }
    return lease(store, dealer, ballot->ballot_id, err);
}

/*
 * Takes the first of the listed ballots of a question (0: of any) that is still
 * wanted; *ballot_id = 0: none. Open ones that are not are closed: nobody will be
 * asked them again.
 */
static bool take_kept_ballot(struct store *store, const struct dealer *dealer, enum statement statement,
                             int64_t question_id, int64_t *ballot_id, struct err *err)
{
    struct arena arena = {0};
    struct kept_ballot *ballots;
    size_t n;
    *ballot_id = 0;
    bool worked = list_kept_ballots(store, statement, dealer->annotator_id, &arena, &ballots, &n, err);
    for (size_t i = 0; worked && *ballot_id == 0 && i < n; i++) {
        bool wanted = false;
        if (question_id != 0 && ballots[i].question_id != question_id)
            continue;
        worked = is_wanted(store, dealer, &ballots[i], &wanted, err);
        if (worked && wanted) {
            *ballot_id = ballots[i].ballot_id;
            worked = take_up(store, dealer, &ballots[i], err);
        } else if (worked && ballots[i].lease_until != 0) {
            worked = close_ballot(store, ballots[i].ballot_id, err);
        }
    }
    arena_release(&arena);
    return worked;
}

static bool find_question_in_hand(struct store *store, const struct dealer *dealer, int64_t *question_id,
                                  struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_IN_HAND);
    query_bind_integer(&query, 1, dealer->annotator_id);
    return query_one_integer(&query, 0, question_id, err);
}

/* Deals what a question (0: any) has for the annotator; *ballot_id = 0: nothing. */
static bool deal_new_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                            int64_t *ballot_id, struct err *err)
{
    struct offer offer = {0};
    int64_t from = question_id;
    *ballot_id = 0;
    if (from == 0 && !find_question_in_hand(store, dealer, &from, err))
        return false;
    if (from != 0 && !deal_from_question(store, dealer, from, &offer, err))
        return false;
    if (question_id == 0 && offer.deal.n_slots == 0 && !deal_from_least_done(store, dealer, &offer, err))
        return false;
    return offer.deal.n_slots == 0 || add_ballot(store, dealer, &offer, ballot_id, err);
}

static bool take_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                        bool also_later, int64_t *ballot_id, struct err *err)
{
    if (!take_kept_ballot(store, dealer, STATEMENT_BALLOT_OPEN_LIST, question_id, ballot_id, err))
        return false;
    if (*ballot_id == 0 && !deal_new_ballot(store, dealer, question_id, ballot_id, err))
        return false;
    return *ballot_id != 0 || !also_later ||
           take_kept_ballot(store, dealer, STATEMENT_BALLOT_LATER_LIST, question_id, ballot_id, err);
}

bool store_take_ballot(struct store *store, const struct dealer *dealer, int64_t *ballot_id, struct err *err)
{
    return take_ballot(store, dealer, 0, true, ballot_id, err);
}

bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, int64_t *ballot_id, struct err *err)
{
    BUG_UNLESS(question_id != 0);
    return take_ballot(store, dealer, question_id, also_later, ballot_id, err);
}

/* Says why nothing can be taken of a question; not which: who asked for it knows, and may not see qids. */
static bool explain_no_ballot(const struct question_row *question, struct err *err)
{
    if (question->candidates == 0)
        return err_set(err, ERR_NO_BALLOT, "this question has no candidates yet; import some");
    if (question->ballots_left == 0)
        return err_set(err, ERR_NO_BALLOT, "this question is done: nothing is left to label in it");
    return err_set(err, ERR_NO_BALLOT, "nothing for you in this question now: others hold it, or you had it");
}

bool store_explain_no_ballot(struct store *store, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct question_row question;
    if (question_read(store, question_id, &arena, &question, err))
        explain_no_ballot(&question, err);
    arena_release(&arena);
    return false;
}

bool store_holds_ballot(struct store *store, const struct dealer *dealer, bool *holds, struct err *err)
{
    int64_t found = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_HOLDS_BALLOT);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_bind_integer(&query, 2, dealer->now);
    bool worked = query_one_integer(&query, 0, &found, err);
    *holds = found != 0;
    return worked;
}

bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, dealer->now);
    return query_run(&query, err);
}

static bool read_slots(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_SHOW);
    query_bind_integer(&query, 1, ballot->ballot_id);
    while (query_next(&query)) {
        int64_t position = query_integer(&query, 0);
        if (!query_require(&query, position == (int64_t)ballot->n_slots + 1 && position <= BALLOT_SIZE_MAX,
                           "the slots of a ballot do not count from 1"))
            break;
        ballot->documents[position - 1] = (struct ballot_document){
            .docid = arena_copy(arena, query_bytes(&query, 1)),
            .title = arena_copy(arena, query_bytes(&query, 2)),
            .text = arena_copy(arena, query_bytes(&query, 3)),
            .prior = query_real(&query, 4),
            .source = arena_copy(arena, query_bytes(&query, 5)),
        };
        ballot->n_slots = (size_t)position;
    }
    query_require(&query, ballot->n_slots > 0, "a ballot has no documents");
    return query_end(&query, err);
}

static const char *const skip_reasons[] = {
    [SKIP_ABSENT] = "",
    [SKIP_LATER] = "later",
    [SKIP_CANNOT_TELL] = "cannot tell",
};

static enum skip_reason skip_reason_of(struct bytes name)
{
    enum skip_reason reason = SKIP_CANNOT_TELL;
    while (reason != SKIP_ABSENT && !bytes_equal(name, bytes_of(skip_reasons[reason])))
        reason--;
    return reason;
}

static struct answer read_answer(struct query *query, const struct ballot *ballot, struct arena *arena)
{
    struct answer answer = {.position = VOTE_ABSENT,
                            .skip = skip_reason_of(query_bytes(query, 1)),
                            .elapsed_ms = query_integer(query, 2),
                            .note = arena_copy(arena, query_bytes(query, 3))};
    int64_t position = query_integer(query, 0); /* 0 for NULL, VOTE_NONE */
    if (answer.skip == SKIP_ABSENT &&
        query_require(query, position >= VOTE_NONE && position <= (int64_t)ballot->n_slots,
                      "a vote is for a slot that its ballot has not"))
        answer.position = (int)position;
    return answer;
}

/*
 * The answer that can be given again: the one taken back last. Where a ballot comes
 * back that was skipped as "later" it is not that skip, but a vote of before, if there
 * was one; the note is that of the skip all the same, unless it has none.
 */
static bool read_withdrawn(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct answer *again = &ballot->withdrawn;
    struct bytes note = {0};
    bool is_last = true;
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAWN_LIST);
    query_bind_integer(&query, 1, ballot->ballot_id);
    *again = (struct answer){.position = VOTE_ABSENT};
    for (; !answer_is_given(again) && query_next(&query); is_last = false) {
        struct answer answer = read_answer(&query, ballot, arena);
        bool is_undone = query_integer(&query, 4) != 0;
        if (is_last)
            note = answer.note;
        if (answer_is_vote(&answer) || (is_last && is_undone))
            *again = answer;
    }
    if (note.size > 0)
        again->note = note;
    return query_end(&query, err);
}

bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err)
{
    *ballot = (struct ballot){.ballot_id = ballot_id};
    struct query query = query_start(store->db, STATEMENT_BALLOT_SHOW);
    query_bind_integer(&query, 1, ballot_id);
    if (query_require(&query, query_next(&query), "a ballot or its question is missing")) {
        struct bytes uuid = query_bytes(&query, 0);
        memcpy(ballot->uuid, uuid.data, uuid.size < UUID_SIZE ? uuid.size : UUID_SIZE - 1);
        ballot->question_id = ballot->question_number = query_integer(&query, 1);
        ballot->qid = arena_copy(arena, query_bytes(&query, 2));
        ballot->question = arena_copy(arena, query_bytes(&query, 3));
    }
    return query_end(&query, err) && read_slots(store, arena, ballot, err) &&
           read_withdrawn(store, arena, ballot, err);
}

/* --- Answers --------------------------------------------------------------------------------- */

static bool require_open(struct store *store, int64_t ballot_id, int64_t annotator_id, struct err *err)
{
    int64_t open;
    struct query query = query_start(store->db, STATEMENT_BALLOT_IS_OPEN);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, annotator_id);
    if (!query_one_integer(&query, 0, &open, err))
        return false;
    return open != 0 || err_set(err, ERR_ANSWERED,
                                "this ballot has been answered in another session; here is the next one");
}

/* Also the same answer to the same ballot, given on two copies of a database, has two uuids: they were given at
 * different times. */
static bool add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                       const struct answer *answer, struct err *err)
{
    char uuid[UUID_SIZE];
    int64_t answer_id;
    struct query next = query_start(store->db, STATEMENT_ANSWER_NEXT_ID);
    if (!query_one_integer(&next, 1, &answer_id, err))
        return false;
    struct random_source random = random_from(dealer->uuid_seed + (uint64_t)dealer->now, (uint64_t)answer_id);
    random_uuid(&random, uuid);
    struct query query = query_start(store->db, STATEMENT_ANSWER_ADD);
    query_bind_integer(&query, 1, answer_id);
    query_bind_bytes(&query, 2, bytes_of(uuid));
    query_bind_integer(&query, 3, ballot_id);
    query_bind_integer(&query, 4, dealer->annotator_id);
    if (answer->position > VOTE_NONE) /* what is not bound is NULL */
        query_bind_integer(&query, 5, answer->position);
    if (answer->skip != SKIP_ABSENT)
        query_bind_bytes(&query, 6, bytes_of(skip_reasons[answer->skip]));
    query_bind_integer(&query, 7, dealer->now);
    query_bind_integer(&query, 8, answer->elapsed_ms);
    if (answer->note.size > 0)
        query_bind_bytes(&query, 9, answer->note);
    return query_run(&query, err);
}

/* What is left of a ballot's question, where a vote was given or taken back. */
static bool settle_question_of(struct store *store, int64_t ballot_id, struct err *err)
{
    int64_t question_id;
    struct query query = query_start(store->db, STATEMENT_BALLOT_QUESTION);
    query_bind_integer(&query, 1, ballot_id);
    return query_one_integer(&query, 0, &question_id, err) && settle_ballots_left(store, question_id, err);
}

bool store_add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      const struct answer *answer, struct err *err)
{
    BUG_UNLESS((answer->skip == SKIP_ABSENT) == answer_is_vote(answer));
    return note_is_accepted(answer->note, err) && require_open(store, ballot_id, dealer->annotator_id, err) &&
           close_ballot(store, ballot_id, err) && add_answer(store, dealer, ballot_id, answer, err) &&
           (!answer_is_vote(answer) || settle_question_of(store, ballot_id, err));
}

static bool withdraw(struct store *store, int64_t answer_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAW);
    query_bind_integer(&query, 1, answer_id);
    query_bind_integer(&query, 2, now);
    return query_run(&query, err);
}

bool store_withdraw_answer(struct store *store, const struct dealer *dealer, int64_t *ballot_id,
                           bool *was_vote, struct err *err)
{
    int64_t answer_id = 0;
    *ballot_id = 0;
    *was_vote = false;
    struct query last = query_start(store->db, STATEMENT_ANSWER_LAST);
    query_bind_integer(&last, 1, dealer->annotator_id);
    if (query_next(&last)) {
        answer_id = query_integer(&last, 0);
        *ballot_id = query_integer(&last, 1);
        *was_vote = query_integer(&last, 2) != 0;
    }
    if (!query_end(&last, err))
        return false;
    return answer_id == 0 ||
           (withdraw(store, answer_id, dealer->now, err) && lease(store, dealer, *ballot_id, err) &&
            (!*was_vote || settle_question_of(store, *ballot_id, err)));
}

bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    int64_t open;
    bool held = true;
    struct query query = query_start(store->db, STATEMENT_BALLOT_IS_OPEN);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    if (!query_one_integer(&query, 0, &open, err) ||
        (open != 0 && !is_held_twice(store, dealer, ballot_id, &held, err)))
        return false;
    return held || lease(store, dealer, ballot_id, err);
}

bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASES);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, now);
    return query_run(&query, err);
}

bool store_end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, dealer->now + 2 * dealer->lease_ms);
    query_bind_integer(&query, 2, dealer->now);
    return query_run(&query, err);
}
