/*
 * A screen that is a list: a heading that has a title and says which rows are in sight, and below it the rows. The common part
 * of such screens is here. One of them is a struct list_kind, which says what is in the rows, and a model that begins with a
 * struct list_screen; the list_screen_… functions for screens take that model as their own, and a screen that does more wraps
 * the one that it needs.
 */
#ifndef ASSAY_TUI_SCREENS_LIST_SCREEN_H
#define ASSAY_TUI_SCREENS_LIST_SCREEN_H

#include "core/base/arena.h"
#include "tui/screens/screens.h"
#include "tui/widget/list.h"

/* One kind of list: the content of its rows. All functions get the model. */
struct list_kind {
    const struct key_table *keys; /* while no filter is typed */
    struct list_source source;    /* but for its rows, columns and context: list_screen_show fills those in */
    void (*add_title)(const void *model, struct buffer *text);
    /* Does what the list has no use for; NULL: what actions do on every screen. */
    struct effect (*act)(void *model, struct action action);
};

/* The first member of a model. {0} is empty and safe to release. */
struct list_screen {
    const struct list_kind *kind;
    struct list list;
    struct arena arena; /* what the rows consist of */
    struct rectangle area;
};

/* Takes over what was read for the rows, in place of what it had before. `arena` is empty then. */
void list_screen_take(struct list_screen *screen, struct arena *arena);
/* Shows so many rows of what was taken over. `kind` and columns must stay as long as they are shown. */
void list_screen_show(struct list_screen *screen, const struct list_kind *kind,
                      const struct list_column *columns, size_t n_columns, size_t n_rows);

/* The screen is arranged in this area: returns what the heading leaves of it, for the list (list_arrange) and others. */
struct rectangle list_screen_below_heading(struct list_screen *screen, struct rectangle area);

/* For the members of a struct screen; `model` is one that begins with a struct list_screen. */
const struct key_table *list_screen_keys(const void *model);
bool list_screen_offers(const void *model, struct action action);
struct effect list_screen_update(void *model, struct action action);
/* The list has all that the heading leaves. */
void list_screen_arrange(void *model, struct rectangle area);
void list_screen_draw(const void *model, struct surface *surface);
bool list_screen_prompt(const void *model, struct buffer *text, size_t *cursor);
void list_screen_release(void *model);

#endif
