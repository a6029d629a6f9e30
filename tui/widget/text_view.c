/*
 * A source is rendered (if it has markup) and wrapped, both only as far as the window needs, because a document may
 * have megabytes. So line numbers are temporary: when the reader jumps far away, wrapping starts again near there,
 * and lines are counted from `wrapped.origin`. The lasting position is `place`, a byte of the text: after another
 * width or rendering, the line at the top of the window is looked up from it.
 *
 * If folded, the visible text is a copy of the remaining text, with lines that say what is hidden. It is made from
 * the whole text.
 *
 * After arranging, the lines of the window and the line below it are wrapped, so drawing changes nothing. A search
 * renders the whole text, because matches are positions in the visible text.
 */
#include "tui/widget/text_view.h"

#include "tui/widget/title_line.h"

#include <string.h>

enum { NEAR_SIZE = 64 * 1024 }; /* bytes that are wrapped in no noticeable time */

void text_view_release(struct text_view *view)
{
    markdown_release(&view->markdown);
    folded_text_release(&view->folded);
    wrap_release(&view->wrapped);
    buffer_release(&view->needle);
    match_list_release(&view->matches);
    *view = (struct text_view){0};
}

void text_view_set(struct text_view *view, struct bytes text)
{
    view->source = text;
    view->markup = MARKUP_NONE;
    view->is_folded = false;
    view->version++;
    wrap_release(&view->wrapped); /* wrapped again once its width is known */
    buffer_clear(&view->needle);
    view->matches.count = 0;
    view->current = NO_MATCH;
    view->pointed_out = (struct text_part){0};
    view->top = 0;
    view->place = (struct text_place){0};
    view->opened = SIZE_MAX;
    view->units = (struct text_units){0};
}

static void begin_rendering(struct text_view *view, int columns)
{
    markdown_set_markup(&view->markdown, view->markup, view->source, columns);
}

void text_view_render(struct text_view *view, enum text_markup markup)
{
    if (view->markup == markup)
        return;
    view->markup = markup;
    view->is_folded = false;
    view->version++;
    if (markup != MARKUP_NONE)
        begin_rendering(view, 0);
    else
        markdown_release(&view->markdown);
    wrap_release(&view->wrapped);
}

void text_view_mark_words(struct text_view *view, const struct question_words *words)
{
    view->words = words;
}

/* The text without folds. */
static struct bytes unfolded_text(const struct text_view *view)
{
    return view->markup != MARKUP_NONE ? buffer_bytes(&view->markdown.seen.text) : view->source;
}

struct bytes text_view_text(const struct text_view *view)
{
    return view->is_folded ? buffer_bytes(&view->folded.seen.text) : unfolded_text(view);
}

/* The visible text if it differs from the source; NULL: it does not. */
static const struct styled_text *styled_text(const struct text_view *view)
{
    if (view->is_folded)
        return &view->folded.seen;
    return view->markup != MARKUP_NONE ? &view->markdown.seen : NULL;
}

static size_t source_of_seen(const struct text_view *view, size_t seen)
{
    if (view->is_folded)
        return styled_text_source_of(&view->folded.seen, seen);
    return view->markup != MARKUP_NONE ? markdown_source_of(&view->markdown, seen) : seen;
}

static size_t seen_of_source(struct text_view *view, size_t source)
{
    if (view->is_folded)
        return styled_text_seen_of(&view->folded.seen, source);
    return view->markup != MARKUP_NONE ? markdown_seen_of(&view->markdown, source) : source;
}

static void find_matches_again(struct text_view *view)
{
    match_list_find(&view->matches, text_view_text(view), buffer_bytes(&view->needle));
    if (view->current != NO_MATCH && view->current >= view->matches.count)
        view->current = NO_MATCH;
}

/* --- Rendering and wrapping, as far as needed ----------------------------- */

static void pass_on_seen_text(struct text_view *view)
{
    const struct styled_text *seen = styled_text(view);
    if (seen != NULL)
        wrap_grow(&view->wrapped, buffer_bytes(&seen->text), seen->blocks, seen->n_blocks);
}

/* Returns false if everything is rendered. */
static bool render_more(struct text_view *view)
{
    if (view->markup == MARKUP_NONE || view->is_folded || !markdown_extend(&view->markdown))
        return false;
    pass_on_seen_text(view);
    return true;
}

static void render_to_end(struct text_view *view)
{
    while (render_more(view))
        ;
}

static bool wrap_or_render_to_line(struct text_view *view, size_t line)
{
    while (!wrap_to_line(&view->wrapped, line))
        if (!render_more(view))
            return false;
    return true;
}

/* Starts wrapping a little before `offset` instead of at the beginning of the text, which may be far away. */
static void begin_wrapping_near(struct text_view *view, size_t offset)
{
    size_t before = offset > NEAR_SIZE ? offset - NEAR_SIZE : 0;
    wrap_begin(&view->wrapped, bytes_line_start(text_view_text(view), before));
}

/* The line with this byte. Lines are counted anew if it is far from the wrapped ones. */
static size_t find_line(struct text_view *view, size_t offset)
{
    while (offset >= text_view_text(view).size && render_more(view))
        ;
    size_t end = text_view_text(view).size;
    offset = offset < end ? offset : end;
    if (offset < view->wrapped.origin || offset > view->wrapped.reached + NEAR_SIZE)
        begin_wrapping_near(view, offset);
    return wrap_line_at(&view->wrapped, offset);
}

/*
 * Whether the text must be rendered again: tables depend on the width; and before the first rendering the width was
 * unknown.
 */
static bool must_render(const struct text_view *view, int columns)
{
    const struct markdown *markdown = &view->markdown;
    return view->markup != MARKUP_NONE && markdown->columns != columns &&
           (markdown->has_tables || markdown->reached == 0);
}

static void set_columns(struct text_view *view, int columns)
{
    if (view->wrapped.columns == columns)
        return;
    bool is_other_text = view->wrapped.columns == 0 || must_render(view, columns);
    if (must_render(view, columns)) {
        begin_rendering(view, columns);
        view->is_folded = false;
    }
    view->version += is_other_text;
    view->markdown.columns = columns; /* for tables further down */
    if (is_other_text)
        view->place.seen = seen_of_source(view, view->place.source);
    wrap_set(&view->wrapped, text_view_text(view), columns);
    pass_on_seen_text(view);
    if (is_other_text && view->needle.size > 0) {
        render_to_end(view);
        find_matches_again(view);
    }
}

/* --- Folding -------------------------------------------------------------- */

struct bytes text_view_unfolded(struct text_view *view, size_t size)
{
    if (view->wrapped.columns == 0)
        return (struct bytes){0};
    while (unfolded_text(view).size < size && render_more(view))
        ;
    struct bytes text = unfolded_text(view);
    text.size = text.size < size ? text.size : size;
    return text;
}

const struct styled_text *text_view_unfolded_style(const struct text_view *view)
{
    return view->markup != MARKUP_NONE ? &view->markdown.seen : NULL;
}

void text_view_fold(struct text_view *view, const struct text_folding *folding)
{
    bool was_folded = view->is_folded;
    view->is_folded =
        folding != NULL && folding->n_folds + folding->n_marks + folding->n_bars + folding->n_gaps > 0;
    if (!was_folded && !view->is_folded)
        return;
    if (view->is_folded)
        folded_text_set(&view->folded, unfolded_text(view), text_view_unfolded_style(view), folding);
    wrap_set(&view->wrapped, text_view_text(view), view->wrapped.columns);
    pass_on_seen_text(view);
    view->place.seen = seen_of_source(view, view->place.source);
}

size_t text_view_line_behind_gap(struct text_view *view, size_t gap)
{
    return wrap_line_at(&view->wrapped, view->folded.behind_gaps[gap]);
}

/* The visible position of this byte of the unfolded text, and the reverse. */
static size_t seen_of_unfolded(const struct text_view *view, size_t unfolded)
{
    return view->is_folded ? folded_text_seen_of(&view->folded, unfolded) : unfolded;
}

static size_t unfolded_of_seen(const struct text_view *view, size_t seen)
{
    return view->is_folded ? folded_text_offset_of(&view->folded, seen) : seen;
}

size_t text_view_unfolded_of(struct text_view *view, size_t source)
{
    return view->markup != MARKUP_NONE ? markdown_seen_of(&view->markdown, source) : source;
}

struct text_part text_view_source_of(const struct text_view *view, size_t start, size_t end)
{
    struct text_part part = {start, end};
    return view->markup != MARKUP_NONE ? markdown_source_part(&view->markdown, part) : part;
}

void text_view_point_out(struct text_view *view, size_t start, size_t end)
{
    view->pointed_out = (struct text_part){start, end};
}

/* --- The window ----------------------------------------------------------- */

/* Moves the window. It never has empty rows at its end while there is text above it. */
static void move_to_line(struct text_view *view, size_t line)
{
    size_t rows = view->rows > 0 ? (size_t)view->rows : 1;
    if (!wrap_or_render_to_line(view, line + rows - 1)) {
        size_t lines = view->wrapped.n_lines, last = lines > rows ? lines - rows : 0;
        bool is_opened = line < lines && view->wrapped.lines[line].start == view->opened;
        line = line < last || is_opened ? line : last;
    }
    wrap_or_render_to_line(view, line + rows); /* so that drawing knows whether there is more below */
    view->top = line;
}

/* --- Context of the window's text ------------------------------------------ */

enum {
    STICKY_MAX = 2,
    STICKY_ROWS = 4,         /* a lower window shows no context … */
    SECOND_STICKY_ROWS = 12, /* … and one of at least so many rows shows two rows of it */
};

static bool knows_units(const struct text_view *view)
{
    return view->units.n > 0 && view->units_version == view->version;
}

/* The unit's governor, except for the title of the document, which is on its frame. */
static size_t governor_of(const struct text_view *view, size_t unit)
{
    const size_t governor = view->units.items[unit].governor;
    return governor == 0 && view->units.items[0].kind == UNIT_HEADING ? NO_UNIT : governor;
}

/* Finds the context of the line in a window that begins with line `top`, the nearest first. Returns the number of
 * units, at most `most`. The context of a row or a record includes its own first line, which names what the others
 * are about; it never covers that line. */
static size_t find_governors(const struct text_view *view, size_t top, size_t line, size_t most,
                             size_t *governors)
{
    size_t n = 0;
    if (line >= view->wrapped.n_lines)
        return 0;
    const size_t unfolded = unfolded_of_seen(view, view->wrapped.lines[line].start);
    const size_t number = text_units_at(&view->units, unfolded);
    if (number == view->units.n)
        return 0;
    const bool is_inside =
        view->units.items[number].kind == UNIT_ROW && view->units.items[number].start < unfolded;
    if (is_inside &&
        view->units.items[number].start >= unfolded_of_seen(view, view->wrapped.lines[top].start))
        return 0;
    if (is_inside && n < most)
        governors[n++] = number;
    for (size_t unit = governor_of(view, number); unit != NO_UNIT && n < most; unit = governor_of(view, unit))
        governors[n++] = unit;
    return n;
}

/* The number of rows that show context in a window that begins with line `top`, and their units. */
static size_t find_sticky(const struct text_view *view, size_t top, size_t *governors)
{
    const bool has_units = knows_units(view);
    size_t most = !has_units || top == 0 || view->rows < STICKY_ROWS ? 0
                  : view->rows < SECOND_STICKY_ROWS                  ? 1
                                                                     : 2;
    while (most > 0 && find_governors(view, top, top + most, most, governors) < most)
        most--;
    return most;
}

/* The first line that is not covered. */
static size_t first_line(const struct text_view *view)
{
    size_t unused[STICKY_MAX];
    return view->top + find_sticky(view, view->top, unused);
}

void text_view_set_units(struct text_view *view, struct text_units units)
{
    view->units = units;
    view->units_version = view->version;
}

/* --- The window's position ------------------------------------------------- */

/* The first byte in the window. */
static size_t first_byte(const struct text_view *view)
{
    return view->top < view->wrapped.n_lines ? view->wrapped.lines[view->top].start : 0;
}

static void note_place(struct text_view *view)
{
    size_t seen = first_byte(view);
    view->place = (struct text_place){seen, source_of_seen(view, seen)};
}

void text_view_arrange(struct text_view *view, int columns, int rows)
{
    set_columns(view, columns);
    view->rows = rows > 0 ? rows : 0;
    move_to_line(view, find_line(view, view->place.seen));
}

int text_view_count_rows(struct text_view *view, int columns, int most)
{
    set_columns(view, columns);
    bool begins_above = view->wrapped.origin > 0; /* then there is more text than any window shows */
    if (most <= 0 || begins_above || wrap_or_render_to_line(view, (size_t)most - 1))
        return most;
    return (int)view->wrapped.n_lines;
}

static void scroll_to_end(struct text_view *view)
{
    render_to_end(view);
    find_line(view, text_view_text(view).size);
    move_to_line(view, wrap_to_end(&view->wrapped));
}

static void scroll_to_beginning(struct text_view *view)
{
    if (view->wrapped.origin > 0)
        wrap_begin(&view->wrapped, 0);
    move_to_line(view, 0);
}

static void scroll_up(struct text_view *view, size_t lines)
{
    if (view->top < lines && view->wrapped.origin > 0) {
        size_t first = first_byte(view);
        begin_wrapping_near(view, first);
        view->top = wrap_line_at(&view->wrapped, first);
    }
    move_to_line(view, view->top > lines ? view->top - lines : 0);
}

static size_t line_after_window(const struct text_view *view)
{
    size_t line = view->top + (size_t)view->rows;
    return line < view->wrapped.n_lines ? line : view->wrapped.n_lines;
}

bool text_view_scroll(struct text_view *view, struct action action)
{
    size_t page = view->rows > 1 ? (size_t)view->rows - 1 : 1; /* one line stays visible */
    size_t distance = action.name == ACTION_PAGE ? page : action.name == ACTION_WHEEL ? WHEEL_LINES : 1;
    bool up = action.nth == 0;
    size_t before = first_byte(view);
    if (action.name == ACTION_ENDS && up)
        scroll_to_beginning(view);
    else if (action.name == ACTION_ENDS)
        scroll_to_end(view);
    else if (up)
        scroll_up(view, distance);
    else if (line_after_window(view) < view->wrapped.n_lines)
        move_to_line(view, view->top + distance);
    note_place(view);
    return first_byte(view) != before;
}

void text_view_go_to(struct text_view *view, struct text_place place)
{
    view->place = place;
    if (view->wrapped.columns > 0) /* else when its width is known */
        move_to_line(view, find_line(view, place.seen));
}

static size_t window_end(const struct text_view *view)
{
    size_t after = view->top + (view->rows > 0 ? (size_t)view->rows : 1);
    return after < view->wrapped.n_lines ? view->wrapped.lines[after].start : view->wrapped.reached;
}

void text_view_reveal(struct text_view *view, size_t offset)
{
    size_t rows = view->rows > 0 ? (size_t)view->rows : 1;
    const size_t first = first_line(view);
    if (first < view->wrapped.n_lines && offset >= view->wrapped.lines[first].start &&
        offset < window_end(view))
        return;
    size_t line = find_line(view, offset);
    size_t above = rows / 3; /* some of the preceding text stays visible */
    move_to_line(view, line > above ? line - above : 0);
    note_place(view);
}

/* The top of a window in which this line is the first below its context. */
static size_t top_for_line(const struct text_view *view, size_t line)
{
    size_t unused[STICKY_MAX];
    size_t rows = STICKY_MAX;
    while (rows > 0 && (line < rows || find_sticky(view, line - rows, unused) != rows))
        rows--;
    return line - rows;
}

/* The first line of the unit to which line `line` belongs, or of the unit `units` further on. */
static size_t line_of_unit(struct text_view *view, size_t line, size_t units)
{
    size_t number =
        text_units_at(&view->units, unfolded_of_seen(view, view->wrapped.lines[line].start)) + units;
    if (number >= view->units.n)
        return line;
    return wrap_line_at(&view->wrapped, seen_of_unfolded(view, view->units.items[number].start));
}

/*
 * At the end of the text, makes the window begin with a unit: with an earlier one, if the whole opened unit stays
 * visible, else with a later one.
 */
static void begin_with_unit(struct text_view *view, size_t opened)
{
    const size_t first = first_line(view), begin = line_of_unit(view, first, 0);
    const size_t behind = line_of_unit(view, opened, 1);
    if (begin >= first || first >= opened)
        return;
    const size_t above = top_for_line(view, begin);
    const bool fits = behind > opened && behind <= above + (size_t)view->rows;
    const size_t top = fits ? above : top_for_line(view, line_of_unit(view, first, 1));
    view->opened = view->wrapped.lines[top].start;
    move_to_line(view, top);
}

/* The line at which to open. A unit that begins within a line is shown after the preceding units of its paragraph,
 * back to one that begins a line, if all of it then stays visible. So the reader never starts with a part of a
 * sentence. */
static size_t line_to_open(struct text_view *view, size_t line, size_t seen)
{
    size_t number = knows_units(view) ? text_units_at(&view->units, unfolded_of_seen(view, seen)) : 0;
    size_t first = line;
    if (!knows_units(view) || number == view->units.n)
        return line;
    const size_t last = find_line(view, seen_of_unfolded(view, view->units.items[number].end - 1));
    while (view->wrapped.lines[first].start < seen && number > 0 && view->units.items[number].goes_on) {
        seen = seen_of_unfolded(view, view->units.items[--number].start);
        first = find_line(view, seen);
    }
    const size_t rows = view->rows > STICKY_MAX ? (size_t)view->rows - STICKY_MAX : 0;
    return last < first + rows && view->wrapped.lines[first].start == seen ? first : line;
}

void text_view_open_at(struct text_view *view, size_t unfolded)
{
    const size_t seen = seen_of_unfolded(view, unfolded);
    const size_t line = line_to_open(view, find_line(view, seen), seen);
    wrap_or_render_to_line(view, line + STICKY_MAX);
    move_to_line(view, top_for_line(view, line));
    if (knows_units(view) && view->wrapped.n_lines > 0)
        begin_with_unit(view, line);
    note_place(view);
}

bool text_view_shows(const struct text_view *view, size_t start, size_t end)
{
    const size_t first = first_line(view);
    return first < view->wrapped.n_lines &&
           seen_of_unfolded(view, start) >= view->wrapped.lines[first].start &&
           seen_of_unfolded(view, end - 1) < window_end(view);
}

void text_view_show(struct text_view *view, size_t start, size_t end)
{
    if (end > start)
        text_view_reveal(view, seen_of_unfolded(view, end - 1));
    text_view_reveal(view, seen_of_unfolded(view, start));
}

size_t text_view_first_unfolded(const struct text_view *view)
{
    return unfolded_of_seen(view, first_byte(view));
}

void text_view_stand_at(struct text_view *view, size_t unfolded)
{
    move_to_line(view, find_line(view, seen_of_unfolded(view, unfolded)));
    note_place(view);
}

void text_view_find(struct text_view *view, struct bytes needle)
{
    if (needle.size > 0)
        text_view_fold(view, NULL);
    buffer_clear(&view->needle);
    buffer_add(&view->needle, needle);
    view->current = NO_MATCH;
    view->matches.count = 0;
    if (needle.size == 0 || (view->markup != MARKUP_NONE && view->wrapped.columns == 0))
        return; /* or search when it is rendered */
    render_to_end(view);
    find_matches_again(view);
}

static bool has_more_below(const struct text_view *view)
{
    return line_after_window(view) < view->wrapped.n_lines;
}

static bool has_more_above(const struct text_view *view)
{
    return view->top > 0 || view->wrapped.origin > 0;
}

bool text_view_is_cut(const struct text_view *view)
{
    return has_more_above(view) || has_more_below(view);
}

struct text_part text_view_source_in_window(const struct text_view *view)
{
    if (view->rows == 0 || view->wrapped.n_lines == 0)
        return (struct text_part){0};
    return (struct text_part){
        .start = has_more_above(view) ? source_of_seen(view, view->wrapped.lines[first_line(view)].start) : 0,
        .end = has_more_below(view) ? source_of_seen(view, window_end(view)) : view->source.size,
    };
}

size_t text_view_lines_above(const struct text_view *view)
{
    return view->wrapped.origin == 0 ? view->top : 0;
}

void text_view_add_position(const struct text_view *view, struct buffer *text)
{
    double below = 0;
    if (has_more_below(view)) {
        size_t seen = source_of_seen(view, view->wrapped.lines[line_after_window(view)].start);
        below = (double)(view->source.size - seen) / (double)view->source.size;
    }
    title_line_add_position(has_more_above(view), below, text);
}

/* --- Drawing -------------------------------------------------------------- */

/* The marks in a line: each list with its first entry that does not end before the position being drawn. */
struct line_styles {
    const struct text_view *view;
    struct match_list words;
    size_t match;
    size_t mark;
    size_t word;
    size_t span;
};

static void line_styles_begin(struct line_styles *styles, const struct text_view *view,
                              struct wrapped_line line)
{
    *styles = (struct line_styles){.view = view, .match = match_list_after(&view->matches, line.start)};
    if (styled_text(view) != NULL)
        styles->span = styled_text_span_after(styled_text(view), line.start);
    if (view->is_folded)
        styles->mark = folded_text_mark_after(&view->folded, line.start);
    if (view->words != NULL) {
        question_words_find(view->words, text_view_text(view), line.start, line.end, &styles->words);
        match_list_join(&styles->words,
                        text_view_text(view)); /* joined to phrases, which also need fewer changes of style */
    }
}

static void line_styles_release(struct line_styles *styles)
{
    match_list_release(&styles->words);
}

static bool is_matched(const struct match_list *list, size_t *next, size_t start, size_t end)
{
    while (*next < list->count && list->items[*next].end <= start)
        ++*next;
    return *next < list->count && list->items[*next].start < end;
}

/* The document's own style there. */
static enum style document_style(struct line_styles *styles, size_t offset, enum style style)
{
    const struct styled_text *seen = styled_text(styles->view);
    if (seen == NULL)
        return style;
    while (styles->span < seen->n_spans && seen->spans[styles->span].end <= offset)
        styles->span++;
    bool is_in_span = styles->span < seen->n_spans && seen->spans[styles->span].start <= offset;
    return is_in_span ? seen->spans[styles->span].style : style;
}

static bool is_pointed_out(const struct text_view *view, size_t offset)
{
    const struct text_part *part = &view->pointed_out;
    if (part->start >= part->end)
        return false;
    size_t source = source_of_seen(view, offset);
    return source >= part->start && source < part->end;
}

static bool is_marked(struct line_styles *styles, size_t start, size_t end)
{
    const struct folded_text *folded = &styles->view->folded;
    if (!styles->view->is_folded)
        return false;
    while (styles->mark < folded->n_marks && folded->marks[styles->mark].end <= start)
        styles->mark++;
    return styles->mark < folded->n_marks && folded->marks[styles->mark].start < end;
}

/*
 * The style of the text from `start` to `end`. Matches take precedence, then the highlighted part, then a mark, then
 * the question's words.
 */
static enum style line_styles_at(struct line_styles *styles, size_t start, size_t end, enum style style)
{
    const struct text_view *view = styles->view;
    if (is_matched(&view->matches, &styles->match, start, end))
        return styles->match == view->current ? STYLE_CURRENT : STYLE_MATCH;
    if (is_pointed_out(view, start))
        return STYLE_MATCH;
    if (is_marked(styles, start, end))
        return view->folded.marks[styles->mark].style;
    if (is_matched(&styles->words, &styles->word, start, end))
        return STYLE_WORD;
    return document_style(styles, start, style);
}

/* Draws the prefix of a line. For a right-to-left line it is on the right and reads from there. */
static void draw_prefix(struct surface *surface, int row, int column, struct bytes prefix,
                        bool is_right_to_left)
{
    static const char right_to_left_mark[] = "\u200f";
    struct buffer text = {0};
    buffer_add_string(&text, is_right_to_left ? right_to_left_mark : "");
    buffer_add(&text, prefix);
    surface_put(surface, row, column, column + text_width(prefix), buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

/*
 * Draws a line with its prefix. Returns the column after its text. A line of a right-to-left paragraph ends before
 * `end` if that lies after it.
 */
static int draw_whole_line(const struct text_view *view, struct wrapped_line range, struct surface *surface,
                           int row, int column, int end, enum style style)
{
    struct bytes text = text_view_text(view);
    struct bytes prefix = wrap_prefix(&view->wrapped, range);
    int indent = wrap_indent(prefix, view->wrapped.columns);
    struct line_styles styles;
    struct visual_line *line = &surface->line;
    line_styles_begin(&styles, view, range);
    visual_line_set(line, text, range.start, range.end, surface->keeps_order);
    bool is_on_the_right = line->is_right_to_left && end >= column + line->columns + indent;
    int start = is_on_the_right ? end - indent - line->columns : column + indent;
    for (size_t i = 0; i < line->n; i++) {
        const struct placed_cluster *placed = &line->clusters[i];
        size_t after = placed->offset + placed->cluster.size;
        surface_put_cluster(surface, row, start + placed->column, &placed->cluster,
                            line_styles_at(&styles, placed->offset, after, style));
    }
    line_styles_release(&styles);
    int behind = start + line->columns;
    if (indent > 0)
        draw_prefix(surface, row, is_on_the_right ? behind : column, text_fitting(prefix, indent),
                    is_on_the_right);
    return behind;
}

/* The part of the line that fits into so many columns, with "…" after it if something is left out or `more` follows. */
static struct wrapped_line cut_line(const struct text_view *view, size_t line, int columns, bool *more)
{
    struct wrapped_line range = view->wrapped.lines[line];
    struct bytes text = bytes_slice(text_view_text(view), range.start, range.end);
    *more = *more || text_fitting(text, columns).size < text.size;
    if (*more)
        range.end = range.start + text_fitting(text, columns - 1).size;
    return range;
}

/* Draws a line that may be cut. A cut line ends in "…", which is on the left of a right-to-left line. */
static int draw_cut_line(const struct text_view *view, size_t line, struct surface *surface, int row,
                         int column, int end, enum style style, bool is_aligned)
{
    bool more = line + 1 == view->top + (size_t)view->rows && text_view_is_cut(view);
    struct wrapped_line range = cut_line(view, line, end - column, &more);
    int columns = text_width(bytes_slice(text_view_text(view), range.start, range.end));
    int right_end = is_aligned ? end : column + columns + (more ? 1 : 0);
    int after = draw_whole_line(view, range, surface, row, column, right_end, style);
    if (!more)
        return after;
    if (!surface->line.is_right_to_left)
        return surface_put_string(surface, row, after, end, "…", style);
    surface_put_string(surface, row, after - columns - 1, end, "…", style);
    return after;
}

int text_view_draw_cut(const struct text_view *view, struct surface *surface, int row, int column, int end,
                       enum style style, bool is_aligned)
{
    int after = column;
    for (size_t line = view->top; line < line_after_window(view); line++)
        after =
            draw_cut_line(view, line, surface, row + (int)(line - view->top), column, end, style, is_aligned);
    return after;
}

static bool has_bar(const struct text_view *view, struct wrapped_line line)
{
    return view->is_folded && line.start < line.end &&
           folded_text_has_bar(&view->folded, line.start, line.end);
}

/* The end of the first marked words in the line, which begins at `seen` in the visible text; 0: nothing is marked. */
static size_t end_of_mark_in(const struct text_view *view, struct bytes line, size_t seen)
{
    const size_t mark = view->is_folded ? folded_text_mark_after(&view->folded, seen) : 0;
    if (!view->is_folded || mark == view->folded.n_marks ||
        view->folded.marks[mark].start >= seen + line.size)
        return 0;
    return smaller_size(view->folded.marks[mark].end - seen, line.size);
}

/*
 * Appends the line. A line that is too long is cut at its end, or, if it has marked words that distinguish it from
 * the same line of another document, so that these are visible.
 */
static void add_sticky(const struct text_view *view, struct bytes line, size_t seen, struct buffer *out)
{
    const int columns = view->wrapped.columns;
    const size_t mark_end = end_of_mark_in(view, line, seen), fitting = text_fitting(line, columns - 1).size;
    struct bytes shown = line;
    if (text_fitting(line, columns).size == line.size) {
        buffer_add(out, line);
        return;
    }
    if (mark_end > fitting) {
        shown.size = mark_end;
        struct bytes hidden = text_fitting(shown, text_width(shown) - (columns - 2));
        while (hidden.size < shown.size && text_width(bytes_from(shown, hidden.size)) > columns - 2)
            hidden.size++;
        buffer_add_string(out, "…");
        buffer_add(out, bytes_from(shown, hidden.size));
    } else {
        buffer_add(out, text_fitting(line, columns - 1));
    }
    if (mark_end != line.size)
        buffer_add_string(out, "…");
}

/* Draws a heading, the first line of a header, or the beginning of a sentence over what is in the row. */
static void draw_sticky(const struct text_view *view, size_t unit, struct surface *surface, int row,
                        int column)
{
    const struct text_unit *governor = &view->units.items[unit];
    const int end = column + view->wrapped.columns;
    struct bytes rest = bytes_slice(unfolded_text(view), governor->start, governor->end), line = rest;
    bytes_next_line(&rest, &line);
    for (int at = column; at < end; at++)
        surface_put_string(surface, row, at, end, " ", STYLE_NORMAL);
    struct buffer shown = {0};
    add_sticky(view, line, seen_of_unfolded(view, governor->start), &shown);
    surface_put(surface, row, column, end, buffer_bytes(&shown), STYLE_HEADING);
    buffer_release(&shown);
}

void text_view_draw(const struct text_view *view, struct surface *surface, int row, int column,
                    enum style style)
{
    size_t after = line_after_window(view);
    size_t governors[STICKY_MAX];
    const size_t n_sticky = find_sticky(view, view->top, governors);
    surface_note_window(surface, (struct rectangle){row, column, view->rows, view->wrapped.columns});
    for (size_t i = 0; i < n_sticky; i++)
        draw_sticky(view, governors[n_sticky - 1 - i], surface, row + (int)i, column);
    for (size_t line = view->top + n_sticky; line < after; line++) {
        const int at = row + (int)(line - view->top);
        draw_whole_line(view, view->wrapped.lines[line], surface, at, column, column + view->wrapped.columns,
                        style);
        if (has_bar(view, view->wrapped.lines[line]) && column > 0)
            surface_put_string(surface, at, column - 1, column, "▌", STYLE_OWN);
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The current match has its own style; without one, the highlighted part has the style of a match. */
static bool is_selected_cell(const struct text_view *view, const struct cell *cell)
{
    const bool is_pointed = view->pointed_out.start < view->pointed_out.end;
    return view->current != NO_MATCH ? cell->style == STYLE_CURRENT
                                     : is_pointed && cell->style == STYLE_MATCH;
}

void text_view_place_cursor(const struct text_view *view, struct surface *surface, int row, int column)
{
    const int last_row = smaller(row + view->rows, surface->rows),
              end = smaller(column + view->wrapped.columns, surface->columns);
    surface_place_cursor(surface, row, column);
    for (int r = row; r < last_row; r++) {
        for (int c = column; c < end; c++) {
            if (is_selected_cell(view, surface_cell(surface, r, c))) {
                surface_place_cursor(surface, r, c);
                return;
            }
        }
    }
}
