/*
 * The whole page is drawn on a canvas of its full length, which is kept until the content changes. Its rows are
 * counted first to know the length. The visible part is copied from the canvas, so scrolling only changes `top`,
 * which never leaves empty rows at the end.
 */
#include "tui/widget/page.h"

#include "tui/keys/going.h"
#include "tui/widget/title_line.h"

// clang-format off
static const struct key_row rows[] = {
    {.id = "back", .keys = {NAMED_ESCAPE, NAMED_ENTER, 'q'}, .action = ACTION_BACK,
     .bar = {1, 1, "back"}, .help = "Go back"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 2, "scroll"}, .help = "Scroll by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f', ' '}, .places = 2,
     .action = ACTION_PAGE, .bar = {2, 3, "by a page"}, .help = "Scroll by a page"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .bar = {0, 0, "beginning, end"}, .help = "Go to the beginning or the end"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Scroll by some lines"},
};
// clang-format on

const struct key_table page_table = {.id = "page",
                                     .title = "Pages to read",
                                     .rows = rows,
                                     .n_rows = sizeof rows / sizeof *rows,
                                     .also = &going_table};

const struct key_table *const page_tables[] = {&page_table, NULL};

const struct key_table *page_keys(const void *model)
{
    (void)model;
    return &page_table;
}

void page_release(struct page *page)
{
    surface_release(&page->canvas);
}

void page_show(struct page *page)
{
    page->top = 0;
    page_renew(page);
}

void page_renew(struct page *page)
{
    page->is_composed = false;
}

/* Without the title's row. */
static int page_rows_in_sight(const struct page *page)
{
    return page->area.rows - 1;
}

static int lowest_top(const struct page *page)
{
    int too_many = page->canvas.rows - page_rows_in_sight(page);
    return too_many > 0 ? too_many : 0;
}

static void set_top(struct page *page, int top)
{
    top = top < lowest_top(page) ? top : lowest_top(page);
    page->top = top > 0 ? top : 0;
}

void page_arrange(struct page *page, struct rectangle area,
                  int (*compose)(const void *source, struct surface *canvas, int columns), const void *source)
{
    page->area = area;
    if (!page->is_composed || page->canvas.columns != area.columns) {
        surface_reset(&page->canvas, compose(source, NULL, area.columns), area.columns);
        compose(source, &page->canvas, area.columns);
        page->is_composed = true;
    }
    set_top(page, page->top);
}

void page_reveal(struct page *page, int row)
{
    const int in_sight = page_rows_in_sight(page);
    if (row < page->top)
        set_top(page, row);
    else if (row >= page->top + in_sight)
        set_top(page, row - in_sight + 1);
}

static struct effect scroll_page(struct page *page, struct action action)
{
    int before = page->top;
    int distance = action.name == ACTION_LINE   ? 1
                   : action.name == ACTION_PAGE ? page_rows_in_sight(page) - 1
                                                : page->canvas.rows;
    set_top(page, action.nth == 0 ? page->top - distance : page->top + distance);
    if (page->top != before)
        return no_effect;
    return effect_at_end(action.nth);
}

bool page_update(struct page *page, struct action action, struct effect *effect)
{
    *effect = no_effect;
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
        *effect = scroll_page(page, action);
        return true;
    case ACTION_WHEEL:
        set_top(page, page->top + (action.nth == 0 ? -WHEEL_LINES : WHEEL_LINES));
        return true;
    default:
        return false;
    }
}

bool page_offers(const struct page *page, struct action action)
{
    bool scrolls = action.name == ACTION_LINE || action.name == ACTION_PAGE;
    return !scrolls || lowest_top(page) > 0;
}

void page_draw(const struct page *page, const char *title, struct surface *surface)
{
    struct rectangle area = page->area;
    struct buffer position = {0};
    int below = page->canvas.rows - page->top - page_rows_in_sight(page);
    title_line_add_position(page->top > 0, below > 0 ? (double)below / page->canvas.rows : 0, &position);
    title_line_draw(surface, area, bytes_of(title), buffer_bytes(&position));
    buffer_release(&position);
    area.row++;
    area.rows--;
    surface_note_window(surface, area);
    surface_copy(surface, area, &page->canvas, page->top);
    surface_place_cursor_in(surface, area);
}
