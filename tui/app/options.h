/* The options with which the app starts. */
#pragma once

#include "live/labelling.h"
#include "tui/keys/preferences.h"
#include "tui/terminal/terminal.h"

struct app_options {
    struct store *store;             /* the labelling's store; used for lists, details and settings */
    const char *database_path;       /* as the user gave it */
    bool is_lead;                    /* the user may change settings */
    bool greets;                     /* an annotator without votes reads the guide first */
    enum theme theme;                /* the terminal's theme at the start */
    struct clock clock;              /* tells when keys are pressed */
    struct preferences *preferences; /* includes what the user chooses in the app */
};
