/*
 * Labelling as lines of text, for people: screen readers, dumb terminals, pipes.
 */
#ifndef ASSAY_FACES_PLAIN_H
#define ASSAY_FACES_PLAIN_H

#include "live/labelling.h"

#include <stdio.h>

struct plain_options {
    int columns;       /* lines are wrapped at words so that they have no more; 0: lines are not wrapped */
    bool shows_scores; /* each answer is followed by the scores; otherwise only the command `m` shows them */
};

/*
 * Asks until the input ends or the user quits; when the ballots end the last answer can still be taken back. A word that is no
 * answer is told what would be one, and the ballot is asked again.
 * ERR_SYSTEM: the output can't be written any more.
 */
bool plain_run(struct labelling *labelling, FILE *in, FILE *out, const struct plain_options *options,
               struct err *err) __attribute__((warn_unused_result));

#endif
