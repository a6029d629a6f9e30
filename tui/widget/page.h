/*
 * A page that is read: drawn once, as long as it is, and scrolled. The guide and the help screen share it, with its keys.
 */
#ifndef ASSAY_TUI_WIDGET_PAGE_H
#define ASSAY_TUI_WIDGET_PAGE_H

#include "tui/keys/action.h"
#include "tui/keys/effect.h"
#include "tui/widget/surface.h"

/* {0} is empty and safe to release. */
struct page {
    struct surface canvas;
    bool is_composed; /* the canvas has what the page shows */
    int top;          /* the first row in sight */
    struct rectangle area;
};

/*
 * The keys of a screen that is read, with those that go to other screens; and as `tables` and `keys` of a struct
 * screen want them.
 */
extern const struct key_table page_table;
extern const struct key_table *const page_tables[];
const struct key_table *page_keys(const void *model);

void page_release(struct page *page);

/* The page shows another text, from its beginning. */
void page_show(struct page *page);

/* The text may have changed; the position stays. */
void page_renew(struct page *page);

/*
 * Fits the page into the area. `compose` draws it `columns` wide, or only counts
 * when `canvas` is NULL, and returns its rows; it is called for another width, and once page_show or page_renew was.
 */
void page_arrange(struct page *page, struct rectangle area,
                  int (*compose)(const void *source, struct surface *canvas, int columns),
                  const void *source);

/* Scrolls as far as it must for this row to be in sight. It is arranged. */
void page_reveal(struct page *page, int row);

/* ACTION_LINE, ACTION_PAGE, ACTION_ENDS and ACTION_WHEEL; false: the action is not the page's. */
bool page_update(struct page *page, struct action action, struct effect *effect);

/* Whether the key bar shall offer the action. */
bool page_offers(const struct page *page, struct action action);

/* The title in a line, the part in sight below it. */
void page_draw(const struct page *page, const char *title, struct surface *surface);

#endif
