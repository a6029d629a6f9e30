#include "tui/screens/desk.h"

bool desk_hides_others(const struct desk *desk)
{
    return desk->is_judge || (desk->is_blind && !desk->is_lead);
}

bool desk_hides_votes(const struct desk *desk, const struct question_row *question)
{
    bool is_in_hand = desk->ballot != NULL && desk->ballot->question_id == question->question_id;
    bool may_get_votes = question->ballots_left > 0 || question_is_left_out(question) || is_in_hand;
    return desk->is_judge || (desk_hides_others(desk) && may_get_votes);
}

const char *desk_instead_of_votes(const struct desk *desk)
{
    return desk->is_judge ? "Judges do not see the votes." : "Votes are shown when the question is done.";
}

void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text)
{
    buffer_add(text, question);
    if (is_blind)
        return;
    buffer_add_byte(text, '\n');
    buffer_add(text, qid);
}
