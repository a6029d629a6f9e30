/*
 * A text that a list or a page is confined to while it is typed.
 */
#ifndef ASSAY_TUI_WIDGET_FILTER_H
#define ASSAY_TUI_WIDGET_FILTER_H

#include "tui/widget/line_edit.h"

/* {0} confines nothing and is safe to release. */
struct filter {
    struct line_edit line;
    bool is_typing;
};

/* The key that begins to type, with those that go to other screens, for the end of a screen's table (`also`); and the
 * keys while one types. */
extern const struct key_table filter_table;
extern const struct key_table filter_typing_table;

void filter_release(struct filter *filter);

/*
 * ACTION_FILTER, what a line does, ACTION_FILTER_KEEP, and ACTION_BACK where it
 * takes the filter away. False: the action is not the filter's.
 */
bool filter_update(struct filter *filter, struct action action);

/* The text of the filter; empty: everything is shown. */
struct bytes filter_text(const struct filter *filter);

/* Whether the text has the filter's in it, in either case. */
bool filter_accepts(const struct filter *filter, struct bytes text);

/* As `prompt` of a struct screen, while one types. */
bool filter_prompt(const struct filter *filter, struct buffer *text, size_t *cursor);

#endif
