/* How documents are shown: layout, source or rendered, marked words, differences, hidden text. */
#pragma once

#include "tui/screens/label/model.h"

/* Renders each document that has markup, or shows its source, as chosen. */
void label_render_texts(struct label_model *model);
bool label_has_markup(const struct label_model *model);
