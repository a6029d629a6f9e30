/* What is asked while something waits for another program. */
#ifndef ASSAY_CORE_BASE_BUSY_H
#define ASSAY_CORE_BASE_BUSY_H

#include <stdbool.h>

/*
 * Asked after BUSY_QUIET_MS, the first time of this wait, then about every BUSY_AGAIN_MS: whether to go on waiting.
 * When not, what waits fails as ERR_INTERRUPTED.
 */
enum { BUSY_QUIET_MS = 300, BUSY_AGAIN_MS = 100 };
struct busy_watch {
    bool (*go_on)(void *context, bool is_first); /* NULL: nobody is asked */
    void *context;
};

#endif
