/*
 * The settings of the database, to see and to change, in groups: for project leads (`assay label --lead`). The screen
 * shows the effects of a value before it is set.
 */
#pragma once

#include "core/base/arena.h"
#include "core/store/setting_changes.h"
#include "core/store/setting_effect.h"
#include "tui/screens/screens.h"
#include "tui/widget/line_edit.h"
#include "tui/widget/text_view.h"

enum settings_mode {
    SETTINGS_CHOOSING,
    SETTINGS_TYPING,
    SETTINGS_CONFIRMING, /* the screen shows what the typed value changes, and asks whether to set it */
};

enum { SETTING_CHANGES_SHOWN = 10 };

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct settings_model {
    struct arena arena;
    struct bytes values[SETTING_COUNT];
    struct setting_change *changes; /* the latest changes, the newest first */
    size_t n_changes;
    size_t selected; /* the line */
    enum settings_mode mode;
    enum setting changed;   /* the setting that is being typed or confirmed */
    struct line_edit typed; /* the value that is being typed */
    struct arena effect_arena;
    struct setting_effect effect; /* of that value, while the user is asked to confirm it */
    struct buffer detail;         /* below the settings: about the selected setting, or what would change */
    struct text_view detail_text;
    struct rectangle area;
};
