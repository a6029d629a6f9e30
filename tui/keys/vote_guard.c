#include "tui/keys/vote_guard.h"

#include "core/judge/annotator.h"

enum {
    REPEAT_MS = 120,       /* a held key repeats every 25 to 100 ms; nobody presses a key so quickly */
    ALT_MS = 100,          /* nobody presses another key so soon after Esc */
    DOUBLE_CLICK_MS = 500, /* the usual limit on desktops */
    COMMAND_MS = 1000,     /* between two keys typed after a colon */
    SLIP_MS = 330,         /* nobody can see a ballot, decide and press a key in so short a time */
};

static bool is_too_soon(int64_t since, int64_t now)
{
    return now >= since && now - since < SLIP_MS;
}

enum press vote_guard_press(struct vote_guard *guard, struct key key, int64_t now)
{
    /* A held key begins to repeat after 250 to 670 ms. */
    int64_t limit = key.code == NAMED_CLICK ? DOUBLE_CLICK_MS : guard->last_voted ? QUICK_VOTE_MS : REPEAT_MS;
    int64_t since = now - guard->last_at;
    bool is_same =
        key.code == guard->last.code && key.row == guard->last.row && key.column == guard->last.column;
    bool is_repeated = is_same && since >= 0 && since < limit;
    bool is_with_alt = guard->last.code == NAMED_ESCAPE && since >= 0 && since < ALT_MS;
    bool is_slipped = guard->last_voted && is_too_soon(guard->vote_at, now);
    bool is_unread = guard->has_brought && is_too_soon(guard->brought_at, now);
    bool is_of_command = guard->types_command && since >= 0 && since < COMMAND_MS;
    *guard = (struct vote_guard){
        .last = key,
        .last_at = now,
        .types_command =
            key.code == ':' || (is_of_command && key.code != NAMED_ENTER && key.code != NAMED_ESCAPE),
        .vote_at = guard->vote_at,
        .has_brought = guard->has_brought,
        .brought_at = guard->brought_at,
    };
    return is_repeated     ? PRESS_REPEATED
           : is_slipped    ? PRESS_SLIPPED
           : is_unread     ? PRESS_UNREAD
           : is_with_alt   ? PRESS_WITH_ALT
           : is_of_command ? PRESS_OF_COMMAND
                           : PRESS_ANEW;
}

void vote_guard_vote(struct vote_guard *guard, bool is_taken)
{
    guard->last_voted = true;
    if (is_taken)
        guard->vote_at = guard->last_at;
}

void vote_guard_bring(struct vote_guard *guard)
{
    guard->has_brought = true;
    guard->brought_at = guard->last_at;
}
