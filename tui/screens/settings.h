/*
 * The settings of the database, to see and to change, group by group: for project leads (`assay label --lead`). The effects of
 * a value are shown before it is set.
 */
#ifndef ASSAY_TUI_SCREENS_SETTINGS_H
#define ASSAY_TUI_SCREENS_SETTINGS_H

#include "core/base/arena.h"
#include "core/store/setting_changes.h"
#include "core/store/setting_effect.h"
#include "tui/screens/screens.h"
#include "tui/widget/line_edit.h"
#include "tui/widget/text_view.h"

enum settings_mode {
    SETTINGS_CHOOSING,
    SETTINGS_TYPING,
    SETTINGS_CONFIRMING, /* what the typed value changes is shown, and asked whether it shall be set */
};

enum { SETTING_CHANGES_SHOWN = 10 };

/* {0} and the screen's fill make it; its `release` ends it. */
struct settings_model {
    struct arena arena;
    struct bytes values[SETTING_COUNT];
    struct setting_change *changes; /* the last ones, the newest first */
    size_t n_changes;
    size_t selected; /* the line */
    enum settings_mode mode;
    enum setting changed;   /* the setting that is typed, or to be confirmed */
    struct line_edit typed; /* the value that is typed */
    struct arena effect_arena;
    struct setting_effect effect; /* of it, once it is to be confirmed */
    struct buffer detail;         /* below the settings: on the selected one, or what would change */
    struct text_view detail_text;
    struct rectangle area;
};

#endif
