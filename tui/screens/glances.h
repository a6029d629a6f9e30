/*
 * Screening: before the ballots of a question, the annotator keeps or drops the candidates of its pool by title and
 * best passage.
 */
#pragma once

#include "core/store/labelling/glances.h"
#include "tui/screens/list_screen.h"
#include "tui/widget/text_view.h"

struct glances_model {
    struct list_screen screen;
    struct glanced_candidate *candidates; /* in the list's arena, as are the following arrays */
    struct bytes *passages;               /* best passage of each candidate, in one line */
    size_t n;
    struct bytes question;
    struct question_words words;
    struct buffer preview; /* title and passage of the selected candidate, shown below the list */
    struct text_view passage;
    size_t shown;           /* index of that candidate */
    struct rectangle below; /* area of the preview */
};
