/*
 * The candidates of a question: what the votes say of each, and who voted so.
 */
#ifndef ASSAY_TUI_SCREENS_CANDIDATES_H
#define ASSAY_TUI_SCREENS_CANDIDATES_H

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

/* {0}, candidates_open and candidates_show make it; the screen's `release` ends it. */
struct candidates_model {
    struct list_screen screen; /* first */
    struct question_details details;
    bool is_blind;                /* names of annotators, docids, priors and sources are not shown */
    bool hides_votes;             /* nor what the votes say: desk_hides_votes */
    const char *instead_of_votes; /* is said then */
    struct rectangle votes_area;  /* below the list: the votes on what is selected */
};

/* Opened anew: without a filter, the best candidate selected. */
void candidates_open(struct candidates_model *model);

/*
 * Shows these details, which lie in the arena; it is the model's from now on. The selection stays. Where the desk hides the
 * votes, the candidates are put into the order of their titles.
 */
void candidates_show(struct candidates_model *model, const struct desk *desk, struct arena *arena,
                     const struct question_details *details);

/* NULL: nothing is selected. */
const struct candidate_row *candidates_selected(const struct candidates_model *model);

/* Adds all that is said of the selected candidate, as lines: its figures, then its votes. */
void candidates_add_facts(const struct candidates_model *model, struct buffer *text);

#endif
