/*
 * A ranking: the first documents of a run for a question with their grades, and
 * below them the relevant ones that are not among them.
 */
#ifndef ASSAY_TUI_SCREENS_RANKING_H
#define ASSAY_TUI_SCREENS_RANKING_H

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

enum { RANKING_ROWS_MAX = 100 };

struct ranking_row {
    size_t rank; /* from 1; 0: the run has not found it */
    struct bytes docid;
    struct bytes title;
    bool is_unknown; /* the run alone knows the document */
    double grade;    /* NAN: unjudged, or hidden */
    bool has_wins;
    int64_t wins;
    int64_t impressions;
};

/* {0} and ranking_show make it; the screen's `release` ends it. */
struct ranking_model {
    struct list_screen screen; /* first */
    struct ranking_row *rows;
    size_t n_rows;
    struct bytes question;
    struct bytes run;
    size_t n_relevant; /* judged documents with a grade above 0 */
    size_t n_found;    /* those of them that the run has found, at any rank */
    bool is_blind;     /* docids are not shown */
    bool hides_votes;  /* desk_hides_votes: no row has a grade or wins, and what is missed is no row */
    const char *instead_of_votes; /* is said then */
};

/*
 * Shows the ranking of the run for the question, with the facts about its candidates. The details and the run's name lie in the
 * arena; it is the model's from now on. Titles that are still missing in `rows` are the caller's to fill in.
 */
void ranking_show(struct ranking_model *model, const struct desk *desk, struct bytes run,
                  struct ranked_question ranking, struct arena *arena,
                  const struct question_details *details);

/* NULL: nothing is selected. */
const struct ranking_row *ranking_selected(const struct ranking_model *model);

/* Adds what is known of a row, as lines. */
void ranking_add_facts(const struct ranking_model *model, const struct ranking_row *row, struct buffer *text);

#endif
