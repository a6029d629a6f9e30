/*
 * A screen that is a list: a heading with a title and where the window stands,
 * and the rows. What such screens do alike is here; one of them is columns, cells
 * and a few callbacks (struct list_kind), and its model begins with a struct
 * list_screen.
 */
#ifndef ASSAY_TUI_SCREENS_LIST_SCREEN_H
#define ASSAY_TUI_SCREENS_LIST_SCREEN_H

#include "core/base/arena.h"
#include "tui/screens/screens.h"
#include "tui/widget/list.h"

/* All functions get the model. */
struct list_kind {
    const struct key_table *keys; /* while no filter is typed */
    struct list_source source;    /* rows, columns and context are for list_screen_show to say */
    void (*add_title)(const void *model, struct buffer *text);
    /* What is not the list's to do; NULL: what actions do on every screen. */
    struct effect (*act)(void *model, struct action action);
};

/* {0} is empty and safe to release. */
struct list_screen {
    const struct list_kind *kind;
    struct list list;
    struct arena arena; /* of what the rows are views into */
    struct rectangle area;
};

/* What was read for the rows is the model's from now on, what it had before is no more; `arena` is empty then. */
void list_screen_take(struct list_screen *screen, struct arena *arena);
/* Shows so many rows. The columns must stay as long as they are shown. */
void list_screen_show(struct list_screen *screen, const struct list_kind *kind,
                      const struct list_column *columns, size_t n_columns, size_t n_rows);

/* These are for the row of the screen. */
const struct key_table *list_screen_keys(const void *model);
bool list_screen_offers(const void *model, struct action action);
struct effect list_screen_update(void *model, struct action action);
/* The list has what the heading leaves. */
void list_screen_arrange(void *model, struct rectangle area);
void list_screen_draw(const void *model, struct surface *surface);
bool list_screen_prompt(const void *model, struct buffer *text, bool *has_cursor);
void list_screen_release(void *model);

#endif
