/*
 * Of the retrieved documents only the judged ones are sorted, usually a handful of a thousand. Their ranks are
 * counted, without sorting the rest (add_hits). In a ranked run the ranks are known, and one pass is enough.
 *
 * No document may be retrieved twice: more hits than judgments are a bug.
 */
#include "core/metric/ranking.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/system.h"
#include "core/metric/ranked_run.h"

#include <stdlib.h>
#include <string.h>

enum { GRADES_COUNTED = 8 };

/* A judged document among the retrieved ones. */
struct ranking_place {
    const struct run_entry *entry;
    size_t judgment;
    size_t followers; /* entries after this place and before the next one */
};

void ranking_release(struct ranking *ranking)
{
    free(ranking->hits);
    free(ranking->condensed);
    free(ranking->grades);
    free(ranking->places);
    *ranking = (struct ranking){0};
}

static int compare_places(const void *a, const void *b, void *ties)
{
    const struct ranking_place *left = a;
    const struct ranking_place *right = b;
    return run_entry_compare(left->entry, right->entry, *(enum ties *)ties);
}

static int compare_grades(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left < right) - (left > right);
}

static void make_room_for_grades(struct ranking *ranking, size_t n)
{
    ranking->grades = memory_grow(ranking->grades, &ranking->grades_capacity, n, sizeof *ranking->grades);
    ranking->n_grades = n;
}

/* There are usually few different grades, each of many documents. So they are counted, which needs no sorting. */
struct grade_counts {
    double grades[GRADES_COUNTED]; /* descending */
    size_t counts[GRADES_COUNTED];
    size_t n;
};

/* Returns false if there are too many different grades. */
static bool count_grade(struct grade_counts *counts, double grade)
{
    size_t at = 0;
    while (at < counts->n && counts->grades[at] > grade)
        at++;
    if (at == counts->n || counts->grades[at] != grade) {
        if (counts->n == GRADES_COUNTED)
            return false;
        memmove(counts->grades + at + 1, counts->grades + at, (counts->n - at) * sizeof *counts->grades);
        memmove(counts->counts + at + 1, counts->counts + at, (counts->n - at) * sizeof *counts->counts);
        counts->grades[at] = grade;
        counts->counts[at] = 0;
        counts->n++;
    }
    counts->counts[at]++;
    return true;
}

static bool sort_by_counting(double *grades, size_t n)
{
    struct grade_counts counts = {.n = 0};
    for (size_t i = 0; i < n; i++) {
        if (!count_grade(&counts, grades[i]))
            return false;
    }
    for (size_t g = 0; g < counts.n; g++) {
        for (size_t i = 0; i < counts.counts[g]; i++)
            *grades++ = counts.grades[g];
    }
    return true;
}

static void sort_grades(double *grades, size_t n)
{
    if (!sort_by_counting(grades, n))
        qsort(grades, n, sizeof *grades, compare_grades);
}

static void set_truth(struct ranking *ranking, const struct qrels_question *truth)
{
    ranking->truth = truth;
    make_room_for_grades(ranking, truth->n_judgments);
    for (size_t i = 0; i < truth->n_judgments; i++)
        ranking->grades[i] = truth->judgments[i].grade;
    sort_grades(ranking->grades, ranking->n_grades);
}

/* Collects the retrieved documents that are judged, in ranking order. Returns how many there are. */
static size_t find_places(struct ranking *ranking, const struct run_question *retrieved,
                          const struct qrels_question *truth, enum ties ties)
{
    size_t n = 0;
    ranking->places =
        memory_grow(ranking->places, &ranking->places_capacity, truth->n_judgments, sizeof *ranking->places);
    for (size_t i = 0; i < retrieved->n_entries; i++) {
        const struct run_entry *entry = &retrieved->entries[i];
        const struct judgment *judgment = qrels_question_find_hashed(truth, entry->docid, entry->hash);
        if (judgment != NULL) {
            BUG_UNLESS(n < truth->n_judgments); /* a run has no document twice */
            ranking->places[n++] = (struct ranking_place){
                .entry = entry,
                .judgment = (size_t)(judgment - truth->judgments),
            };
        }
    }
    system_sort(ranking->places, n, sizeof *ranking->places, compare_places, &ties);
    return n;
}

/* Returns how many of the places are before the entry, or are the entry itself. */
static size_t places_before(const struct ranking_place *places, size_t n_places,
                            const struct run_entry *entry, enum ties ties)
{
    size_t place;
    LOWER_BOUND(place, n_places, run_entry_compare(places[place].entry, entry, ties) <= 0);
    return place;
}

/* Removes all hits and makes room for n. */
static void begin_hits(struct ranking *ranking, size_t n)
{
    ranking->n_hits = ranking->n_condensed = 0;
    ranking->hits = memory_grow(ranking->hits, &ranking->hits_capacity, n, sizeof *ranking->hits);
    ranking->condensed =
        memory_grow(ranking->condensed, &ranking->condensed_capacity, n, sizeof *ranking->condensed);
}

/* Adds a hit after the others. A negative grade means that the document was not judged, as in trec_eval. */
static void add_hit(struct ranking *ranking, size_t rank, size_t judgment, double grade)
{
    ranking->hits[ranking->n_hits++] = (struct hit){.rank = rank, .grade = grade, .judgment = judgment};
    if (grade >= 0) {
        size_t judged_rank = ++ranking->n_condensed;
        ranking->condensed[judged_rank - 1] =
            (struct hit){.rank = judged_rank, .grade = grade, .judgment = judgment};
    }
}

/*
 * Computes ranks without sorting the retrieved entries. A binary search finds for each entry its gap between two
 * places. The rank of a place is the sum of the gaps before it. That takes n log m steps for m places among n
 * entries; m is usually a handful.
 */
static void add_hits(struct ranking *ranking, size_t n_places, const struct run_question *retrieved,
                     const struct qrels_question *truth, enum ties ties)
{
    struct ranking_place *places = ranking->places;
    size_t rank = 1;
    for (size_t i = 0; i < retrieved->n_entries && n_places > 0; i++) {
        size_t before = places_before(places, n_places, &retrieved->entries[i], ties);
        if (before == 0)
            rank++;
        else
            places[before - 1].followers++; /* this counts the place itself, too */
    }
    for (size_t i = 0; i < n_places; i++) {
        const size_t judgment = places[i].judgment;
        add_hit(ranking, rank, judgment, truth->judgments[judgment].grade);
        rank += places[i].followers;
    }
}

void ranking_set(struct ranking *ranking, const struct run_question *retrieved,
                 const struct qrels_question *truth, enum ties ties)
{
    static const struct run_question nothing = {0};
    if (retrieved == NULL)
        retrieved = &nothing;
    ranking->n_retrieved = retrieved->n_entries;
    set_truth(ranking, truth);
    size_t n_places = find_places(ranking, retrieved, truth, ties);
    begin_hits(ranking, n_places);
    add_hits(ranking, n_places, retrieved, truth, ties);
}

void ranking_scores(const struct ranking *ranking, double *scores)
{
    for (size_t i = 0; i < ranking->n_hits; i++)
        scores[i] = ranking->places[i].entry->score;
}

bool ranking_is_tied(const struct ranking *ranking, const struct run_question *retrieved)
{
    const struct ranking_place *places = ranking->places;
    for (size_t i = 0; i < retrieved->n_entries; i++) {
        const struct run_entry *entry = &retrieved->entries[i];
        size_t place;
        LOWER_BOUND(place, ranking->n_hits, places[place].entry->score > entry->score);
        if (place < ranking->n_hits && places[place].entry->score == entry->score &&
            (places[place].entry != entry ||
             (place + 1 < ranking->n_hits && places[place + 1].entry->score == entry->score)))
            return true;
    }
    return false;
}

void ranking_set_ranked(struct ranking *ranking, const struct ranked_question *retrieved,
                        const struct qrels_question *truth)
{
    struct ranked_question rest = *retrieved;
    struct bytes docid;
    ranking->n_retrieved = retrieved->n_documents;
    set_truth(ranking, truth);
    begin_hits(ranking, truth->n_judgments);
    for (size_t rank = 1; ranked_question_next(&rest, &docid); rank++) {
        const struct judgment *judgment = qrels_question_find(truth, docid);
        if (judgment == NULL)
            continue;
        BUG_UNLESS(ranking->n_hits < truth->n_judgments); /* a run has no document twice */
        add_hit(ranking, rank, (size_t)(judgment - truth->judgments), judgment->grade);
    }
}

void ranking_cut(struct ranking *ranking, size_t depth)
{
    if (ranking->n_retrieved > depth)
        ranking->n_retrieved = depth;
    for (; ranking->n_hits > 0 && ranking->hits[ranking->n_hits - 1].rank > depth; ranking->n_hits--)
        ranking->n_condensed -= ranking->hits[ranking->n_hits - 1].grade >= 0;
}

/* --- Grades that change --------------------------------------------------- */

void judged_places_release(struct judged_places *places)
{
    free(places->at);
    *places = (struct judged_places){0};
}

void judged_places_set(struct judged_places *places, const struct ranking *ranking)
{
    judged_places_release(places);
    places->n_retrieved = (uint32_t)ranking->n_retrieved;
    places->n = (uint32_t)ranking->n_hits;
    places->at = memory_get(places->n * sizeof *places->at);
    for (size_t i = 0; i < places->n; i++)
        places->at[i] = judged_place_of(ranking->hits[i].rank, ranking->hits[i].judgment);
}

/* Makes room for a hit at each place. */
static void begin_places(struct ranking *ranking, const struct judged_places *places)
{
    begin_hits(ranking, places->n);
    ranking->n_retrieved = places->n_retrieved;
}

void ranking_set_places(struct ranking *ranking, const struct judged_places *places,
                        const struct qrels_question *truth)
{
    set_truth(ranking, truth);
    begin_places(ranking, places);
    for (size_t i = 0; i < places->n; i++)
        add_hit(ranking, places->at[i].rank, places->at[i].judgment,
                truth->judgments[places->at[i].judgment].grade);
}

void ranking_set_grades(struct ranking *ranking, const struct judged_places *places, const double *grades,
                        size_t n_grades)
{
    ranking->truth = NULL;
    make_room_for_grades(ranking, n_grades);
    for (size_t i = 0; i < n_grades; i++)
        ranking->grades[i] = grades[i];
    sort_grades(ranking->grades, n_grades);
    ranking_set_other_places(ranking, places, grades);
}

void ranking_set_other_places(struct ranking *ranking, const struct judged_places *places,
                              const double *grades)
{
    begin_places(ranking, places);
    for (size_t i = 0; i < places->n; i++)
        add_hit(ranking, places->at[i].rank, places->at[i].judgment, grades[places->at[i].judgment]);
}
