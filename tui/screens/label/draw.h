/*
 * The arrangement and the drawing of the labelling screen.
 */
#pragma once

#include "tui/screens/label/model.h"

void label_arrange(struct label_model *model, struct rectangle area);
void label_draw(const struct label_model *model, struct surface *surface);
