/*
 * Holes: documents that stand among the first of a run and that the labels of the question say nothing of. Their
 * docids are kept, since a ranking knows the judged documents alone.
 */
#ifndef ASSAY_CORE_METRIC_HOLES_H
#define ASSAY_CORE_METRIC_HOLES_H

#include "core/metric/ranking.h"

enum { HOLES_DEPTH = 10 }; /* so many documents of a question are its first */

/* Of a question. {0} is that of a question without an answer, and safe to release. */
struct holes {
    uint32_t n_first;    /* how many documents are its first: HOLES_DEPTH, or all there are */
    uint32_t n_judged;   /* documents at any rank that the labels of the question know */
    uint32_t n;          /* holes among the first */
    struct bytes docids; /* of the holes, best first, each with a blank behind it: no id has one */
};

void holes_release(struct holes *holes);
/* Makes `holes` those of what was retrieved for the question of `truth`, whatever they were before. */
void holes_set(struct holes *holes, const struct run_question *retrieved, const struct qrels_question *truth,
               enum ties ties, size_t n_judged);
/* Takes the next docid off the front of `docids`, a view of those of some holes. False: there is none. */
bool holes_next(struct bytes *docids, struct bytes *docid);

#endif
