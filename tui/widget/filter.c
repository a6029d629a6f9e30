#include "tui/widget/filter.h"

#include "tui/keys/going.h"
#include "tui/text/find.h"
#include "tui/widget/line_edit.h"

enum { FILTER_SIZE_MAX = 200 };

// clang-format off
static const struct key_row rows[] = {
    {"filter", {'/'}, 0, ACTION_FILTER, 1, 4, "filter", "Show only what has the text in it that you type"},
};

static const struct key_row typing_rows[] = {
    {"keep", {NAMED_ENTER}, 0, ACTION_FILTER_KEEP, 1, 1, "keep", "Keep what is shown and go on"},
    {"back", {NAMED_ESCAPE}, 0, ACTION_BACK, 1, 2, "show all", "Show everything again"},
    {"erase", {NAMED_BACKSPACE}, 0, ACTION_ERASE, 0, 0, NULL, "Erase the last character"},
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
    return find_is_in(text, buffer_bytes(&filter->text));
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
