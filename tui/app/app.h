/*
 * The terminal app: shows a screen, reads a key, carries out what the screen
 * wants, and again. The only part of tui/ that acts on the labelling.
 */
#ifndef ASSAY_TUI_APP_APP_H
#define ASSAY_TUI_APP_APP_H

#include "tui/app/options.h"

/*
 * Runs until the user quits. If an answer fails, the screen says so and nothing is lost. ERR_INTERRUPTED: a signal ended it, or
 * the terminal went away; every answer given before is saved.
 */
bool app_run(struct labelling *labelling, struct terminal *terminal, const struct app_options *options,
             struct err *err) __attribute__((warn_unused_result));

#endif
