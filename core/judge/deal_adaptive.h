/*
 * Adaptive dealing: it chooses the ballot whose answer is expected to improve a question's labels most, given the
 * votes so far (core/judge/luce.h). The criterion is the knowledge gradient (Frazier, Powell, Dayanik, SIAM J.
 * Control Optim. 47, 2008) of the labels' discounted gain, plus a share of the information that the answer gives:
 *
 *     value of a ballot = E[Σ gain of the first ten / log2(rank + 1) after the answer] - that sum now
 *                         + λ ½ log det(I + V F), weighted by how near its candidates are to the best
 *
 * A candidate's gain is E log(1 + e^θ), V the covariance of the ballot's candidates, F the answer's Fisher
 * information. The value is divided by the cost of the ballot: 1 for the answer, and a quarter for each candidate
 * that the annotator has not just read. The quarter is scaled by the square root of the text's relative length,
 * unless others hold ballots of the question.
 *
 * Sets of the sixteen most promising candidates are compared. Each eighth ballot of a question contains the
 * candidate that was shown least often, so that no candidate is forgotten.
 */
#pragma once

#include "core/judge/deal_request.h"

/* Chooses the set that is worth most among those that are not taken. Returns false if all are taken. */
bool deal_adaptive_choose(const struct deal_request *request, int64_t *document_ids);
