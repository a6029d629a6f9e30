/*
 * How the annotators vote: how much, how quickly, whether they prefer a slot,
 * and whether they agree with themselves.
 */
#ifndef ASSAY_TUI_SCREENS_ANNOTATORS_H
#define ASSAY_TUI_SCREENS_ANNOTATORS_H

#include "core/store/votes/annotators.h"
#include "tui/screens/list_screen.h"
#include "tui/widget/text_view.h"

/* {0}, annotators_open and annotators_show make it; the screen's `release` ends it. */
struct annotators_model {
    struct list_screen screen; /* first */
    const struct annotator_row *rows;
    size_t n_rows;
    int64_t votes;                    /* of those in the rows */
    bool hides_others;                /* desk_hides_others: the one row is one's own … */
    struct bytes own;                 /* … by this name */
    struct annotators_reader *reader; /* while all but the number of their votes is read; NULL: it is there */
    struct buffer remark;             /* below the list: what the figures of the selected row mean */
    struct text_view remark_text;
    struct rectangle remark_area;
};

/* Opened anew: without a filter. */
void annotators_open(struct annotators_model *model);

/* Shows these rows, which lie in the arena; it is the model's from now on. The selection stays. */
void annotators_show(struct annotators_model *model, struct arena *arena, const struct annotator_row *rows,
                     size_t n_rows);

#endif
