/*
 * One candidate to read: what the votes say of it, then its text.
 */
#ifndef ASSAY_TUI_SCREENS_CANDIDATE_H
#define ASSAY_TUI_SCREENS_CANDIDATE_H

#include "tui/screens/screens.h"
#include "tui/widget/text_view.h"

/* {0} and candidate_show make it; the screen's `release` ends it. */
struct candidate_model {
    struct buffer title;
    struct buffer content;
    struct text_view text; /* of the content */
    struct rectangle area;
};

/* Copies what it shows. */
void candidate_show(struct candidate_model *model, struct bytes title, struct bytes facts, struct bytes text);

#endif
