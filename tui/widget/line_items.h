/*
 * Chooses the items to leave out if a line is too narrow for all of them: the key bar, the header and the columns of the scores
 * keep their most important items.
 */
#ifndef ASSAY_TUI_WIDGET_LINE_ITEMS_H
#define ASSAY_TUI_WIDGET_LINE_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

struct line_item {
    int width; /* 0: not there */
    int rank;  /* 1 is the last to be left out */
    bool shown;
};

/* Marks the items to show in `columns`, `gap` columns between two of them: by rank, each that still fits. */
void line_items_fit(struct line_item *items, size_t n, int columns, int gap);

#endif
