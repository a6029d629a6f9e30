/*
 * The help screen, read from the key tables: first the keys that are in force on the screen that it was opened from, in a few
 * words each; after the same key once more, or as soon as something is searched for, the keys of all screens in sentences.
 */
#ifndef ASSAY_TUI_SCREENS_HELP_H
#define ASSAY_TUI_SCREENS_HELP_H

#include "tui/screens/screens.h"
#include "tui/widget/filter.h"
#include "tui/widget/page.h"

/* {0} and help_show make it; the screen's `release` ends it. */
struct help_model {
    const struct screen *screen;      /* it was opened from */
    const struct key_table *in_force; /* there */
    bool is_lead, shows_all;
    const struct keymap *keymap;
    const struct reason_list *reasons; /* that are set */
    struct filter filter;
    struct page page;
};

#endif
