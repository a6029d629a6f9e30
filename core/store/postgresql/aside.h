/*
 * Runs a call that can't be cancelled, such as looking up a host that does not answer, in a thread of its own. The
 * caller can wait for its end, and can abandon it at any moment.
 */
#pragma once

#include <stdbool.h>

struct aside;

/*
 * Calls work(context) in a thread. It calls release(context) when the work has ended and aside_leave was called,
 * whichever is last. If no thread can be made, the work is done when this returns.
 */
struct aside *aside_begin(void (*work)(void *context), void (*release)(void *context), void *context);
/*
 * Waits at most `ms` milliseconds; returns whether the work has ended. Then the context is the caller's until
 * aside_leave.
 */
bool aside_has_ended(struct aside *aside, int ms);
/* Abandons the work, or frees it if it has ended; NULL is allowed. */
void aside_leave(struct aside *aside);
