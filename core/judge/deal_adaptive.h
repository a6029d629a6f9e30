/*
 * Adaptive dealing: the ballot whose answer is expected to improve a question's labels most, by what the votes so far
 * say (core/judge/luce.h). It is the knowledge gradient (Frazier, Powell, Dayanik, SIAM J. Control Optim. 47, 2008) of
 * the labels' discounted gain, with a share of the information that the answer gives:
 *
 *     value of a ballot = E[Σ gain of the first ten / log2(rank + 1) after the answer] - that sum now
 *                         + λ ½ log det(I + V F), weighted by how near its candidates are to the best
 *
 * A candidate's gain is E log(1 + e^θ), V the covariance of the ballot's candidates, F the answer's Fisher information.
 * That value is divided by what the ballot costs: one for the answer, and for each candidate that the annotator has not just read
 * a quarter, more or less by the root of its length unless others hold ballots of the question.
 *
 * Sets among the sixteen most promising candidates are weighed. Each eighth ballot of a question has the candidate seen
 * least often on it, so that none is forgotten for good.
 */
#ifndef ASSAY_CORE_JUDGE_DEAL_ADAPTIVE_H
#define ASSAY_CORE_JUDGE_DEAL_ADAPTIVE_H

#include "core/judge/deal_request.h"

/* The set that is worth most of those that are not taken; false: all of them are. */
bool deal_adaptive_choose(const struct deal_request *request, int64_t *document_ids);

#endif
