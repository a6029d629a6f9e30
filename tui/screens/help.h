/*
 * The help screen, made from the key tables. It first shows the keys in force on the screen from which it was opened,
 * on one page, in a few words each. Typed text filters them, and Enter does what the selected key does. The help key
 * pressed again shows the keys of all screens in sentences.
 */
#pragma once

#include "tui/screens/screens.h"
#include "tui/widget/filter.h"
#include "tui/widget/page.h"

/* Made by {0} and help_show; freed by the screen's `release`. */
struct help_model {
    const struct screen *screen;      /* the screen from which it was opened */
    const struct key_table *in_force; /* the table in force on that screen */
    bool is_lead, shows_all;
    size_t selected; /* the selected key on the page … */
    bool has_moved;  /* … which must be brought into sight */
    const struct keymap *keymap;
    const struct reason_list *reasons; /* the reasons that are set */
    struct filter filter;
    struct page page;
};
