/*
 * The answers of this session, for the card at its end: their number, their times, and how many were quick.
 */
#pragma once

#include "live/labelling.h"
#include "tui/screens/desk.h"

/* {0}: empty; safe to release. */
struct session_log {
    int64_t *elapsed_ms; /* of the newest answers, the newest last; negative: not a timed vote */
    size_t n, capacity;
    int64_t votes_before; /* the annotator's votes when the session began */
    int64_t work_ms;      /* without pauses */
    int64_t last_at;      /* when the last answer was given; 0: none yet */
};

void session_log_release(struct session_log *log);
/* Notes the act and its outcome. */
void session_log_note(struct session_log *log, const struct act *act, const struct outcome *outcome,
                      int64_t now);
/* `own_votes`: the annotator's present number of votes. */
struct session_sum session_log_sum(const struct session_log *log, int64_t own_votes);
