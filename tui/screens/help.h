/*
 * The help screen: all keys, those of the screen that it was opened from first,
 * read from the key tables; what is typed confines it to the rows that have it.
 */
#ifndef ASSAY_TUI_SCREENS_HELP_H
#define ASSAY_TUI_SCREENS_HELP_H

#include "tui/screens/screens.h"
#include "tui/widget/filter.h"
#include "tui/widget/page.h"

/* {0} and help_show make it; the screen's `release` ends it. */
struct help_model {
    const struct screen *screen; /* it was opened from */
    const struct keymap *keymap;
    const struct reason_list *reasons; /* that are set */
    struct filter filter;
    struct page page;
};

void help_show(struct help_model *model, const struct screen *screen, const struct keymap *keymap);

#endif
