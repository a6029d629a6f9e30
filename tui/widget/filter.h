/*
 * A filter: while the user types a text, a list or a page shows only what contains it.
 */
#pragma once

#include "tui/widget/line_edit.h"

/* {0} filters nothing and is safe to release. */
struct filter {
    struct line_edit line;
    bool is_typing;
};

/* The key that starts typing together with the keys that go to other screens, for the end of a screen's table
 * (`also`); and the keys while the user types. */
extern const struct key_table filter_table;
extern const struct key_table filter_typing_table;

void filter_release(struct filter *filter);

/*
 * Handles ACTION_FILTER, the editing actions, ACTION_FILTER_KEEP, and ACTION_BACK if that removes the filter. Returns
 * false if the action does not concern the filter.
 */
bool filter_update(struct filter *filter, struct action action);

/* The text of the filter; empty: everything is shown. */
struct bytes filter_text(const struct filter *filter);

/* Whether `text` contains the text of the filter, in either case. */
bool filter_accepts(const struct filter *filter, struct bytes text);

/* Like `prompt` of a struct screen, while the user types. */
bool filter_prompt(const struct filter *filter, struct buffer *text, size_t *cursor);
