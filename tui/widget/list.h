/*
 * A table of rows to look through. The user can sort it by any column, filter it, and select a row. A screen provides
 * a source with the content of the rows; the list arranges them.
 *
 * If the window is too narrow, columns are left out by rank. One column grows into the remaining width.
 */
#pragma once

#include "tui/keys/effect.h"
#include "tui/widget/filter.h"
#include "tui/widget/surface.h"

#define LIST_NO_ROW SIZE_MAX

struct list_column {
    const char *title;
    int columns_max;  /* the width is that of the widest cell so far, at most this; 0: the column grows */
    int rank;         /* 1 is the last to be left out; a growing column without a rank always stays */
    bool is_right;    /* aligned to the right, for numbers */
    bool falls_first; /* the first sort puts the largest value first */
    int columns_min;  /* the column shrinks to this width before it is left out; 0: it does not shrink */
};

/* The content of the rows. All functions get `context`. Row numbers count from 0 in the source's own order. */
struct list_source {
    size_t n_rows;
    const struct list_column *columns;
    size_t n_columns;
    const void *context;
    /* Appends the text of the cell. */
    void (*add_cell)(const void *context, size_t row, size_t column, struct buffer *text);
    /* The style of the cell; NULL: all cells are STYLE_NORMAL. */
    enum style (*style)(const void *context, size_t row, size_t column);
    /* Returns a negative number, 0 or a positive number. */
    int (*compare)(const void *context, size_t a, size_t b, size_t column);
    /* Appends the text that the filter searches; NULL: the list has no filter. */
    void (*add_searched)(const void *context, size_t row, struct buffer *text);
    const char *empty; /* shown when there are no rows: says what to do */
};

/* For `compare`: orders numbers; NAN, which stands for a missing number, is the smallest. */
int list_compare_numbers(double a, double b);

/* For `compare`: orders texts like words, regardless of case; equal words are ordered by their bytes. */
int list_compare_texts(struct bytes a, struct bytes b);

/* {0} is empty and safe to release. */
struct list {
    struct list_source source;
    struct filter filter;
    size_t *sorted; /* all rows */
    size_t *order;  /* the rows that the filter accepts, in the same order */
    size_t n_shown;
    int *widths;     /* of each column's widest cell measured so far */
    size_t selected; /* an index into `order` */
    size_t wanted;   /* the row that was selected last, kept while the filter hides it */
    size_t top;      /* the index into `order` of the first row in the window */
    size_t sort_column;
    bool is_sorted; /* false: the source's own order */
    bool is_falling;
    struct rectangle area; /* its first row has the columns' titles */
};

/*
 * A list's keys, for the end of a screen's table (`also`), together with the keys that go to other screens.
 *
 *   list_table            all keys of a list
 *   list_moving_table     without ACTION_CHOOSE, for a screen that has its own or none
 *   list_document_table   list_moving_table with the key that reads the selected document
 *   list_question_table   list_moving_table with the key for the candidates of the selected question
 *   list_typing_table     the keys while the user types
 */
extern const struct key_table list_table;
extern const struct key_table list_moving_table;
extern const struct key_table list_document_table;
extern const struct key_table list_question_table;
extern const struct key_table list_typing_table;

void list_release(struct list *list);

/*
 * Shows the rows of this source, which the caller keeps while they are shown. The filter, the order and the number of
 * the selected row remain. If rows may have got other numbers, call list_select afterwards.
 */
void list_show(struct list *list, const struct list_source *source);

/* The number of the selected row, or LIST_NO_ROW if no row is shown. */
size_t list_selected(const struct list *list);
/* Selects the row. While the filter hides it, the first row is selected. */
void list_select(struct list *list, size_t row);
/* Removes the filter, as when the list is opened again. */
void list_clear_filter(struct list *list);

const struct key_table *list_keys(const struct list *list, const struct key_table *table);

/*
 * Moves the selection, sorts (and goes to the first row), or filters. Returns false for the actions that the screen
 * must handle: ACTION_CHOOSE, ACTION_CLICK on the selected row (which means the same), and ACTION_BACK without a
 * filter.
 */
bool list_update(struct list *list, struct action action, struct effect *effect);

/* Whether the key bar should offer the action. */
bool list_offers(const struct list *list, struct action action);

/* Scrolls just far enough to show the selected row. If that is more than a window, puts the row in the middle. */
void list_arrange(struct list *list, struct rectangle area);
void list_draw(const struct list *list, struct surface *surface);
/* Draws a title and the window's position in the first row of the area. */
void list_draw_title_line(const struct list *list, struct surface *surface, struct rectangle area,
                          struct bytes title);

/*
 * Appends the window's position, "12–40 of 100", or nothing if all rows are in sight; also how many rows the filter
 * shows.
 */
void list_add_position(const struct list *list, struct buffer *text);
