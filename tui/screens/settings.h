/*
 * The settings of the database, to look at and to change: for who leads the
 * labelling (`assay label --lead`).
 */
#ifndef ASSAY_TUI_SCREENS_SETTINGS_H
#define ASSAY_TUI_SCREENS_SETTINGS_H

#include "core/base/arena.h"
#include "core/store/settings.h"
#include "tui/screens/screens.h"
#include "tui/widget/line_edit.h"

/* {0} and settings_show make it; the screen's `release` ends it. */
struct settings_model {
    struct arena arena;
    struct bytes values[SETTING_COUNT];
    enum setting selected;
    bool is_typing;
    struct line_edit typed; /* the value that is typed */
    struct rectangle area;
};

#endif
