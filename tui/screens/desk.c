#include "tui/screens/desk.h"

bool desk_hides_votes(const struct desk *desk, const struct question_row *question)
{
    bool may_get_votes = question->ballots_left > 0 || question_is_left_out(question);
    return desk->is_judge || (desk->is_blind && !desk->is_lead && may_get_votes);
}

void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text)
{
    buffer_add(text, question);
    if (is_blind)
        return;
    buffer_add_byte(text, '\n');
    buffer_add(text, qid);
}
