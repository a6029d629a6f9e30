/*
 * Clicks over expected clicks: what a document was clicked, by what any document would have been at the positions where it stood. So a
 * document is not worse for having stood below others. 1: as often as expected.
 *
 *     COEC(q, d) = sum of clicks / sum over positions p of impressions(q, d, p) * CTR(p),
 *     CTR(p) = all clicks at p / all impressions at p
 *
 * W. V. Zhang, R. Jones: Comparing Click Logs and Editorial Labels for Training Query Rewriting. Workshop on Query Log Analysis,
 * WWW 2007.
 */
#ifndef ASSAY_IMPORT_TOOLS_COEC_H
#define ASSAY_IMPORT_TOOLS_COEC_H

#include "core/base/map.h"
#include "import/tools/record_writer.h"

/* {0} is empty and safe to release. */
struct coec {
    struct arena arena;
    struct map pairs_by_name; /* of a question and a document */
    struct coec_pair *pairs;
    struct coec_count *counts;
    size_t n_pairs, n_counts;
    double *clicks, *impressions; /* by position */
};

/* Positions from 1 on; what stands further below counts as this. */
enum { COEC_POSITIONS = 1000 };

/* So many clicks and impressions of a document at a position. Question and document as they stand in JSON, which must outlive it. */
void coec_count(struct coec *coec, const char *place, struct bytes question, struct bytes document,
                size_t position, double clicks, double impressions);
/* A record for each pair in the order of its first count; one that nobody was expected to click has null for its grade. */
void coec_write(const struct coec *coec, struct record_writer *writer);
void coec_release(struct coec *coec);

#endif
