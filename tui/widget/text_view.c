#include "tui/widget/text_view.h"

#include "tui/widget/heading.h"

#include <string.h>

enum { NEAR_SIZE = 64 * 1024 }; /* bytes that are wrapped in no time */

void passage_release(struct passage *passage)
{
    markdown_release(&passage->markdown);
    layout_release(&passage->layout);
    buffer_release(&passage->needle);
    match_list_release(&passage->matches);
    *passage = (struct passage){0};
}

void passage_set(struct passage *passage, struct bytes text)
{
    passage->source = text;
    passage->is_rendered = false;
    layout_release(&passage->layout); /* wrapped when its width is known */
    buffer_clear(&passage->needle);
    passage->matches.count = 0;
    passage->current = NO_MATCH;
    passage->top = 0;
    passage->place = (struct text_place){0};
}

void passage_render(struct passage *passage, bool is_rendered)
{
    if (passage->is_rendered == is_rendered)
        return;
    passage->is_rendered = is_rendered;
    if (is_rendered)
        markdown_set(&passage->markdown, passage->source, 0);
    else
        markdown_release(&passage->markdown);
    layout_release(&passage->layout);
}

void passage_mark_terms(struct passage *passage, const struct terms *terms)
{
    passage->terms = terms;
}

struct bytes passage_text(const struct passage *passage)
{
    return passage->is_rendered ? buffer_bytes(&passage->markdown.seen.text) : passage->source;
}

static size_t source_of(const struct passage *passage, size_t seen)
{
    return passage->is_rendered ? markdown_source_of(&passage->markdown, seen) : seen;
}

static size_t seen_of(struct passage *passage, size_t source)
{
    return passage->is_rendered ? markdown_seen_of(&passage->markdown, source) : source;
}

static void find_again(struct passage *passage)
{
    find_all(&passage->matches, passage_text(passage), buffer_bytes(&passage->needle));
    if (passage->current != NO_MATCH && passage->current >= passage->matches.count)
        passage->current = NO_MATCH;
}

/* --- Rendering and wrapping, as far as needed ----------------------------- */

static void grow_layout(struct passage *passage)
{
    const struct rendition *seen = &passage->markdown.seen;
    layout_grow(&passage->layout, buffer_bytes(&seen->text), seen->blocks, seen->n_blocks);
}

/* False: all of it is rendered. */
static bool extend(struct passage *passage)
{
    if (!passage->is_rendered || !markdown_extend(&passage->markdown))
        return false;
    grow_layout(passage);
    return true;
}

static void extend_to_end(struct passage *passage)
{
    while (extend(passage))
        ;
}

static bool reach(struct passage *passage, size_t line)
{
    while (!layout_reach(&passage->layout, line))
        if (!extend(passage))
            return false;
    return true;
}

/* The beginning of the paragraph that the byte at `offset` stands in. */
static size_t paragraph_start(struct bytes text, size_t offset)
{
    const char *line_end = offset > 0 ? memrchr(text.data, '\n', offset) : NULL;
    return line_end != NULL ? (size_t)(line_end - text.data) + 1 : 0;
}

/* Wraps from somewhat before `offset` on, not from the beginning of the text, which may be far away. */
static void wrap_near(struct passage *passage, size_t offset)
{
    size_t before = offset > NEAR_SIZE ? offset - NEAR_SIZE : 0;
    layout_begin(&passage->layout, paragraph_start(passage_text(passage), before));
}

/* The lines are counted anew when it is far from those that are wrapped. */
static size_t line_at(struct passage *passage, size_t offset)
{
    while (offset >= passage_text(passage).size && extend(passage))
        ;
    size_t end = passage_text(passage).size;
    offset = offset < end ? offset : end;
    if (offset < passage->layout.origin || offset > passage->layout.reached + NEAR_SIZE)
        wrap_near(passage, offset);
    return layout_line_at(&passage->layout, offset);
}

/* Another width makes other tables; and where nothing is rendered yet, the width was not known. */
static bool must_render(const struct passage *passage, int columns)
{
    const struct markdown *markdown = &passage->markdown;
    return passage->is_rendered && markdown->columns != columns &&
           (markdown->has_tables || markdown->reached == 0);
}

static void wrap(struct passage *passage, int columns)
{
    if (passage->layout.columns == columns)
        return;
    bool is_other_text = passage->layout.columns == 0 || must_render(passage, columns);
    if (must_render(passage, columns))
        markdown_set(&passage->markdown, passage->source, columns);
    passage->markdown.columns = columns; /* for tables further down */
    if (is_other_text)
        passage->place.seen = seen_of(passage, passage->place.source);
    layout_set(&passage->layout, passage_text(passage), columns);
    if (passage->is_rendered)
        grow_layout(passage);
    if (is_other_text && passage->needle.size > 0) {
        extend_to_end(passage);
        find_again(passage);
    }
}

/* --- The window ----------------------------------------------------------- */

/* The window never stands so low that it has empty rows at its end while there is text above it. */
static void move_to_line(struct passage *passage, size_t line)
{
    size_t rows = passage->rows > 0 ? (size_t)passage->rows : 1;
    if (!reach(passage, line + rows - 1)) {
        size_t lines = passage->layout.n_lines;
        line = lines > rows ? lines - rows : 0;
    }
    reach(passage, line + rows); /* so that drawing knows whether more is below */
    passage->top = line;
}

/* The first byte in the window. */
static size_t first_byte(const struct passage *passage)
{
    return passage->top < passage->layout.n_lines ? passage->layout.lines[passage->top].start : 0;
}

static void set_place(struct passage *passage)
{
    size_t seen = first_byte(passage);
    passage->place = (struct text_place){seen, source_of(passage, seen)};
}

void passage_arrange(struct passage *passage, int columns, int rows)
{
    wrap(passage, columns);
    passage->rows = rows > 0 ? rows : 0;
    move_to_line(passage, line_at(passage, passage->place.seen));
}

int passage_count_rows(struct passage *passage, int columns, int most)
{
    wrap(passage, columns);
    bool begins_above = passage->layout.origin > 0; /* with more than any window shows */
    if (most <= 0 || begins_above || reach(passage, (size_t)most - 1))
        return most;
    return (int)passage->layout.n_lines;
}

static void scroll_to_end(struct passage *passage)
{
    extend_to_end(passage);
    line_at(passage, passage_text(passage).size);
    move_to_line(passage, layout_reach_end(&passage->layout));
}

static void scroll_to_beginning(struct passage *passage)
{
    if (passage->layout.origin > 0)
        layout_begin(&passage->layout, 0);
    move_to_line(passage, 0);
}

static void scroll_up(struct passage *passage, size_t lines)
{
    if (passage->top < lines && passage->layout.origin > 0) {
        size_t first = first_byte(passage);
        wrap_near(passage, first);
        passage->top = layout_line_at(&passage->layout, first);
    }
    move_to_line(passage, passage->top > lines ? passage->top - lines : 0);
}

bool passage_scroll(struct passage *passage, struct action action)
{
    size_t page = passage->rows > 1 ? (size_t)passage->rows - 1 : 1; /* one line stays in sight */
    size_t distance = action.name == ACTION_PAGE ? page : action.name == ACTION_WHEEL ? WHEEL_LINES : 1;
    bool up = action.nth == 0;
    size_t before = first_byte(passage);
    if (action.name == ACTION_ENDS && up)
        scroll_to_beginning(passage);
    else if (action.name == ACTION_ENDS)
        scroll_to_end(passage);
    else if (up)
        scroll_up(passage, distance);
    else
        move_to_line(passage, passage->top + distance);
    set_place(passage);
    return first_byte(passage) != before;
}

void passage_go_to(struct passage *passage, struct text_place place)
{
    passage->place = place;
    if (passage->layout.columns > 0) /* else when its width is known */
        move_to_line(passage, line_at(passage, place.seen));
}

void passage_reveal(struct passage *passage, size_t offset)
{
    size_t rows = passage->rows > 0 ? (size_t)passage->rows : 1;
    size_t after = passage->top + rows;
    size_t end =
        after < passage->layout.n_lines ? passage->layout.lines[after].start : passage->layout.reached;
    if (offset >= first_byte(passage) && offset < end)
        return;
    size_t line = line_at(passage, offset);
    size_t above = rows / 3; /* some of what leads to it stays in sight */
    move_to_line(passage, line > above ? line - above : 0);
    set_place(passage);
}

void passage_find(struct passage *passage, struct bytes needle)
{
    buffer_clear(&passage->needle);
    buffer_add(&passage->needle, needle);
    passage->current = NO_MATCH;
    passage->matches.count = 0;
    if (needle.size == 0 || (passage->is_rendered && passage->layout.columns == 0))
        return; /* or found when it is rendered */
    extend_to_end(passage);
    find_again(passage);
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

static bool has_more_above(const struct passage *passage)
{
    return passage->top > 0 || passage->layout.origin > 0;
}

bool passage_is_cut(const struct passage *passage)
{
    return has_more_above(passage) || has_more_below(passage);
}

void passage_add_position(const struct passage *passage, struct buffer *text)
{
    double below = 0;
    if (has_more_below(passage)) {
        size_t seen = source_of(passage, passage->layout.lines[line_after_window(passage)].start);
        below = (double)(passage->source.size - seen) / (double)passage->source.size;
    }
    heading_add_position(has_more_above(passage), below, text);
}

/* --- Drawing -------------------------------------------------------------- */

/* What is marked in a line, each list with the first entry that does not end before the place that is drawn. */
struct marks {
    const struct passage *passage;
    struct match_list terms;
    size_t match;
    size_t term;
    size_t run;
};

static void marks_begin(struct marks *marks, const struct passage *passage, struct layout_line line)
{
    *marks = (struct marks){.passage = passage, .match = match_list_after(&passage->matches, line.start)};
    if (passage->is_rendered)
        marks->run = rendition_run_after(&passage->markdown.seen, line.start);
    if (passage->terms != NULL)
        terms_find(passage->terms, passage_text(passage), line.start, line.end, &marks->terms);
}

static void marks_release(struct marks *marks)
{
    match_list_release(&marks->terms);
}

static bool is_in_list(const struct match_list *list, size_t *next, size_t start, size_t end)
{
    while (*next < list->count && list->items[*next].end <= start)
        ++*next;
    return *next < list->count && list->items[*next].start < end;
}

/* The document's own style there. */
static enum style own_style(struct marks *marks, size_t offset, enum style style)
{
    const struct rendition *seen = &marks->passage->markdown.seen;
    if (!marks->passage->is_rendered)
        return style;
    while (marks->run < seen->n_runs && seen->runs[marks->run].end <= offset)
        marks->run++;
    bool is_in_run = marks->run < seen->n_runs && seen->runs[marks->run].start <= offset;
    return is_in_run ? seen->runs[marks->run].style : style;
}

/* How what stands from `start` to `end` is drawn: what was found wins, then a word of the question. */
static enum style marks_style(struct marks *marks, size_t start, size_t end, enum style style)
{
    const struct passage *passage = marks->passage;
    if (is_in_list(&passage->matches, &marks->match, start, end))
        return marks->match == passage->current ? STYLE_CURRENT : STYLE_MATCH;
    if (is_in_list(&marks->terms, &marks->term, start, end))
        return STYLE_TERM;
    return own_style(marks, start, style);
}

/* Draws one line with what stands before it; returns the column after it. */
static int draw_range(const struct passage *passage, struct layout_line range, struct surface *surface,
                      int row, int column, enum style style)
{
    struct bytes text = passage_text(passage);
    struct bytes prefix = layout_prefix(&passage->layout, range);
    int indent = layout_indent(prefix, passage->layout.columns);
    surface_put(surface, row, column, column + indent, text_fitting(prefix, indent), STYLE_DIM);
    column += indent;
    struct marks marks;
    marks_begin(&marks, passage, range);
    int start = column;
    for (size_t offset = range.start; offset < range.end;) {
        struct cluster cluster = text_cluster(text, offset, column - start);
        surface_put_cluster(surface, row, column, &cluster,
                            marks_style(&marks, offset, offset + cluster.size, style));
        column += cluster.width;
        offset += cluster.size;
    }
    marks_release(&marks);
    return column;
}

int passage_draw_line(const struct passage *passage, size_t line, struct surface *surface, int row,
                      int column, int end, enum style style)
{
    struct layout_line range = passage->layout.lines[line];
    struct bytes text = {passage_text(passage).data + range.start, range.end - range.start};
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
