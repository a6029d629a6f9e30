#include "tui/screens/label/shape.h"

enum {
    SIDE_BY_SIDE_COLUMNS = 100, /* from this width on, "auto" puts documents side by side … */
    PAIR_COLUMNS = 76,          /* … and from this width on, two of them */
    BOX_COLUMNS_MIN = 20,       /* of a document next to another */
    TWO_ROWS_MIN = 12,          /* of a window with a third document below two others */
    STACKED_ROWS_MIN = 4, /* for each of the stacked documents; with fewer, "auto" shows one at a time */
};

static enum label_shape shape_by_room(const struct label_model *model)
{
    const int n = (int)model->ballot->n_slots, columns = model->area.columns;
    if (columns >= SIDE_BY_SIDE_COLUMNS || (n == 2 && columns >= PAIR_COLUMNS))
        return LABEL_COLUMNS;
    const int rows = model->room.rows - model->changes_area.rows;
    return rows < STACKED_ROWS_MIN * n ? LABEL_TABS : LABEL_STACKED;
}

enum label_shape label_shape(const struct label_model *model, enum layout_choice layout)
{
    const size_t n = model->ballot->n_slots;
    const struct rectangle area = model->area;
    const bool fits_columns = document_boxes_columns(area, n) >= BOX_COLUMNS_MIN;
    const bool fits_two = document_boxes_columns(area, 2) >= BOX_COLUMNS_MIN && area.rows >= TWO_ROWS_MIN;
    if (n == 1)
        return LABEL_COLUMNS;
    if (layout == LAYOUT_TABS)
        return LABEL_TABS;
    if ((layout == LAYOUT_COLUMNS || (layout == LAYOUT_TWO && n == 2)) && fits_columns)
        return LABEL_COLUMNS;
    if (layout == LAYOUT_TWO && n > 2 && fits_two)
        return LABEL_TWO;
    return layout == LAYOUT_AUTO ? shape_by_room(model) : LABEL_STACKED;
}

size_t label_shown_document(const struct label_model *model)
{
    return model->focus < model->ballot->n_slots ? model->focus : 0;
}

bool label_shows(const struct label_model *model, size_t i)
{
    const bool is_alone = model->is_zoomed || label_shape(model, model->layout) == LABEL_TABS;
    return !is_alone || i == label_shown_document(model);
}
