/*
 * The terminal app: shows a screen, reads a key, carries out what the screen
 * wants, and again. The only part of tui/ that acts on the labelling.
 */
#ifndef ASSAY_TUI_APP_APP_H
#define ASSAY_TUI_APP_APP_H

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

/*
 * Runs until the user quits. What goes wrong with an answer is said on the
 * screen and nothing is lost. ERR_INTERRUPTED: a signal ended it, or the
 * terminal went away; every answer given before is saved.
 */
bool app_run(struct labelling *labelling, struct terminal *terminal, const struct app_options *options,
             struct err *err) __attribute__((warn_unused_result));

#endif
