/*
 * The replay of an annotator's answers. It needs no labelling: no ballot is dealt, and the viewer does not become an
 * annotator.
 */
#pragma once

#include "core/base/err.h"
#include "tui/screens/desk.h"
#include "tui/terminal/terminal.h"

struct replay_options {
    struct store *store;
    struct bytes annotator;
    enum document_format format;
    const char *language; /* NULL: none */
    const struct preferences *preferences;
};

/* Runs until the user goes back or quits. ERR_INPUT: the annotator has no answers. */
MUST_CHECK bool replay_app_run(struct terminal *terminal, const struct replay_options *options,
                               struct err *err);
