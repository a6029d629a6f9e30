#include "import/runs/line_ranking.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/metric/holes.h"

#include <float.h>
#include <stdlib.h>

/*
 * At most so many documents with equal scores are compared with each other. With more, ranking all is faster.
 */
enum { TIED_MOST = 32 };

void line_ranking_release(struct line_ranking *ranking)
{
    record_lines_release(&ranking->lines);
    judged_search_release(&ranking->search);
    judged_places_release(&ranking->places);
    free(ranking->first.entries);
    free(ranking->tied.entries);
    *ranking = (struct line_ranking){0};
}

bool line_ranking_read_all(struct line_ranking *ranking, struct record_reader *reader, struct bytes qid)
{
    ranking->layout = reader->layout;
    return record_lines_take(&ranking->lines, reader, qid);
}

bool line_ranking_read(struct line_ranking *ranking, struct record_reader *reader, struct bytes qid,
                       const struct qrels_question *truth)
{
    struct record_lines *lines = &ranking->lines;
    return line_ranking_read_all(ranking, reader, qid) &&
           judged_search_do(&ranking->search, lines->docids, lines->hashes, lines->n, truth);
}

/* Adds the lines from `from` up to, not including, `to`. */
static bool add_entries(const struct line_ranking *ranking, size_t from, size_t to,
                        struct run_question *question)
{
    const struct record_lines *lines = &ranking->lines;
    bool right = true;
    for (size_t i = from; i < to && right; i++) {
        double score;
        right = record_read_number(ranking->layout, lines->numbers[i], &score);
        if (right)
            run_question_add_hashed(question, lines->docids[i], score, lines->hashes[i]);
    }
    return right;
}

bool line_ranking_entries(const struct line_ranking *ranking, struct run_question *retrieved)
{
    return add_entries(ranking, 0, ranking->lines.n, retrieved);
}

/* --- Equal scores ------------------------------------------------------------- */

/* Returns the number of decimal digits that a score of this type preserves. */
static size_t certain_digits(enum score_type scores)
{
    return scores == SCORE_FLOAT32 ? FLT_DIG : DBL_DIG;
}

/* Whether the lines i and i + 1 have the same score. */
static bool is_tied(const struct line_ranking *ranking, size_t i)
{
    const struct record_lines *lines = &ranking->lines;
    double score;
    double next;
    if (record_lines_differ(lines, i, certain_digits(ranking->scores)) ||
        !number_parse_real(lines->numbers[i], &score) || !number_parse_real(lines->numbers[i + 1], &next))
        return false;
    return ranking->scores == SCORE_FLOAT32 ? (float)score == (float)next : score == next;
}

/*
 * Finds the lines with the same score as a line: from *from up to, not including, *to. Returns false when there are too
 * many.
 */
static bool find_tied(const struct line_ranking *ranking, size_t line, size_t *from, size_t *to)
{
    *from = line;
    *to = line + 1;
    while (*from > 0 && *to - *from <= TIED_MOST && is_tied(ranking, *from - 1))
        --*from;
    while (*to < ranking->lines.n && *to - *from <= TIED_MOST && is_tied(ranking, *to - 1))
        ++*to;
    return *to - *from <= TIED_MOST;
}

/* Finds the rank, from 1, of the document in a line. Returns false when a few lines are not enough. */
static bool find_rank(struct line_ranking *ranking, size_t line, enum ties ties, size_t *rank)
{
    size_t from;
    size_t to;
    if (!find_tied(ranking, line, &from, &to))
        return false;
    *rank = from + 1;
    if (to - from == 1)
        return true;
    ranking->is_tied = true;
    ranking->tied.n_entries = 0;
    if (!add_entries(ranking, from, to, &ranking->tied))
        return false;
    run_question_round(&ranking->tied, ranking->scores);
    const struct run_entry *own = &ranking->tied.entries[line - from];
    for (size_t i = 0; i < ranking->tied.n_entries; i++)
        *rank += run_entry_compare(&ranking->tied.entries[i], own, ties) < 0;
    return true;
}

/* --- Places --------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b)
{
    const struct judged_place *left = a;
    const struct judged_place *right = b;
    return (left->rank > right->rank) - (left->rank < right->rank);
}

static bool set_places(struct line_ranking *ranking, enum ties ties)
{
    const struct judged_search *search = &ranking->search;
    struct judged_places *places = &ranking->places;
    bool is_sorted = true;
    places->at = memory_grow(places->at, &ranking->places_capacity, search->n_found + 1, sizeof *places->at);
    places->n_retrieved = (uint32_t)ranking->lines.n;
    places->n = (uint32_t)search->n_found;
    for (size_t i = 0; i < places->n; i++) {
        size_t rank;
        if (!find_rank(ranking, search->found[i].retrieved, ties, &rank))
            return false;
        places->at[i] = judged_place_of(rank, search->found[i].judgment);
        is_sorted = is_sorted && (i == 0 || places->at[i - 1].rank < places->at[i].rank);
    }
    if (!is_sorted)
        qsort(places->at, places->n, sizeof *places->at, compare_places);
    return true;
}

/*
 * Sets the documents that may be among the first HOLES_DEPTH. Only the order of their scores matters, and that is the
 * order of the lines. So the scores are replaced by a count that decreases where they differ.
 */
static bool set_first(struct line_ranking *ranking)
{
    const struct record_lines *lines = &ranking->lines;
    size_t from;
    size_t to = lines->n;
    double score = 0;
    if (lines->n > HOLES_DEPTH && !find_tied(ranking, HOLES_DEPTH - 1, &from, &to))
        return false;
    ranking->first.n_entries = 0;
    for (size_t i = 0; i < to; i++) {
        score -= i > 0 && !is_tied(ranking, i - 1);
        run_question_add_hashed(&ranking->first, lines->docids[i], score, lines->hashes[i]);
    }
    return true;
}

bool line_ranking_place(struct line_ranking *ranking, enum ties ties, enum score_type scores)
{
    ranking->scores = scores;
    ranking->is_tied = false;
    return ranking->lines.descend && set_places(ranking, ties) && set_first(ranking);
}

bool line_ranking_place_otherwise(struct line_ranking *ranking, enum ties ties)
{
    return set_places(ranking, ties);
}
