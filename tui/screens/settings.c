/*
 * A typed value is not set here. The screen asks to be filled with the value, which computes what it would change.
 * Then an effect carries the value to the app, which stores it and fills the screen again. A refused value leaves
 * everything unchanged, including the typed text, so that the user can correct it.
 */
#include "tui/screens/settings.h"

#include "core/base/moment.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/judge/forecast.h"
#include "core/store/store.h"
#include "live/setting_value.h"
#include "tui/keys/going.h"
#include "tui/widget/title_line.h"

#include <math.h>

enum {
    VALUE_SIZE_MAX = 64 * 1024,
    VALUE_SHOWN_MAX = 40, /* characters of a value shown among its effects */
    MARK_COLUMN = 2,      /* "●": differs from the initial value */
    KEY_COLUMN = 4,
    VALUE_COLUMN = 18,   /* after the longest key */
    MEANING_COLUMN = 31, /* or two blanks after the value */
    GAP = 2,
    DETAIL_SHARE = 2, /* the text below the settings takes at most one row in so many */
    LINES_MAX = SETTING_COUNT + SETTING_GROUP_COUNT + 1 + SETTING_CHANGES_SHOWN,
    CHANGE_COLUMN = 17, /* what was changed, after the time */
};

enum settings_action { SETTINGS_CHANGE = ACTION_OWN, SETTINGS_UNDO, SETTINGS_TRY, SETTINGS_SET };

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
     .bar = {1, 1, "change"}, .help = "Type another value for the selected setting, or undo the selected change"},
    {.id = "undo", .keys = {'u'}, .action = SETTINGS_UNDO,
     .bar = {1, 4, "undo"}, .help = "Undo the last change, after seeing what that changes"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = ACTION_CLICK,
     .help = "Select the setting, change the selected one"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Select the setting three above or below"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 2, "back"}, .help = "Go back"},
};

static const struct key_row typing_rows[] = {
    {.id = "try", .keys = {NAMED_ENTER}, .action = SETTINGS_TRY,
     .bar = {1, 1, "show effects"}, .help = "See what the value would change before you set it"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Leave the setting unchanged"},
};

static const struct key_row confirming_rows[] = {
    {.id = "set", .keys = {NAMED_ENTER}, .action = SETTINGS_SET,
     .bar = {1, 1, "set"}, .help = "Set it, for all annotators, from their next ballot on"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 2, "type again"}, .help = "Go back to the value, without setting it"},
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

static const struct key_table confirming_table = {.id = "setting-effect",
                                                  .title = "Effects of a setting",
                                                  .rows = confirming_rows,
                                                  .n_rows = sizeof confirming_rows / sizeof *confirming_rows};

static const struct key_table *const tables[] = {&table, &typing_table, &confirming_table, NULL};

static const struct key_table *keys(const void *void_model)
{
    static const struct key_table *const by_mode[] = {[SETTINGS_CHOOSING] = &table,
                                                      [SETTINGS_TYPING] = &typing_table,
                                                      [SETTINGS_CONFIRMING] = &confirming_table};
    const struct settings_model *model = void_model;
    return by_mode[model->mode];
}

static bool offers(const void *void_model, struct action action)
{
    const struct settings_model *model = void_model;
    return action.name != SETTINGS_UNDO || model->n_changes > 0;
}

/* --- Lines ---------------------------------------------------------------- */

enum settings_line_kind { LINE_HEADING, LINE_SETTING, LINE_CHANGE };

/* A heading, a setting below it, or a past change. */
struct settings_line {
    enum settings_line_kind kind;
    const char *heading;
    enum setting setting;
    const struct setting_change *change;
};

struct settings_lines {
    struct settings_line items[LINES_MAX];
    size_t n;
};

/* All lines from top to bottom. */
static struct settings_lines make_lines(const struct settings_model *model)
{
    struct settings_lines lines = {.n = 0};
    for (int group = 0; group < SETTING_GROUP_COUNT; group++) {
        lines.items[lines.n++] = (struct settings_line){.heading = setting_group_names[group]};
        for (int i = 0; i < SETTING_COUNT; i++)
            if (setting_rows[i].group == (enum setting_group)group)
                lines.items[lines.n++] =
                    (struct settings_line){.kind = LINE_SETTING, .setting = (enum setting)i};
    }
    if (model->n_changes > 0)
        lines.items[lines.n++] = (struct settings_line){.heading = "Last changes"};
    for (size_t i = 0; i < model->n_changes; i++)
        lines.items[lines.n++] = (struct settings_line){.kind = LINE_CHANGE,
                                                        .setting = model->changes[i].setting,
                                                        .change = &model->changes[i]};
    return lines;
}

static size_t line_of(const struct settings_lines *lines, enum setting setting)
{
    size_t line = 0;
    while (lines->items[line].kind != LINE_SETTING || lines->items[line].setting != setting)
        line++;
    return line;
}

static struct settings_line selected_line(const struct settings_model *model)
{
    return make_lines(model).items[model->selected];
}

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct settings_model *model = void_model;
    arena_release(&model->arena);
    arena_release(&model->effect_arena);
    line_edit_release(&model->typed);
    buffer_release(&model->detail);
    text_view_release(&model->detail_text);
}

/* The rows between the title and an empty row. */
static int rows_in_sight(const struct settings_model *model)
{
    return model->area.rows - 2 - model->detail_text.rows;
}

/* The line in the top row. */
static int first_in_sight(const struct settings_model *model)
{
    const int below = (int)model->selected - rows_in_sight(model) + 1;
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
        return LINES_MAX;
    }
}

/* The line that is so many lines away, not counting headings. */
static size_t line_beyond(const struct settings_lines *lines, size_t from, int distance)
{
    const int step = distance < 0 ? -1 : 1;
    size_t reached = from;
    for (int line = (int)from + step; distance != 0 && line >= 0 && line < (int)lines->n; line += step) {
        if (lines->items[line].kind == LINE_HEADING)
            continue;
        reached = (size_t)line;
        distance -= step;
    }
    return reached;
}

static struct effect select_line(struct settings_model *model, struct action action)
{
    const struct settings_lines lines = make_lines(model);
    const int distance = distance_of(model, action.name);
    const size_t before = model->selected;
    model->selected = line_beyond(&lines, before, action.nth == 0 ? -distance : distance);
    return model->selected != before ? no_effect : effect_at_end(action.nth);
}

/* Fills the screen with what the value would change. If the value is refused, the user can correct it. */
static struct effect try_value_of(enum setting setting, struct bytes value)
{
    return (struct effect){.kind = EFFECT_REFILL,
                           .open = {.setting = setting, .value = value, .tries_value = true}};
}

static struct effect take_back(const struct setting_change *change)
{
    return try_value_of(change->setting, change->before);
}

static struct effect undo_last(const struct settings_model *model)
{
    return model->n_changes > 0 ? take_back(&model->changes[0]) : effect_remark("there is no change to undo");
}

/* Starts typing the setting, or undoes the change. */
static struct effect open_selected(struct settings_model *model)
{
    const struct settings_line line = selected_line(model);
    if (line.kind == LINE_CHANGE)
        return take_back(line.change);
    model->changed = line.setting;
    line_edit_set(&model->typed, model->values[line.setting]);
    model->mode = SETTINGS_TYPING;
    return no_effect;
}

/* A click on the selected line does the same as Enter. */
static struct effect click_line(struct settings_model *model, struct key key)
{
    const struct settings_lines lines = make_lines(model);
    const int row = key.row - row_of_first(model);
    const int line = first_in_sight(model) + row;
    if (row < 0 || row >= rows_in_sight(model) || line >= (int)lines.n ||
        lines.items[line].kind == LINE_HEADING)
        return no_effect;
    if ((size_t)line == model->selected)
        return open_selected(model);
    model->selected = (size_t)line;
    return no_effect;
}

static struct bytes typed_value(const struct settings_model *model)
{
    return (struct bytes){buffer_string(&model->typed.text), model->typed.text.size};
}

static struct effect try_typed_value(struct settings_model *model)
{
    line_edit_keep(&model->typed);
    return try_value_of(model->changed, typed_value(model));
}

static struct effect leave_innermost(struct settings_model *model)
{
    if (model->mode == SETTINGS_CHOOSING)
        return (struct effect){.kind = EFFECT_CLOSE};
    model->mode = model->mode == SETTINGS_CONFIRMING ? SETTINGS_TYPING : SETTINGS_CHOOSING;
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
        return select_line(model, action);
    case ACTION_CLICK:
        return click_line(model, action.key);
    case SETTINGS_CHANGE:
        return open_selected(model);
    case SETTINGS_UNDO:
        return undo_last(model);
    case SETTINGS_TRY:
        return try_typed_value(model);
    case SETTINGS_SET:
        return (struct effect){.kind = EFFECT_CHANGE_SETTING,
                               .setting = {model->changed, typed_value(model)}};
    case ACTION_BACK:
        return leave_innermost(model);
    default:
        if (model->mode == SETTINGS_TYPING &&
            line_edit_update(&model->typed, action, VALUE_SIZE_MAX, &has_changed))
            return no_effect;
        return effect_common(action);
    }
}

static void add_shown_value(struct bytes value, struct buffer *text)
{
    struct buffer line = {0};
    buffer_add_one_line(&line, value);
    if (value.size == 0)
        buffer_add_string(text, "nothing");
    else
        unicode_add_beginning(text, buffer_bytes(&line), VALUE_SHOWN_MAX);
    buffer_release(&line);
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct settings_model *model = void_model;
    *cursor = NO_CURSOR;
    if (model->mode == SETTINGS_CHOOSING)
        return false;
    buffer_add_string(text, setting_rows[model->changed].key);
    if (model->mode == SETTINGS_TYPING) {
        *cursor = line_edit_prompt(&model->typed, ": ", text);
        return true;
    }
    buffer_add_string(text, ": ");
    add_shown_value(model->effect.before, text);
    buffer_add_string(text, " → ");
    add_shown_value(typed_value(model), text);
    buffer_add_byte(text, '?');
    return true;
}

/* --- The text below the settings ------------------------------------------ */

static void add_change_help(const struct setting_change *change, struct buffer *text)
{
    buffer_add_string(text, "Changed by ");
    unicode_add_visible(text, change->who.size > 0 ? change->who : bytes_of("somebody"));
    buffer_add_string(text, ", ");
    moment_add_for_people(text, change->at);
    buffer_add_string(text, ". Enter undoes it: ");
    add_shown_value(change->before, text);
    buffer_add_byte(text, '.');
}

static void add_help(const struct settings_model *model, struct buffer *text)
{
    const struct settings_line line = selected_line(model);
    const struct setting_row *row = &setting_rows[line.setting];
    if (line.kind == LINE_CHANGE) {
        add_change_help(line.change, text);
        return;
    }
    buffer_add_string(text, row->help);
    buffer_add_string(text, "\ntakes ");
    setting_add_takes(line.setting, text);
    if (bytes_equal(model->values[line.setting], bytes_of(row->initial)))
        return;
    buffer_add_string(text, "; default ");
    add_shown_value(bytes_of(row->initial), text);
}

static void add_count(int64_t n, const char *one, const char *many, struct buffer *text)
{
    number_add_grouped(text, n < 0 ? -n : n);
    buffer_add_string(text, n == 1 || n == -1 ? one : many);
}

static void add_ballots(const struct setting_effect *effect, struct buffer *text)
{
    if (effect->ballots == 0) {
        buffer_add_string(text, "The number of ballots stays the same.");
        return;
    }
    add_count(effect->ballots, " ballot", " ballots", text);
    buffer_add_string(text, effect->ballots > 0 ? " more" : " less");
    if (!isnan(effect->hours) && effect->hours != 0) {
        buffer_add_string(text, ", ");
        forecast_add_hours(fabs(effect->hours), text);
        buffer_add_string(text, " of work");
        if (effect->time.source == TIME_ASSUMED) {
            buffer_add_byte(text, ' ');
            ballot_time_add(&effect->time, text);
        }
    }
    buffer_add_byte(text, '.');
}

static void add_questions(const struct setting_effect *effect, struct buffer *text)
{
    if (!effect->are_questions_known)
        buffer_add_string(text, " There are too many questions to tell which ones would be done.");
    if (effect->reopened > 0) {
        buffer_add_byte(text, ' ');
        add_count(effect->reopened, " finished question will open again.",
                  " finished questions will open again.", text);
    }
    if (effect->ended > 0) {
        buffer_add_byte(text, ' ');
        add_count(effect->ended, " more question will be done.", " more questions will be done.", text);
    }
}

/* Appends "34 votes no longer count, in no label or score. Of 3 questions none is left …" */
static void add_counted(const struct setting_effect *effect, struct buffer *text)
{
    if (effect->counted == 0)
        return;
    add_count(effect->counted, " vote", " votes", text);
    buffer_add_string(text, effect->counted > 0 ? " more" : " fewer");
    buffer_add_string(text, " will count in labels, scores, reports and exports.");
    if (effect->unjudged > 0) {
        buffer_add_byte(text, ' ');
        add_count(effect->unjudged, " question has", " questions have", text);
        buffer_add_string(text, " no other vote, and so no label.");
    }
    if (effect->counted < 0)
        buffer_add_string(text, " The votes stay stored; their ballots are not dealt again.");
    buffer_add_byte(text, ' ');
}

static void add_effect(const struct settings_model *model, struct buffer *text)
{
    const struct setting_effect *effect = &model->effect;
    const double more = effect->more_answers;
    add_counted(effect, text);
    add_ballots(effect, text);
    add_questions(effect, text);
    if (fabs(more) >= 1)
        buffer_add_format(text, " About %.0f answers %s that need no new ballots.", fabs(more),
                          more > 0 ? "more" : "fewer");
    if (setting_rows[model->changed].changes_experiment && effect->votes > 0) {
        buffer_add_string(text, "\n! ");
        add_count(effect->votes, " vote was", " votes were", text);
        buffer_add_string(text, " given with the old value: the change alters a running experiment.");
    }
}

static void arrange(void *void_model, struct rectangle area)
{
    struct settings_model *model = void_model;
    const int columns = area.columns - KEY_COLUMN - 1;
    const int most = area.rows / DETAIL_SHARE;
    model->area = area;
    buffer_clear(&model->detail);
    if (model->mode == SETTINGS_CONFIRMING)
        add_effect(model, &model->detail);
    else
        add_help(model, &model->detail);
    text_view_set(&model->detail_text, buffer_bytes(&model->detail));
    const int wanted = text_view_count_rows(&model->detail_text, columns, most);
    text_view_arrange(&model->detail_text, columns, wanted < most ? wanted : most);
}

/* --- Drawing -------------------------------------------------------------- */

static void draw_value(const struct settings_model *model, enum setting setting, struct surface *surface,
                       int row)
{
    const struct rectangle area = model->area;
    const int end = area.column + area.columns - 1;
    struct buffer text = {0};
    buffer_add_one_line(&text, model->values[setting]);
    int column =
        surface_put(surface, row, area.column + VALUE_COLUMN, end, buffer_bytes(&text), STYLE_NORMAL);
    column = column + GAP > area.column + MEANING_COLUMN ? column + GAP : area.column + MEANING_COLUMN;
    buffer_clear(&text);
    setting_add_meaning(setting, model->values[setting], &text);
    if (column < end)
        surface_put(surface, row, column, end, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

static void draw_setting(const struct settings_model *model, enum setting setting, bool is_selected,
                         struct surface *surface, int row)
{
    const struct rectangle area = model->area;
    const int end = area.column + area.columns - 1;
    if (!bytes_equal(model->values[setting], bytes_of(setting_rows[setting].initial)))
        surface_put_string(surface, row, area.column + MARK_COLUMN, end, "●", STYLE_ACCENT);
    surface_put_string(surface, row, area.column + KEY_COLUMN, end, setting_rows[setting].key,
                       is_selected ? STYLE_TITLE : STYLE_KEY);
    draw_value(model, setting, surface, row);
}

/* "chief        impressions  3 → 7" */
static void draw_change(const struct settings_model *model, const struct setting_change *change,
                        struct surface *surface, int row)
{
    const struct rectangle area = model->area;
    const int end = area.column + area.columns - 1;
    struct buffer text = {0};
    unicode_add_visible(&text, change->who);
    surface_put(surface, row, area.column + KEY_COLUMN, area.column + CHANGE_COLUMN - 1, buffer_bytes(&text),
                STYLE_DIM);
    buffer_clear(&text);
    buffer_add_format(&text, "%s  ", setting_rows[change->setting].key);
    add_shown_value(change->before, &text);
    buffer_add_string(&text, " → ");
    add_shown_value(change->after, &text);
    surface_put(surface, row, area.column + CHANGE_COLUMN, end, buffer_bytes(&text), STYLE_NORMAL);
    buffer_release(&text);
}

static void draw_line(const struct settings_model *model, const struct settings_line *line, bool is_selected,
                      struct surface *surface, int row)
{
    const struct rectangle area = model->area;
    const int end = area.column + area.columns - 1;
    if (is_selected) {
        surface_put_string(surface, row, area.column + 1, end, "▸", STYLE_ACCENT);
        surface_place_cursor(surface, row, area.column + KEY_COLUMN);
    }
    if (line->kind == LINE_HEADING)
        surface_put_string(surface, row, area.column + 1, end, line->heading, STYLE_TITLE);
    else if (line->kind == LINE_SETTING)
        draw_setting(model, line->setting, is_selected, surface, row);
    else
        draw_change(model, line->change, surface, row);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct settings_model *model = void_model;
    const struct rectangle area = model->area;
    const struct settings_lines lines = make_lines(model);
    const int first = first_in_sight(model);
    const int end = first + rows_in_sight(model);
    const int n = (int)lines.n;
    struct buffer position = {0};
    if (end - first < n)
        title_line_add_position(first > 0, (double)(end < n ? n - end : 0) / n, &position);
    title_line_draw(surface, area, bytes_of("Settings"), buffer_bytes(&position));
    buffer_release(&position);
    for (int i = first; i < n && i < end; i++)
        draw_line(model, &lines.items[i], (size_t)i == model->selected, surface,
                  row_of_first(model) + i - first);
    text_view_draw(&model->detail_text, surface, area.row + area.rows - model->detail_text.rows,
                   area.column + KEY_COLUMN,
                   model->mode == SETTINGS_CONFIRMING ? STYLE_ACCENT : STYLE_NORMAL);
}

static const struct legend_row legend[] = {
    {"●", "Not the default value"},
    {0},
};

/* --- Filling -------------------------------------------------------------- */

/* Selects the setting as if the user had typed this value for it. */
static void propose_value(struct settings_model *model, enum setting setting, struct bytes value)
{
    const struct settings_lines lines = make_lines(model);
    model->selected = line_of(&lines, setting);
    model->changed = setting;
    line_edit_set(&model->typed, value);
    model->mode = SETTINGS_TYPING;
}

/* Computes what the value would change, and asks to confirm it. */
static bool try_value(struct settings_model *model, const struct desk *desk, const struct location *location,
                      struct err *err)
{
    struct arena arena = {0};
    struct setting_effect effect;
    struct bytes value;
    if (!setting_value_read(location->setting, location->value, &arena, &value, err) ||
        !setting_try(desk->store, location->setting, value, &arena, &effect, err)) {
        arena_release(&arena);
        return false;
    }
    arena_release(&model->effect_arena);
    model->effect_arena = arena;
    model->effect = effect;
    if (model->mode != SETTINGS_TYPING) /* a change is being undone */
        propose_value(model, location->setting, location->value);
    model->mode = SETTINGS_CONFIRMING;
    return true;
}

/* Reads a consistent state into the arena. */
static bool read_values(struct store *store, struct arena *arena, struct settings_model *read,
                        struct err *err)
{
    bool worked = store_begin_reading(store, err);
    if (!worked)
        return false;
    for (int i = 0; worked && i < SETTING_COUNT; i++)
        worked = setting_get(store, (enum setting)i, arena, &read->values[i], err);
    worked = worked && store_list_setting_changes(store, SETTING_CHANGES_SHOWN, arena, &read->changes,
                                                  &read->n_changes, err);
    store_end_reading(store);
    return worked;
}

/* Takes over the values. The selection stays; typing ends. */
static void take_values(struct settings_model *model, struct arena *arena, const struct settings_model *read)
{
    arena_release(&model->arena);
    model->arena = *arena;
    memcpy(model->values, read->values, sizeof model->values);
    model->changes = read->changes;
    model->n_changes = read->n_changes;
    model->mode = SETTINGS_CHOOSING;
    const struct settings_lines lines = make_lines(model);
    if (model->selected >= lines.n || lines.items[model->selected].kind == LINE_HEADING)
        model->selected = line_beyond(&lines, 0, 1);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct arena arena = {0};
    struct settings_model read = {0};
    if (location->tries_value && desk->shown == &screen_settings)
        return try_value(void_model, desk, location, err);
    if (!desk->is_lead)
        return err_set(err, ERR_USAGE,
                       "settings are for the project lead: restart with `assay label --lead`");
    if (!read_values(desk->store, &arena, &read, err)) {
        arena_release(&arena);
        return false;
    }
    take_values(void_model, &arena, &read);
    if (location->value.size > 0)
        propose_value(void_model, location->setting, location->value);
    return !location->tries_value || try_value(void_model, desk, location, err);
}

const struct screen screen_settings = {
    .opened_by = ACTION_SETTINGS,
    .model_size = sizeof(struct settings_model),
    .fill = fill,
    .legend = legend,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .prompt = prompt,
    .release = release,
};
