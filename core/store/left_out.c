/*
 * The sums that are kept are of all votes. Where somebody is left out, impressions and wins are counted anew from the votes of
 * the others, a question at a time, and the votes that are left out are subtracted from how many a question has.
 */
#include "core/store/left_out.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/store/annotators.h"
#include "core/store/known.h"
#include "core/store/questions.h"
#include "core/store/rows.h"
#include "core/store/status.h"
#include "core/store/store_private.h"

static bool fail_unknown(struct store *store, struct bytes name, struct err *err)
{
    struct buffer names = {0};
    struct arena arena = {0};
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct annotator_row row = read_annotator_row(&query, &arena);
        buffer_add_format(&names, "%s%.*s", names.size == 0 ? "there are " : ", ", BYTES_FORMAT(row.name));
    }
    if (query_end(&query, err))
        err_set(err, ERR_INPUT, "%s: there is no annotator '%.*s'; %s", store_path(store), BYTES_FORMAT(name),
                names.size > 0 ? buffer_string(&names) : "nobody has voted yet");
    buffer_release(&names);
    arena_release(&arena);
    return false;
}

bool store_leave_out(struct store *store, struct bytes name, struct err *err)
{
    int64_t annotator_id;
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, name);
    if (!query_one_integer(&find, 0, &annotator_id, err))
        return false;
    if (annotator_id == 0)
        return fail_unknown(store, name, err);
    if (!is_left_out(store, annotator_id))
        VECTOR_PUSH(store->left_out, store->n_left_out, store->left_out_capacity) = annotator_id;
    return true;
}

bool is_left_out(const struct store *store, int64_t annotator_id)
{
    size_t i = 0;
    while (i < store->n_left_out && store->left_out[i] != annotator_id)
        i++;
    return i < store->n_left_out;
}

static struct tally *find_tally(struct tally *tallies, size_t n, int64_t document_id)
{
    size_t i = 0;
    while (i < n && tallies[i].document_id != document_id)
        i++;
    return i < n ? &tallies[i] : NULL;
}

bool left_out_recount(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                      struct err *err)
{
    if (store->n_left_out == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        tallies[i].impressions = tallies[i].wins = 0;
    struct query query = query_start(store->db, STATEMENT_KNOWN_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, NO_LEASES);
    query_bind_integer(&query, 3, 0);
    while (query_next(&query)) {
        struct known_slot slot = read_known_slot(&query);
        struct tally *tally = find_tally(tallies, n, slot.document_id);
        if (tally == NULL || is_left_out(store, slot.annotator_id))
            continue;
        tally->impressions++;
        tally->wins += slot.is_chosen;
    }
    return query_end(&query, err);
}

bool left_out_from_questions(struct store *store, struct question_row *rows, size_t n, struct err *err)
{
    for (size_t i = 0; i < store->n_left_out; i++) {
        struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_LIST);
        query_bind_integer(&query, 1, store->left_out[i]);
        while (query_next(&query)) {
            struct annotator_votes votes = read_annotator_votes(&query);
            size_t place;
            LOWER_BOUND(place, n, rows[place].question_id < votes.question_id);
            if (place < n && rows[place].question_id == votes.question_id) {
                rows[place].ballots_done -= votes.votes;
                rows[place].none_votes -= votes.none_votes;
            }
        }
        if (!query_end(&query, err))
            return false;
    }
    return true;
}

bool left_out_from_progress(struct store *store, struct progress *progress, struct err *err)
{
    for (size_t i = 0; i < store->n_left_out; i++) {
        struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_LIST);
        query_bind_integer(&query, 1, store->left_out[i]);
        while (query_next(&query))
            progress->ballots_done -= read_annotator_votes(&query).votes;
        if (!query_end(&query, err))
            return false;
    }
    return true;
}
