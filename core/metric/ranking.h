/*
 * A ranking: how a run orders the documents of one question, as far as measures need it.
 *
 * It is sparse: every measure can be computed from the ranks and grades of the judged documents and a few counts.
 * So the cost of a measure depends only on the judged documents, and many measures cost hardly more than one.
 *
 * The evaluator stores where the judged documents are (judged_places) for callers that provide memory. If grades
 * change, by other votes or by filled holes, scores are computed from that, and no run is read again.
 */
#pragma once

#include "core/metric/qrels.h"
#include "core/metric/run.h"

struct hit {
    size_t rank; /* from 1 */
    double grade;
    size_t judgment; /* index among the question's judgments */
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
    const struct qrels_question *truth; /* the judgments; NULL: only the grades are known */

    struct ranking_place *places; /* working space of ranking_set */
    size_t places_capacity, hits_capacity, condensed_capacity, grades_capacity;
};

void ranking_release(struct ranking *ranking);
/*
 * Sets `ranking` to that of `retrieved` (NULL: the run does not answer the question), judged by `truth`. A ranking
 * can be set many times; its memory is reused.
 */
void ranking_set(struct ranking *ranking, const struct run_question *retrieved,
                 const struct qrels_question *truth, enum ties ties);
/* The same for documents that are ranked already. */
void ranking_set_ranked(struct ranking *ranking, const struct ranked_question *retrieved,
                        const struct qrels_question *truth);

/* Writes the scores of the hits, for a ranking that ranking_set has made, while the retrieved entries still exist. */
void ranking_scores(const struct ranking *ranking, double *scores);
/* Returns whether a hit of such a ranking has the same score as another document. */
bool ranking_is_tied(const struct ranking *ranking, const struct run_question *retrieved);

/* Removes what was retrieved beyond a depth. */
void ranking_cut(struct ranking *ranking, size_t depth);

/*
 * Where the judged documents of a question are: what is kept of a ranking, so that it can be graded again. {0}
 * belongs to a question without an answer, and is safe to release.
 */
struct judged_places {
    uint32_t n_retrieved, n;
    struct judged_place {
        uint32_t rank, judgment; /* index among the question's judgments */
    } * at;                      /* by ascending rank; 8 bytes each, because a run may have a million */
};

static inline struct judged_place judged_place_of(size_t rank, size_t judgment)
{
    return (struct judged_place){.rank = (uint32_t)rank, .judgment = (uint32_t)judgment};
}

void judged_places_release(struct judged_places *places);
/* Stores the places of a ranking. */
void judged_places_set(struct judged_places *places, const struct ranking *ranking);
/* Sets `ranking` to that of the places, judged by `truth`. */
void ranking_set_places(struct ranking *ranking, const struct judged_places *places,
                        const struct qrels_question *truth);
/* Sets `ranking` to that of the places with these grades: n_grades, one for each judgment. */
void ranking_set_grades(struct ranking *ranking, const struct judged_places *places, const double *grades,
                        size_t n_grades);
/* The same for other places with the same grades; what was computed from the grades alone is kept. */
void ranking_set_other_places(struct ranking *ranking, const struct judged_places *places,
                              const double *grades);
