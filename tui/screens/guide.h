/*
 * The guide: how to choose, in the words of whoever set the database up.
 */
#ifndef ASSAY_TUI_SCREENS_GUIDE_H
#define ASSAY_TUI_SCREENS_GUIDE_H

#include "tui/screens/page_screen.h"
#include "tui/widget/text_view.h"

/* {0} and guide_show make it; the screen's `release` ends it. */
struct guide_model {
    struct page page;     /* first */
    struct buffer source; /* of the text */
    struct text_view text;
};

/* Another text, marked up or as it is. */
void guide_show(struct guide_model *model, struct bytes text, enum text_markup markup);

/* As a screen wants them, for others whose page is one text. */
void guide_release(void *model);
void guide_arrange(void *model, struct rectangle area);

#endif
