/* How documents are shown: layout, source or rendered, words, differences, hidden text. */
#ifndef ASSAY_TUI_SCREENS_LABEL_SHOWING_H
#define ASSAY_TUI_SCREENS_LABEL_SHOWING_H

#include "tui/screens/label/model.h"

/* Shows each document that is marked up as it shall be shown now. */
void label_render_texts(struct label_model *model);
bool label_has_markup(const struct label_model *model);

#endif
