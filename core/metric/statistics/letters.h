/*
 * The compact letter display: runs that share a letter do not differ significantly, runs that share none do
 * (Piepho, Journal of Computational and Graphical Statistics 13(2), 2004).
 */
#pragma once

#include "core/base/bytes.h"

enum { LETTERS_RUNS_MAX = 52 }; /* a to z, then A to Z: there are never more letters than runs */

/* The letters of a run, all from `first` to `last`; 0 is a, the letter of the best run. */
struct letters {
    size_t first, last;
};

/*
 * Assigns letters to up to LETTERS_RUNS_MAX runs. `p` is the n_runs by n_runs result of significance_tukey. It must
 * fall with the distance of the means. Then runs that do not differ from each other are neighbours by their means,
 * and each letter covers as many neighbours as possible. Runs differ if p is below `level`.
 */
void letters_assign(const double *means, const double *p, size_t n_runs, double level,
                    struct letters *letters);

void letters_add(struct letters letters, struct buffer *text);
