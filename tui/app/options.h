/* The options with which the app starts. */
#ifndef ASSAY_TUI_APP_OPTIONS_H
#define ASSAY_TUI_APP_OPTIONS_H

#include "live/labelling.h"
#include "tui/keys/preferences.h"
#include "tui/terminal/terminal.h"

struct app_options {
    struct store *store;             /* that of the labelling; for lists, details and settings */
    const char *database_path;       /* as the user gave it */
    bool is_lead;                    /* who may change settings */
    bool greets;                     /* who has not voted yet reads the guide first */
    enum theme theme;                /* of the terminal, at first */
    struct clock clock;              /* when keys are pressed */
    struct preferences *preferences; /* changed by what the user chooses in the app */
};

#endif
