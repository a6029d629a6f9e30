/*
 * A call that nothing can end, as to look up a host that does not answer, in a thread of its own: who began it can wait for its
 * end, and leave it to itself at any moment.
 */
#ifndef ASSAY_CORE_STORE_POSTGRESQL_ASIDE_H
#define ASSAY_CORE_STORE_POSTGRESQL_ASIDE_H

#include <stdbool.h>

struct aside;

/*
 * Calls work(context), and release(context) when that has ended and the other one was left, whichever comes last. Where no
 * thread can be made the work is done when this returns.
 */
struct aside *aside_begin(void (*work)(void *context), void (*release)(void *context), void *context);
/* Whether the work has ended, before so long; the context is the caller's then, until it is left. */
bool aside_has_ended(struct aside *aside, int ms);
/* NULL is fine. */
void aside_leave(struct aside *aside);

#endif
