/*
 * The terminal app: a loop that shows a screen, reads a key and carries out the effect that the screen returns. It is
 * the only part of tui/ that acts on the labelling.
 */
#pragma once

#include "tui/app/options.h"

/*
 * Runs the app until the user quits. If an answer fails, the screen says so and nothing is lost. ERR_INTERRUPTED: a
 * signal ended the app, or the terminal went away; all answers given before are saved.
 */
MUST_CHECK bool app_run(struct labelling *labelling, struct terminal *terminal,
                        const struct app_options *options, struct err *err);
