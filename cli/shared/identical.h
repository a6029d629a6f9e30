/* Documents of a database that are word for word the same, so that each of them may count as one. */
#ifndef ASSAY_CLI_SHARED_IDENTICAL_H
#define ASSAY_CLI_SHARED_IDENTICAL_H

#include "cli/shared/truth.h"
#include "core/metric/run_rules.h"

/*
 * Reads which documents of the truth's database have the same title and text, and lets the first of them that was imported
 * stand for all, in the judgments of the truth: the highest grade counts. `same` gets what the rules need for runs, and lives in
 * the arena. ERR_USAGE: the truth is no database, which alone has the texts, or the measures need more than grades.
 */
bool identical_merge(struct truth *truth, const struct measure_list *measures, struct arena *arena,
                     struct same_documents *same, struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
