/*
 * A ranking: the first documents of a run for a question with their grades, followed by the relevant documents that
 * are not among them.
 */
#pragma once

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

enum { RANKING_ROWS_MAX = 100 };

struct ranking_row {
    size_t rank; /* from 1; 0: the run has not retrieved the document */
    struct bytes docid;
    struct bytes title;
    bool is_unknown; /* only the run has the document */
    double grade;    /* NAN: unjudged or hidden */
    bool has_wins;
    double wins;
    int64_t impressions;
};

/* Made by {0} and ranking_show; freed by the screen's `release`. */
struct ranking_model {
    struct list_screen screen; /* must be the first member */
    struct ranking_row *rows;
    size_t n_rows;
    struct bytes question;
    struct bytes run;
    size_t n_relevant; /* judged documents with a grade above 0 */
    size_t n_found;    /* how many of them the run has retrieved, at any rank */
    bool is_blind;     /* docids are hidden */
    bool hides_votes;  /* desk_hides_votes: rows have no grades or wins, and missed documents have no row */
    const char *instead_of_votes; /* shown in place of the votes */
};

/*
 * Shows the ranking of the run for the question, with the facts about its candidates. The details and the run's name
 * lie in the arena, which the model takes over. The caller fills in titles that are still missing in `rows`.
 */
void ranking_show(struct ranking_model *model, const struct desk *desk, struct bytes run,
                  struct ranked_question ranking, struct arena *arena,
                  const struct question_details *details);

/* The selected row; NULL: none. */
const struct ranking_row *ranking_selected(const struct ranking_model *model);

/* Appends the facts about a row as lines. */
void ranking_add_facts(const struct ranking_model *model, const struct ranking_row *row, struct buffer *text);
