/*
 * The guide: how to choose, in the words of whoever set the database up.
 */
#ifndef ASSAY_TUI_SCREEN_GUIDE_H
#define ASSAY_TUI_SCREEN_GUIDE_H

#include "tui/page.h"
#include "tui/passage.h"
#include "tui/screens.h"

/* {0} and guide_show make it; the screen's `release` ends it. */
struct guide_model {
    struct passage text;
    struct page page;
};

void guide_show(struct guide_model *model, struct bytes guide);

#endif
