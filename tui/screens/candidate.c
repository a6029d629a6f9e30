/*
 * The facts are above the document's text and scroll with it, but are not part of it: the text may be Markdown or
 * HTML of any length. So the facts are scrolled out of sight first, row by row, and the text gets the remaining rows.
 *
 * Everything is copied: nothing points into the list below, which may be read again meanwhile.
 */
#include "tui/screens/candidate.h"

#include "core/store/content/documents.h"
#include "core/store/content/questions.h"
#include "tui/screens/candidates.h"
#include "tui/screens/ranking.h"
#include "core/markup/markup_guess.h"
#include "tui/widget/page.h"
#include "tui/widget/title_line.h"

enum { TEXT_COLUMN = 2, TEXT_COLUMNS_MAX = 76 };

static void release(void *void_model)
{
    struct candidate_model *model = void_model;
    text_view_release(&model->facts);
    text_view_release(&model->text);
    surface_release(&model->facts_canvas);
    buffer_release(&model->title);
    buffer_release(&model->fact_lines);
    buffer_release(&model->content);
}

static void set(struct buffer *buffer, struct bytes text)
{
    buffer_clear(buffer);
    buffer_add(buffer, text);
}

void candidate_show(struct candidate_model *model, struct bytes title, struct bytes facts, struct bytes text,
                    enum text_markup markup)
{
    set(&model->title, title);
    set(&model->fact_lines, facts);
    set(&model->content, text);
    buffer_add_byte(&model->fact_lines, '\n'); /* an empty row between the facts */
    text_view_set(&model->facts, buffer_bytes(&model->fact_lines));
    text_view_set(&model->text, buffer_bytes(&model->content));
    text_view_render(&model->text, markup);
    model->top = 0;
}

/* --- Scrolling -------------------------------------------------------------- */

static int rows_in_sight(const struct candidate_model *model)
{
    return model->area.rows - 1; /* without the title's row */
}

static int text_columns(const struct candidate_model *model)
{
    int columns = model->area.columns - 2 * TEXT_COLUMN;
    return columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX;
}

static int fact_rows_in_sight(const struct candidate_model *model)
{
    int left = model->facts_canvas.rows - model->top;
    return left < rows_in_sight(model) ? left : rows_in_sight(model);
}

/* Gives the text the rows that the facts leave. */
static void arrange_text(struct candidate_model *model)
{
    text_view_arrange(&model->text, text_columns(model), rows_in_sight(model) - fact_rows_in_sight(model));
}

static bool is_cut(const struct candidate_model *model)
{
    return fact_rows_in_sight(model) == rows_in_sight(model) || text_view_is_cut(&model->text);
}

static bool scroll_line(struct candidate_model *model, int nth)
{
    const bool is_up = nth == 0;
    const struct action line = {.name = ACTION_LINE, .nth = nth};
    const bool moves_facts = is_up ? model->top > 0 : model->top < model->facts_canvas.rows && is_cut(model);
    if ((is_up || !moves_facts) && text_view_scroll(&model->text, line))
        return true;
    if (!moves_facts)
        return false;
    model->top += is_up ? -1 : 1;
    arrange_text(model);
    return true;
}

static bool scroll_lines(struct candidate_model *model, int nth, int lines)
{
    bool has_moved = false;
    for (int i = 0; i < lines && scroll_line(model, nth); i++)
        has_moved = true;
    return has_moved;
}

/* Scrolls the facts and then the text to the beginning or the end. */
static bool scroll_to_end(struct candidate_model *model, struct action action)
{
    const int rows = model->facts_canvas.rows;
    bool has_moved = scroll_lines(model, action.nth, action.nth == 0 ? 0 : rows);
    has_moved = text_view_scroll(&model->text, action) || has_moved;
    return scroll_lines(model, action.nth, action.nth == 0 ? rows : 0) || has_moved;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct candidate_model *model = void_model;
    model->area = area;
    const int rows = text_view_count_rows(&model->facts, text_columns(model), INT16_MAX);
    text_view_arrange(&model->facts, text_columns(model), rows);
    surface_reset(&model->facts_canvas, rows, area.columns);
    text_view_draw(&model->facts, &model->facts_canvas, 0, TEXT_COLUMN, STYLE_NORMAL);
    model->top = model->top < rows ? model->top : rows;
    arrange_text(model);
    while (model->top > 0 && !is_cut(model)) { /* after the window has grown */
        model->top--;
        arrange_text(model);
    }
}

static struct effect update(void *void_model, struct action action)
{
    struct candidate_model *model = void_model;
    switch (action.name) {
    case ACTION_LINE:
        return scroll_line(model, action.nth) ? no_effect : effect_at_end(action.nth);
    case ACTION_PAGE:
        return scroll_lines(model, action.nth, rows_in_sight(model) - 1) ? no_effect
                                                                         : effect_at_end(action.nth);
    case ACTION_ENDS:
        return scroll_to_end(model, action) ? no_effect : effect_at_end(action.nth);
    case ACTION_WHEEL:
        scroll_lines(model, action.nth, WHEEL_LINES);
        return no_effect;
    default:
        return effect_common(action);
    }
}

static bool offers(const void *void_model, struct action action)
{
    const struct candidate_model *model = void_model;
    bool scrolls = action.name == ACTION_LINE || action.name == ACTION_PAGE;
    return !scrolls || model->top > 0 || is_cut(model);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct candidate_model *model = void_model;
    struct rectangle area = model->area;
    struct buffer position = {0};
    text_view_add_position(&model->text, &position);
    title_line_draw(surface, area, buffer_bytes(&model->title), buffer_bytes(&position));
    buffer_release(&position);
    area.row++;
    area.rows = fact_rows_in_sight(model);
    surface_copy(surface, area, &model->facts_canvas, model->top);
    text_view_draw(&model->text, surface, area.row + area.rows, area.column + TEXT_COLUMN, STYLE_NORMAL);
    if (area.rows > 0)
        surface_place_cursor(surface, area.row, area.column + TEXT_COLUMN);
    else
        text_view_place_cursor(&model->text, surface, area.row, area.column + TEXT_COLUMN);
}

/* --- Filling the screen ----------------------------------------------------- */

/* Takes the document and its facts from the screen below. */
static void find_selected(const struct desk *desk, struct bytes *docid, struct bytes *title,
                          struct buffer *facts)
{
    if (desk->shown == &screen_ranking) {
        const struct ranking_model *ranking = desk_model(desk, &screen_ranking);
        const struct ranking_row *row = ranking_selected(ranking);
        *docid = row->docid;
        *title = row->title;
        ranking_add_facts(ranking, row, facts);
        return;
    }
    const struct candidates_model *candidates = desk_model(desk, &screen_candidates);
    const struct candidate_row *row = candidates_selected(candidates);
    *docid = row->tally.docid;
    *title = row->title;
    candidates_add_facts(candidates, facts);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    struct bytes docid, title;
    struct arena arena = {0};
    struct buffer facts = {0};
    struct ballot_document document;
    int64_t document_id;
    find_selected(desk, &docid, &title, &facts);
    bool worked = store_find_document(desk->store, docid, &document_id, err) &&
                  (document_id != 0 || err_set(err, ERR_INPUT, "this document is not in the database"));
    worked = worked && store_read_document(desk->store, docid, &arena, &document, err);
    if (worked) {
        shown_fields_add(&document.fields, &facts);
        buffer_add_string(&facts, document.fields.n > 0 ? "\n" : "");
        candidate_show(void_model, title, buffer_bytes(&facts), document.text,
                       markup_of(desk->format, document.text));
    }
    buffer_release(&facts);
    arena_release(&arena);
    return worked;
}

const struct screen screen_candidate = {
    .model_size = sizeof(struct candidate_model),
    .fill = fill,
    .tables = page_tables,
    .keys = page_keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .release = release,
};
