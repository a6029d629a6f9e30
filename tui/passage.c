#include "tui/passage.h"

void passage_release(struct passage *passage)
{
    layout_release(&passage->layout);
    match_list_release(&passage->matches);
    *passage = (struct passage){0};
}

void passage_set(struct passage *passage, struct bytes text)
{
    passage->text = text;
    layout_release(&passage->layout); /* wrapped when its width is known */
    passage->matches.count = 0;
    passage->current = NO_MATCH;
    passage->top = 0;
    passage->anchor = 0;
}

static void wrap(struct passage *passage, int columns)
{
    if (passage->layout.columns != columns)
        layout_set(&passage->layout, passage->text, columns);
}

/* The window never stands so low that it has empty rows at its end while there is text above it. */
static void move_to_line(struct passage *passage, size_t line)
{
    size_t rows = passage->rows > 0 ? (size_t)passage->rows : 1;
    if (!layout_reach(&passage->layout, line + rows - 1)) {
        size_t lines = passage->layout.n_lines;
        line = lines > rows ? lines - rows : 0;
    }
    layout_reach(&passage->layout, line + rows); /* so that drawing knows whether more is below */
    passage->top = line;
}

static void set_anchor(struct passage *passage)
{
    bool has_lines = passage->top < passage->layout.n_lines;
    passage->anchor = has_lines ? passage->layout.lines[passage->top].start : 0;
}

void passage_arrange(struct passage *passage, int columns, int rows)
{
    wrap(passage, columns);
    passage->rows = rows > 0 ? rows : 0;
    move_to_line(passage, layout_line_at(&passage->layout, passage->anchor));
}

int passage_count_rows(struct passage *passage, int columns, int most)
{
    wrap(passage, columns);
    if (most <= 0 || layout_reach(&passage->layout, (size_t)most - 1))
        return most;
    return (int)passage->layout.n_lines;
}

static size_t line_above(const struct passage *passage, size_t lines)
{
    return passage->top > lines ? passage->top - lines : 0;
}

bool passage_scroll(struct passage *passage, struct action action)
{
    size_t page = passage->rows > 1 ? (size_t)passage->rows - 1 : 1; /* one line stays in sight */
    size_t distance = action.name == ACTION_PAGE ? page : 1;
    bool up = action.nth == 0;
    size_t before = passage->top;
    if (action.name == ACTION_ENDS)
        move_to_line(passage, up ? 0 : layout_reach_end(&passage->layout));
    else
        move_to_line(passage, up ? line_above(passage, distance) : passage->top + distance);
    set_anchor(passage);
    return passage->top != before;
}

void passage_go_to(struct passage *passage, size_t anchor)
{
    passage->anchor = anchor;
    move_to_line(passage, layout_line_at(&passage->layout, anchor));
}

void passage_reveal(struct passage *passage, size_t offset)
{
    size_t line = layout_line_at(&passage->layout, offset);
    size_t rows = passage->rows > 0 ? (size_t)passage->rows : 1;
    if (line >= passage->top && line < passage->top + rows)
        return;
    size_t above = rows / 3; /* some of what leads to it stays in sight */
    move_to_line(passage, line > above ? line - above : 0);
    set_anchor(passage);
}

void passage_find(struct passage *passage, struct bytes needle)
{
    find_all(&passage->matches, passage->text, needle);
    passage->current = NO_MATCH;
}

static size_t line_after_window(const struct passage *passage)
{
    size_t line = passage->top + (size_t)passage->rows;
    return line < passage->layout.n_lines ? line : passage->layout.n_lines;
}

static bool has_more_below(const struct passage *passage)
{
    return line_after_window(passage) < passage->layout.n_lines;
}

bool passage_is_cut(const struct passage *passage)
{
    return passage->top > 0 || has_more_below(passage);
}

void passage_add_position(const struct passage *passage, struct buffer *text)
{
    if (has_more_below(passage)) {
        size_t seen = passage->layout.lines[line_after_window(passage)].start;
        buffer_add_format(text, "%s %.0f %%", passage->top > 0 ? "▲▼" : "▼",
                          100.0 * (double)seen / (double)passage->text.size);
    } else if (passage->top > 0) {
        buffer_add_string(text, "▲ end");
    }
}

static enum style match_style(const struct passage *passage, size_t match)
{
    return match == passage->current ? STYLE_CURRENT : STYLE_MATCH;
}

/* Draws the bytes of one line, those found in their own style; returns the column after them. */
static int draw_range(const struct passage *passage, struct layout_line range, struct surface *surface,
                      int row, int column, enum style style)
{
    const struct match_list *matches = &passage->matches;
    size_t match = match_list_after(matches, range.start);
    int start = column;
    for (size_t offset = range.start; offset < range.end;) {
        struct cluster cluster = text_cluster(passage->text, offset, column - start);
        while (match < matches->count && matches->items[match].end <= offset)
            match++;
        bool is_match = match < matches->count && matches->items[match].start < offset + cluster.size;
        surface_put_cluster(surface, row, column, &cluster, is_match ? match_style(passage, match) : style);
        column += cluster.width;
        offset += cluster.size;
    }
    return column;
}

int passage_draw_line(const struct passage *passage, size_t line, struct surface *surface, int row,
                      int column, int end, enum style style)
{
    struct layout_line range = passage->layout.lines[line];
    struct bytes text = {passage->text.data + range.start, range.end - range.start};
    if (text_fitting(text, end - column).size == text.size)
        return draw_range(passage, range, surface, row, column, style);
    range.end = range.start + text_fitting(text, end - column - 1).size;
    column = draw_range(passage, range, surface, row, column, style);
    return surface_put_string(surface, row, column, end, "…", style);
}

void passage_draw(const struct passage *passage, struct surface *surface, int row, int column,
                  enum style style)
{
    size_t after = line_after_window(passage);
    for (size_t line = passage->top; line < after; line++)
        draw_range(passage, passage->layout.lines[line], surface, row + (int)(line - passage->top), column,
                   style);
}
