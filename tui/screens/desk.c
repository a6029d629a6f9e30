#include "tui/screens/desk.h"

#include "tui/screens/screens.h"

const void *desk_model(const struct desk *desk, const struct screen *screen)
{
    return desk->models[screen_index(screen)];
}

bool desk_hides_votes(const struct desk *desk, const struct question_row *question)
{
    return desk->is_blind && !desk->is_lead && question->ballots_left > 0;
}
