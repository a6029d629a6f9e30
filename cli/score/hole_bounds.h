/* What a difference would be if the documents were relevant that nobody has judged. */
#ifndef ASSAY_CLI_SCORE_HOLE_BOUNDS_H
#define ASSAY_CLI_SCORE_HOLE_BOUNDS_H

#include "cli/shared/pairing.h"

/* Says it of the first measure, where the two runs have such documents among their first ten; counts have no difference. */
void hole_bounds_remark(struct scores *scores, const struct pairing *pairing, struct world *world);

#endif
