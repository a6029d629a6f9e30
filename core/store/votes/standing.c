/*
 * A vote is spread over three tables. SQLite would look up the answer and the slots of each ballot. Here each table is
 * read from its beginning to its end, which is several times as fast and detects damage in any of them.
 *
 * The answered ballots are read from the index of standing answers, in their order. `ballot` and `slot` have the same
 * order; `answer` has the answers; the index of ballots by question then gives the order in which the votes are
 * visited. Pairs of numbers that are in a table and in an index are added up in both: the sums are equal if the pairs
 * are.
 *
 * A database may come from anybody. The kinds id, count, time and key of a row (statements.awk) are checked, and an
 * invalid value makes the query fail. Commands that print results of votes first call store_begin_reading_sums. It
 * reads each table of the votes once, in its own order, and compares them with each other and with the stored sums.
 * This takes three seconds of processor time for a million votes, so no code that follows a vote does it. test_damage
 * flips bits under all commands and compares their output with the check's.
 */
#include "core/store/votes/standing.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

#include <stdlib.h>

/*
 * An answered ballot. It has 28 bytes, because there may be millions. Numbers are given out in turn, so 32 bits are
 * enough.
 */
struct standing_ballot {
    uint32_t ballot_id;
    uint32_t answer_id;
    uint32_t annotator_id;
    uint32_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1 */
    unsigned n_slots : 4;
    unsigned position : 4;
    unsigned control : 4; /* enum control */
    unsigned second : 3;  /* the second choice, less SECOND_NONE */
    bool is_vote : 1;
    bool is_known : 1; /* `answer` has it */
    bool is_seen : 1;  /* the index of ballots has it */
};

_Static_assert(BALLOT_SIZE_MAX < 16 && N_CONTROLS <= 16, "of each there is room for 16");
_Static_assert(sizeof(struct standing_ballot) == 28, "there may be millions");

struct standing {
    struct store *store;
    const struct standing_visitor *visitor;
    struct standing_ballot *answered; /* by ballot_id */
    size_t n, capacity;
    uint64_t answers, questions; /* sums over pairs: ballots with their answers, and with their questions */
    uint64_t uuids;              /* … answers with their uuids */
    uint64_t shown;              /* the sum over ballots that have slots */
    struct kept_twin *twins;     /* by question and document */
    size_t n_twins, twins_capacity;
};

/* Returns a hash of two numbers: David Stafford's variant 13 of MurmurHash3's finalizer. */
static uint64_t sum_of_pair(int64_t first, int64_t second)
{
    uint64_t x = (uint64_t)first * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)second;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static bool fail(const struct standing *standing, const char *damage, struct err *err)
{
    return db_fail_damaged(standing->store->db, damage, err);
}

/* Returns whether it can be the number of a ballot, an answer, an annotator or a document. */
static bool is_given_out(int64_t id)
{
    return id >= 0 && id <= UINT32_MAX;
}

static int compare_ballots(const void *left, const void *right)
{
    const struct standing_ballot *a = left, *b = right;
    return (a->ballot_id > b->ballot_id) - (a->ballot_id < b->ballot_id);
}

/* NULL: it has no answer. */
static struct standing_ballot *find_answered(const struct standing *standing, int64_t ballot_id)
{
    const struct standing_ballot wanted = {.ballot_id = (uint32_t)ballot_id};
    return standing->n == 0 || !is_given_out(ballot_id)
               ? NULL
               : bsearch(&wanted, standing->answered, standing->n, sizeof *standing->answered,
                         compare_ballots);
}

/* --- Answers ----------------------------------------------------------------------------------- */

static bool read_answered_ballots(struct standing *standing, struct err *err)
{
    int64_t last = 0;
    struct query query = query_start(standing->store->db, STATEMENT_ANSWERED_BALLOT_LIST);
    while (query_next(&query)) {
        struct answered_ballot row = read_answered_ballot(&query);
        query_require(&query, is_given_out(row.ballot_id), "the number of a ballot was not given out");
        query_require(&query, is_given_out(row.answer_id), "the number of an answer was not given out");
        query_require(&query, row.ballot_id > last, "a ballot has two valid answers");
        last = row.ballot_id;
        standing->answers += sum_of_pair(row.ballot_id, row.answer_id);
        VECTOR_PUSH(standing->answered, standing->n, standing->capacity) =
            (struct standing_ballot){.ballot_id = (uint32_t)row.ballot_id,
                                     .answer_id = (uint32_t)row.answer_id};
    }
    return query_end(&query, err);
}

static bool note_answer(struct standing *standing, const struct standing_answer *answer, struct err *err)
{
    struct standing_ballot *answered = find_answered(standing, answer->ballot_id);
    if (answered == NULL || answered->is_known)
        return fail(standing, "an index has other answers than their table", err);
    /* is_whole reads the last column, too, so that SQLite notices a row whose length does not fit its columns. */
    if (!answer->is_whole)
        return fail(standing, "an answer counts although it was undone, or a part of it is missing", err);
    if (answer->position < VOTE_NONE || answer->position > BALLOT_SIZE_MAX)
        return fail(standing, "a vote names a slot that its ballot does not have", err);
    size_t control;
    if (!words_find(&control_words, answer->control, &control))
        return fail(standing, "a control is of no kind", err);
    answered->control = (unsigned)control & 15;
    if (answer->second < SECOND_NONE || answer->second > SECOND_TIED + BALLOT_SIZE_MAX)
        return fail(standing, "a second choice names a slot that no ballot has", err);
    answered->second = (unsigned)(answer->second - SECOND_NONE) & 7;
    if (!is_given_out(answer->annotator_id))
        return fail(standing, "the number of an annotator was not given out", err);
    answered->annotator_id = (uint32_t)answer->annotator_id;
    answered->position = (unsigned)answer->position & 15;
    answered->is_vote = answer->is_vote;
    answered->is_known = true;
    standing->answers -= sum_of_pair(answer->ballot_id, answer->answer_id);
    return standing->visitor->see_answer == NULL ||
           standing->visitor->see_answer(standing->visitor->context, answer, err);
}

static bool read_answers(struct standing *standing, struct err *err)
{
    size_t n = 0;
    bool seen = true;
    struct query query = query_start(standing->store->db, STATEMENT_STANDING_ANSWER_LIST);
    while (seen && query_next(&query)) {
        struct standing_answer answer = read_standing_answer(&query);
        standing->uuids += sum_of_pair(answer.answer_id, (int64_t)bytes_hash(answer.uuid));
        n += answer.is_standing;
        seen = !answer.is_standing || note_answer(standing, &answer, err);
    }
    return query_end_visit(&query, seen, err) &&
           ((n == standing->n && standing->answers == 0) ||
            fail(standing, "an index has other answers than their table", err));
}

/* A uuid is a third of a row, so this finds most rows in which bytes have changed. */
static bool read_uuids(struct standing *standing, struct err *err)
{
    struct query query = query_start(standing->store->db, STATEMENT_ANSWER_UUID_LIST);
    while (query_next(&query)) {
        struct answer_uuid answer = read_answer_uuid(&query);
        standing->uuids -= sum_of_pair(answer.answer_id, (int64_t)bytes_hash(answer.uuid));
    }
    return query_end(&query, err) &&
           (standing->uuids == 0 || fail(standing, "an index has other uuids than their table", err));
}

/* --- Ballots ----------------------------------------------------------------------------------- */

/* Both lists are in the order of the ballots. */
static bool read_ballots(struct standing *standing, struct err *err)
{
    size_t next = 0; /* index in `answered` */
    struct query query = query_start(standing->store->db, STATEMENT_BALLOT_OWNER_LIST);
    while (query_next(&query)) {
        struct ballot_owner ballot = read_ballot_owner(&query);
        standing->questions += sum_of_pair(ballot.ballot_id, ballot.question_id);
        standing->shown += sum_of_pair(ballot.ballot_id, 1);
        if (next == standing->n || standing->answered[next].ballot_id != ballot.ballot_id)
            continue;
        query_require(&query, standing->answered[next].annotator_id == ballot.annotator_id,
                      "an answer to a ballot is another annotator's");
        next++;
    }
    return query_end(&query, err) && (next == standing->n || fail(standing, "an answer has no ballot", err));
}

static bool is_on(const struct standing_ballot *ballot, int64_t document_id)
{
    size_t i = 0;
    while (i < ballot->n_slots && ballot->document_ids[i] != document_id)
        i++;
    return i < ballot->n_slots;
}

static void add_slot(struct standing_ballot *ballot, const struct dealt_slot *slot, struct query *query)
{
    bool is_next = ballot->n_slots < BALLOT_SIZE_MAX && slot->position == ballot->n_slots + 1;
    query_require(query, !is_on(ballot, slot->document_id), "a ballot has the same document twice");
    query_require(query, is_given_out(slot->document_id), "the number of a document was not given out");
    if (query_require(query, is_next, "the slots of a ballot do not count from 1 to 3 at most"))
        ballot->document_ids[ballot->n_slots++] = (uint32_t)slot->document_id;
}

/* Compares the slots of ballots without an answer, too, so that no other check needs to read all slots for that. */
static bool read_slots(struct standing *standing, struct err *err)
{
    size_t next = 0; /* index in `answered` */
    struct standing_ballot other = {0};
    struct query query = query_start(standing->store->db, STATEMENT_DEALT_SLOT_LIST);
    while (query_next(&query)) {
        struct dealt_slot slot = read_dealt_slot(&query);
        while (next < standing->n && standing->answered[next].ballot_id < slot.ballot_id)
            next++;
        const bool is_answered = next < standing->n && standing->answered[next].ballot_id == slot.ballot_id;
        if (other.ballot_id != (uint32_t)slot.ballot_id)
            other = (struct standing_ballot){.ballot_id = (uint32_t)slot.ballot_id};
        if (slot.position == 1)
            standing->shown -= sum_of_pair(slot.ballot_id, 1);
        add_slot(is_answered ? &standing->answered[next] : &other, &slot, &query);
    }
    return query_end(&query, err) &&
           (standing->shown == 0 || fail(standing, "a ballot has no slots, or slots have no ballot", err));
}

/* --- The votes --------------------------------------------------------------------------------- */

static bool read_twins(struct standing *standing, struct err *err)
{
    struct query query = query_start(standing->store->db, STATEMENT_STANDING_TWIN_LIST);
    while (query_next(&query))
        VECTOR_PUSH(standing->twins, standing->n_twins, standing->twins_capacity) = read_kept_twin(&query);
    return query_end(&query, err);
}

static int64_t candidate_of(const struct standing *standing, int64_t question_id, int64_t document_id)
{
    const struct kept_twin *twins = standing->twins;
    size_t at;
    LOWER_BOUND(at, standing->n_twins,
                twins[at].question_id < question_id ||
                    (twins[at].question_id == question_id && twins[at].document_id < document_id));
    const bool is_merged = at < standing->n_twins && twins[at].question_id == question_id &&
                           twins[at].document_id == document_id;
    return is_merged ? twins[at].into_id : document_id;
}

static struct choice counted_as(const struct standing *standing, int64_t question_id,
                                const struct choice *choice)
{
    struct choice counted = {.position = choice->position};
    for (size_t i = 0; i < choice->n_slots; i++) {
        const int position =
            choice_take_slot(&counted, candidate_of(standing, question_id, choice->document_ids[i]));
        if (choice->position == (int)i + 1)
            counted.position = position;
        choice_take_second(&counted, choice->second, (int64_t)i + 1, position);
    }
    return counted;
}

static bool see_vote(const struct standing *standing, const struct standing_ballot *answered,
                     int64_t question_id, struct err *err)
{
    const struct standing_visitor *visitor = standing->visitor;
    struct standing_vote vote = {.question_id = question_id,
                                 .answer_id = answered->answer_id,
                                 .annotator_id = answered->annotator_id,
                                 .control = (enum control)answered->control,
                                 .choice = {.n_slots = answered->n_slots,
                                            .position = (int)answered->position,
                                            .second = (int)answered->second + SECOND_NONE}};
    if (!choice_is_whole(&vote.choice))
        return fail(standing, "a vote names a slot that its ballot does not have", err);
    for (size_t i = 0; i < answered->n_slots; i++)
        vote.choice.document_ids[i] = answered->document_ids[i];
    vote.counted = counted_as(standing, question_id, &vote.choice);
    return visitor->see_vote == NULL || visitor->see_vote(visitor->context, &vote, err);
}

static bool see_ballot(struct standing *standing, const struct ballot_place *ballot, struct err *err)
{
    struct standing_ballot *answered = find_answered(standing, ballot->ballot_id);
    standing->questions -= sum_of_pair(ballot->ballot_id, ballot->question_id);
    if (answered == NULL)
        return true;
    if (answered->is_seen)
        return fail(standing, "an index has other ballots than their table", err);
    answered->is_seen = true;
    return !answered->is_vote || see_vote(standing, answered, ballot->question_id, err);
}

static bool see_votes(struct standing *standing, struct err *err)
{
    bool seen = true;
    struct query query = query_start(standing->store->db, STATEMENT_BALLOT_PLACE_LIST);
    while (seen && query_next(&query)) {
        struct ballot_place ballot = read_ballot_place(&query);
        seen = see_ballot(standing, &ballot, err);
    }
    return query_end_visit(&query, seen, err) &&
           (standing->questions == 0 || fail(standing, "an index has other ballots than their table", err));
}

static bool visit_in_file(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    struct standing standing = {.store = store, .visitor = visitor};
    bool visited = read_answered_ballots(&standing, err) && read_answers(&standing, err) &&
                   read_uuids(&standing, err) && read_ballots(&standing, err) && read_slots(&standing, err) &&
                   read_twins(&standing, err) && see_votes(&standing, err);
    free(standing.answered);
    free(standing.twins);
    return visited;
}

/* --- On a server ------------------------------------------------------------------------------- */

/* A server's rows are not damaged as those of a file can be, and the server joins them itself. */
static bool see_answers(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    bool seen = true;
    if (visitor->see_answer == NULL)
        return true;
    struct query query = query_start(store->db, STATEMENT_STANDING_ANSWER_LIST);
    while (seen && query_next(&query)) {
        const struct standing_answer answer = read_standing_answer(&query);
        seen = !answer.is_standing || visitor->see_answer(visitor->context, &answer, err);
    }
    return query_end_visit(&query, seen, err);
}

static void begin_vote(struct standing_vote *vote, const struct standing_slot *slot, struct query *query)
{
    size_t control = CONTROL_ABSENT;
    query_require(query, words_find(&control_words, slot->control, &control), "a control is of no kind");
    *vote = (struct standing_vote){.question_id = slot->question_id,
                                   .answer_id = slot->answer_id,
                                   .annotator_id = slot->annotator_id,
                                   .control = (enum control)control,
                                   .choice = {.position = (int)slot->chosen, .second = (int)slot->second},
                                   .counted = {.position = VOTE_NONE}};
}

static void take_slot(struct standing_vote *vote, const struct standing_slot *slot, struct query *query)
{
    if (!query_require(query, vote->choice.n_slots < BALLOT_SIZE_MAX, "a ballot has too many slots"))
        return;
    vote->choice.document_ids[vote->choice.n_slots++] = slot->document_id;
    const int position = choice_take_slot(&vote->counted, slot->candidate_id);
    if (slot->position == slot->chosen)
        vote->counted.position = position;
    choice_take_second(&vote->counted, slot->second, slot->position, position);
}

static bool see_votes_on_server(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    bool seen = true, more = true;
    struct standing_vote vote = {0};
    struct query query = query_start(store->db, STATEMENT_STANDING_SLOT_LIST);
    while (seen && more) {
        struct standing_slot slot = {0};
        more = query_next(&query);
        if (more)
            slot = read_standing_slot(&query);
        if (slot.answer_id != vote.answer_id) {
            seen = vote.answer_id == 0 || visitor->see_vote == NULL ||
                   (query_require(&query, choice_is_whole(&vote.choice),
                                  "a vote names a slot that its ballot does not have") &&
                    visitor->see_vote(visitor->context, &vote, err));
            begin_vote(&vote, &slot, &query);
        }
        if (more)
            take_slot(&vote, &slot, &query);
    }
    return query_end_visit(&query, seen, err);
}

bool standing_visit(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    if (!store_require_all(store, "looking at the votes of each annotator", err) ||
        (visitor->begin != NULL && !visitor->begin(visitor->context, err)))
        return false;
    return db_is_on_server(store->db)
               ? see_answers(store, visitor, err) && see_votes_on_server(store, visitor, err)
               : visit_in_file(store, visitor, err);
}
