#include "tui/widget/title_line.h"

#include <math.h>

void title_line_add_position(bool is_more_above, double below, struct buffer *text)
{
    if (below >= 1)
        buffer_add_string(text, "▼");
    else if (below > 0)
        buffer_add_format(text, "%s %.0f %% more", is_more_above ? "▲▼" : "▼",
                          fmin(fmax(round(100 * below), 1), 99));
    else if (is_more_above)
        buffer_add_string(text, "▲ end");
}

/* Puts text on the line with a blank on each side, ending before `end`. Returns the column after it. */
static int put_on_line(struct surface *surface, int row, int column, int end, struct bytes text,
                       enum style style)
{
    column = surface_put_string(surface, row, column, end, " ", style);
    column = surface_put(surface, row, column, end - 1, text, style);
    return surface_put_string(surface, row, column, end, " ", style);
}

void title_line_draw(struct surface *surface, struct rectangle area, struct bytes title,
                     struct bytes position)
{
    int end = area.column + area.columns;
    int position_columns = position.size > 0 ? text_width(position) + 2 : 0;
    surface_horizontal(surface, area.row, area.column, area.columns, LINE_LIGHT, STYLE_FRAME);
    put_on_line(surface, area.row, area.column, end - position_columns - 1, title, STYLE_TITLE);
    if (position_columns > 0)
        put_on_line(surface, area.row, end - position_columns - 1, end - 1, position, STYLE_DIM);
}
