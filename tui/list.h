/*
 * A table of rows to look through: sorted by any column, confined by a filter,
 * one row selected. A screen gives it a source that says what stands in the
 * rows; the list knows where they stand.
 *
 * Columns that there is no room for are left out by rank; the one column that
 * grows takes what is left.
 */
#ifndef ASSAY_TUI_LIST_H
#define ASSAY_TUI_LIST_H

#include "tui/filter.h"

#define LIST_NO_ROW SIZE_MAX

struct list_column {
    const char *title;
    int columns_max;  /* its width is that of its widest cell, and no more than this; 0: it grows */
    int rank;         /* 1 is the last to be left out; the column that grows always stays */
    bool is_right;    /* numbers stand on the right */
    bool falls_first; /* sorted for the first time, the largest comes first */
};

/* What stands in the rows. All functions get `context`, and row numbers from 0 in the source's own order. */
struct list_source {
    size_t n_rows;
    const struct list_column *columns;
    size_t n_columns;
    const void *context;
    /* Adds the cell's text. */
    void (*add_cell)(const void *context, size_t row, size_t column, struct buffer *text);
    /* How the cell is drawn; NULL: all are STYLE_NORMAL. */
    enum style (*style)(const void *context, size_t row, size_t column);
    /* <0, 0, >0. */
    int (*compare)(const void *context, size_t a, size_t b, size_t column);
    /* Adds what the filter looks in; NULL: the list has no filter. */
    void (*add_searched)(const void *context, size_t row, struct buffer *text);
};

/* {0} is empty and safe to release. */
struct list {
    struct list_source source;
    struct filter filter;
    size_t *order; /* the rows that the filter accepts, sorted */
    size_t n_shown;
    int *widths;     /* of the columns' widest cells */
    size_t selected; /* a place in `order` */
    size_t top;      /* the place in `order` that stands first in the window */
    size_t sort_column;
    bool is_sorted; /* else the source's own order */
    bool is_falling;
    struct rectangle area; /* the heading of the columns is its first row */
};

/* A list's keys, for a screen's tables: its own rows, then these (`also`); filter_typing_table while one types. */
extern const struct key_table list_table;

void list_release(struct list *list);

/*
 * Shows the rows of this source, which the caller keeps for as long as they are
 * shown. The filter, the order, and the selected row's number stay.
 */
void list_show(struct list *list, const struct list_source *source);

/* The selected row's number, LIST_NO_ROW when nothing is shown. */
size_t list_selected(const struct list *list);
/* Selects the row, if it is shown. */
void list_select(struct list *list, size_t row);

const struct key_table *list_keys(const struct list *list, const struct key_table *table);

/*
 * Moves the selection, sorts, filters. ACTION_CHOOSE, and ACTION_BACK when there
 * is no filter to take away, are the screen's: false.
 */
bool list_update(struct list *list, struct action action, struct effect *effect);

/* Whether the key bar shall offer the action. */
bool list_offers(const struct list *list, struct action action);

void list_arrange(struct list *list, struct rectangle area);
void list_draw(const struct list *list, struct surface *surface);

/* Adds where the window stands: "12–40 of 100", "100" when all is seen; how many the filter shows. */
void list_add_position(const struct list *list, struct buffer *text);

#endif
