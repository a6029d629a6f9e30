/* The replay of an annotator's answers without a labelling: nothing is dealt, nobody becomes an annotator. */
#ifndef ASSAY_TUI_APP_REPLAY_APP_H
#define ASSAY_TUI_APP_REPLAY_APP_H

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

/* Runs until the user goes back or quits. ERR_INPUT: the annotator has answered nothing. */
bool replay_app_run(struct terminal *terminal, const struct replay_options *options, struct err *err)
    __attribute__((warn_unused_result));

#endif
