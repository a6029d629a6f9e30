#include "tests/support/svg.h"

#include "core/base/unicode.h"
#include "export/forms/element.h"

enum {
    CELL_WIDTH = 8,
    CELL_HEIGHT = 16,
    BASELINE = 12, /* below the top of a row */
    MARGIN = 12,
};

/* At this size, a character of DejaVu Sans Mono is as wide as a cell. */
#define FONT_SIZE "13.29"

/* The default colours of the terminal, which the themes do not change. */
static const struct paper {
    uint32_t foreground;
    uint32_t background;
} papers[THEME_COUNT] = {
    [THEME_DARK] = {0xe4e4e4, 0x1c1c1c},
    [THEME_LIGHT] = {0x1c1c1c, 0xfafafa},
    [THEME_MONOCHROME] = {0xe4e4e4, 0x1c1c1c},
};

struct painter {
    const struct surface *surface;
    enum theme theme;
    struct buffer *svg;
};

static uint32_t colour_or(int colour, uint32_t own)
{
    return colour == COLOUR_TERMINALS_OWN ? own : (uint32_t)colour;
}

/* Returns the look of the style with reversed colours already swapped. */
static struct look look_of(const struct painter *painter, enum style style)
{
    const struct paper *paper = &papers[painter->theme];
    struct look look = theme_look(painter->theme, style, COLOURS_DIRECT);
    uint32_t foreground = colour_or(look.foreground, paper->foreground);
    uint32_t background = colour_or(look.background, paper->background);
    bool reversed = (look.attributes & ATTRIBUTE_REVERSE) != 0;
    look.foreground = (int)(reversed ? background : foreground);
    look.background = (int)(reversed ? foreground : background);
    return look;
}

static int x_of(int column)
{
    return MARGIN + column * CELL_WIDTH;
}

static int y_of(int row)
{
    return MARGIN + row * CELL_HEIGHT;
}

static void add_glyph(const struct glyph *glyph, struct buffer *text)
{
    for (int i = 0; i < GLYPH_CODES_MAX && glyph->codes[i] != 0; i++)
        unicode_add_code(text, glyph->codes[i]);
}

static bool is_blank(const struct cell *cell)
{
    return cell->glyph.codes[0] == 0 || (cell->glyph.codes[0] == ' ' && cell->glyph.codes[1] == 0);
}

static void add_colour(struct buffer *svg, int colour)
{
    element_attribute(svg, "fill", "#%06x", (unsigned)colour);
}

static void add_size(struct buffer *svg, int width, int height)
{
    element_attribute(svg, "width", "%d", width);
    element_attribute(svg, "height", "%d", height);
}

static void add_background(const struct painter *painter, int row, int column, int columns, struct look look)
{
    if ((uint32_t)look.background == papers[painter->theme].background)
        return;
    element_begin(painter->svg, "rect");
    element_attribute(painter->svg, "x", "%d", x_of(column));
    element_attribute(painter->svg, "y", "%d", y_of(row));
    add_size(painter->svg, columns * CELL_WIDTH, CELL_HEIGHT);
    add_colour(painter->svg, look.background);
    element_end_empty(painter->svg);
    buffer_add_byte(painter->svg, '\n');
}

/* Adds the x position of each character, so that all are in their cells whatever the width of the font. */
static void add_places(const struct painter *painter, int row, int column, int columns)
{
    struct buffer places = {0};
    for (int i = column; i < column + columns; i++) {
        const struct cell *cell = surface_cell(painter->surface, row, i);
        for (int code = 0; code == 0 || (code < GLYPH_CODES_MAX && cell->glyph.codes[code] != 0); code++)
            if (cell->width > 0)
                buffer_add_format(&places, "%s%d", i > column || code > 0 ? " " : "", x_of(i));
    }
    element_attribute_text(painter->svg, "x", buffer_bytes(&places));
    buffer_release(&places);
}

static void add_look(struct buffer *svg, struct look look)
{
    add_colour(svg, look.foreground);
    if ((look.attributes & ATTRIBUTE_BOLD) != 0)
        element_attribute(svg, "font-weight", "bold");
    if ((look.attributes & ATTRIBUTE_ITALIC) != 0)
        element_attribute(svg, "font-style", "italic");
    if ((look.attributes & ATTRIBUTE_UNDERLINE) != 0)
        element_attribute(svg, "text-decoration", "underline");
}

/* Adds adjacent cells of one style. Blanks become no-break spaces, because browsers collapse other blanks. */
static void add_text(const struct painter *painter, int row, int column, int columns, struct look look)
{
    struct buffer *svg = painter->svg;
    struct buffer text = {0};
    for (int i = column; i < column + columns; i++) {
        const struct cell *cell = surface_cell(painter->surface, row, i);
        if (cell->width > 0 && is_blank(cell))
            unicode_add_code(&text, 0xa0);
        else if (cell->width > 0)
            add_glyph(&cell->glyph, &text);
    }
    element_begin(svg, "text");
    add_places(painter, row, column, columns);
    element_attribute(svg, "y", "%d", y_of(row) + BASELINE);
    add_look(svg, look);
    element_content(svg);
    element_add_text(svg, buffer_bytes(&text));
    element_end(svg, "text");
    buffer_add_byte(svg, '\n');
    buffer_release(&text);
}

/*
 * SVG counts positions in UTF-16 units (SVG 1.1, 10.5). So a character that is not exactly one unit is written alone.
 */
static bool stands_alone(const struct cell *cell)
{
    return cell->width != 1 || cell->glyph.codes[0] > 0xffff;
}

/* Returns how many cells from `column` on have the same style and fit into one text. */
static int run_length(const struct surface *surface, int row, int column)
{
    const struct cell *first = surface_cell(surface, row, column);
    if (stands_alone(first))
        return first->width > 0 ? first->width : 1;
    int end = column + 1;
    while (end < surface->columns && surface_cell(surface, row, end)->style == first->style &&
           !stands_alone(surface_cell(surface, row, end)))
        end++;
    return end - column;
}

static void add_row(const struct painter *painter, int row)
{
    for (int column = 0; column < painter->surface->columns;) {
        int columns = run_length(painter->surface, row, column);
        struct look look = look_of(painter, surface_cell(painter->surface, row, column)->style);
        add_background(painter, row, column, columns, look);
        int end = column + columns;
        int start = column;
        while (start < end && is_blank(surface_cell(painter->surface, row, start)))
            start++;
        int last = end;
        while (last > start && is_blank(surface_cell(painter->surface, row, last - 1)) &&
               surface_cell(painter->surface, row, last - 1)->width == 1)
            last--;
        if (last > start)
            add_text(painter, row, start, last - start, look);
        column = end;
    }
}

static void begin_picture(struct buffer *svg, int width, int height)
{
    element_begin(svg, "svg");
    element_attribute(svg, "xmlns", "http://www.w3.org/2000/svg");
    add_size(svg, width, height);
    element_attribute(svg, "viewBox", "0 0 %d %d", width, height);
    element_attribute(svg, "font-family", "DejaVu Sans Mono, Menlo, Consolas, monospace");
    element_attribute(svg, "font-size", FONT_SIZE);
    element_content(svg);
    buffer_add_byte(svg, '\n');
}

void svg_add_surface(const struct surface *surface, enum theme theme, struct buffer *svg)
{
    struct painter painter = {surface, theme, svg};
    int width = x_of(surface->columns) + MARGIN;
    int height = y_of(surface->rows) + MARGIN;
    begin_picture(svg, width, height);
    element_begin(svg, "rect");
    add_size(svg, width, height);
    element_attribute(svg, "rx", "8");
    add_colour(svg, (int)papers[theme].background);
    element_end_empty(svg);
    buffer_add_byte(svg, '\n');
    for (int row = 0; row < surface->rows; row++)
        add_row(&painter, row);
    element_end(svg, "svg");
    buffer_add_byte(svg, '\n');
}
