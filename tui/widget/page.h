/*
 * A page to read: it is drawn once in full length and then scrolled. The guide and the help screen use it and its
 * keys.
 */
#pragma once

#include "tui/keys/action.h"
#include "tui/keys/effect.h"
#include "tui/widget/surface.h"

/* {0} is empty and safe to release. */
struct page {
    struct surface canvas;
    bool is_composed; /* the canvas is up to date */
    int top;          /* the first visible row */
    struct rectangle area;
};

/*
 * The keys of a screen that shows a page, together with the keys that go to other screens; the same in the forms that
 * `tables` and `keys` of a struct screen need.
 */
extern const struct key_table page_table;
extern const struct key_table *const page_tables[];
const struct key_table *page_keys(const void *model);

void page_release(struct page *page);

/* To be called when the page shows another text: it starts at the beginning. */
void page_show(struct page *page);

/* To be called when the text may have changed: the position stays. */
void page_renew(struct page *page);

/*
 * Fits the page into the area. `compose` draws it `columns` wide and returns its number of rows; with `canvas` NULL
 * it only counts them. It is called when the width has changed, and after page_show or page_renew.
 */
void page_arrange(struct page *page, struct rectangle area,
                  int (*compose)(const void *source, struct surface *canvas, int columns),
                  const void *source);

/* Scrolls just far enough to show this row. The page must be arranged. */
void page_reveal(struct page *page, int row);

/* Handles ACTION_LINE, ACTION_PAGE, ACTION_ENDS and ACTION_WHEEL. Returns false for other actions. */
bool page_update(struct page *page, struct action action, struct effect *effect);

/* Whether the key bar should offer the action. */
bool page_offers(const struct page *page, struct action action);

/* Draws the title in one line and the visible part of the page below it. */
void page_draw(const struct page *page, const char *title, struct surface *surface);
