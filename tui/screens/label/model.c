#include "tui/screens/label/model.h"

struct label_place label_place(const struct label_model *model)
{
    struct label_place place = {.focus = model->focus, .shows_focus = model->shows_focus};
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        place.places[i] = model->boxes[i].text.place;
    return place;
}

void label_go_to_place(struct label_model *model, const struct label_place *place)
{
    model->focus = place->focus;
    model->shows_focus = place->shows_focus;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_view_go_to(&model->boxes[i].text, place->places[i]);
}
