/*
 * The contradictions between documents, for the lead and the owner of the documents: a page with the votes on each
 * pair. It needs all documents, so it is read only when it is opened, and not at all for a large collection.
 */
#include "live/contradictions.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/store.h"
#include "tui/screens/page_screen.h"
#include "tui/widget/text_view.h"

enum {
    TITLE_COLUMN = 1,
    TEXT_COLUMN = 3,
    STATEMENT_COLUMN = 5,
    TEXT_COLUMNS_MAX = 100,
    STATEMENT_ROWS_MAX = 6,
    DOCUMENTS_MAX = 20000, /* reading more takes longer than some seconds */
};

struct contradictions_model {
    struct page page; /* must be the first member */
    struct contradiction_list list;
    bool is_read;
    int64_t version; /* of the database when it was read */
};

/* --- Rows ------------------------------------------------------------------ */

/* Draws rows from top to bottom, or only counts them. */
struct contradictions_composer {
    struct surface *canvas; /* NULL: only count */
    int columns;
    int row; /* the next row */
};

/* Draws a text. A part of it may be marked. */
static void compose_text(struct contradictions_composer *composer, int column, struct bytes bytes,
                         struct text_span pointed, enum style style)
{
    int columns = composer->columns - column - 1;
    columns = columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX;
    struct text_view text = {0};
    text_view_set(&text, bytes);
    int rows = text_view_count_rows(&text, columns, STATEMENT_ROWS_MAX);
    rows = rows < STATEMENT_ROWS_MAX ? rows : STATEMENT_ROWS_MAX;
    if (composer->canvas != NULL) {
        text_view_point_out(&text, pointed.start, pointed.end);
        text_view_arrange(&text, columns, rows);
        text_view_draw(&text, composer->canvas, composer->row, column, style);
    }
    composer->row += rows;
    text_view_release(&text);
}

static void compose_document(struct contradictions_composer *composer, const struct contradicting_pair *pair,
                             size_t side)
{
    const struct text_span none = {0, 0};
    struct buffer text = {0};
    buffer_add_format(&text, "%zu  ", side + 1);
    unicode_add_visible(&text, pair->titles[side].size > 0 ? pair->titles[side] : pair->docids[side]);
    if (pair->titles[side].size > 0) {
        buffer_add_string(&text, " (");
        unicode_add_visible(&text, pair->docids[side]);
        buffer_add_byte(&text, ')');
    }
    compose_text(composer, TITLE_COLUMN, buffer_bytes(&text), none, STYLE_TITLE);
    buffer_release(&text);
}

static void compose_difference(struct contradictions_composer *composer,
                               const struct contradicting_pair *pair, const struct contradiction *found)
{
    if (composer->canvas != NULL)
        surface_put_string(composer->canvas, composer->row, TEXT_COLUMN, composer->columns,
                           words_at(&contradiction_kind_words, found->kind), STYLE_DIM);
    composer->row++;
    for (size_t side = 0; side < 2; side++) {
        const struct text_span all = found->statements[side], words = found->words[side];
        char number[2] = {(char)('1' + side), '\0'};
        if (composer->canvas != NULL)
            surface_put_string(composer->canvas, composer->row, TEXT_COLUMN, composer->columns, number,
                               STYLE_KEY);
        compose_text(composer, STATEMENT_COLUMN, bytes_slice(pair->texts[side], all.start, all.end),
                     (struct text_span){words.start - all.start, words.end - all.start}, STYLE_NORMAL);
    }
}

static void compose_pair(struct contradictions_composer *composer, const struct contradicting_pair *pair)
{
    const struct text_span none = {0, 0};
    struct buffer votes = {0};
    compose_document(composer, pair, 0);
    compose_document(composer, pair, 1);
    contradiction_add_votes(pair, &votes);
    compose_text(composer, TEXT_COLUMN, buffer_bytes(&votes), none, STYLE_DIM);
    for (size_t i = 0; i < pair->found.n; i++)
        compose_difference(composer, pair, &pair->found.items[i]);
    composer->row++;
    buffer_release(&votes);
}

static int compose(const void *source, struct surface *canvas, int columns)
{
    const struct contradictions_model *model = source;
    const struct text_span none = {0, 0};
    struct contradictions_composer composer = {.canvas = canvas, .columns = columns};
    struct buffer text = {0};
    if (model->list.n == 0) {
        buffer_add_string(&text, "No two of ");
        number_add_grouped(&text, model->list.documents);
        buffer_add_string(&text, " documents contradict each other in numbers, names or negations.");
        compose_text(&composer, TITLE_COLUMN, buffer_bytes(&text), none, STYLE_DIM);
    }
    for (size_t i = 0; i < model->list.n; i++)
        compose_pair(&composer, &model->list.pairs[i]);
    buffer_clear(&text);
    if (model->list.n_other_subjects > 0) {
        buffer_add_format(
            &text, "%zu more pairs have titles that name two things: see `assay contradictions DB --all`.",
            model->list.n_other_subjects);
        compose_text(&composer, TITLE_COLUMN, buffer_bytes(&text), none, STYLE_DIM);
    }
    buffer_release(&text);
    return composer.row;
}

/* --- The screen -------------------------------------------------------------- */

static const struct legend_row legend[] = {
    {"number, name, negation", "The difference between two documents that say nearly the same: at most one "
                               "of them is right, or they are about different things"},
    {0},
};

static void release(void *void_model)
{
    struct contradictions_model *model = void_model;
    contradiction_list_release(&model->list);
    page_release(&model->page);
}

/* Stops at a large collection. `all` is 0 while the documents are being counted. */
static bool go_on(void *context, int64_t done, int64_t all)
{
    bool *is_large = context;
    *is_large = all == 0 && done > DOCUMENTS_MAX;
    return !*is_large;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct contradictions_model *model = void_model;
    struct contradiction_list list = {0};
    bool is_large = false;
    const struct contradiction_watch watch = {.go_on = go_on, .context = &is_large};
    (void)location;
    if (!desk->is_lead)
        return err_set(err, ERR_USAGE,
                       "contradictions are for project leads: restart with `assay label --lead`");
    int64_t version;
    if (!store_get_version(desk->store, &version, err))
        return false;
    if (model->is_read && model->version == version) {
        page_show(&model->page);
        return true;
    }
    if (!contradictions_read(desk->store, false, &watch, &list, err)) {
        contradiction_list_release(&list);
        return is_large
                   ? err_set(err, ERR_USAGE,
                             "too many documents to compare while you wait: see `assay contradictions DB`")
                   : false;
    }
    contradiction_list_release(&model->list);
    model->list = list;
    model->is_read = true;
    model->version = version;
    page_show(&model->page);
    return true;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct contradictions_model *model = void_model;
    page_arrange(&model->page, area, compose, model);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct contradictions_model *model = void_model;
    struct buffer title = {0};
    buffer_add_format(&title, "Contradictions · %zu pair%s", model->list.n, model->list.n == 1 ? "" : "s");
    page_draw(&model->page, buffer_string(&title), surface);
    buffer_release(&title);
}

const struct screen screen_contradictions = {
    .opened_by = ACTION_CONTRADICTIONS,
    .model_size = sizeof(struct contradictions_model),
    .fill = fill,
    .wait = "comparing the documents …",
    .legend = legend,
    .tables = page_tables,
    .keys = page_keys,
    .offers = page_screen_offers,
    .update = page_screen_update,
    .arrange = arrange,
    .draw = draw,
    .release = release,
};
