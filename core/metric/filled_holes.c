/*
 * The filled holes become judgments after the existing ones. Their ranks need not be stored: of the first
 * documents, all that are not holes are judged and have ranks, and holes are in the order of the ranking.
 */
#include "core/metric/filled_holes.h"

#include "core/base/memory.h"

#include <stdlib.h>

struct hole {
    struct bytes docid;
    bool is_of[2]; /* the runs that have it */
};

struct hole_list {
    struct hole at[2 * HOLES_DEPTH];
    size_t n;
};

static struct hole *find_hole(struct hole_list *list, struct bytes docid)
{
    size_t i = 0;
    while (i < list->n && !bytes_equal(list->at[i].docid, docid))
        i++;
    if (i == list->n)
        list->at[list->n++] = (struct hole){.docid = docid};
    return &list->at[i];
}

static void list_holes(const struct two_rankings *question, struct hole_list *list)
{
    list->n = 0;
    for (size_t run = 0; run < 2; run++) {
        struct bytes rest = question->holes[run]->docids;
        struct bytes docid;
        while (holes_next(&rest, &docid))
            find_hole(list, docid)->is_of[run] = true;
    }
}

static bool is_filled(const struct hole *hole, enum filling filling)
{
    return filling == FILL_BOTH ||
           (hole->is_of[filling == FILL_SECOND] && !hole->is_of[filling == FILL_FIRST]);
}

/* Merges a run's holes into its judged places. */
static void place_holes(const struct two_rankings *question, size_t run, struct hole_list *list,
                        enum filling filling, struct judged_places *out)
{
    const struct judged_places *judged = question->places[run];
    struct bytes rest = question->holes[run]->docids;
    size_t n_taken = 0;
    out->n = 0;
    out->n_retrieved = judged->n_retrieved;
    for (size_t rank = 1; rank <= question->holes[run]->n_first; rank++) {
        struct bytes docid;
        if (n_taken < judged->n && judged->at[n_taken].rank == rank) {
            out->at[out->n++] = judged->at[n_taken++];
        } else if (holes_next(&rest, &docid)) {
            const struct hole *hole = find_hole(list, docid);
            size_t judgment = question->truth->n_judgments + (size_t)(hole - list->at);
            if (is_filled(hole, filling))
                out->at[out->n++] = judged_place_of(rank, judgment);
        }
    }
    while (n_taken < judged->n)
        out->at[out->n++] = judged->at[n_taken++];
}

/*
 * Sets the grades of the judgments, then those of the filled holes, which are moved to the front of the list.
 * Returns how many there are.
 */
static size_t set_grades(const struct two_rankings *question, struct hole_list *list, enum filling filling,
                         double grade, double *grades)
{
    size_t n = question->truth->n_judgments;
    size_t n_filled = 0;
    for (size_t i = 0; i < n; i++)
        grades[i] = question->truth->judgments[i].grade;
    for (size_t i = 0; i < list->n; i++) {
        if (!is_filled(&list->at[i], filling))
            continue;
        struct hole filled = list->at[i];
        list->at[i] = list->at[n_filled];
        list->at[n_filled] = filled;
        grades[n + n_filled++] = grade;
    }
    return n + n_filled;
}

void filled_holes_score(const struct two_rankings *question, enum filling filling, double grade,
                        const struct measure *measure, struct ranking *ranking, double values[2])
{
    struct hole_list list;
    list_holes(question, &list);
    double *grades = memory_get((question->truth->n_judgments + list.n) * sizeof *grades);
    size_t n_grades = set_grades(question, &list, filling, grade, grades);
    for (size_t run = 0; run < 2; run++) {
        struct judged_places places = {
            .at = memory_get((question->places[run]->n + HOLES_DEPTH) * sizeof *places.at)};
        place_holes(question, run, &list, filling, &places);
        ranking_set_grades(ranking, &places, grades, n_grades);
        values[run] = measure_value(measure, ranking);
        judged_places_release(&places);
    }
    free(grades);
}
