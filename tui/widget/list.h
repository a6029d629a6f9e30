/*
 * A table of rows to look through: sorted by any column, confined by a filter,
 * one row selected. A screen gives it a source that says what stands in the
 * rows; the list knows where they stand.
 *
 * Columns that there is no room for are left out by rank; the one column that
 * grows takes what is left.
 */
#ifndef ASSAY_TUI_WIDGET_LIST_H
#define ASSAY_TUI_WIDGET_LIST_H

#include "tui/keys/effect.h"
#include "tui/widget/filter.h"
#include "tui/widget/surface.h"

#define LIST_NO_ROW SIZE_MAX

struct list_column {
    const char *title;
    int columns_max;  /* its width is that of its widest cell so far, and no more than this; 0: it grows */
    int rank;         /* 1 is the last to be left out; the column that grows and has none always stays */
    bool is_right;    /* numbers stand on the right */
    bool falls_first; /* sorted for the first time, the largest comes first */
    int columns_min;  /* it gives way down to this width before it is left out; 0: it does not */
};

/* The content of the rows. All functions get `context`, and row numbers from 0 in the source's own order. */
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
    const char *empty; /* what is said in place of rows when there are none: what to do */
};

/* For `compare`: <0, 0, >0; NAN, which stands for no number, is the smallest. */
int list_compare_numbers(double a, double b);

/* For `compare`: as words are sorted, by their letters in whichever case; those that are alike so by their bytes. */
int list_compare_texts(struct bytes a, struct bytes b);

/* {0} is empty and safe to release. */
struct list {
    struct list_source source;
    struct filter filter;
    size_t *sorted; /* all rows */
    size_t *order;  /* those that the filter accepts, in the same order */
    size_t n_shown;
    int *widths;     /* of the columns' widest cells among those measured */
    size_t selected; /* a place in `order` */
    size_t wanted;   /* the row that was selected last, also while the filter hides it */
    size_t top;      /* the place in `order` that stands first in the window */
    size_t sort_column;
    bool is_sorted; /* else the source's own order */
    bool is_falling;
    struct rectangle area; /* the columns' titles are its first row */
};

/*
 * A list's keys, for the end of a screen's table (`also`), with those that go to other
 * screens: all, or, for a screen with an ACTION_CHOOSE of its own or none, the others;
 * the others with the one that reads the selected document, or the one for the candidates of the selected question; and
 * those while one types.
 */
extern const struct key_table list_table;
extern const struct key_table list_moving_table;
extern const struct key_table list_document_table;
extern const struct key_table list_question_table;
extern const struct key_table list_typing_table;

void list_release(struct list *list);

/*
 * Shows the rows of this source, which the caller keeps for as long as they are
 * shown. The filter, the order, and the selected row's number stay: where rows
 * can have other numbers now, list_select follows.
 */
void list_show(struct list *list, const struct list_source *source);

/* The selected row's number, LIST_NO_ROW when nothing is shown. */
size_t list_selected(const struct list *list);
/* Selects the row; the first one as long as the filter hides it. */
void list_select(struct list *list, size_t row);
/* Takes the filter away, as when the list is opened anew. */
void list_clear_filter(struct list *list);

const struct key_table *list_keys(const struct list *list, const struct key_table *table);

/*
 * Moves the selection, sorts (and goes to the first row), filters. ACTION_CHOOSE,
 * ACTION_CLICK on the selected row, which means the same, and ACTION_BACK when
 * there is no filter to take away, are the screen's: false.
 */
bool list_update(struct list *list, struct action action, struct effect *effect);

/* Whether the key bar shall offer the action. */
bool list_offers(const struct list *list, struct action action);

/* Scrolls as far as the selected row needs to be in sight; where that is more than a window, it is put in the middle. */
void list_arrange(struct list *list, struct rectangle area);
void list_draw(const struct list *list, struct surface *surface);
/* In the area's first row: a title, and where the window stands. */
void list_draw_title_line(const struct list *list, struct surface *surface, struct rectangle area,
                          struct bytes title);

/* Adds where the window stands: "12–40 of 100", nothing when all is seen; how many the filter shows. */
void list_add_position(const struct list *list, struct buffer *text);

#endif
