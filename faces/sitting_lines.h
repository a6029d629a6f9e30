/* An annotator's answers as lines of text: `assay label --replay NAME --plain`. */
#pragma once

#include "core/markup/markup_guess.h"
#include "live/sitting.h"

#include <stdio.h>

struct sitting_view {
    enum document_format format;
    const char *language; /* NULL: none */
    int columns;          /* largest width of a line; 0: each paragraph is one line */
};

/* Writes all steps, one after another. */
MUST_CHECK bool sitting_lines_run(struct store *store, const struct answered_sitting *sitting,
                                  const struct sitting_view *view, FILE *out, struct err *err);
