/*
 * What the votes say and the document's text are copied into one text and scroll together. So nothing here
 * points into the list of candidates below, which may be read anew meanwhile.
 */
#include "tui/screens/candidate.h"

#include "core/store/documents.h"
#include "core/store/questions.h"
#include "tui/screens/candidates.h"
#include "tui/widget/page.h"
#include "tui/widget/title_line.h"

enum { TEXT_COLUMN = 2, TEXT_COLUMNS_MAX = 76 };

static void release(void *void_model)
{
    struct candidate_model *model = void_model;
    text_view_release(&model->text);
    buffer_release(&model->title);
    buffer_release(&model->content);
}

void candidate_show(struct candidate_model *model, struct bytes title, struct bytes facts, struct bytes text)
{
    buffer_clear(&model->title);
    buffer_add(&model->title, title);
    buffer_clear(&model->content);
    buffer_add(&model->content, facts);
    buffer_add_byte(&model->content, '\n');
    buffer_add(&model->content, text);
    text_view_set(&model->text, buffer_bytes(&model->content));
}

static void arrange(void *void_model, struct rectangle area)
{
    struct candidate_model *model = void_model;
    int columns = area.columns - 2 * TEXT_COLUMN;
    model->area = area;
    text_view_arrange(&model->text, columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX, area.rows - 1);
}

static struct effect update(void *void_model, struct action action)
{
    struct candidate_model *model = void_model;
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
        if (text_view_scroll(&model->text, action))
            return no_effect;
        return effect_at_end(action.nth);
    case ACTION_WHEEL:
        text_view_scroll(&model->text, action);
        return no_effect;
    default:
        return effect_common(action);
    }
}

static bool offers(const void *void_model, struct action action)
{
    const struct candidate_model *model = void_model;
    bool scrolls = action.name == ACTION_LINE || action.name == ACTION_PAGE;
    return !scrolls || text_view_is_cut(&model->text);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct candidate_model *model = void_model;
    struct buffer position = {0};
    text_view_add_position(&model->text, &position);
    title_line_draw(surface, model->area, buffer_bytes(&model->title), buffer_bytes(&position));
    text_view_draw(&model->text, surface, model->area.row + 1, model->area.column + TEXT_COLUMN,
                   STYLE_NORMAL);
    buffer_release(&position);
}

/* It lies on top of the candidates, and shows the one that is selected there. */
static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    const struct candidates_model *candidates = desk_model(desk, &screen_candidates);
    const struct candidate_row *row = candidates_selected(candidates);
    struct arena arena = {0};
    struct buffer facts = {0};
    struct ballot_document document;
    bool worked = store_read_document(desk->store, row->tally.docid, &arena, &document, err);
    if (worked) {
        candidates_add_facts(candidates, &facts);
        shown_fields_add(&document.fields, &facts);
        buffer_add_string(&facts, document.fields.n > 0 ? "\n" : "");
        candidate_show(void_model, row->title, buffer_bytes(&facts), document.text);
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
