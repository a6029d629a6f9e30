/*
 * Labelling as lines of text, for people who use screen readers, dumb terminals or pipes.
 */
#pragma once

#include "live/labelling.h"

#include <stdio.h>

struct plain_options {
    int columns;       /* lines are wrapped at words to at most so many columns; 0: lines are not wrapped */
    bool shows_scores; /* each answer is followed by the scores; otherwise only the command `m` shows them */
};

/*
 * Asks until the input ends or the user quits. After the last ballot, the last answer can still be undone. If a word is
 * not an answer, says which words are, and asks the ballot again. ERR_SYSTEM: the output can't be written any more.
 */
MUST_CHECK bool plain_run(struct labelling *labelling, FILE *in, FILE *out,
                          const struct plain_options *options, struct err *err);
