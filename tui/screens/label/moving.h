/* Moving the focus, and scrolling the focused text, by keys and by the mouse. */
#pragma once

#include "tui/screens/label/model.h"

/* How many items can have the focus: the documents, and the question if it is cut. */
size_t label_focus_count(const struct label_model *model);
/* Whether the focused document is longer than its window. */
bool label_is_focused_cut(const struct label_model *model);
