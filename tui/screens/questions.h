/*
 * All questions and the state of each: to filter, to sort, and to go to one.
 */
#pragma once

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

/* Made by {0}, questions_open and questions_show; freed by the screen's `release`. */
struct questions_model {
    struct list_screen screen; /* must be the first member */
    const struct question_row *rows;
    const bool *hides_votes; /* by row: desk_hides_votes */
    size_t n_rows;
    size_t n_done;
    size_t n_left_out; /* not in the sample */
    bool is_blind;     /* qids are hidden */
};

/* Prepares the model for opening the screen again, without a filter. */
void questions_open(struct questions_model *model, bool is_blind);

/* Shows these rows and hides their votes as `hides_votes` says. Both lie in the arena, which the model takes over.
 * The selection stays. */
void questions_show(struct questions_model *model, struct arena *arena, const struct question_row *rows,
                    const bool *hides_votes, size_t n_rows);

/* Selects the question if it is in the list. */
void questions_select(struct questions_model *model, int64_t question_id);
