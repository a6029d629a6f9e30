/*
 * The sums that are kept are of each document by itself, and of all votes. So where somebody is left out, or a candidate stands
 * for twins that were voted on, impressions and wins are counted anew, a question at a time.
 */
#include "core/store/votes/left_out.h"
#include "core/judge/docket.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"

/* The candidates that a ballot has shown so far. */
struct shown {
    int64_t ballot_id;
    int64_t candidate_ids[BALLOT_SIZE_MAX];
    size_t n;
};

/* Whether the ballot shows it for the first time. */
static bool show(struct shown *shown, int64_t candidate_id)
{
    for (size_t i = 0; i < shown->n; i++) {
        if (shown->candidate_ids[i] == candidate_id)
            return false;
    }
    if (shown->n < BALLOT_SIZE_MAX)
        shown->candidate_ids[shown->n++] = candidate_id;
    return true;
}

/* Twins on one ballot are shown once. */
static void count_slot(struct shown *shown, const struct known_slot *slot, struct tally *tally)
{
    if (slot->ballot_id != shown->ballot_id)
        *shown = (struct shown){.ballot_id = slot->ballot_id};
    tally->impressions += show(shown, slot->candidate_id);
    tally->wins += slot->is_chosen;
}

static bool recount(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                    struct err *err)
{
    struct shown shown = {0};
    for (size_t i = 0; i < n; i++)
        tallies[i].impressions = tallies[i].wins = 0;
    struct query query = query_start(store->db, STATEMENT_KNOWN_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, NO_LEASES);
    query_bind_integer(&query, 3, 0);
    while (query_next(&query)) {
        const struct known_slot slot = read_known_slot(&query);
        const size_t candidate = tally_find(tallies, n, slot.candidate_id);
        if (candidate < n && !is_left_out(store, slot.annotator_id))
            count_slot(&shown, &slot, &tallies[candidate]);
    }
    return query_end(&query, err);
}

bool tallies_recount(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                     struct err *err)
{
    bool have_twins = false;
    return twins_have_votes(store, question_id, &have_twins, err) &&
           ((!have_twins && store->n_left_out == 0) || recount(store, question_id, tallies, n, err));
}
