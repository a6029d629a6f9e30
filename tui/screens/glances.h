/* The pool of a question that begins with it: candidates are kept or dropped by title and best passage, before its ballots. */
#ifndef ASSAY_TUI_SCREENS_GLANCES_H
#define ASSAY_TUI_SCREENS_GLANCES_H

#include "core/store/labelling/glances.h"
#include "tui/screens/list_screen.h"
#include "tui/widget/text_view.h"

struct glances_model {
    struct list_screen screen;
    struct glanced_candidate *candidates; /* in the list's arena, as all that follows */
    struct bytes *passages;               /* of each its best one, in a line */
    size_t n;
    struct bytes question;
    struct question_words words;
    struct buffer preview; /* title and passage of the one that is selected, which stand below the list */
    struct text_view passage;
    size_t shown;           /* which one that is */
    struct rectangle below; /* where it stands */
};

#endif
