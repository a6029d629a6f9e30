/*
 * There are two pages. The short one has the names of the keys in force in columns; one of them is selected. The whole
 * one has the legend of the screen below and the key tables of all screens, that screen's own first.
 *
 * The same code counts a page's rows (without a canvas) and draws them, so both agree on its height. Keys are those of
 * the user's keymap. The filter matches what a row shows: its keys, its name in the key bar, its help.
 */
#include "tui/screens/help.h"

#include "core/base/unicode.h"
#include "tui/text/cluster.h"
#include "tui/widget/text_view.h"

enum {
    KEYS_COLUMN = 1,
    TEXT_COLUMN = 18, /* after "PgUp PgDn Space" */
    TEXT_COLUMNS_MAX = 76,
    NAME_COLUMN = 12,   /* of a key's name after its labels on the short page */
    SHORT_COLUMNS = 38, /* for labels and name together */
    SHORT_ROWS_MAX = 80,
};

/* --- Keys ----------------------------------------------------------------- */

static const struct key_row rows[] = {
    {.id = "filter",
     .keys = {'/'},
     .action = ACTION_FILTER,
     .bar = {1, 2, "search"},
     .help = "Search the help: show only lines with the text"},
};

static const struct key_table table = {
    .id = "help", .title = "Help", .rows = rows, .n_rows = sizeof rows / sizeof *rows, .also = &page_table};

enum help_action { HELP_PRESS = ACTION_OWN };

// clang-format off
static const struct key_row selecting_rows[] = {
    {.id = "press", .keys = {NAMED_ENTER}, .action = HELP_PRESS,
     .bar = {1, 1, "do it"}, .help = "Do what the selected key does"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "back"}, .help = "Show all keys of the screen again, then go back"},
    {.id = "select", .keys = {NAMED_UP, NAMED_DOWN}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 3, "select"}, .help = "Select another key"},
    {.id = "help-page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN}, .places = 2, .action = ACTION_PAGE,
     .help = "Scroll by a page"},
    {.id = "help-wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Scroll by some lines"},
    {.id = "all", .keys = {NAMED_F1}, .action = ACTION_HELP, .help = "Show the keys of all screens"},
};
// clang-format on

static const struct key_table selecting_table = {.id = "help-keys",
                                                 .title = "After ?, the keys of a screen",
                                                 .takes_text = true,
                                                 .rows = selecting_rows,
                                                 .n_rows = sizeof selecting_rows / sizeof *selecting_rows,
                                                 .also = &line_edit_list_table};

static const struct key_table *const tables[] = {&selecting_table, &table, &filter_typing_table, NULL};

static const struct key_table *keys(const void *void_model)
{
    const struct help_model *model = void_model;
    return !model->shows_all ? &selecting_table : model->filter.is_typing ? &filter_typing_table : &table;
}

static void release(void *void_model)
{
    struct help_model *model = void_model;
    filter_release(&model->filter);
    page_release(&model->page);
}

static void help_show(struct help_model *model, const struct screen *screen, const struct key_table *in_force,
                      const struct keymap *keymap)
{
    model->screen = screen;
    model->in_force = in_force;
    model->keymap = keymap;
    model->shows_all = false;
    model->selected = 0;
    filter_release(&model->filter);
    model->filter.is_typing = true;
    page_show(&model->page);
}

/* --- The page ------------------------------------------------------------- */

/* Draws the rows from top to bottom, or only counts them. */
struct composer {
    const struct help_model *model;
    struct surface *canvas; /* NULL: only count */
    int columns;
    int row; /* the next row */
};

static bool is_key_found(const struct help_model *model, const struct key_row *row)
{
    struct buffer text = {0};
    keymap_add_labels(model->keymap, row, KEY_ROW_KEYS_MAX, &text);
    buffer_add_format(&text, " %s %s", row->bar.name != NULL ? row->bar.name : "", row->help);
    for (size_t i = 0; row->action == ACTION_REASON && i < model->reasons->n; i++)
        buffer_add_format(&text, " %.*s", BYTES_FORMAT(model->reasons->items[i]));
    bool found = filter_accepts(&model->filter, buffer_bytes(&text));
    buffer_release(&text);
    return found;
}

static bool is_word_found(const struct help_model *model, const struct legend_row *row)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%s %s", row->word, row->meaning);
    bool found = filter_accepts(&model->filter, buffer_bytes(&text));
    buffer_release(&text);
    return found;
}

/* Draws the text in its columns, unless `canvas` is NULL. Returns its number of rows. */
static int compose_text(struct surface *canvas, struct bytes bytes, int row, int column, int columns,
                        enum style style)
{
    struct text_view text = {0};
    text_view_set(&text, bytes);
    int height = text_view_count_rows(&text, columns, INT16_MAX);
    if (canvas != NULL) {
        text_view_arrange(&text, columns, height);
        text_view_draw(&text, canvas, row, column, style);
    }
    text_view_release(&text);
    return height;
}

static void compose_row(struct composer *composer, struct bytes key, enum style style, struct bytes help)
{
    int text_columns = composer->columns - TEXT_COLUMN - 1;
    text_columns = text_columns < TEXT_COLUMNS_MAX ? text_columns : TEXT_COLUMNS_MAX;
    int key_rows =
        compose_text(composer->canvas, key, composer->row, KEYS_COLUMN, TEXT_COLUMN - KEYS_COLUMN - 1, style);
    int help_rows =
        compose_text(composer->canvas, help, composer->row, TEXT_COLUMN, text_columns, STYLE_NORMAL);
    composer->row += key_rows > help_rows ? key_rows : help_rows;
}

/* Puts as many labels on a line as fit. Wrapping would break them after hyphens, as in "Ctrl-N". */
static void add_lines_of_keys(struct buffer *lines, struct bytes labels, int columns)
{
    int used = 0;
    for (struct bytes label; labels.size > 0;) {
        if (!bytes_split(labels, ' ', &label, &labels)) {
            label = labels;
            labels = (struct bytes){0};
        }
        const int width = text_width(label);
        const bool fits = used + 1 + width <= columns;
        if (used > 0)
            buffer_add_byte(lines, fits ? ' ' : '\n');
        used = used > 0 && fits ? used + 1 + width : width;
        buffer_add(lines, label);
    }
}

static void compose_key(struct composer *composer, const struct key_row *key_row)
{
    struct buffer labels = {0}, lines = {0};
    keymap_add_labels(composer->model->keymap, key_row, KEY_ROW_KEYS_MAX, &labels);
    add_lines_of_keys(&lines, buffer_bytes(&labels), TEXT_COLUMN - KEYS_COLUMN - 1);
    compose_row(composer, buffer_bytes(&lines), STYLE_KEY, bytes_of(key_row->help));
    buffer_release(&lines);
    buffer_release(&labels);
}

static void compose_title(struct composer *composer, const char *title)
{
    composer->row++; /* an empty row */
    if (composer->canvas != NULL)
        surface_put_string(composer->canvas, composer->row, 1, composer->columns, title, STYLE_TITLE);
    composer->row++;
}

/* Lists the reasons that are set with their keys, because the line that asks for a reason may lack room for them. */
static void compose_reasons(struct composer *composer, const struct key_row *key_row)
{
    const struct reason_list *reasons = composer->model->reasons;
    for (size_t i = 0; i < reasons->n; i++) {
        struct buffer key = {0}, reason = {0};
        keymap_add_label(composer->model->keymap, key_row, i, &key);
        unicode_add_visible(&reason, reasons->items[i]);
        compose_row(composer, buffer_bytes(&key), STYLE_KEY, buffer_bytes(&reason));
        buffer_release(&key);
        buffer_release(&reason);
    }
}

/* Lists the rows of a table that match the filter, below its title. */
static void compose_table(struct composer *composer, const struct key_table *key_table)
{
    bool has_title = false;
    for (size_t i = 0; i < key_table->n_rows; i++) {
        if (!is_key_found(composer->model, &key_table->rows[i]) ||
            !keymap_has_key(composer->model->keymap, &key_table->rows[i]))
            continue;
        if (!has_title)
            compose_title(composer, key_table->title);
        has_title = true;
        compose_key(composer, &key_table->rows[i]);
        if (key_table->rows[i].action == ACTION_REASON)
            compose_reasons(composer, &key_table->rows[i]);
    }
}

/* Lists the matching words and signs of the screen from which the help was opened. */
static void compose_legend(struct composer *composer)
{
    bool has_title = false;
    for (const struct legend_row *row = composer->model->screen->legend; row != NULL && row->word != NULL;
         row++) {
        if (!is_word_found(composer->model, row))
            continue;
        if (!has_title)
            compose_title(composer, "Words and signs");
        has_title = true;
        compose_row(composer, bytes_of(row->word), STYLE_NORMAL, bytes_of(row->meaning));
    }
}

static bool belongs_to(const struct screen *screen, const struct key_table *key_table)
{
    for (size_t i = 0; screen->tables[i] != NULL; i++)
        for (const struct key_table *part = screen->tables[i]; part != NULL; part = part->also)
            if (part == key_table)
                return true;
    return false;
}

/* Lists the tables of the screen from which the help was opened, or all others. */
static void compose_tables(struct composer *composer, bool own)
{
    const struct key_table *key_table;
    for (size_t i = 0; (key_table = screens_key_table(i)) != NULL; i++)
        if (belongs_to(composer->model->screen, key_table) == own)
            compose_table(composer, key_table);
}

/* --- The short page --------------------------------------------------------- */

/* Whether the row has a name and is for this user. Mouse actions have no name. */
static bool is_named(const struct help_model *model, const struct key_row *row)
{
    return row->bar.name != NULL && (!row->is_for_lead || model->is_lead) &&
           keymap_has_key(model->keymap, row);
}

/* Lists the rows that match the filter: first by their names, then by their sentences. */
static size_t list_named_rows(const struct help_model *model, const struct key_row **named)
{
    size_t n = 0;
    const struct key_row *row;
    for (int by_name = 1; by_name >= 0; by_name--)
        for (size_t i = 0; (row = key_table_row(model->in_force, i)) != NULL && n < SHORT_ROWS_MAX; i++)
            if (is_named(model, row) && is_key_found(model, row) &&
                filter_accepts(&model->filter, bytes_of(row->bar.name)) == (by_name == 1))
                named[n++] = row;
    return n;
}

static void compose_named(struct composer *composer, const struct key_row *key_row, bool is_selected, int row,
                          int column)
{
    struct buffer labels = {0};
    if (composer->canvas == NULL)
        return;
    keymap_add_labels(composer->model->keymap, key_row, key_row->places > 1 ? key_row->places : 1, &labels);
    if (is_selected)
        surface_put_string(composer->canvas, row, column - 1, column, "▸", STYLE_ACCENT);
    surface_put(composer->canvas, row, column, column + NAME_COLUMN - 1, buffer_bytes(&labels), STYLE_KEY);
    surface_put_string(composer->canvas, row, column + NAME_COLUMN, column + SHORT_COLUMNS - 1,
                       key_row->bar.name, is_selected ? STYLE_TITLE : STYLE_NORMAL);
    buffer_release(&labels);
}

/* The number of rows on the short page, in as many columns as fit, each read downwards. */
static size_t count_short_rows(size_t n, int columns)
{
    const size_t n_columns = columns > 2 * SHORT_COLUMNS ? (size_t)(columns / SHORT_COLUMNS) : 1;
    return (n + n_columns - 1) / n_columns;
}

static void compose_short(struct composer *composer)
{
    const struct key_row *named[SHORT_ROWS_MAX];
    const size_t n = list_named_rows(composer->model, named), n_rows = count_short_rows(n, composer->columns);
    for (size_t i = 0; i < n; i++)
        compose_named(composer, named[i], i == composer->model->selected, composer->row + (int)(i % n_rows),
                      KEYS_COLUMN + SHORT_COLUMNS * (int)(i / n_rows));
    composer->row += (int)n_rows;
}

/* The selected row; NULL: nothing matches. */
static const struct key_row *selected_row(const struct help_model *model)
{
    const struct key_row *named[SHORT_ROWS_MAX];
    const size_t n = list_named_rows(model, named);
    return model->selected < n ? named[model->selected] : NULL;
}

static int compose(const void *source, struct surface *canvas, int columns)
{
    struct composer composer = {.model = source, .canvas = canvas, .columns = columns};
    if (!composer.model->shows_all) {
        compose_short(&composer);
        compose_legend(&composer);
        if (composer.row == 0)
            compose_title(&composer, "(no key of this screen matches)");
        return composer.row;
    }
    compose_legend(&composer);
    compose_tables(&composer, true);
    compose_tables(&composer, false);
    if (composer.row == 0)
        compose_title(&composer, "(nothing in the help matches)");
    return composer.row;
}

/* --- The screen ------------------------------------------------------------ */

static void arrange(void *void_model, struct rectangle area)
{
    struct help_model *model = void_model;
    const struct key_row *named[SHORT_ROWS_MAX];
    const size_t n_rows = count_short_rows(list_named_rows(model, named), area.columns);
    page_arrange(&model->page, area, compose, model);
    if (!model->shows_all && n_rows > 0 && model->has_moved)
        page_reveal(&model->page, (int)(model->selected % n_rows));
    model->has_moved = false;
}

static void show_all(struct help_model *model)
{
    model->shows_all = true;
    filter_release(&model->filter);
    page_show(&model->page);
}

static struct effect select_another(struct help_model *model, int nth)
{
    const struct key_row *named[SHORT_ROWS_MAX];
    const size_t n = list_named_rows(model, named), last = n > 0 ? n - 1 : 0;
    if (model->selected == (nth == 0 ? 0 : last))
        return effect_at_end(nth);
    model->selected += nth == 0 ? (size_t)-1 : 1;
    model->has_moved = true;
    page_renew(&model->page);
    return no_effect;
}

/* If the row has several keys with different meanings, none can be pressed. */
static struct effect press_selected(const struct help_model *model)
{
    const struct key_row *row = selected_row(model);
    if (row == NULL)
        return effect_remark("no key of this screen matches");
    if (row->places > 1)
        return effect_remark("this line has %d keys: go back and press one of them", row->places);
    return (struct effect){.kind = EFFECT_PRESS, .press = keymap_keys(model->keymap, row)[0]};
}

static struct effect update_keys(struct help_model *model, struct action action)
{
    const bool is_typing = filter_text(&model->filter).size > 0;
    struct effect effect;
    if (action.name == ACTION_HELP || (action.name == ACTION_TYPE && action.key.code == '?')) {
        show_all(model);
        return no_effect;
    }
    if (action.name == HELP_PRESS)
        return press_selected(model);
    if (action.name == ACTION_LINE)
        return select_another(model, action.nth);
    if (action.name == ACTION_BACK && !is_typing)
        return effect_common(action);
    if (filter_update(&model->filter, action)) {
        model->filter.is_typing = true;
        model->selected = 0;
        page_show(&model->page);
        return no_effect;
    }
    return page_update(&model->page, action, &effect) ? effect : effect_common(action);
}

static struct effect update(void *void_model, struct action action)
{
    struct help_model *model = void_model;
    struct effect effect;
    if (!model->shows_all)
        return update_keys(model, action);
    if (filter_update(&model->filter, action)) {
        page_show(&model->page);
        return no_effect;
    }
    return page_update(&model->page, action, &effect) ? effect : effect_common(action);
}

static bool offers(const void *void_model, struct action action)
{
    const struct help_model *model = void_model;
    return !model->shows_all || model->filter.is_typing || page_offers(&model->page, action);
}

static void place_cursor(const struct help_model *model, struct surface *surface)
{
    const struct key_row *named[SHORT_ROWS_MAX];
    const struct rectangle area = model->page.area;
    const size_t n_rows = count_short_rows(list_named_rows(model, named), area.columns);
    if (n_rows == 0)
        return;
    const int row = (int)(model->selected % n_rows) - model->page.top;
    if (row >= 0 && row < area.rows - 1)
        surface_place_cursor(surface, area.row + 1 + row,
                             area.column + KEYS_COLUMN + SHORT_COLUMNS * (int)(model->selected / n_rows));
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct help_model *model = void_model;
    page_draw(&model->page, model->shows_all ? "Help" : "Keys of this screen · ? all screens", surface);
    if (!model->shows_all)
        place_cursor(model, surface);
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct help_model *model = void_model;
    if (model->shows_all)
        return filter_prompt(&model->filter, text, cursor);
    const struct key_row *row = selected_row(model);
    *cursor = line_edit_prompt(&model->filter.line, "Type to find: ", text);
    if (row != NULL)
        buffer_add_format(text, "  · %s", row->help);
    return true;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location, (void)err;
    struct help_model *model = void_model;
    model->reasons = desk->reasons;
    model->is_lead = desk->is_lead;
    help_show(model, desk->shown, desk->shown->keys(desk_model(desk, desk->shown)),
              &desk->preferences->keymap);
    return true;
}

const struct screen screen_help = {
    .opened_by = ACTION_HELP,
    .model_size = sizeof(struct help_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .prompt = prompt,
    .release = release,
};
