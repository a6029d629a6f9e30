/*
 * One document to read: the facts about it as a candidate, or its place in a run, followed by its text.
 */
#pragma once

#include "tui/screens/screens.h"
#include "tui/widget/text_view.h"

/* Made by {0} and candidate_show; freed by the screen's `release`. */
struct candidate_model {
    struct buffer title;
    struct buffer fact_lines, content; /* sources of the two views */
    struct text_view facts;
    struct surface facts_canvas; /* all facts, arranged */
    /* the first visible row of the facts; the number of rows: they are scrolled out of sight */
    int top;
    struct text_view text;
    struct rectangle area;
};

/* Shows the document. All texts are copied. */
void candidate_show(struct candidate_model *model, struct bytes title, struct bytes facts, struct bytes text,
                    enum text_markup markup);
