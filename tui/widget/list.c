/*
 * Two arrays of row numbers: `sorted` has all rows, `order` those that the filter accepts, in the same order. Sorting
 * computes both again, another filter only the second; a longer filter text only examines what the shorter one left.
 * `selected` is an index into `order`. `wanted` is the row that the user chose; it is selected again when a filter
 * that hid it is removed.
 *
 * A column is as wide as the widest cell so far: of the first 1000 rows, and of rows that were visible. So columns
 * never get narrower while the user scrolls. Arranging the list changes its area, `top` and the widths; drawing it
 * changes nothing.
 */
#include "tui/widget/list.h"

#include "core/base/memory.h"
#include "core/base/system.h"
#include "core/base/unicode.h"
#include "tui/text/match.h"
#include "tui/text/shortening.h"
#include "tui/widget/line_items.h"
#include "tui/widget/text_view.h"
#include "tui/widget/title_line.h"

#include <math.h>
#include <stdlib.h>

enum {
    MARGIN = 1,
    GAP = 2,
    GROWS_MIN = 12,             /* smallest width of the growing column */
    SIGN_COLUMNS = 1,           /* for the sign of the sort order after a column's title */
    WIDENED_ROWS = 1000,        /* rows measured at once; others are measured when they become visible */
    POSITION_TEXT_COLUMNS = 16, /* for the filter's text in the list's title line */
};

// clang-format off
static const struct key_row choosing_rows[] = {
    {.id = "choose", .keys = {NAMED_ENTER}, .action = ACTION_CHOOSE,
     .bar = {1, 2, "open"}, .help = "Open the selected row"},
};

static const struct key_row moving_rows[] = {
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 5, "select"}, .help = "Select the row above or below"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f', ' '}, .places = 2,
     .action = ACTION_PAGE, .bar = {0, 0, "by a page"}, .help = "Go up or down a page"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .bar = {0, 0, "first, last"}, .help = "Go to the first or last row"},
    {.id = "sort", .keys = {'o', 'O'}, .places = 2, .action = ACTION_SORT,
     .bar = {2, 6, "sort"}, .help = "Sort by the next column; reverse the order"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 1, "back"}, .help = "Go back; remove the filter first"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = ACTION_CLICK,
     .help = "Select the row, open the selected one; sort by a column"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Go up or down some rows"},
};

static const struct key_row typing_rows[] = {
    {.id = "move", .keys = {NAMED_UP, NAMED_DOWN}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 3, "select"}, .help = "Select the row above or below"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = ACTION_CLICK,
     .help = "Select the row, open the selected one; sort by a column"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Go up or down some rows"},
};

static const struct key_row document_rows[] = {
    {.id = "open", .keys = {NAMED_ENTER}, .action = ACTION_CHOOSE,
     .bar = {1, 2, "read"}, .help = "Read the selected document, with everything known about it"},
};

static const struct key_row question_rows[] = {
    {.id = "candidates", .keys = {'c'}, .action = ACTION_CANDIDATES,
     .bar = {1, 4, "candidates"}, .help = "Show its candidates and their votes"},
};
// clang-format on

const struct key_table list_moving_table = {.id = "list",
                                            .title = "Lists",
                                            .rows = moving_rows,
                                            .n_rows = sizeof moving_rows / sizeof *moving_rows,
                                            .also = &filter_table};

const struct key_table list_document_table = {.id = "list-documents",
                                              .title = "Lists of documents",
                                              .rows = document_rows,
                                              .n_rows = sizeof document_rows / sizeof *document_rows,
                                              .also = &list_moving_table};

const struct key_table list_question_table = {.id = "list-questions",
                                              .title = "Lists of questions",
                                              .rows = question_rows,
                                              .n_rows = sizeof question_rows / sizeof *question_rows,
                                              .also = &list_moving_table};

const struct key_table list_table = {.id = "list-open",
                                     .title = "Lists whose rows can be opened",
                                     .rows = choosing_rows,
                                     .n_rows = sizeof choosing_rows / sizeof *choosing_rows,
                                     .also = &list_moving_table};

const struct key_table list_typing_table = {.id = "list-typing",
                                            .title = "After /, the filter of a list",
                                            .takes_text = true,
                                            .rows = typing_rows,
                                            .n_rows = sizeof typing_rows / sizeof *typing_rows,
                                            .also = &filter_typing_table};

/* --- Selection and order of rows ------------------------------------------- */

/* Returns the size of the characters that both texts begin with. Often that is most of them: "How do I …". */
static size_t same_beginning(struct bytes a, struct bytes b)
{
    const size_t most = smaller_size(a.size, b.size);
    size_t same = 0;
    while (same < most && a.data[same] == b.data[same])
        same++;
    while (same > 0 && ((same < a.size && unicode_is_continuation(a.data[same])) ||
                        (same < b.size && unicode_is_continuation(b.data[same]))))
        same--;
    return same;
}

int list_compare_texts(struct bytes a, struct bytes b)
{
    size_t of_a = same_beginning(a, b), of_b = of_a;
    while (of_a < a.size && of_b < b.size) {
        char32_t left, right;
        of_a += unicode_decode(a, of_a, &left);
        of_b += unicode_decode(b, of_b, &right);
        left = match_fold(left);
        right = match_fold(right);
        if (left != right)
            return left < right ? -1 : 1;
    }
    const int order = (of_a < a.size) - (of_b < b.size);
    return order != 0 ? order : bytes_compare(a, b);
}

int list_compare_numbers(double a, double b)
{
    if (isnan(a) || isnan(b))
        return !isnan(a) - !isnan(b);
    return (a > b) - (a < b);
}

void list_release(struct list *list)
{
    filter_release(&list->filter);
    free(list->sorted);
    free(list->order);
    free(list->widths);
    *list = (struct list){0};
}

size_t list_selected(const struct list *list)
{
    return list->selected < list->n_shown ? list->order[list->selected] : LIST_NO_ROW;
}

static void select_place(struct list *list, size_t place)
{
    list->selected = place;
    if (place < list->n_shown)
        list->wanted = list->order[place];
}

void list_select(struct list *list, size_t row)
{
    list->wanted = row;
    list->selected = 0;
    for (size_t i = 0; i < list->n_shown; i++)
        if (list->order[i] == row)
            list->selected = i;
}

static bool filter_accepts_row(const struct list *list, size_t row, struct buffer *text)
{
    if (filter_text(&list->filter).size == 0)
        return true;
    buffer_clear(text);
    list->source.add_searched(list->source.context, row, text);
    return filter_accepts(&list->filter, buffer_bytes(text));
}

/* Equal rows stay in the source's order, even if the largest come first. */
static int compare_rows(const void *left, const void *right, void *context)
{
    const struct list *list = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    int order = list->source.compare(list->source.context, a, b, list->sort_column);
    if (order != 0)
        return list->is_falling ? -order : order;
    return (a > b) - (a < b);
}

static void sort_rows(struct list *list)
{
    for (size_t row = 0; row < list->source.n_rows; row++)
        list->sorted[row] = row;
    if (list->is_sorted)
        system_sort(list->sorted, list->source.n_rows, sizeof *list->sorted, compare_rows, list);
}

/* Shows those of the `n` rows that the filter accepts. `rows` may be the shown rows. The selection stays. */
static void filter_rows(struct list *list, const size_t *rows, size_t n)
{
    struct buffer text = {0};
    list->n_shown = 0;
    for (size_t i = 0; i < n; i++)
        if (filter_accepts_row(list, rows[i], &text))
            list->order[list->n_shown++] = rows[i];
    buffer_release(&text);
    list_select(list, list->wanted);
}

void list_clear_filter(struct list *list)
{
    filter_release(&list->filter);
    list->filter = (struct filter){0};
    filter_rows(list, list->sorted, list->source.n_rows);
}

/* Widens the column for the row's cell, up to its limit. */
static void widen_for_cell(struct list *list, size_t row, size_t column, struct buffer *text)
{
    int most = list->source.columns[column].columns_max;
    if (list->widths[column] >= most)
        return;
    buffer_clear(text);
    list->source.add_cell(list->source.context, row, column, text);
    int width = text_width(buffer_bytes(text));
    width = width < most ? width : most;
    list->widths[column] = width > list->widths[column] ? width : list->widths[column];
}

static void widen_for_row(struct list *list, size_t row, struct buffer *text)
{
    for (size_t column = 0; column < list->source.n_columns; column++)
        widen_for_cell(list, row, column, text);
}

/* Does not measure all cells: for 100,000 rows that would take longer than reading them. */
static void reset_column_widths(struct list *list)
{
    struct buffer text = {0};
    free(list->widths);
    list->widths = memory_get_zeroed(list->source.n_columns, sizeof *list->widths);
    for (size_t column = 0; column < list->source.n_columns; column++)
        list->widths[column] = text_width(bytes_of(list->source.columns[column].title)) + SIGN_COLUMNS;
    for (size_t row = 0; row < list->source.n_rows && row < WIDENED_ROWS; row++)
        widen_for_row(list, row, &text);
    buffer_release(&text);
}

void list_show(struct list *list, const struct list_source *source)
{
    list->source = *source;
    free(list->sorted);
    free(list->order);
    list->sorted = memory_get_zeroed(source->n_rows + 1, sizeof *list->sorted);
    list->order = memory_get_zeroed(source->n_rows + 1, sizeof *list->order);
    sort_rows(list);
    filter_rows(list, list->sorted, source->n_rows);
    reset_column_widths(list);
}

/* --- Columns --------------------------------------------------------------- */

static bool grows(const struct list *list, size_t column)
{
    return list->source.columns[column].columns_max == 0;
}

/* The smallest width with which the column is shown. */
static int narrowest(const struct list *list, size_t column)
{
    const int least = list->source.columns[column].columns_min;
    if (grows(list, column))
        return GROWS_MIN;
    return least > 0 && least < list->widths[column] ? least : list->widths[column];
}

/* Gives remaining room first to the columns that were narrowed, then to the growing one. */
static void widen_columns(const struct list *list, struct line_item *items, int left)
{
    size_t n = list->source.n_columns;
    for (size_t i = 0; i < n; i++)
        left -= items[i].shown ? items[i].width : 0;
    for (size_t i = 0; i < n; i++) {
        const int missing = grows(list, i) ? 0 : list->widths[i] - items[i].width;
        const int given = missing < left ? missing : left;
        items[i].width += items[i].shown ? given : 0;
        left -= items[i].shown ? given : 0;
    }
    for (size_t i = 0; i < n; i++)
        if (grows(list, i))
            items[i].width += left;
}

/* Chooses the shown columns and their widths. The caller frees the items. */
static struct line_item *fit_list_columns(const struct list *list)
{
    size_t n = list->source.n_columns;
    struct line_item *items = memory_get_zeroed(n, sizeof *items);
    int room = list->area.columns - 2 * MARGIN;
    for (size_t i = 0; i < n; i++)
        items[i] = (struct line_item){.width = narrowest(list, i), .rank = list->source.columns[i].rank};
    line_items_fit(items, n, room, GAP);
    int gaps = -GAP;
    for (size_t i = 0; i < n; i++)
        gaps += items[i].shown ? GAP : 0;
    widen_columns(list, items, room - gaps);
    return items;
}

/* --- Keys ----------------------------------------------------------------- */

const struct key_table *list_keys(const struct list *list, const struct key_table *table)
{
    return list->filter.is_typing ? &list_typing_table : table;
}

static size_t list_rows_in_sight(const struct list *list)
{
    return list->area.rows > 1 ? (size_t)list->area.rows - 1 : 1;
}

/* Moves up (`nth` is 0) or down. Returns false if the selection is already there. */
static bool move_selection(struct list *list, size_t distance, int nth)
{
    size_t last = list->n_shown > 0 ? list->n_shown - 1 : 0;
    size_t before = list->selected;
    if (nth == 0)
        select_place(list, before > distance ? before - distance : 0);
    else
        select_place(list, last - before > distance ? before + distance : last);
    return list->selected != before;
}

static struct effect move_selection_by_key(struct list *list, struct action action)
{
    size_t page = list_rows_in_sight(list) > 1 ? list_rows_in_sight(list) - 1 : 1;
    size_t distance = action.name == ACTION_LINE ? 1 : action.name == ACTION_PAGE ? page : list->n_shown;
    if (move_selection(list, distance, action.nth))
        return no_effect;
    return effect_remark(action.nth == 0 ? "this is the first row" : "this is the last row");
}

/* Sorts by the next column; after the last one, in the source's own order. */
static void sort_by_next_column(struct list *list)
{
    list->sort_column = list->is_sorted ? list->sort_column + 1 : 0;
    list->is_sorted = list->sort_column < list->source.n_columns;
    list->is_falling = list->is_sorted && list->source.columns[list->sort_column].falls_first;
}

static struct effect remark_order(const struct list *list)
{
    if (!list->is_sorted)
        return effect_remark("in the original order");
    const struct list_column *column = &list->source.columns[list->sort_column];
    if (column->is_right || column->falls_first)
        return effect_remark("sorted by %s, the %s first", column->title,
                             list->is_falling ? "largest" : "smallest");
    return effect_remark("sorted by %s%s", column->title, list->is_falling ? ", reversed" : "");
}

/* After sorting, shows the first rows. */
static struct effect show_sorted(struct list *list)
{
    sort_rows(list);
    filter_rows(list, list->sorted, list->source.n_rows);
    select_place(list, 0);
    return remark_order(list);
}

static struct effect sort_by_key(struct list *list, struct action action)
{
    if (action.nth == 0)
        sort_by_next_column(list);
    else if (list->is_sorted)
        list->is_falling = !list->is_falling;
    else
        return effect_remark(KEY_OF("sort") " sorts by a column first");
    return show_sorted(list);
}

/* --- The mouse ------------------------------------------------------------ */

/* The column at this position; n_columns: none. */
static size_t column_at(const struct list *list, int column)
{
    struct line_item *items = fit_list_columns(list);
    size_t found = list->source.n_columns;
    int start = list->area.column + MARGIN;
    for (size_t i = 0; i < list->source.n_columns; i++) {
        if (!items[i].shown)
            continue;
        if (column >= start && column < start + items[i].width)
            found = i;
        start += items[i].width + GAP;
    }
    free(items);
    return found;
}

/* A second click on a title reverses the order. */
static struct effect sort_by_click(struct list *list, int column)
{
    size_t found = column_at(list, column);
    if (found == list->source.n_columns)
        return no_effect;
    bool is_again = list->is_sorted && list->sort_column == found;
    list->is_falling = is_again ? !list->is_falling : list->source.columns[found].falls_first;
    list->is_sorted = true;
    list->sort_column = found;
    return show_sorted(list);
}

/* Returns false if the selected row was clicked. */
static bool click_row(struct list *list, struct key key, struct effect *effect)
{
    int row = key.row - list->area.row;
    size_t place = list->top + (size_t)row - 1;
    if (row < 0 || row >= list->area.rows)
        return true;
    if (row == 0)
        *effect = sort_by_click(list, key.column);
    else if (place < list->n_shown && place == list->selected)
        return false;
    else if (place < list->n_shown)
        select_place(list, place);
    return true;
}

/* --- Actions -------------------------------------------------------------- */

bool list_update(struct list *list, struct action action, struct effect *effect)
{
    *effect = no_effect;
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
        *effect = move_selection_by_key(list, action);
        return true;
    case ACTION_SORT:
        *effect = sort_by_key(list, action);
        return true;
    case ACTION_WHEEL:
        move_selection(list, WHEEL_LINES, action.nth);
        return true;
    case ACTION_CLICK:
        return click_row(list, action.key, effect);
    default:
        if (!filter_update(&list->filter, action))
            return false;
        if (action.name == ACTION_TYPE) /* a longer text can only match rows that match the shorter one */
            filter_rows(list, list->order, list->n_shown);
        else
            filter_rows(list, list->sorted, list->source.n_rows);
        return true;
    }
}

bool list_offers(const struct list *list, struct action action)
{
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
    case ACTION_SORT:
        return list->n_shown > 1;
    case ACTION_CHOOSE:
    case ACTION_CANDIDATES:
        return list->n_shown > 0;
    case ACTION_FILTER:
        return list->source.add_searched != NULL;
    default:
        return true;
    }
}

/* --- Drawing -------------------------------------------------------------- */

static void widen_for_rows_in_sight(struct list *list)
{
    struct buffer text = {0};
    for (size_t i = 0; i < list_rows_in_sight(list) && list->top + i < list->n_shown; i++)
        widen_for_row(list, list->order[list->top + i], &text);
    buffer_release(&text);
}

static size_t top_for_selected(const struct list *list, size_t rows)
{
    bool is_far = list->selected + rows < list->top || list->selected >= list->top + 2 * rows;
    if (is_far)
        return list->selected > rows / 2 ? list->selected - rows / 2 : 0;
    if (list->selected < list->top)
        return list->selected;
    return list->selected >= list->top + rows ? list->selected - rows + 1 : list->top;
}

void list_arrange(struct list *list, struct rectangle area)
{
    list->area = area;
    size_t rows = list_rows_in_sight(list);
    size_t lowest_top = list->n_shown > rows ? list->n_shown - rows : 0;
    size_t top = top_for_selected(list, rows);
    list->top = top < lowest_top ? top : lowest_top;
    widen_for_rows_in_sight(list);
}

static void draw_cell(const struct list *list, struct surface *surface, int row, int column, int width,
                      size_t list_column, struct bytes text, enum style style)
{
    bool is_right = list->source.columns[list_column].is_right;
    int free_columns = width - text_width(text);
    int start = is_right && free_columns > 0 ? column + free_columns : column;
    surface_put(surface, row, start, column + width, text, style);
}

static void add_column_title(const struct list *list, size_t column, struct buffer *text)
{
    buffer_add_string(text, list->source.columns[column].title);
    if (list->is_sorted && list->sort_column == column)
        buffer_add_string(text, list->is_falling ? "▼" : "▲");
}

/* Whether the row at `place`, if any, has a different text in this column with the same first `size` bytes. */
static bool begins_alike(const struct list *list, size_t place, size_t column, struct bytes text, size_t size)
{
    struct buffer other = {0};
    if (place >= list->n_shown)
        return false;
    list->source.add_cell(list->source.context, list->order[place], column, &other);
    bool begins = other.size >= size && !bytes_equal(buffer_bytes(&other), text) &&
                  bytes_equal((struct bytes){other.data, size}, (struct bytes){text.data, size});
    buffer_release(&other);
    return begins;
}

/* If neighbouring rows differ only at their ends, shortens the text in its middle, so that the ends are visible. */
static void shorten_twin(const struct list *list, size_t place, size_t column, int width, struct buffer *text)
{
    struct bytes whole = buffer_bytes(text);
    if (!grows(list, column) || text_width(whole) <= width)
        return;
    size_t size = text_fitting(whole, width - 1).size;
    if (!begins_alike(list, place + 1, column, whole, size) &&
        (place == 0 || !begins_alike(list, place - 1, column, whole, size)))
        return;
    struct buffer shortened = {0};
    text_add_without_middle(whole, width, &shortened);
    buffer_release(text);
    *text = shortened;
}

/* Appends the cell on one line: the beginning of a document without a title may have several. */
static void add_cell(const struct list_source *source, size_t row, size_t column, struct buffer *text)
{
    struct buffer cell = {0};
    source->add_cell(source->context, row, column, &cell);
    buffer_add_one_line(text, buffer_bytes(&cell));
    buffer_release(&cell);
}

/* Draws the columns' titles if `place` is LIST_NO_ROW, else the row at that index of the order. */
static void draw_list_row(const struct list *list, struct surface *surface, int surface_row, size_t place,
                          const struct line_item *items)
{
    const struct list_source *source = &list->source;
    bool is_title_row = place == LIST_NO_ROW;
    bool is_selected = !is_title_row && place == list->selected;
    int column = list->area.column + MARGIN;
    struct buffer text = {0};
    if (is_selected)
        surface_put_string(surface, surface_row, list->area.column, column, "▸", STYLE_ACCENT);
    for (size_t i = 0; i < source->n_columns; i++) {
        if (!items[i].shown)
            continue;
        buffer_clear(&text);
        enum style style = is_title_row ? STYLE_DIM : STYLE_NORMAL;
        if (is_title_row)
            add_column_title(list, i, &text);
        else
            add_cell(source, list->order[place], i, &text);
        if (!is_title_row)
            shorten_twin(list, place, i, items[i].width, &text);
        if (!is_title_row && source->style != NULL)
            style = source->style(source->context, list->order[place], i);
        if (is_selected && style == STYLE_NORMAL)
            style = STYLE_KEY;
        draw_cell(list, surface, surface_row, column, items[i].width, i, buffer_bytes(&text), style);
        column += items[i].width + GAP;
    }
    const int first = list->area.column + MARGIN;
    if (is_selected)
        surface_place_cursor_in(surface, (struct rectangle){surface_row, first, 1, column - first});
    buffer_release(&text);
}

static void draw_empty(const struct list *list, struct surface *surface)
{
    struct text_view text = {0};
    bool is_filtered = list->source.n_rows > 0;
    text_view_set(&text, bytes_of(is_filtered ? "Nothing matches the filter." : list->source.empty));
    text_view_arrange(&text, list->area.columns - 2 * MARGIN, list->area.rows - 1);
    text_view_draw(&text, surface, list->area.row + 1, list->area.column + MARGIN, STYLE_DIM);
    surface_place_cursor(surface, list->area.row + 1, list->area.column + MARGIN);
    text_view_release(&text);
}

void list_draw(const struct list *list, struct surface *surface)
{
    if (list->area.rows < 2)
        return;
    struct line_item *items = fit_list_columns(list);
    int row = list->area.row;
    draw_list_row(list, surface, row++, LIST_NO_ROW, items);
    surface_note_window(surface,
                        (struct rectangle){row, list->area.column, list->area.rows - 1, list->area.columns});
    for (size_t place = list->top; place < list->n_shown && row < list->area.row + list->area.rows; place++)
        draw_list_row(list, surface, row++, place, items);
    if (list->n_shown == 0)
        draw_empty(list, surface);
    free(items);
}

static void add_shortened(struct bytes text, int columns, struct buffer *to)
{
    bool fits = text_width(text) <= columns;
    buffer_add(to, fits ? text : text_fitting(text, columns - 1));
    if (!fits)
        buffer_add_string(to, "…");
}

void list_add_position(const struct list *list, struct buffer *text)
{
    size_t rows = list_rows_in_sight(list);
    bool is_filtered = filter_text(&list->filter).size > 0;
    if (list->n_shown > rows)
        buffer_add_format(text, "%zu–%zu of ", list->top + 1, list->top + rows);
    if (list->n_shown > rows || is_filtered)
        buffer_add_format(text, "%zu", list->n_shown);
    if (!is_filtered)
        return;
    buffer_add_string(text, " with “");
    add_shortened(filter_text(&list->filter), POSITION_TEXT_COLUMNS, text);
    buffer_add_string(text, "”");
}

void list_draw_title_line(const struct list *list, struct surface *surface, struct rectangle area,
                          struct bytes title)
{
    struct buffer position = {0};
    list_add_position(list, &position);
    title_line_draw(surface, area, title, buffer_bytes(&position));
    buffer_release(&position);
}
