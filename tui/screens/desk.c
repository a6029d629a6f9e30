#include "tui/screens/desk.h"

bool desk_hides_votes(const struct desk *desk, const struct question_row *question)
{
    return desk->is_blind && !desk->is_lead && question->ballots_left > 0;
}
