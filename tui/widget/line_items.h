/*
 * Chooses the items to leave out when a line is too narrow for all of them. The key bar, the header and the columns
 * of the scores keep their most important items this way.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct line_item {
    int width; /* 0: the item is absent */
    int rank;  /* 1 is the last to be left out */
    bool shown;
};

/*
 * Marks the items to show in `columns` columns with `gap` columns between two of them: in order of rank, each that
 * still fits.
 */
void line_items_fit(struct line_item *items, size_t n, int columns, int gap);
