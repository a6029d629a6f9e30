#include "core/store/store_private.h"

#include "core/base/bug.h"

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

/* The request's pool; the impressions of ballots leased at `now` count, but for ballot `except` (0: none). */
static bool load_pool(struct store *store, int64_t question_id, int64_t now, int64_t except,
                      struct arena *arena, struct deal_request *request, struct err *err)
{
    struct deal_candidate *pool = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_IMPRESSIONS);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, now);
    query_bind_integer(&query, 3, except);
    while (query_next(&query)) {
        pool = arena_make_room(arena, pool, n, sizeof *pool);
        pool[n++] = (struct deal_candidate){.document_id = query_integer(&query, 0),
                                            .impressions = query_integer(&query, 1)};
    }
    request->candidates = pool;
    request->n_candidates = n;
    return query_end(&query, err);
}

static bool load_needs(struct store *store, int64_t question_id, struct deal_request *request,
                       struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_WORK);
    query_bind_integer(&query, 1, question_id);
    bool found = query_next(&query);
    int64_t slots = found ? query_integer(&query, 1) : 0;
    if (query_require(&query, slots >= 1 && slots <= BALLOT_SIZE_MAX,
                      "a question has no number of slots that can be")) {
        request->target = query_integer(&query, 0);
        request->n_slots = (size_t)slots;
    }
    return query_end(&query, err);
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
            sets = arena_make_room(arena, sets, n_sets, sizeof *sets);
            sets[n_sets++] = (struct slot_set){{0}};
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

/* What a question would deal; deal->n_slots = 0: nothing. */
static bool deal_from_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                               struct random_source *random, struct deal *deal, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {0};
    bool loaded = load_needs(store, question_id, &request, err) &&
                  load_pool(store, question_id, dealer->now, 0, &arena, &request, err) &&
                  load_taken(store, dealer, question_id, &arena, &request, err);
    if (loaded)
        *deal = deal_ballot(&request, random);
    arena_release(&arena);
    return loaded;
}

/*
 * The question with the least labelling done, ballots in somebody's hands counted,
 * that has something to deal. Questions come with the fewest votes first: once one
 * is found, those with as many votes can't be better.
 */
static bool deal_from_least_done(struct store *store, const struct dealer *dealer,
                                 struct random_source *random, int64_t *question_id, struct deal *deal,
                                 struct err *err)
{
    bool worked = true;
    int64_t least = INT64_MAX;
    struct query query = query_start(store->db, STATEMENT_QUESTION_WITH_WORK_LIST);
    query_bind_integer(&query, 1, dealer->now);
    while (worked && query_next(&query) && query_integer(&query, 1) < least) {
        struct deal found = {0};
        int64_t done = query_integer(&query, 1) + query_integer(&query, 2);
        if (done >= least)
            continue;
        worked = deal_from_question(store, dealer, query_integer(&query, 0), random, &found, err);
        if (worked && found.n_slots > 0) {
            least = done;
            *question_id = query_integer(&query, 0);
            *deal = found;
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

static bool add_ballot(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                       int64_t question_id, const struct deal *deal, struct random_source *random,
                       struct err *err)
{
    char uuid[UUID_SIZE];
    random_uuid(random, uuid);
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_bytes(&query, 2, bytes_of(uuid));
    query_bind_integer(&query, 3, question_id);
    query_bind_integer(&query, 4, dealer->annotator_id);
    query_bind_integer(&query, 5, dealer->now);
    query_bind_integer(&query, 6, dealer->now + dealer->lease_ms);
    if (!query_run(&query, err))
        return false;
    for (size_t i = 0; i < deal->n_slots; i++) {
        if (!add_slot(store, ballot_id, i + 1, deal->document_ids[i], err))
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

/* Whether a slot of the ballot is still below the target when the ballot itself does not count. */
static bool has_work(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                     bool *work, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {0};
    *work = false;
    bool loaded =
        load_needs(store, ballot->question_id, &request, err) &&
        load_pool(store, ballot->question_id, dealer->now, ballot->ballot_id, &arena, &request, err);
    if (loaded) {
        struct query slots = query_start(store->db, STATEMENT_SLOT_DOCUMENT_LIST);
        query_bind_integer(&slots, 1, ballot->ballot_id);
        while (query_next(&slots)) {
            for (size_t i = 0; i < request.n_candidates; i++)
                *work |= request.candidates[i].document_id == query_integer(&slots, 0) &&
                         request.candidates[i].impressions < request.target;
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
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, annotator_id);
    for (*n = 0; query_next(&query); ++*n) {
        *ballots = arena_make_room(arena, *ballots, *n, sizeof **ballots);
        (*ballots)[*n] = (struct kept_ballot){.ballot_id = query_integer(&query, 0),
                                              .question_id = query_integer(&query, 1),
                                              .lease_until = query_integer(&query, 2)};
    }
    return query_end(&query, err);
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
            worked = lease(store, dealer, *ballot_id, err);
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
    struct deal deal = {0};
    int64_t next_id, from = question_id;
    *ballot_id = 0;
    struct query next = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    if (!query_one_integer(&next, 1, &next_id, err) ||
        (from == 0 && !find_question_in_hand(store, dealer, &from, err)))
        return false;

    struct random_source random = random_from(dealer->seed, (uint64_t)next_id);
    if (from != 0 && !deal_from_question(store, dealer, from, &random, &deal, err))
        return false;
    if (question_id == 0 && deal.n_slots == 0 &&
        !deal_from_least_done(store, dealer, &random, &from, &deal, err))
        return false;
    if (deal.n_slots == 0)
        return true;
    *ballot_id = next_id;
    return add_ballot(store, dealer, next_id, from, &deal, &random, err);
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

bool ballot_has_withdrawn_answer(const struct ballot *ballot)
{
    return ballot->withdrawn_vote != VOTE_ABSENT || ballot->withdrawn_skip != SKIP_ABSENT;
}

/* A skip that was taken back is newer than any vote that was. */
static bool read_withdrawn_vote(struct store *store, struct arena *arena, struct ballot *ballot,
                                struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_LAST_WITHDRAWN);
    query_bind_integer(&query, 1, ballot->ballot_id);
    ballot->withdrawn_vote = VOTE_ABSENT;
    if (ballot->withdrawn_skip == SKIP_ABSENT && query_next(&query)) {
        int64_t position = query_integer(&query, 0); /* 0 for NULL, VOTE_NONE */
        query_require(&query, position >= VOTE_NONE && position <= (int64_t)ballot->n_slots,
                      "a vote is for a slot that its ballot has not");
        ballot->withdrawn_vote = (int)position;
        ballot->withdrawn_elapsed_ms = query_integer(&query, 1);
        if (ballot->withdrawn_note.size == 0)
            ballot->withdrawn_note = arena_copy(arena, query_bytes(&query, 2));
    }
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
        ballot->withdrawn_note = arena_copy(arena, query_bytes(&query, 4));
        ballot->withdrawn_skip = skip_reason_of(query_bytes(&query, 5));
    }
    return query_end(&query, err) && read_slots(store, arena, ballot, err) &&
           read_withdrawn_vote(store, arena, ballot, err);
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

bool note_is_accepted(struct bytes note, struct err *err)
{
    return note.size <= NOTE_SIZE_MAX ||
           err_set(err, ERR_INPUT, "a note is at most %d bytes long, this one has %zu; shorten it",
                   NOTE_SIZE_MAX, note.size);
}

static void bind_note(struct query *query, int parameter, struct bytes note)
{
    if (note.size > 0)
        query_bind_bytes(query, parameter, note);
    else
        query_bind_null(query, parameter);
}

bool store_cast_vote(struct store *store, int64_t ballot_id, int64_t annotator_id, const struct vote *vote,
                     struct err *err)
{
    if (!note_is_accepted(vote->note, err) || !require_open(store, ballot_id, annotator_id, err) ||
        !close_ballot(store, ballot_id, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_VOTE_ADD);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, annotator_id);
    if (vote->position == VOTE_NONE)
        query_bind_null(&query, 3);
    else
        query_bind_integer(&query, 3, vote->position);
    query_bind_integer(&query, 4, vote->cast_at);
    query_bind_integer(&query, 5, vote->elapsed_ms);
    bind_note(&query, 6, vote->note);
    return query_run(&query, err);
}

bool store_skip_ballot(struct store *store, int64_t ballot_id, int64_t annotator_id, const struct skip *skip,
                       struct err *err)
{
    BUG_UNLESS(skip->reason != SKIP_ABSENT);
    if (!note_is_accepted(skip->note, err) || !require_open(store, ballot_id, annotator_id, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_BALLOT_SKIP);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, skip->skipped_at);
    query_bind_bytes(&query, 3, bytes_of(skip_reasons[skip->reason]));
    bind_note(&query, 4, skip->note);
    return query_run(&query, err);
}

static bool withdraw_vote(struct store *store, int64_t vote_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_WITHDRAW);
    query_bind_integer(&query, 1, vote_id);
    query_bind_integer(&query, 2, now);
    return query_run(&query, err);
}

static bool withdraw_skip(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                          struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_WITHDRAW_SKIP);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now + dealer->lease_ms);
    return query_run(&query, err);
}

bool store_take_back(struct store *store, const struct dealer *dealer, int64_t *ballot_id, bool *was_vote,
                     struct err *err)
{
    int64_t vote_id = 0, voted_ballot = 0, cast_at = 0, skipped_ballot = 0, skipped_at = 0;
    struct query vote = query_start(store->db, STATEMENT_VOTE_LAST);
    query_bind_integer(&vote, 1, dealer->annotator_id);
    if (query_next(&vote)) {
        vote_id = query_integer(&vote, 0);
        voted_ballot = query_integer(&vote, 1);
        cast_at = query_integer(&vote, 2);
    }
    struct query skip = query_start(store->db, STATEMENT_SKIP_LAST);
    query_bind_integer(&skip, 1, dealer->annotator_id);
    if (query_next(&skip)) {
        skipped_ballot = query_integer(&skip, 0);
        skipped_at = query_integer(&skip, 1);
    }
    struct err unused;
    bool worked = query_end(&vote, err);
    if (!query_end(&skip, worked ? err : &unused) || !worked)
        return false;

    /* In the same millisecond the later ballot was answered later. */
    *was_vote = vote_id != 0 && (skipped_ballot == 0 || cast_at > skipped_at ||
                                 (cast_at == skipped_at && voted_ballot > skipped_ballot));
    *ballot_id = *was_vote ? voted_ballot : skipped_ballot;
    if (*was_vote)
        return withdraw_vote(store, vote_id, dealer->now, err) && lease(store, dealer, *ballot_id, err);
    return *ballot_id == 0 || withdraw_skip(store, dealer, *ballot_id, err);
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
