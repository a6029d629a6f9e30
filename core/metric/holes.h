/*
 * Holes: documents among the first of a run that have no label for the question. Their docids are stored, because a
 * ranking has only the judged documents.
 */
#pragma once

#include "core/metric/ranking.h"

enum { HOLES_DEPTH = 10 }; /* so many documents of a question are its first ones */

/* The holes of a question. {0} belongs to a question without an answer, and is safe to release. */
struct holes {
    uint32_t n_first;    /* how many documents are the first: HOLES_DEPTH, or all if fewer */
    uint32_t n_judged;   /* retrieved documents, at any rank, that have a label */
    uint32_t n;          /* holes among the first */
    struct bytes docids; /* of the holes, best first, each followed by a blank; ids contain no blanks */
};

void holes_release(struct holes *holes);
/* Sets `holes` to those of what was retrieved for the question of `truth`, and replaces earlier ones. */
void holes_set(struct holes *holes, const struct run_question *retrieved, const struct qrels_question *truth,
               enum ties ties, size_t n_judged);
/*
 * Takes the next docid off the front of `docids`, a view of the docids of some holes. Returns false if there is
 * none.
 */
bool holes_next(struct bytes *docids, struct bytes *docid);
