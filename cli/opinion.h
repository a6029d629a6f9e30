/*
 * Who is compared with whom: what a qrels file says, what the labels of a database say, or what one of those who graded
 * in a database said, who is named behind it: "labels.db:ana".
 */
#ifndef ASSAY_CLI_OPINION_H
#define ASSAY_CLI_OPINION_H

#include "cli/truth.h"
#include "core/store/raters.h"

/* {0} is empty and safe to release. */
struct opinion {
    const char *word; /* as it was written */
    struct qrels qrels;
    struct arena arena;
};

/*
 * Reads the opinion that `word` names, which must outlive it. A file of this name is one, whatever is in its name; else what
 * stands behind the last colon is a name in a database: of an annotator or a source of judgments, or of both, then with
 * "annotator:" or "judgments:" in front. ERR_INPUT: there is no such; those that there are are named.
 */
bool opinion_read(struct opinion *opinion, const char *word, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
void opinion_release(struct opinion *opinion);

#endif
