/*
 * The similarity of two rankings, regardless of relevance.
 */
#pragma once

#include "core/metric/ranked_run.h"

/*
 * Returns the rank-biased overlap, extrapolated (Webber, Moffat & Zobel, ACM TOIS 2010, eq. 32): how much two
 * rankings share of their first d documents, with the weight p^d for each depth d, 0 < p < 1. Behind their ends
 * they are assumed to share as much as before. The result is from 0, nothing shared, to 1. It is also 0 if a
 * ranking has no documents.
 */
double rank_biased_overlap(struct ranked_question a, struct ranked_question b, double p);
