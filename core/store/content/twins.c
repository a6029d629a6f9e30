/*
 * Only digests of the texts are in memory; they are sorted. The twins in pools are then read from the database in the
 * needed order: the twins of each pool next to each other, first the one that stands for the others.
 */
#include "core/store/content/twins.h"

#include "core/base/digest.h"
#include "core/base/memory.h"
#include "core/judge/relevance.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/content/unsettled.h"
#include "core/store/store_private.h"

#include <stdlib.h>
#include <string.h>

/* --- Identical documents ----------------------------------------------------------------------- */

struct text_digest {
    struct digest digest;
    int64_t document_id;
};

struct text_digests {
    struct text_digest *items;
    size_t n, capacity;
};

static struct digest digest_document(const struct candidate_text *document, struct buffer *room)
{
    buffer_clear(room);
    buffer_add(room, document->title);
    buffer_add_byte(room, '\0');
    buffer_add(room, document->text);
    return digest_of(buffer_bytes(room));
}

static bool read_digests(struct store *store, struct text_digests *digests, struct err *err)
{
    struct buffer room = {0};
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_TEXT_LIST);
    while (query_next(&query)) {
        const struct candidate_text document = read_candidate_text(&query);
        VECTOR_PUSH(digests->items, digests->n, digests->capacity) =
            (struct text_digest){digest_document(&document, &room), document.document_id};
    }
    buffer_release(&room);
    return query_end(&query, err);
}

static bool are_twins(const struct text_digest *a, const struct text_digest *b)
{
    return memcmp(&a->digest, &b->digest, sizeof a->digest) == 0;
}

static int compare_digests(const void *left, const void *right)
{
    const struct text_digest *a = left, *b = right;
    const int order = memcmp(&a->digest, &b->digest, sizeof a->digest);
    return order != 0 ? order : (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/* Stores the twins of each group, under the number of the group's first document. */
static bool keep_twins(struct store *store, const struct text_digests *digests, struct twin_counts *counts,
                       struct err *err)
{
    bool kept = true;
    for (size_t begin = 0, end; kept && begin < digests->n; begin = end) {
        const struct text_digest *first = &digests->items[begin];
        for (end = begin + 1; end < digests->n && are_twins(first, &digests->items[end]); end++) {
        }
        for (size_t i = begin; kept && end - begin > 1 && i < end; i++) {
            const int64_t twin[] = {digests->items[i].document_id, first->document_id};
            kept = db_post(store->db, STATEMENT_TWIN_ADD, twin, 2, err);
            counts->documents++;
        }
    }
    return kept;
}

static bool find_twins(struct store *store, struct twin_counts *counts, struct err *err)
{
    struct text_digests digests = {0};
    bool found = read_digests(store, &digests, err);
    if (found && digests.n > 0)
        qsort(digests.items, digests.n, sizeof *digests.items, compare_digests);
    found = found && keep_twins(store, &digests, counts, err);
    free(digests.items);
    return found;
}

/* --- Candidates -------------------------------------------------------------------------------- */

static bool list_pooled_twins(struct store *store, struct arena *arena, struct twin_of_pool **rows, size_t *n,
                              struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_TWIN_OF_POOL_LIST);
    *rows = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *rows, *n) = read_twin_of_pool(&query);
    return query_end(&query, err);
}

static bool merge_candidates(struct store *store, struct twin_counts *counts, struct err *err)
{
    struct arena arena = {0};
    struct twin_of_pool *rows;
    size_t n;
    int64_t last_pool = 0;
    bool merged = list_pooled_twins(store, &arena, &rows, &n, err);
    for (size_t i = 0, first = 0; merged && i < n; i++) {
        if (rows[i].question_id != rows[first].question_id || rows[i].twins != rows[first].twins)
            first = i;
        if (i == first)
            continue;
        const int64_t pair[] = {rows[i].question_id, rows[i].document_id, rows[first].document_id};
        merged = db_post(store->db, STATEMENT_MERGED_ADD, pair, 3, err);
        question_note_unsettled(store, rows[i].question_id);
        counts->candidates++;
        counts->pools += rows[i].question_id != last_pool;
        last_pool = rows[i].question_id;
    }
    arena_release(&arena);
    return merged;
}

/* Deletes everything that is known about twins. */
static bool clear_twins(struct store *store, struct err *err)
{
    struct query questions = query_start(store->db, STATEMENT_MERGED_QUESTION_LIST);
    return questions_note_found(store, &questions, err) &&
           db_run(store->db, STATEMENT_MERGED_CLEAR, NULL, 0, err) &&
           db_run(store->db, STATEMENT_TWIN_CLEAR, NULL, 0, err);
}

bool store_merge_twins(struct store *store, struct twin_counts *counts, struct err *err)
{
    *counts = (struct twin_counts){0};
    return clear_twins(store, err) && find_twins(store, counts, err) &&
           merge_candidates(store, counts, err) && settings_apply_to_unsettled(store, err);
}

static bool count_twins(struct store *store, struct twin_counts *counts, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_TWIN_COUNT);
    *counts = (struct twin_counts){0};
    if (query_next(&query))
        *counts = read_twin_counts(&query);
    return query_end(&query, err);
}

bool store_split_twins(struct store *store, struct twin_counts *counts, struct err *err)
{
    return count_twins(store, counts, err) && clear_twins(store, err) &&
           settings_apply_to_unsettled(store, err);
}

bool twins_join(struct store *store, int64_t first_question, int64_t last_question, int64_t document_id,
                struct err *err)
{
    const int64_t candidates[] = {first_question, last_question, document_id};
    return db_post(store->db, STATEMENT_MERGED_ADD_NEW, candidates, 3, err);
}

/* --- Votes on twins ---------------------------------------------------------------------------- */

/*
 * Most databases have no twins. Within a reading the answer is kept, because a list of all questions asks for it at
 * each question.
 */
bool twins_find_any(struct store *store, bool *any, struct err *err)
{
    if (store->twins == TWINS_UNKNOWN) {
        int64_t found;
        struct query query = query_start(store->db, STATEMENT_TWIN_ANY);
        if (!query_one_integer(&query, 0, &found, err))
            return false;
        *any = found != 0;
    } else {
        *any = store->twins == TWINS_PRESENT;
    }
    if (store->n_readings > 0)
        store->twins = *any ? TWINS_PRESENT : TWINS_ABSENT;
    return true;
}

static struct query find_names(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_TWIN_NAME_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool add_tallies(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                        size_t *n, struct err *err)
{
    const size_t n_candidates = *n;
    bool is_twice = false;
    struct query query = find_names(store, question_id);
    while (query_next(&query)) {
        const struct twin_name name = read_twin_name(&query, arena);
        const size_t candidate = tally_find(*tallies, n_candidates, name.candidate_id);
        is_twice = is_twice || tally_find(*tallies, n_candidates, name.document_id) < n_candidates;
        if (candidate == n_candidates)
            continue;
        struct tally twin = (*tallies)[candidate];
        twin.docid = name.docid;
        twin.is_twin = true;
        ARENA_PUSH(arena, *tallies, *n) = twin;
    }
    return query_end(&query, err) &&
           (!is_twice || db_fail_damaged(store->db, "a candidate should be merged with another one", err));
}

bool twins_add_tallies(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                       size_t *n, struct err *err)
{
    bool any;
    return twins_find_any(store, &any, err) &&
           (!any || add_tallies(store, question_id, arena, tallies, n, err));
}

void twins_prefetch_any(struct store *store)
{
    if (store->twins != TWINS_UNKNOWN)
        return;
    struct query query = query_start(store->db, STATEMENT_TWIN_ANY);
    query_prefetch(&query);
}

void twins_prefetch(struct store *store, int64_t question_id)
{
    twins_prefetch_any(store);
    if (store->twins != TWINS_ABSENT) {
        struct query names = find_names(store, question_id);
        query_prefetch(&names);
    }
}
