/*
 * All questions: how far each is; to filter, to sort, and to go to one.
 */
#ifndef ASSAY_TUI_SCREENS_QUESTIONS_H
#define ASSAY_TUI_SCREENS_QUESTIONS_H

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

/* {0}, questions_open and questions_show make it; the screen's `release` ends it. */
struct questions_model {
    struct list_screen screen; /* first */
    const struct question_row *rows;
    const bool *hides_votes; /* of each: desk_hides_votes */
    size_t n_rows;
    size_t n_done;
    size_t n_left_out; /* of the sample */
    bool is_blind;     /* qids are not shown */
};

/* Opened anew: without a filter. */
void questions_open(struct questions_model *model, bool is_blind);

/* Shows these rows, and hides what is said to be hidden; both lie in the arena, which is the model's from now on. The selection
 * stays. */
void questions_show(struct questions_model *model, struct arena *arena, const struct question_row *rows,
                    const bool *hides_votes, size_t n_rows);

/* Selects the question, if it is there. */
void questions_select(struct questions_model *model, int64_t question_id);

#endif
