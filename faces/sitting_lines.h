/* What an annotator answered, as lines of text: `assay label --replay NAME --plain`. */
#ifndef ASSAY_FACES_SITTING_LINES_H
#define ASSAY_FACES_SITTING_LINES_H

#include "core/markup/markup_guess.h"
#include "live/sitting.h"

#include <stdio.h>

struct sitting_view {
    enum document_format format;
    const char *language; /* NULL: none */
    int columns;          /* that lines have at most; 0: paragraphs are lines */
};

/* Writes all steps, one after the other. */
bool sitting_lines_run(struct store *store, const struct answered_sitting *sitting,
                       const struct sitting_view *view, FILE *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
