/*
 * A ranking: how a run orders the documents of one question, as far as
 * measures need to know.
 *
 * It is sparse: every measure can be computed from the ranks and grades of the
 * judged documents and a few counts, so the cost of a measure depends on the
 * judged documents alone, and many measures cost hardly more than one.
 *
 * The evaluator keeps where the judged documents stand (judged_places) for callers that give it room: grades that
 * change, by other votes or filled holes, are scored from that, and no run is read again.
 */
#ifndef ASSAY_CORE_METRIC_RANKING_H
#define ASSAY_CORE_METRIC_RANKING_H

#include "core/metric/qrels.h"
#include "core/metric/run.h"

struct hit {
    size_t rank; /* from 1 */
    double grade;
    size_t judgment; /* index of the question's judgments */
};

struct ranked_question; /* of core/metric/ranked_run.h */

/* {0} is the ranking of no documents for a question without judgments; safe to release. */
struct ranking {
    size_t n_retrieved;
    struct hit *hits; /* the retrieved documents that are judged, by ascending rank */
    size_t n_hits;
    struct hit *condensed; /* the same without negative grades, as if nothing else had been retrieved */
    size_t n_condensed;
    double *grades; /* of all judged documents, retrieved or not, descending */
    size_t n_grades;
    const struct qrels_question *truth; /* that has judged; NULL: only the grades are known */

    struct ranking_place *places; /* room that ranking_set uses again and again */
    size_t places_capacity, hits_capacity, condensed_capacity, grades_capacity;
};

void ranking_release(struct ranking *ranking);
/*
 * Makes `ranking` that of `retrieved` (NULL: the run does not answer the
 * question) judged by `truth`. A ranking can be set many times over; its memory
 * is used again.
 */
void ranking_set(struct ranking *ranking, const struct run_question *retrieved,
                 const struct qrels_question *truth, enum ties ties);
/* The same of what has been ranked already. */
void ranking_set_ranked(struct ranking *ranking, const struct ranked_question *retrieved,
                        const struct qrels_question *truth);

/* The scores of the hits, of a ranking that ranking_set has made, as long as what was retrieved is there. */
void ranking_scores(const struct ranking *ranking, double *scores);
/* Whether the score of a hit is that of another document, too, of such a ranking. */
bool ranking_is_tied(const struct ranking *ranking, const struct run_question *retrieved);

/* Forgets what was retrieved behind a depth. */
void ranking_cut(struct ranking *ranking, size_t depth);

/*
 * Where the judged documents of a question stand: what is left of a ranking, to be graded anew. {0} is that of a question
 * without an answer, and safe to release.
 */
struct judged_places {
    uint32_t n_retrieved, n;
    struct judged_place {
        uint32_t rank, judgment; /* index of the question's judgments */
    } * at;                      /* by ascending rank; 8 bytes each, since of a run there may be a million */
};

static inline struct judged_place judged_place_of(size_t rank, size_t judgment)
{
    return (struct judged_place){.rank = (uint32_t)rank, .judgment = (uint32_t)judgment};
}

void judged_places_release(struct judged_places *places);
/* Keeps those of a ranking. */
void judged_places_set(struct judged_places *places, const struct ranking *ranking);
/* Makes `ranking` that of the places, which `truth` has judged. */
void ranking_set_places(struct ranking *ranking, const struct judged_places *places,
                        const struct qrels_question *truth);
/* Makes `ranking` that of the places, if the judgments had these grades: n_grades, one for each of them. */
void ranking_set_grades(struct ranking *ranking, const struct judged_places *places, const double *grades,
                        size_t n_grades);
/* The same once more, of the same grades and other places: what was made of the grades alone stays. */
void ranking_set_other_places(struct ranking *ranking, const struct judged_places *places,
                              const double *grades);

#endif
