/* Documents of a database with exactly the same text, which may count as one. */
#pragma once

#include "cli/shared/truth.h"
#include "core/metric/run_rules.h"

/*
 * Finds the documents of the truth's database with the same title and text. The first imported one represents all of
 * them in the judgments of the truth, with the highest grade. `same` gets the data for the rules of runs; it lives in
 * the arena. ERR_USAGE: the truth is not a database, which alone has texts, or the measures need more than grades.
 */
MUST_CHECK bool identical_merge(struct truth *truth, const struct measure_list *measures, struct arena *arena,
                                struct same_documents *same, struct world *world, struct err *err);
