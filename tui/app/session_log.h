/*
 * The answers of this session, for the card at its end: their number, their times, and the quick ones.
 */
#ifndef ASSAY_TUI_APP_SESSION_LOG_H
#define ASSAY_TUI_APP_SESSION_LOG_H

#include "live/labelling.h"
#include "tui/screens/desk.h"

/* {0}: nothing yet; safe to release. */
struct session_log {
    int64_t
        *elapsed_ms; /* of the annotator's newest answers, the newest last; negative: it was no timed vote */
    size_t n, capacity;
    int64_t votes_before; /* that they had when the session began */
    int64_t work_ms;      /* without pauses */
    int64_t last_at;      /* 0: nothing was answered yet */
};

void session_log_release(struct session_log *log);
/* `act` was done, and this came of it. */
void session_log_note(struct session_log *log, const struct act *act, const struct outcome *outcome,
                      int64_t now);
/* `own_votes`: the annotator has by now. */
struct session_sum session_log_sum(const struct session_log *log, int64_t own_votes);

#endif
