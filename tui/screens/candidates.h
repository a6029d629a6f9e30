/*
 * The candidates of a question: the votes on each, and who cast them.
 */
#pragma once

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

/* Made by {0}, candidates_open and candidates_show; freed by the screen's `release`. */
struct candidates_model {
    struct list_screen screen; /* must be the first member */
    struct question_details details;
    bool is_blind;                /* annotators' names, docids, priors and sources are hidden */
    bool hides_votes;             /* the votes are hidden too: desk_hides_votes */
    const char *instead_of_votes; /* shown in place of hidden votes */
    struct rectangle votes_area;  /* below the list: the votes on the selected candidate */
};

/* Prepares the model for opening the screen again: without a filter, the best candidate selected. */
void candidates_open(struct candidates_model *model);

/*
 * Shows these details, which lie in the arena. The model takes over the arena. The selection stays. If the desk hides
 * the votes, the candidates are ordered by their titles.
 */
void candidates_show(struct candidates_model *model, const struct desk *desk, struct arena *arena,
                     const struct question_details *details);

/* The selected candidate; NULL: none. */
const struct candidate_row *candidates_selected(const struct candidates_model *model);

/* Appends all facts about the selected candidate as lines: its figures, then its votes. */
void candidates_add_facts(const struct candidates_model *model, struct buffer *text);
