/*
 * Three ballots to practise on before the first one, one for each criterion of the guide. They are in the program and not of the
 * database, and what one answers is not stored.
 */
#ifndef ASSAY_TUI_SCREENS_EXAMPLES_H
#define ASSAY_TUI_SCREENS_EXAMPLES_H

#include "tui/screens/guide.h"

/* {0} is the first one, not answered yet. */
struct examples_model {
    struct guide_model guide; /* first */
    size_t number;            /* of the example, from 0 */
    bool is_answered, is_new_answer;
    int position; /* then: the document that was chosen, or VOTE_NONE */
};

#endif
