#include "tui/page.h"

static const struct key_row rows[] = {
    {{NAMED_ESCAPE, NAMED_ENTER, 'q'}, ACTION_BACK, 1, 1, "back", "Go back"},
    {{NAMED_UP, NAMED_DOWN}, ACTION_LINE, 2, 2, "scroll", "Scroll by a line"},
    {{NAMED_PAGE_UP, NAMED_PAGE_DOWN, ' '}, ACTION_PAGE, 2, 3, "by a page", "Scroll by a page"},
    {{NAMED_HOME, NAMED_END}, ACTION_ENDS, 0, 0, NULL, "Go to the beginning or the end"},
};

static const struct key_table table = {.title = "Guide and help",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows};

const struct key_table *const page_tables[] = {&table, NULL};

const struct key_table *page_keys(const void *model)
{
    (void)model;
    return &table;
}

void page_release(struct page *page)
{
    surface_release(&page->canvas);
}

void page_show(struct page *page)
{
    page->top = 0;
}

/* One row is the title's. */
static int rows_in_sight(const struct page *page)
{
    return page->area.rows - 1;
}

static int lowest_top(const struct page *page)
{
    int too_many = page->canvas.rows - rows_in_sight(page);
    return too_many > 0 ? too_many : 0;
}

static void go_to(struct page *page, int top)
{
    top = top < lowest_top(page) ? top : lowest_top(page);
    page->top = top > 0 ? top : 0;
}

void page_arrange(struct page *page, struct rectangle area,
                  int (*compose)(const void *source, struct surface *canvas, int columns), const void *source)
{
    page->area = area;
    surface_reset(&page->canvas, compose(source, NULL, area.columns), area.columns);
    compose(source, &page->canvas, area.columns);
    go_to(page, page->top);
}

static struct effect scroll(struct page *page, struct action action)
{
    int before = page->top;
    int distance = action.name == ACTION_LINE   ? 1
                   : action.name == ACTION_PAGE ? rows_in_sight(page) - 1
                                                : page->canvas.rows;
    go_to(page, action.nth == 0 ? page->top - distance : page->top + distance);
    if (page->top != before)
        return (struct effect){.kind = EFFECT_NONE};
    return effect_remark(action.nth == 0 ? "this is the beginning" : "this is the end");
}

struct effect page_update(struct page *page, struct action action)
{
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
        return scroll(page, action);
    case ACTION_BACK:
        return (struct effect){.kind = EFFECT_CLOSE};
    default:
        return effect_common(action);
    }
}

bool page_offers(const struct page *page, struct action action)
{
    return action.name == ACTION_BACK || lowest_top(page) > 0;
}

static void draw_position(const struct page *page, struct surface *surface)
{
    if (lowest_top(page) == 0)
        return;
    struct buffer text = {0};
    if (page->top < lowest_top(page))
        buffer_add_format(&text, " ▼ %d %% ", 100 * (page->top + rows_in_sight(page)) / page->canvas.rows);
    else
        buffer_add_string(&text, " ▲ end ");
    int end = page->area.column + page->area.columns - 2;
    surface_put(surface, page->area.row, end - text_width(buffer_bytes(&text)), end, buffer_bytes(&text),
                STYLE_DIM);
    buffer_release(&text);
}

void page_draw(const struct page *page, const char *title, struct surface *surface)
{
    struct rectangle area = page->area;
    int end = area.column + area.columns;
    surface_horizontal(surface, area.row, area.column, area.columns, LINE_LIGHT, STYLE_FRAME);
    int column = surface_put_string(surface, area.row, area.column, end, " ", STYLE_TITLE);
    column = surface_put_string(surface, area.row, column, end, title, STYLE_TITLE);
    surface_put_string(surface, area.row, column, end, " ", STYLE_TITLE);
    draw_position(page, surface);
    area.row++;
    area.rows--;
    surface_copy(surface, area, &page->canvas, page->top);
}
