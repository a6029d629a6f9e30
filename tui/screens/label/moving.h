/* The focus, and scrolling the text that has it, by keys and by the pointer. */
#ifndef ASSAY_TUI_SCREENS_LABEL_MOVING_H
#define ASSAY_TUI_SCREENS_LABEL_MOVING_H

#include "tui/screens/label/model.h"

/* How many can have the focus: the documents, and a question that has more than is seen. */
size_t label_focus_count(const struct label_model *model);
/* Whether the focused document is longer than its window. */
bool label_is_focused_cut(const struct label_model *model);

#endif
