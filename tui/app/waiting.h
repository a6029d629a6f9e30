/* What the app does during a call into the store that waits for a server or another program. */
#pragma once

#include "core/store/store.h"

/*
 * The `go_on` callback of a struct busy_watch; `context` is the struct app. Says what the app waits for, and keeps
 * keys for later.
 */
bool app_show_waiting(void *context, const struct busy_wait *wait);
