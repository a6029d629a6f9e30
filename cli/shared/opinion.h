/*
 * Judgments to compare: those of a qrels file, the labels of a database, or the judgments of one grader in a database.
 * The grader's name follows the path: "labels.db:ana".
 */
#pragma once

#include "cli/shared/truth.h"
#include "core/metric/evaluation.h"
#include "core/store/votes/raters.h"

/* {0} is empty and safe to release. */
struct opinion {
    const char *word;     /* the word of the call */
    const char *database; /* path of the database; NULL: a file */
    struct rater *rater;  /* the grader in the database; NULL: the labels from all votes */
    struct qrels qrels;
    struct arena arena;
};

/*
 * Reads the opinion that `word` names; `word` must outlive it. An existing file with this name counts first. Otherwise
 * the part after the last colon is the name of an annotator or of a source of judgments in a database. If both have the
 * name, "annotator:" or "judgments:" must precede it. ERR_INPUT: there is none; the error names those that exist.
 */
MUST_CHECK bool opinion_read(struct opinion *opinion, const char *word, struct world *world, struct err *err);
/* Does the same for a name in the database at `path`. */
MUST_CHECK bool opinion_read_named(struct opinion *opinion, const char *path, const char *name,
                                   struct world *world, struct err *err);
void opinion_release(struct opinion *opinion);
/* Returns whether `one` is an annotator whose votes are among those behind the labels of `other`. */
bool opinion_is_part(const struct opinion *one, const struct opinion *other);

/*
 * Scores the run at `path` by the opinion, on all its questions. The caller releases `out`. ERR_INPUT also: the run
 * answers none of the questions, or it can be read only once but is scored by several opinions.
 */
MUST_CHECK bool opinion_score(const struct opinion *opinion, const char *path,
                              const struct measure_list *measures, enum ties ties, enum score_type scores,
                              struct world *world, struct evaluation *out, struct err *err);
