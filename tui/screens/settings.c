/*
 * What is typed is not set here: the effect carries it to the app, which writes it and fills the screen
 * again. That ends the typing. A value that is refused leaves everything as it was, the typed text too, and
 * it can be mended.
 */
#include "tui/screens/settings.h"

#include "core/base/unicode.h"
#include "core/store/store.h"
#include "tui/keys/going.h"
#include "tui/widget/title_line.h"

enum {
    VALUE_SIZE_MAX = 64 * 1024,
    KEY_COLUMN = 3,
    VALUE_COLUMN = 16, /* behind the longest key */
    HELP_ROWS = 3,     /* below the settings: an empty row, what the selected one is, what it takes */
};

enum settings_action { SETTINGS_CHANGE = ACTION_OWN, SETTINGS_KEEP };

/* --- Keys ----------------------------------------------------------------- */

// clang-format off
static const struct key_row rows[] = {
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 3, "select"}, .help = "Select the setting above or below"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f', ' '}, .places = 2,
     .action = ACTION_PAGE, .help = "Select the setting a page above or below"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .help = "Select the first or the last setting"},
    {.id = "change", .keys = {NAMED_ENTER}, .action = SETTINGS_CHANGE,
     .bar = {1, 1, "change"}, .help = "Type another value for the selected setting"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = ACTION_CLICK,
     .help = "Select the setting, change the selected one"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Select the setting three above or below"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 2, "back"}, .help = "Go back"},
};

static const struct key_row typing_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = SETTINGS_KEEP,
     .bar = {1, 1, "set"}, .help = "Set it, for all annotators, from their next ballot on"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Leave the setting as it was"},
};
// clang-format on

static const struct key_table table = {.id = "settings",
                                       .title = "Settings",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &going_table};
static const struct key_table typing_table = {.id = "setting",
                                              .title = "A setting that is typed",
                                              .takes_text = true,
                                              .rows = typing_rows,
                                              .n_rows = sizeof typing_rows / sizeof *typing_rows,
                                              .also = &line_edit_table};

static const struct key_table *const tables[] = {&table, &typing_table, NULL};

static const struct key_table *keys(const void *void_model)
{
    const struct settings_model *model = void_model;
    return model->is_typing ? &typing_table : &table;
}

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct settings_model *model = void_model;
    arena_release(&model->arena);
    line_edit_release(&model->typed);
}

/* Shows these values (copied), by enum setting. What is selected stays; nothing is typed any more. */
static void settings_show(struct settings_model *model, const struct bytes values[SETTING_COUNT])
{
    arena_release(&model->arena);
    model->is_typing = false;
    for (size_t i = 0; i < SETTING_COUNT; i++)
        model->values[i] = arena_copy(&model->arena, values[i]);
}

static int rows_in_sight(const struct settings_model *model)
{
    return model->area.rows - 1 - HELP_ROWS;
}

/* The one in the uppermost row. */
static int first_in_sight(const struct settings_model *model)
{
    int below = (int)model->selected - rows_in_sight(model) + 1;
    return below > 0 ? below : 0;
}

static int row_of_first(const struct settings_model *model)
{
    return model->area.row + 1;
}

static int distance_of(const struct settings_model *model, int action)
{
    switch (action) {
    case ACTION_LINE:
        return 1;
    case ACTION_WHEEL:
        return WHEEL_LINES;
    case ACTION_PAGE:
        return rows_in_sight(model) > 2 ? rows_in_sight(model) - 1 : 1;
    default:
        return SETTING_COUNT;
    }
}

static struct effect select_setting(struct settings_model *model, struct action action)
{
    int before = (int)model->selected;
    int distance = distance_of(model, action.name);
    int wanted = action.nth == 0 ? before - distance : before + distance;
    wanted = wanted < 0 ? 0 : wanted < SETTING_COUNT ? wanted : SETTING_COUNT - 1;
    model->selected = (enum setting)wanted;
    return wanted != before ? no_effect : effect_at_end(action.nth);
}

static struct effect begin_typing(struct settings_model *model)
{
    line_edit_set(&model->typed, model->values[model->selected]);
    model->is_typing = true;
    return no_effect;
}

/* On the selected one: as Enter does. */
static struct effect click_setting(struct settings_model *model, struct key key)
{
    int row = key.row - row_of_first(model);
    int setting = first_in_sight(model) + row;
    if (row < 0 || row >= rows_in_sight(model) || setting >= SETTING_COUNT)
        return no_effect;
    if (setting == (int)model->selected)
        return begin_typing(model);
    model->selected = (enum setting)setting;
    return no_effect;
}

/* A value that is refused can be mended: typing ends when the settings are shown anew. */
static struct effect set_typed_value(struct settings_model *model)
{
    struct bytes value = {buffer_string(&model->typed.text), model->typed.text.size};
    line_edit_keep(&model->typed);
    return (struct effect){.kind = EFFECT_CHANGE_SETTING, .setting = {model->selected, value}};
}

static struct effect leave_innermost(struct settings_model *model)
{
    if (!model->is_typing)
        return (struct effect){.kind = EFFECT_CLOSE};
    model->is_typing = false;
    return no_effect;
}

static struct effect update(void *void_model, struct action action)
{
    struct settings_model *model = void_model;
    bool has_changed;
    switch (action.name) {
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
    case ACTION_WHEEL:
        return select_setting(model, action);
    case ACTION_CLICK:
        return click_setting(model, action.key);
    case SETTINGS_CHANGE:
        return begin_typing(model);
    case SETTINGS_KEEP:
        return set_typed_value(model);
    case ACTION_BACK:
        return leave_innermost(model);
    default:
        if (model->is_typing && line_edit_update(&model->typed, action, VALUE_SIZE_MAX, &has_changed))
            return no_effect;
        return effect_common(action);
    }
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct settings_model *model = void_model;
    *cursor = NO_CURSOR;
    if (!model->is_typing)
        return false;
    buffer_add_string(text, setting_rows[model->selected].key);
    *cursor = line_edit_prompt(&model->typed, ": ", text);
    return true;
}

/* --- Drawing -------------------------------------------------------------- */

static void arrange(void *void_model, struct rectangle area)
{
    struct settings_model *model = void_model;
    model->area = area;
}

static void draw_setting(const struct settings_model *model, enum setting setting, struct surface *surface,
                         int row)
{
    bool is_selected = setting == model->selected;
    struct rectangle area = model->area;
    int end = area.column + area.columns - 1;
    if (is_selected) {
        surface_put_string(surface, row, area.column + 1, end, "▸", STYLE_ACCENT);
        surface_place_cursor(surface, row, area.column + KEY_COLUMN);
    }
    surface_put_string(surface, row, area.column + KEY_COLUMN, end, setting_rows[setting].key,
                       is_selected ? STYLE_TITLE : STYLE_KEY);
    struct buffer value = {0};
    buffer_add_one_line(&value, model->values[setting]);
    surface_put(surface, row, area.column + VALUE_COLUMN, end, buffer_bytes(&value), STYLE_NORMAL);
    buffer_release(&value);
}

static void draw_help(const struct settings_model *model, struct surface *surface, int row)
{
    const struct setting_row *setting = &setting_rows[model->selected];
    int column = model->area.column + KEY_COLUMN;
    int end = model->area.column + model->area.columns - 1;
    surface_put_string(surface, row, column, end, setting->help, STYLE_NORMAL);
    struct buffer takes = {0};
    buffer_add_string(&takes, "takes ");
    setting_add_takes(model->selected, &takes);
    surface_put_string(surface, row + 1, column, end, buffer_string(&takes), STYLE_DIM);
    buffer_release(&takes);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct settings_model *model = void_model;
    int first = first_in_sight(model);
    int end = first + rows_in_sight(model);
    int row = row_of_first(model);
    struct buffer position = {0};
    if (end - first < SETTING_COUNT)
        buffer_add_format(&position, "%d–%d of %d", first + 1, end, SETTING_COUNT);
    title_line_draw(surface, model->area, bytes_of("Settings"), buffer_bytes(&position));
    buffer_release(&position);
    for (int i = first; i < SETTING_COUNT && i < end; i++)
        draw_setting(model, (enum setting)i, surface, row++);
    draw_help(model, surface, row + 1);
}

/* Selects the setting as if this value was typed for it. */
static void settings_propose(struct settings_model *model, enum setting setting, struct bytes value)
{
    model->selected = setting;
    line_edit_set(&model->typed, value);
    model->is_typing = true;
}

static bool read_values(struct store *store, struct arena *arena, struct bytes values[SETTING_COUNT],
                        struct err *err)
{
    bool read = true;
    if (!store_begin_reading(store, err))
        return false;
    for (int i = 0; read && i < SETTING_COUNT; i++)
        read = setting_get(store, (enum setting)i, arena, &values[i], err);
    store_end_reading(store);
    return read;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct arena arena = {0};
    struct bytes values[SETTING_COUNT];
    bool read = desk->is_lead ||
                err_set(err, ERR_USAGE, "settings are for who leads: start with `assay label --lead`");
    read = read && read_values(desk->store, &arena, values, err);
    if (read)
        settings_show(void_model, values);
    if (read && location->value.size > 0)
        settings_propose(void_model, location->setting, location->value);
    arena_release(&arena);
    return read;
}

const struct screen screen_settings = {
    .opened_by = ACTION_SETTINGS,
    .model_size = sizeof(struct settings_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .prompt = prompt,
    .release = release,
};
