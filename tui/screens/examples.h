/*
 * Three practice ballots before the first real one, one for each criterion of the guide. They are built into the
 * program, and their answers are not stored.
 */
#pragma once

#include "tui/screens/guide.h"

/* {0} is the first example, not answered yet. */
struct examples_model {
    struct guide_model guide; /* must be the first member */
    size_t number;            /* number of the example, from 0 */
    bool takes_ties;          /* of the project */
    bool is_answered, is_new_answer;
    int position; /* once answered: the chosen document, or VOTE_NONE */
};
