/*
 * A page (tui/widget/page.h) with a single text, rendered as Markdown. The page first asks for its height, then
 * draws. The text is wrapped once for both, before the page is arranged.
 */
#include "tui/screens/guide.h"

enum guide_action { GUIDE_EXAMPLES = ACTION_OWN };

static const struct key_row rows[] = {
    {.id = "examples",
     .keys = {'p'},
     .action = GUIDE_EXAMPLES,
     .bar = {1, 2, "practise"},
     .help = "Practise on three examples; nothing is stored"},
};

static const struct key_table table = {.id = "guide",
                                       .title = "The guide",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &page_table};

static const struct key_table *const tables[] = {&table, NULL};

static const struct key_table *keys(const void *model)
{
    (void)model;
    return &table;
}

enum { TEXT_COLUMN = 2, TEXT_COLUMNS_MAX = 76, TEXT_ROW = 1 };

void guide_release(void *void_model)
{
    struct guide_model *model = void_model;
    text_view_release(&model->text);
    buffer_release(&model->source);
    page_release(&model->page);
}

/* Markdown joins consecutive lines unless they end in two blanks. Authors of guides expect lines to stay separate. */
static void add_with_line_ends(struct bytes guide, struct buffer *source)
{
    for (size_t i = 0; i < guide.size; i++) {
        if (guide.data[i] == '\n')
            buffer_add_string(source, "  ");
        buffer_add_byte(source, guide.data[i]);
    }
}

void guide_show(struct guide_model *model, struct bytes text, enum text_markup markup)
{
    buffer_clear(&model->source);
    if (markup == MARKUP_MARKDOWN)
        add_with_line_ends(text, &model->source);
    else
        buffer_add(&model->source, text);
    text_view_set(&model->text, buffer_bytes(&model->source));
    text_view_render(&model->text, markup);
    page_show(&model->page);
}

/* Draws the text, which arrange() has wrapped. */
static int compose(const void *source, struct surface *canvas, int columns)
{
    (void)columns;
    const struct text_view *text = source;
    if (canvas != NULL)
        text_view_draw(text, canvas, TEXT_ROW, TEXT_COLUMN, STYLE_NORMAL);
    return TEXT_ROW + text->rows;
}

void guide_arrange(void *void_model, struct rectangle area)
{
    struct guide_model *model = void_model;
    int columns = area.columns - 2 * TEXT_COLUMN;
    columns = columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX;
    text_view_arrange(&model->text, columns, text_view_count_rows(&model->text, columns, INT16_MAX));
    page_arrange(&model->page, area, compose, &model->text);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct guide_model *model = void_model;
    page_draw(&model->page, "How to choose", surface);
}

/* Explains the marks in documents, below the guide. */
static const char marks[] =
    "\n\n---\n\n"
    "Marks: words of the question are underlined. ▌ marks what differs; words that only one document "
    "has are bold. The line below names the differences, ▲ ▼ where one is out of sight: " KEY_OF(
        "match-next") " goes there. ⋯ hidden text: " KEY_OF("whole") ".";

static const char key_of_ties[] = "\n\nTwo documents are the best, equally good: " KEY_OF(
    "tie") "; of three documents, then the numbers of these two.";

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct buffer text = {0};
    (void)location, (void)err;
    buffer_add(&text, desk->guide.size > 0 ? desk->guide : bytes_of("No guide is set."));
    (void)keymap_add_text(&desk->preferences->keymap, screen_label.tables[0],
                          bytes_of(desk->takes_ties ? key_of_ties : ""), &text);
    (void)keymap_add_text(&desk->preferences->keymap, screen_label.tables[0], bytes_of(marks), &text);
    guide_show(void_model, buffer_bytes(&text), MARKUP_MARKDOWN);
    buffer_release(&text);
    return true;
}

static struct effect update(void *model, struct action action)
{
    return action.name == GUIDE_EXAMPLES ? effect_open(&screen_examples) : page_screen_update(model, action);
}

const struct screen screen_guide = {
    .opened_by = ACTION_GUIDE,
    .model_size = sizeof(struct guide_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .offers = page_screen_offers,
    .update = update,
    .arrange = guide_arrange,
    .draw = draw,
    .release = guide_release,
};
