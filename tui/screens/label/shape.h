/* How the documents are placed on the labelling screen, and which of them are shown. */
#pragma once

#include "tui/screens/label/model.h"

/* The placement of the documents: the result of the chosen layout for a ballot and a window. */
enum label_shape { LABEL_COLUMNS, LABEL_TWO, LABEL_STACKED, LABEL_TABS, LABEL_SHAPE_COUNT };

enum label_shape label_shape(const struct label_model *model, enum layout_choice layout);
/*
 * The index of the focused document or, if documents are shown one at a time, of the shown one; and whether document
 * `i` is shown.
 */
size_t label_shown_document(const struct label_model *model);
bool label_shows(const struct label_model *model, size_t i);
