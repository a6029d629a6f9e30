/*
 * The guide: how to choose, in the words of whoever set the database up.
 */
#ifndef ASSAY_TUI_SCREENS_GUIDE_H
#define ASSAY_TUI_SCREENS_GUIDE_H

#include "tui/screens/screens.h"
#include "tui/widget/page.h"
#include "tui/widget/text_view.h"

/* {0} and guide_show make it; the screen's `release` ends it. */
struct guide_model {
    struct buffer source; /* of the text */
    struct text_view text;
    struct page page;
};

void guide_show(struct guide_model *model, struct bytes guide);

#endif
