/*
 * The guide: how to choose, in the words of the person who set up the database.
 */
#pragma once

#include "tui/screens/page_screen.h"
#include "tui/widget/text_view.h"

/* Made by {0} and guide_show; freed by the screen's `release`. */
struct guide_model {
    struct page page;     /* must be the first member */
    struct buffer source; /* the text's source */
    struct text_view text;
};

/* Shows another text, rendered as `markup` or unchanged. The text is copied. */
void guide_show(struct guide_model *model, struct bytes text, enum text_markup markup);

/* Functions for the struct screen of other screens whose page is a single text. */
void guide_release(void *model);
void guide_arrange(void *model, struct rectangle area);
