/*
 * Who is compared with whom: what a qrels file says, what the labels of a database say, or what one of those who graded
 * in a database said, who is named behind it: "labels.db:ana".
 */
#ifndef ASSAY_CLI_SHARED_OPINION_H
#define ASSAY_CLI_SHARED_OPINION_H

#include "cli/shared/truth.h"
#include "core/metric/evaluation.h"
#include "core/store/votes/raters.h"

/* {0} is empty and safe to release. */
struct opinion {
    const char *word;     /* as it was written */
    const char *database; /* that it is of; NULL: it is a file's */
    struct rater *rater;  /* who graded there; NULL: it is the labels that follow from all votes */
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
/* The same of a name in the database at `path`, as above without it. */
bool opinion_read_named(struct opinion *opinion, const char *path, const char *name, struct world *world,
                        struct err *err) __attribute__((warn_unused_result));
void opinion_release(struct opinion *opinion);
/* Whether the votes of `one`, an annotator, are among those that the labels follow from that `other` is. */
bool opinion_is_part(const struct opinion *one, const struct opinion *other);

/*
 * Scores the run at `path` by the opinion, on all its questions. Released by the caller. ERR_INPUT also: it answers none of
 * them; it can be read only once, and is scored by more than one opinion.
 */
bool opinion_score(const struct opinion *opinion, const char *path, const struct measure_list *measures,
                   enum ties ties, enum score_type scores, struct world *world, struct evaluation *out,
                   struct err *err) __attribute__((warn_unused_result));

#endif
