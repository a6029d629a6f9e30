/* The work during a call into the store that waits for a server or another program. */
#ifndef ASSAY_TUI_APP_WAITING_H
#define ASSAY_TUI_APP_WAITING_H

#include "core/store/store.h"

/* To be a `go_on` of struct busy_watch; `context`: the struct app. Says what is waited for, and keeps keys for later. */
bool app_show_waiting(void *context, const struct busy_wait *wait);

#endif
