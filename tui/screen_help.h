/*
 * The help screen: all keys of the screen that it was opened from, read from its
 * key tables.
 */
#ifndef ASSAY_TUI_SCREEN_HELP_H
#define ASSAY_TUI_SCREEN_HELP_H

#include "tui/page.h"

/* {0} and help_show make it; help_release ends it. */
struct help_model {
    const struct key_table *const *tables;
    struct page page;
};

extern const struct screen screen_help;

void help_release(struct help_model *model);
void help_show(struct help_model *model, const struct screen *screen);

#endif
