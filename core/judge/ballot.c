#include "core/judge/ballot.h"

bool answer_is_given(const struct answer *answer)
{
    return answer->position != VOTE_ABSENT || answer->skip != SKIP_ABSENT;
}

bool answer_is_vote(const struct answer *answer)
{
    return answer->position != VOTE_ABSENT;
}

bool note_is_accepted(struct bytes note, struct err *err)
{
    return note.size <= NOTE_SIZE_MAX ||
           err_set(err, ERR_INPUT, "a note is at most %d bytes long, this one has %zu; shorten it",
                   NOTE_SIZE_MAX, note.size);
}
