#include "tui/screens/desk.h"

bool desk_hides_votes(const struct desk *desk, const struct question_row *question)
{
    return desk->is_blind && !desk->is_lead && question->ballots_left > 0;
}

void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text)
{
    buffer_add(text, question);
    if (is_blind)
        return;
    buffer_add_byte(text, '\n');
    buffer_add(text, qid);
}
