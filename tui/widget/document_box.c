#include "tui/widget/document_box.h"

#include "core/base/unicode.h"

enum {
    MARGIN = 2,             /* from the pane's side to its text: the frame and a space */
    NUMBER_COLUMNS = 3,     /* " 1 " */
    TITLE_ROWS_MAX = 2,     /* in a box */
    AIRY_ROWS = 9,          /* a box with so many rows inside has an empty one below the title */
    TEXT_COLUMNS_MAX = 100, /* lines longer than this are hard to read */
    HEADING_COLUMNS = 1000, /* a title in a heading is not wrapped but cut */
};

void pane_release(struct pane *pane)
{
    passage_release(&pane->title);
    passage_release(&pane->text);
    buffer_release(&pane->origin);
}

void pane_set(struct pane *pane, int number, bool is_old_answer, const struct ballot_document *document)
{
    pane->number = number;
    pane->is_old_answer = is_old_answer;
    passage_set(&pane->title, document->title);
    passage_set(&pane->text, document->text);
}

void pane_set_origin(struct pane *pane, const struct ballot_document *document)
{
    buffer_clear(&pane->origin);
    if (document == NULL)
        return;
    unicode_add_visible(&pane->origin, document->docid);
    buffer_add_format(&pane->origin, " · prior %g · ", document->prior);
    unicode_add_visible(&pane->origin, document->source);
}

static int origin_rows(const struct pane *pane)
{
    return pane->origin.size > 0 ? 1 : 0;
}

void pane_mark_terms(struct pane *pane, const struct terms *terms)
{
    passage_mark_terms(&pane->title, terms);
    passage_mark_terms(&pane->text, terms);
}

static int text_columns(int columns)
{
    int inner = columns - 2 * MARGIN;
    return inner < TEXT_COLUMNS_MAX ? inner : TEXT_COLUMNS_MAX;
}

/* A document without text has one row that says so. */
static int at_least_one(int rows)
{
    return rows > 0 ? rows : 1;
}

int pane_count_rows(struct pane *pane, int columns, int most)
{
    int above = origin_rows(pane);
    return above + at_least_one(passage_count_rows(&pane->text, text_columns(columns), most - above));
}

/* The rows of a box above its text: the frame, the title, its origin, an empty row when there is room for one. */
static int rows_above_text(const struct pane *pane)
{
    if (pane->shape == PANE_HEADED || pane->title.rows == 0)
        return 1 + origin_rows(pane);
    return 1 + pane->title.rows + origin_rows(pane) + (pane->area.rows - 2 >= AIRY_ROWS ? 1 : 0);
}

static size_t count_found(const struct pane *pane)
{
    return pane->title.matches.count + pane->text.matches.count;
}

static void arrange_title(struct pane *pane)
{
    bool boxed = pane->shape == PANE_BOXED;
    int columns = boxed ? pane->area.columns - 2 * MARGIN : HEADING_COLUMNS;
    int most = boxed ? TITLE_ROWS_MAX : 1;
    passage_arrange(&pane->title, columns, passage_count_rows(&pane->title, columns, most));
}

void pane_arrange(struct pane *pane, enum pane_shape shape, struct rectangle area)
{
    pane->shape = shape;
    pane->area = area;
    arrange_title(pane);
    int rows_below_text = shape == PANE_BOXED ? 1 : 0;
    passage_arrange(&pane->text, text_columns(area.columns),
                    area.rows - rows_above_text(pane) - rows_below_text);
}

/* From `column` to before `end`; what does not fit is cut with "…". Returns the column after it. */
static int draw_title(const struct pane *pane, struct surface *surface, int row, int column, int end)
{
    const struct passage *title = &pane->title;
    int after = column;
    for (int line = 0; line < title->rows; line++)
        after = passage_draw_line(title, (size_t)line, surface, row + line, column, end, STYLE_TITLE);
    if (!passage_is_cut(title))
        return after;
    int last_row = row + title->rows - 1;
    return surface_put_string(surface, last_row, after < end ? after : end - 1, end, "…", STYLE_TITLE);
}

bool pane_has_cell(const struct pane *pane, int row, int column)
{
    struct rectangle area = pane->area;
    return row >= area.row && row < area.row + area.rows && column >= area.column &&
           column < area.column + area.columns;
}

static int number_column(const struct pane *pane)
{
    return pane->area.column + (pane->shape == PANE_BOXED ? MARGIN : 1);
}

bool pane_has_number_at(const struct pane *pane, int row, int column)
{
    int first = number_column(pane);
    return row == pane->area.row && column >= first && column < first + NUMBER_COLUMNS;
}

static int draw_number(const struct pane *pane, struct surface *surface, bool is_focused)
{
    struct buffer number = {0};
    buffer_add_format(&number, " %d ", pane->number);
    int end =
        surface_put(surface, pane->area.row, number_column(pane), pane->area.column + pane->area.columns,
                    buffer_bytes(&number), is_focused ? STYLE_SELECTED : STYLE_KEY);
    buffer_release(&number);
    return end;
}

/* Puts a remark into a horizontal line so that it ends before `end`; returns where it begins. */
static int draw_in_line(struct surface *surface, int row, int end, struct bytes remark, enum style style)
{
    if (remark.size == 0)
        return end;
    int column = end - text_width(remark) - 2;
    surface_put_string(surface, row, column, end, " ", style);
    int after = surface_put(surface, row, column + 1, end, remark, style);
    surface_put_string(surface, row, after, end, " ", style);
    return column - 1;
}

/* In the line's right end: how much was found, and how much text is left. */
static int draw_position(const struct pane *pane, struct surface *surface, int row, int end)
{
    struct buffer text = {0};
    passage_add_position(&pane->text, &text);
    end = draw_in_line(surface, row, end, buffer_bytes(&text), STYLE_DIM);
    buffer_clear(&text);
    if (count_found(pane) > 0)
        buffer_add_format(&text, "%zu found", count_found(pane));
    end = draw_in_line(surface, row, end, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
    return end;
}

static void draw_origin(const struct pane *pane, struct surface *surface)
{
    struct rectangle area = pane->area;
    int row = area.row + 1 + (pane->shape == PANE_BOXED ? pane->title.rows : 0);
    int end = area.column + area.columns - MARGIN;
    if (row < area.row + area.rows)
        surface_put(surface, row, area.column + MARGIN, end, buffer_bytes(&pane->origin), STYLE_DIM);
}

static void draw_text(const struct pane *pane, struct surface *surface)
{
    int row = pane->area.row + rows_above_text(pane);
    int column = pane->area.column + MARGIN;
    if (pane->text.rows <= 0)
        return;
    if (pane->text.layout.n_lines == 0)
        surface_put_string(surface, row, column, pane->area.column + pane->area.columns - MARGIN, "(no text)",
                           STYLE_DIM);
    passage_draw(&pane->text, surface, row, column, STYLE_NORMAL);
}

static void draw_box(const struct pane *pane, struct surface *surface, bool is_focused)
{
    struct rectangle area = pane->area;
    int last_row = area.row + area.rows - 1;
    int end = area.column + area.columns - 2;
    surface_box(surface, area, is_focused ? LINE_HEAVY : LINE_LIGHT, is_focused ? STYLE_ACCENT : STYLE_FRAME);
    draw_number(pane, surface, is_focused);
    if (pane->is_old_answer)
        draw_in_line(surface, area.row, end, bytes_of("✓ your last answer"), STYLE_KEY);
    draw_position(pane, surface, last_row, end);
    draw_title(pane, surface, area.row + 1, area.column + MARGIN, end);
}

/* In the heading's line, a space away from it on both sides. */
static void draw_title_in_line(const struct pane *pane, struct surface *surface, int column, int end)
{
    int row = pane->area.row;
    column = surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
    column = draw_title(pane, surface, row, column, end - 1);
    surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
}

static void draw_heading(const struct pane *pane, struct surface *surface, bool is_focused)
{
    struct rectangle area = pane->area;
    surface_horizontal(surface, area.row, area.column, area.columns, is_focused ? LINE_HEAVY : LINE_LIGHT,
                       is_focused ? STYLE_ACCENT : STYLE_FRAME);
    int column = draw_number(pane, surface, is_focused);
    int end = draw_position(pane, surface, area.row, area.column + area.columns - 1);
    if (pane->is_old_answer)
        end = draw_in_line(surface, area.row, end, bytes_of("✓"), STYLE_KEY);
    if (pane->title.rows > 0)
        draw_title_in_line(pane, surface, column, end);
}

void pane_draw(const struct pane *pane, struct surface *surface, bool is_focused)
{
    if (pane->shape == PANE_BOXED)
        draw_box(pane, surface, is_focused);
    else
        draw_heading(pane, surface, is_focused);
    draw_origin(pane, surface);
    draw_text(pane, surface);
}
