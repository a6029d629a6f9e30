/*
 * How the annotators vote: how many votes, how quickly, whether they prefer a slot, and whether they agree with
 * themselves.
 */
#pragma once

#include "core/store/votes/annotators.h"
#include "tui/screens/list_screen.h"
#include "tui/widget/text_view.h"

/* Made by {0}, annotators_open and annotators_show; freed by the screen's `release`. */
struct annotators_model {
    struct list_screen screen; /* must be the first member */
    const struct annotator_row *rows;
    size_t n_rows;
    int64_t votes;     /* of the annotators in the rows */
    bool hides_others; /* desk_hides_others: the only row is the annotator's own … */
    struct bytes own;  /* … with this name */
    /* while everything but the number of their votes is still being read; NULL: it has been read */
    struct annotators_reader *reader;
    struct buffer remark; /* below the list: explains the figures of the selected row */
    struct text_view remark_text;
    struct rectangle remark_area;
};

/* Prepares the model for opening the screen again, without a filter. */
void annotators_open(struct annotators_model *model);

/* Shows these rows, which lie in the arena. The model takes over the arena. The selection stays. */
void annotators_show(struct annotators_model *model, struct arena *arena, const struct annotator_row *rows,
                     size_t n_rows);
