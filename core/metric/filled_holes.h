/*
 * The scores of two runs on a question if some unjudged documents among their first ones were relevant. Holes count
 * as not relevant, which costs more for the run with more holes. The true scores are between the extremes (Moffat &
 * Zobel, TOIS 2008, call this the residual).
 */
#pragma once

#include "core/metric/holes.h"
#include "core/metric/measures/measure.h"

/* The answers of two runs to a question. */
struct two_rankings {
    const struct qrels_question *truth;
    const struct holes *holes[2];
    const struct judged_places *places[2];
};

/* Which holes are assumed to be relevant: those of both runs, or those that only one of them has. */
enum filling {
    FILL_BOTH,
    FILL_FIRST,
    FILL_SECOND,
    N_FILLINGS,
};

/* Computes the values of both runs if the holes had this grade. `ranking` is working space. */
void filled_holes_score(const struct two_rankings *question, enum filling filling, double grade,
                        const struct measure *measure, struct ranking *ranking, double values[2]);
