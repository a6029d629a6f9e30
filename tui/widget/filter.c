/*
 * While one types, the screen has another table of keys, in which characters are text. Esc takes the filter away,
 * while one types and later; when there is none it is the screen's.
 */
#include "tui/widget/filter.h"

#include "tui/keys/going.h"
#include "tui/text/match.h"
#include "tui/widget/line_edit.h"

enum { FILTER_SIZE_MAX = 200 };

// clang-format off
static const struct key_row rows[] = {
    {.id = "filter", .keys = {'/'}, .action = ACTION_FILTER,
     .bar = {1, 4, "filter"}, .help = "Show only what has the text in it that you type"},
};

static const struct key_row typing_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = ACTION_FILTER_KEEP,
     .bar = {1, 1, "keep"}, .help = "Keep what is shown and go on"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "show all"}, .help = "Show everything again"},
    {.id = "erase", .keys = {NAMED_BACKSPACE}, .action = ACTION_ERASE, .help = "Erase the last character"},
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
                                              .n_rows = sizeof typing_rows / sizeof *typing_rows};

void filter_release(struct filter *filter)
{
    buffer_release(&filter->text);
}

bool filter_update(struct filter *filter, struct action action)
{
    switch (action.name) {
    case ACTION_FILTER:
        filter->is_typing = true;
        return true;
    case ACTION_TYPE:
        line_edit_add(&filter->text, action.key, FILTER_SIZE_MAX);
        return true;
    case ACTION_ERASE:
        line_edit_erase(&filter->text);
        return true;
    case ACTION_FILTER_KEEP:
        filter->is_typing = false;
        return true;
    case ACTION_BACK:
        if (!filter->is_typing && filter->text.size == 0)
            return false;
        filter->is_typing = false;
        buffer_clear(&filter->text);
        return true;
    default:
        return false;
    }
}

bool filter_accepts(const struct filter *filter, struct bytes text)
{
    return match_exists(text, buffer_bytes(&filter->text));
}

bool filter_prompt(const struct filter *filter, struct buffer *text, bool *has_cursor)
{
    *has_cursor = filter->is_typing;
    if (!filter->is_typing)
        return false;
    buffer_add_string(text, "Filter: ");
    buffer_add(text, buffer_bytes(&filter->text));
    return true;
}
