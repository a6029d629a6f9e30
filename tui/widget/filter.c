/*
 * While the user types, the screen has another key table in which characters are text. Esc removes the filter, both
 * while typing and later. Without a filter, Esc belongs to the screen.
 */
#include "tui/widget/filter.h"

#include "tui/keys/going.h"
#include "tui/text/match.h"

enum { FILTER_SIZE_MAX = 200 };

// clang-format off
static const struct key_row rows[] = {
    {.id = "filter", .keys = {'/'}, .action = ACTION_FILTER,
     .bar = {1, 4, "filter"}, .help = "Show only lines with the text that you type"},
};

static const struct key_row typing_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = ACTION_FILTER_KEEP,
     .bar = {1, 1, "keep"}, .help = "Keep what is shown and go on"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "show all"}, .help = "Show everything again"},
};
// clang-format on

const struct key_table filter_table = {.id = "filter",
                                       .title = "Filter",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &going_table};

const struct key_table filter_typing_table = {.id = "filter-typing",
                                              .title = "After /, the filter",
                                              .takes_text = true,
                                              .rows = typing_rows,
                                              .n_rows = sizeof typing_rows / sizeof *typing_rows,
                                              .also = &line_edit_list_table};

void filter_release(struct filter *filter)
{
    line_edit_release(&filter->line);
    filter->is_typing = false;
}

struct bytes filter_text(const struct filter *filter)
{
    return buffer_bytes(&filter->line.text);
}

bool filter_update(struct filter *filter, struct action action)
{
    bool has_changed;
    switch (action.name) {
    case ACTION_FILTER:
        filter->is_typing = true;
        return true;
    case ACTION_FILTER_KEEP:
        filter->is_typing = false;
        line_edit_keep(&filter->line);
        return true;
    case ACTION_BACK:
        if (!filter->is_typing && filter_text(filter).size == 0)
            return false;
        filter->is_typing = false;
        line_edit_set(&filter->line, (struct bytes){0});
        return true;
    default:
        return line_edit_update(&filter->line, action, FILTER_SIZE_MAX, &has_changed);
    }
}

bool filter_accepts(const struct filter *filter, struct bytes text)
{
    return match_exists(text, filter_text(filter));
}

bool filter_prompt(const struct filter *filter, struct buffer *text, size_t *cursor)
{
    *cursor = NO_CURSOR;
    if (filter->is_typing)
        *cursor = line_edit_prompt(&filter->line, "Filter: ", text);
    return filter->is_typing;
}
