#include "core/base/busy.h"

#include "core/base/bug.h"

void busy_add_text(const struct busy_wait *wait, struct buffer *text)
{
    switch (wait->cause) {
    case BUSY_WRITER:
        buffer_add_string(text, "waiting for another program that writes to the database …");
        return;
    case BUSY_SERVER:
        buffer_add_format(text, "waiting for %s …", wait->whom);
        return;
    case BUSY_LOCK:
        buffer_add_format(text, "waiting for %s, which keeps a lock in %s …", wait->holder, wait->whom);
        return;
    case BUSY_STANDBY:
        buffer_add_format(text, "waiting for the standby of %s …", wait->whom);
        return;
    case BUSY_CONNECTION:
        buffer_add_format(text, "waiting for %s: the connection was lost; trying again …", wait->whom);
        return;
    }
    BUG("busy cause %d", (int)wait->cause);
}
