/*
 * Labelling as lines of text, for people: screen readers, dumb terminals, pipes.
 */
#ifndef ASSAY_FACES_PLAIN_H
#define ASSAY_FACES_PLAIN_H

#include "live/labelling.h"

#include <stdio.h>

/*
 * Asks until the input ends or the user quits; when the ballots end the last answer can still be taken back. A word that is no
 * answer is told what would be one, and the ballot is asked again.
 * Lines are wrapped at words so that they have `columns` at most; 0: they are as long as they are.
 * ERR_SYSTEM: the output can't be written any more.
 */
bool plain_run(struct labelling *labelling, FILE *in, FILE *out, int columns, struct err *err)
    __attribute__((warn_unused_result));

#endif
