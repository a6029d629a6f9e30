/*
 * Reference scores: for each question and measure, the mean and the standard deviation of the scores of a set of runs.
 * trec_eval uses them for z-scores. Each line has four columns, `qid measure mean deviation`. Blank lines are skipped,
 * and comments, which begin with '#'.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"

struct reference_score {
    double mean;
    double deviation; /* at least 0 */
    size_t line;      /* number of its line, from 1 */
};

/* {0} is empty and safe to release. */
struct reference_scores {
    struct map names;    /* by qid and measure */
    struct map measures; /* by canonical names */
    struct reference_score *items;
    size_t capacity;
    struct arena arena;
};

/*
 * Reads a file. ERR_SYSTEM: see file_open. ERR_INPUT, which names the line: the line is malformed, or it repeats an
 * earlier question and measure.
 */
MUST_CHECK bool reference_scores_read(struct reference_scores *out, const char *path, struct err *err);
void reference_scores_release(struct reference_scores *scores);

/* Finds a score by the canonical name of the measure, however the file spells it. NULL: there is none. */
const struct reference_score *reference_scores_find(const struct reference_scores *scores, struct bytes qid,
                                                    struct bytes measure);
/* Returns whether there are scores of this measure, by its canonical name. */
bool reference_scores_know(const struct reference_scores *scores, struct bytes measure);
