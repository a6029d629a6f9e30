/* How documents stand on the labelling screen, and which of them are shown. */
#ifndef ASSAY_TUI_SCREENS_LABEL_SHAPE_H
#define ASSAY_TUI_SCREENS_LABEL_SHAPE_H

#include "tui/screens/label/model.h"

/* How the documents stand: what a choice of a layout comes to for a ballot in a window. */
enum label_shape { LABEL_COLUMNS, LABEL_TWO, LABEL_STACKED, LABEL_TABS, LABEL_SHAPE_COUNT };

enum label_shape label_shape(const struct label_model *model, enum layout_choice layout);
/* The document that has the focus, or of those that are shown one at a time the one that is; and whether one is shown. */
size_t label_shown_document(const struct label_model *model);
bool label_shows(const struct label_model *model, size_t i);

#endif
