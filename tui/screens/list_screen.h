/*
 * The common part of screens that are lists: a heading with a title and the range of visible rows, and below it the
 * rows. Such a screen consists of a struct list_kind, which says what is in the rows, and a model that begins with a
 * struct list_screen. The list_screen_… functions for screens take that model. A screen with more to do wraps the
 * functions that it needs.
 */
#pragma once

#include "core/base/arena.h"
#include "tui/screens/screens.h"
#include "tui/widget/list.h"

/* One kind of list: the content of its rows. All functions get the model. */
struct list_kind {
    const struct key_table *keys; /* in force while no filter is typed */
    struct list_source source;    /* without rows, columns and context, which list_screen_show fills in */
    void (*add_title)(const void *model, struct buffer *text);
    /* Handles actions that the list does not use; NULL: they do what they do on every screen. */
    struct effect (*act)(void *model, struct action action);
};

/* The first member of a model. {0} is empty and safe to release. */
struct list_screen {
    const struct list_kind *kind;
    struct list list;
    struct arena arena; /* memory of the rows */
    struct rectangle area;
};

/* Takes over what was read for the rows and frees what it had before. `arena` is empty afterwards. */
void list_screen_take(struct list_screen *screen, struct arena *arena);
/* Shows `n_rows` rows of the data that was taken over. `kind` and the columns must live as long as they are shown. */
void list_screen_show(struct list_screen *screen, const struct list_kind *kind,
                      const struct list_column *columns, size_t n_columns, size_t n_rows);

/*
 * Arranges the heading in this area. Returns the area below the heading, for the list (list_arrange) and other parts.
 */
struct rectangle list_screen_below_heading(struct list_screen *screen, struct rectangle area);

/* Functions for the members of a struct screen. `model` begins with a struct list_screen. */
const struct key_table *list_screen_keys(const void *model);
bool list_screen_offers(const void *model, struct action action);
struct effect list_screen_update(void *model, struct action action);
/* Gives the list the whole area below the heading. */
void list_screen_arrange(void *model, struct rectangle area);
void list_screen_draw(const void *model, struct surface *surface);
bool list_screen_prompt(const void *model, struct buffer *text, size_t *cursor);
void list_screen_release(void *model);
