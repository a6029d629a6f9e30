/*
 * How alike two rankings are, whatever is relevant in them.
 */
#ifndef ASSAY_CORE_METRIC_RANK_OVERLAP_H
#define ASSAY_CORE_METRIC_RANK_OVERLAP_H

#include "core/metric/ranked_run.h"

/*
 * Rank-biased overlap, extrapolated (Webber, Moffat & Zobel, ACM TOIS 2010, eq. 32): what two rankings share of their
 * first d documents, each depth d weighing p^d, 0 < p < 1; behind their ends they are taken to go on sharing as much. From
 * 0, no document is shared, to 1. 0 also where one has no document.
 */
double rank_biased_overlap(struct ranked_question a, struct ranked_question b, double p);

#endif
