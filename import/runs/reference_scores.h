/*
 * Reference scores: of questions and measures the mean of what a set of runs scored, and its standard deviation, as trec_eval
 * reads them for its z-scores. Lines of four columns, `qid measure mean deviation`; blank lines and comments, which begin
 * with '#', are skipped.
 */
#ifndef ASSAY_IMPORT_RUNS_REFERENCE_SCORES_H
#define ASSAY_IMPORT_RUNS_REFERENCE_SCORES_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"

struct reference_score {
    double mean;
    double deviation; /* not below 0 */
    size_t line;      /* where it stands, from 1 */
};

/* {0} has none and is safe to release. */
struct reference_scores {
    struct map names;    /* of what was scored: qid and measure */
    struct map measures; /* by their own names */
    struct reference_score *items;
    size_t capacity;
    struct arena arena;
};

/* ERR_SYSTEM: see file_open. ERR_INPUT, which names the line: it is no such line, or one of what was said before. */
bool reference_scores_read(struct reference_scores *out, const char *path, struct err *err)
    __attribute__((warn_unused_result));
void reference_scores_release(struct reference_scores *scores);

/* By the measure's own name, however the file spells it; NULL: there is none. */
const struct reference_score *reference_scores_find(const struct reference_scores *scores, struct bytes qid,
                                                    struct bytes measure);
/* Whether it has any scores of this measure, by its own name. */
bool reference_scores_know(const struct reference_scores *scores, struct bytes measure);

#endif
