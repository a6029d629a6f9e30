/* How a difference would change if the unjudged documents were relevant. */
#pragma once

#include "cli/shared/pairing.h"

/*
 * Prints a remark for the first measure if the two runs have unjudged documents among their first ten. Prints nothing
 * for counts, for measures that need more than grades, and with --ties average.
 */
void hole_bounds_remark(struct scores *scores, const struct pairing *pairing, struct world *world);
