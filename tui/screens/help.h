/*
 * The help screen, read from the key tables: first the keys that are in force on the screen that it was opened from, on one
 * page, in a few words each. Typed text filters them, and Enter does what the selected key does. After the same key once more
 * it has the keys of all screens in sentences.
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
    size_t selected; /* of the keys on the one page … */
    bool has_moved;  /* … which was not shown since */
    const struct keymap *keymap;
    const struct reason_list *reasons; /* that are set */
    struct filter filter;
    struct page page;
};

#endif
