/*
 * The arrangement and the drawing of the labelling screen.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_DRAW_H
#define ASSAY_TUI_SCREENS_LABEL_DRAW_H

#include "tui/screens/label/model.h"

void label_arrange(struct label_model *model, struct rectangle area);
void label_draw(const struct label_model *model, struct surface *surface);

#endif
