#include "tui/app/session_log.h"

#include "core/base/memory.h"

#include <stdlib.h>

enum {
    PAUSE_MS = 120000, /* a longer time between two answers counts as a pause */
    QUICK_MS = 1500,   /* quicker votes are shown again */
};

void session_log_release(struct session_log *log)
{
    free(log->elapsed_ms);
}

void session_log_note(struct session_log *log, const struct act *act, const struct outcome *outcome,
                      int64_t now)
{
    const int64_t since = now - log->last_at;
    if (!outcome->changed || outcome->practice != NULL || act->kind == ACT_LEAVE)
        return;
    log->work_ms += log->last_at > 0 && since > 0 && since < PAUSE_MS ? since : 0;
    log->last_at = now;
    if (act->kind == ACT_REOPEN)
        log->n = 0; /* the reopened ballot is not the last one, so the places of the others are unknown now */
    else if (act->kind == ACT_UNDO)
        log->n -= log->n > 0 ? 1 : 0;
    else
        VECTOR_PUSH(log->elapsed_ms, log->n, log->capacity) =
            answer_is_vote(&outcome->answer) && outcome->answer.elapsed_ms > 0 ? outcome->answer.elapsed_ms
                                                                               : -1;
}

/* Inserts the answer if it is among the quickest. */
static void add_quick(struct session_sum *sum, struct quick_answer quick)
{
    size_t place = sum->n_quick;
    while (place > 0 && sum->quick[place - 1].elapsed_ms > quick.elapsed_ms)
        place--;
    if (place == SESSION_QUICK_MAX)
        return;
    sum->n_quick += sum->n_quick < SESSION_QUICK_MAX ? 1 : 0;
    for (size_t i = sum->n_quick - 1; i > place; i--)
        sum->quick[i] = sum->quick[i - 1];
    sum->quick[place] = quick;
}

struct session_sum session_log_sum(const struct session_log *log, int64_t own_votes)
{
    struct session_sum sum = {.votes = own_votes - log->votes_before, .work_ms = log->work_ms};
    for (size_t i = 0; i < log->n; i++)
        if (log->elapsed_ms[i] >= 0 && log->elapsed_ms[i] < QUICK_MS)
            add_quick(&sum, (struct quick_answer){log->n - 1 - i, log->elapsed_ms[i]});
    return sum;
}
