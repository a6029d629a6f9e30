/*
 * Clicks over expected clicks: the clicks of a document, divided by the clicks that an average document would have got
 * at the same positions. So a low position does not count against a document. 1 means as often as expected.
 *
 *     COEC(q, d) = sum of clicks / sum over positions p of impressions(q, d, p) * CTR(p),
 *     CTR(p) = all clicks at p / all impressions at p
 *
 * W. V. Zhang, R. Jones: Comparing Click Logs and Editorial Labels for Training Query Rewriting. Workshop on Query Log
 * Analysis, WWW 2007.
 */
#pragma once

#include "core/base/map.h"
#include "import/tools/record_writer.h"

/* {0} is empty and safe to release. */
struct coec {
    struct arena arena;
    struct map pairs_by_name; /* by question and document */
    struct coec_pair *pairs;
    struct coec_count *counts;
    size_t n_pairs, n_counts;
    double *clicks, *impressions; /* by position */
};

/* Positions begin at 1; lower places of the list count as this one. */
enum { COEC_POSITIONS = 1000 };

/*
 * Counts clicks and impressions of a document at a position. Question and document are as in JSON and must outlive
 * `coec`.
 */
void coec_count(struct coec *coec, const char *place, struct bytes question, struct bytes document,
                size_t position, double clicks, double impressions);
/*
 * Writes a record for each pair, in the order of their first counts. The grade is null when no clicks were expected.
 */
void coec_write(const struct coec *coec, struct record_writer *writer);
/* Writes a record with the clicks and impressions of each pair, at all positions. */
void coec_write_counts(const struct coec *coec, struct record_writer *writer);
void coec_release(struct coec *coec);
