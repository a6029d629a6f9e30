/*
 * What to leave out when a line is too narrow for everything: the key bar, the
 * header and the columns of the scores keep their most important items.
 */
#ifndef ASSAY_TUI_WIDGET_FIT_H
#define ASSAY_TUI_WIDGET_FIT_H

#include <stdbool.h>
#include <stddef.h>

struct fit_item {
    int width; /* 0: not there */
    int rank;  /* 1 is the last to be left out */
    bool shown;
};

/* Marks the items to show in `columns`, `gap` columns between two of them: by rank, each that still fits. */
void fit_items(struct fit_item *items, size_t n, int columns, int gap);

#endif
