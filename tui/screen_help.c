#include "tui/screen_help.h"

#include "tui/passage.h"

enum {
    KEYS_COLUMN = 1,
    TEXT_COLUMN = 18, /* behind "PgUp PgDn Space" */
    TEXT_COLUMNS_MAX = 76,
};

void help_release(struct help_model *model)
{
    page_release(&model->page);
}

void help_show(struct help_model *model, const struct screen *screen)
{
    model->tables = screen->tables;
    page_show(&model->page);
}

/* Draws (with a canvas) one key row from `row` on; returns the rows that it takes. */
static int compose_row(const struct key_row *key_row, struct surface *canvas, int row, int columns)
{
    int text_columns = columns - TEXT_COLUMN - 1;
    text_columns = text_columns < TEXT_COLUMNS_MAX ? text_columns : TEXT_COLUMNS_MAX;
    struct passage text = {0};
    passage_set(&text, bytes_of(key_row->help));
    int rows = passage_count_rows(&text, text_columns, INT16_MAX);
    if (canvas != NULL) {
        passage_arrange(&text, text_columns, rows);
        passage_draw(&text, canvas, row, TEXT_COLUMN, STYLE_NORMAL);
        struct buffer labels = {0};
        key_row_add_labels(key_row, KEY_ROW_KEYS_MAX, &labels);
        surface_put(canvas, row, KEYS_COLUMN, TEXT_COLUMN - 1, buffer_bytes(&labels), STYLE_KEY);
        buffer_release(&labels);
    }
    passage_release(&text);
    return rows;
}

static int compose_table(const struct key_table *table, struct surface *canvas, int row, int columns)
{
    int first_row = row;
    row++; /* an empty one */
    if (canvas != NULL)
        surface_put_string(canvas, row, 1, columns, table->title, STYLE_TITLE);
    row++;
    for (size_t i = 0; i < table->n_rows; i++)
        row += compose_row(&table->rows[i], canvas, row, columns);
    return row - first_row;
}

static int compose(const void *source, struct surface *canvas, int columns)
{
    const struct help_model *model = source;
    int row = 0;
    for (size_t i = 0; model->tables[i] != NULL; i++)
        row += compose_table(model->tables[i], canvas, row, columns);
    return row;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct help_model *model = void_model;
    page_arrange(&model->page, area, compose, model);
}

static struct effect update(void *void_model, struct action action)
{
    struct help_model *model = void_model;
    return page_update(&model->page, action);
}

static bool offers(const void *void_model, struct action action)
{
    const struct help_model *model = void_model;
    return page_offers(&model->page, action);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct help_model *model = void_model;
    page_draw(&model->page, "Keys", surface);
}

const struct screen screen_help = {
    .tables = page_tables,
    .keys = page_keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
};
