#include "core/store/votes/labels.h"

#include "core/store/upkeep/check.h"
#include "core/store/content/questions.h"
#include "core/store/store_private.h"

#include <string.h>

bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                       struct arena *arena, struct judgment **labels, size_t *n, struct err *err)
{
    struct tally *tallies;
    size_t n_tallies;
    *labels = NULL;
    *n = 0;
    if (!store_list_candidates(store, question_id, arena, &tallies, &n_tallies, err))
        return false;
    *n = labels_of(tallies, n_tallies, rule, arena, labels);
    return true;
}

/* --- Kept votes --------------------------------------------------------------------------------------- */

/* Returns the tallies of the judged documents, in the order of the judgments. */
static struct tally *list_graded(const struct tally *tallies, size_t n, const struct qrels_question *question,
                                 struct arena *arena)
{
    struct tally *graded = arena_get_array(arena, question->n_judgments, sizeof *graded);
    size_t n_graded = 0;
    for (size_t i = 0; i < n; i++) {
        if (qrels_question_find(question, tallies[i].docid) != NULL)
            graded[n_graded++] = tallies[i];
    }
    return graded;
}

static void keep_tallies(const struct tally *graded, size_t n, struct arena *memory, struct kept_votes *kept)
{
    kept->tallies = arena_get_array(memory, n, sizeof *kept->tallies);
    kept->n_tallies = n;
    for (size_t i = 0; i < n; i++) {
        const size_t twin_of = graded[i].is_twin ? tally_find(graded, n, graded[i].document_id) + 1 : 0;
        kept->tallies[i] = (struct kept_tally){.impressions = (uint32_t)graded[i].impressions,
                                               .wins = (float)graded[i].wins,
                                               .twin_of = (uint32_t)twin_of};
    }
}

static struct kept_ballot keep_ballot(const struct luce_ballot *ballot, const struct voted_question *voted,
                                      const struct tally *graded, size_t n_graded)
{
    struct kept_ballot out = {.position = VOTE_NONE, .has_rater = ballot->rater != NULL};
    if (ballot->rater != NULL) {
        out.lapses = (float)ballot->rater->lapses;
        out.threshold = (float)ballot->rater->threshold;
    }
    for (size_t a = 0; a < ballot->n_slots; a++) {
        const size_t number = tally_find(graded, n_graded, voted->document_ids[ballot->candidates[a]]);
        if (number == n_graded)
            continue;
        out.candidates[out.n_slots++] = (uint32_t)number;
        if (ballot->position == (int)a + 1)
            out.position = (int8_t)out.n_slots;
        if (ballot->tied == (int)a + 1)
            out.tied = (int8_t)out.n_slots;
    }
    return out;
}

/* Keeps the ballots with at least one judged candidate. */
static struct kept_ballot *keep_list(const struct luce_ballot *ballots, size_t n,
                                     const struct voted_question *voted, const struct tally *graded,
                                     size_t n_graded, struct arena *memory, size_t *n_kept)
{
    struct kept_ballot *kept = arena_get_array(memory, n, sizeof *kept);
    *n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        kept[*n_kept] = keep_ballot(&ballots[i], voted, graded, n_graded);
        *n_kept += kept[*n_kept].n_slots > 0;
    }
    return kept;
}

static void keep_ballots(const struct voted_question *voted, const struct tally *graded, struct arena *memory,
                         struct kept_votes *kept)
{
    const struct luce_question *votes = &voted->votes;
    if (votes->n_ballots == 0)
        return;
    kept->ballots =
        keep_list(votes->ballots, votes->n_ballots, voted, graded, kept->n_tallies, memory, &kept->n_ballots);
    kept->beside =
        keep_list(votes->beside, votes->n_beside, voted, graded, kept->n_tallies, memory, &kept->n_beside);
}

/* --- Labels ------------------------------------------------------------------------------------------- */

static size_t size_of_docids(const struct judgment *labels, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += labels[i].docid.size;
    return size;
}

/*
 * The docids of a question are in one piece of memory: there may be a million, and separate pieces would take twice the
 * room.
 */
bool labels_put(struct store *store, struct bytes qid, const struct judgment *labels, size_t n,
                struct qrels *qrels, struct err *err)
{
    if (n == 0) /* no candidate has enough impressions; a qrels file has no question without a line */
        return true;
    struct qrels_question *question = qrels_question(qrels, arena_copy(&qrels->memory, qid));
    char *docids = arena_get(&qrels->memory, size_of_docids(labels, n));
    qrels_question_reserve(question, n);
    for (size_t i = 0; i < n; i++) {
        const struct bytes docid = {.data = docids, .size = labels[i].docid.size};
        memcpy(docids, labels[i].docid.data, docid.size);
        docids += docid.size;
        if (!qrels_question_add(question, docid, labels[i].grade))
            return db_fail_damaged(store->db, "a document is there twice", err);
    }
    return true;
}

static void count_impressions(const struct tally *tallies, size_t n, const struct grading_rule *rule,
                              struct label_base *base)
{
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].is_twin || !tally_has_grade(&tallies[i], rule))
            continue;
        base->documents++;
        base->impressions += tallies[i].impressions;
    }
}

/* Everything that is read lies in `arena`; only the results are copied to the qrels. */
static bool add_labels(struct store *store, const struct question_row *row, const struct grading_rule *rule,
                       struct arena *arena, struct qrels *qrels, struct label_base *base, struct err *err)
{
    struct judgment *labels;
    struct tally *tallies;
    struct voted_question voted;
    size_t n_tallies;
    if (!candidates_with_votes(store, row->question_id, arena, &tallies, &n_tallies, &voted, err))
        return false;
    size_t n = labels_of(tallies, n_tallies, rule, arena, &labels);
    count_impressions(tallies, n_tallies, rule, base);
    if (!labels_put(store, row->qid, labels, n, qrels, err))
        return false;
    if (n > 0 && base->kept != NULL) {
        const size_t last = qrels->n_questions - 1;
        const struct tally *graded = list_graded(tallies, n_tallies, &qrels->questions[last], arena);
        keep_tallies(graded, n, &qrels->memory, &base->kept[last]);
        keep_ballots(&voted, graded, &qrels->memory, &base->kept[last]);
    }
    return true;
}

/* Counts the places below n; the places are ascending, from 0. */
static size_t count_first(const size_t *places, size_t n)
{
    size_t n_first = 0;
    while (n_first < n && places[n_first] < n)
        n_first++;
    return n_first;
}

bool store_read_qrels(struct store *store, const struct grading_rule *rule, bool keep_votes,
                      struct qrels *qrels, struct label_base *base, struct err *err)
{
    struct arena arena = {0}, of_question = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    if (!store_begin_reading_sums(store, err))
        return false;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    *base = (struct label_base){
        .questions = (int64_t)n,
        .kept = keep_votes ? arena_get_array(&qrels->memory, n, sizeof *base->kept) : NULL,
    };
    size_t *places = arena_get_array(&arena, n, sizeof *places);
    for (size_t i = 0; worked && i < n; i++) {
        const size_t n_before = qrels->n_questions;
        base->votes += rows[i].ballots_done;
        worked = store_prefetch_candidates(store, rows, n, i, true, err);
        if (worked && rows[i].ballots_done > 0)
            worked = add_labels(store, &rows[i], rule, &of_question, qrels, base, err);
        arena_clear(&of_question);
        if (qrels->n_questions > n_before)
            places[n_before] = i;
    }
    base->first_labelled = count_first(places, qrels->n_questions);
    store_let_held_go(store); /* the reading may be part of a longer one */
    store_end_reading(store);
    arena_release(&of_question);
    arena_release(&arena);
    return worked;
}
