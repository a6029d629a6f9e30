/*
 * The compact letter display: runs that share a letter do not differ significantly, runs that share none do (Piepho,
 * Journal of Computational and Graphical Statistics 13(2), 2004).
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_LETTERS_H
#define ASSAY_CORE_METRIC_STATISTICS_LETTERS_H

#include "core/base/bytes.h"

enum { LETTERS_RUNS_MAX = 52 }; /* a to z, then A to Z: there are never more letters than runs */

/* The letters of a run, all from the first to the last; 0 is a, the letter of the best run. */
struct letters {
    size_t first, last;
};

/*
 * Of up to LETTERS_RUNS_MAX runs. `p` is as significance_tukey makes it of n_runs by n_runs. It must fall with the
 * distance of the means: then the runs that do not differ from each other are neighbours by their means, and a
 * letter stands for as many neighbours as there can be. Runs differ where p is below `level`.
 */
void letters_assign(const double *means, const double *p, size_t n_runs, double level,
                    struct letters *letters);

void letters_add(struct letters letters, struct buffer *text);

#endif
