/*
 * One document to read: what is known of it as a candidate, or as a run ranks it, then its text.
 */
#ifndef ASSAY_TUI_SCREENS_CANDIDATE_H
#define ASSAY_TUI_SCREENS_CANDIDATE_H

#include "tui/screens/screens.h"
#include "tui/widget/text_view.h"

/* {0} and candidate_show make it; the screen's `release` ends it. */
struct candidate_model {
    struct buffer title;
    struct buffer fact_lines, content; /* what the views show */
    struct text_view facts;
    struct surface facts_canvas; /* all of them, as they are arranged */
    int top;                     /* the first row of the facts in sight; all rows: they are scrolled off */
    struct text_view text;
    struct rectangle area;
};

/* Copies what it shows. */
void candidate_show(struct candidate_model *model, struct bytes title, struct bytes facts, struct bytes text,
                    enum text_markup markup);

#endif
