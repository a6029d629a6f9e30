/*
 * The entries of a folder. Hidden ones are last, so leaving them out means showing fewer rows. Within each group,
 * folders and runs come before other files. The filter's first byte decides whether hidden entries are shown, so the
 * rows are shown again after each change of the filter.
 *
 * An effect carries a path that lies in `chosen` and is valid until the next choice. The last folder is kept in
 * `path`, and the screen opens there again.
 */
#include "tui/screens/open_run.h"

#include "core/store/store.h"

#include <string.h>

enum open_run_column { COLUMN_NAME, COLUMN_KIND, COLUMN_SIZE, COLUMN_COUNT };

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_NAME] = {"file", 0, 0, .is_right = false},
    [COLUMN_KIND] = {"kind", 14, 1, .is_right = false},
    [COLUMN_SIZE] = {"size", 10, 2, .is_right = true, .falls_first = true},
};

enum open_run_action { OPEN_RUN_UP = ACTION_OWN };

static const struct key_row rows[] = {
    {.id = "up",
     .keys = {NAMED_BACKSPACE, NAMED_LEFT},
     .action = OPEN_RUN_UP,
     .bar = {1, 3, "folder above"},
     .help = "Go to the folder above"},
};

static const struct key_table table = {.id = "open-run",
                                       .title = "Opening a run",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &list_table};

static const struct key_table *const tables[] = {&table, &list_typing_table, NULL};

static void release(void *void_model)
{
    struct open_run_model *model = void_model;
    list_screen_release(model);
    buffer_release(&model->path);
    buffer_release(&model->chosen);
}

/* --- Rows ----------------------------------------------------------------- */

static void add_size(int64_t size, struct buffer *text)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double amount = (double)size / 1000;
    size_t unit = 0;
    for (; amount >= 999.95 && unit + 1 < sizeof units / sizeof *units; unit++)
        amount /= 1000;
    if (size < 1000)
        buffer_add_format(text, "%lld B", (long long)size);
    else
        buffer_add_format(text, "%.1f %s", amount, units[unit]);
}

static void add_cell(const void *context, size_t row, size_t column, struct buffer *text)
{
    const struct folder_entry *entry = &((const struct open_run_model *)context)->entries[row];
    switch ((enum open_run_column)column) {
    case COLUMN_NAME:
        buffer_add(text, entry->name);
        if (entry->is_folder)
            buffer_add_byte(text, '/');
        break;
    case COLUMN_KIND:
        buffer_add_string(text, entry->kind);
        break;
    case COLUMN_SIZE:
        if (!entry->is_folder)
            add_size(entry->size, text);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style style(const void *context, size_t row, size_t column)
{
    (void)column;
    const struct folder_entry *entry = &((const struct open_run_model *)context)->entries[row];
    return entry->is_folder || entry->may_be_run ? STYLE_NORMAL : STYLE_DIM;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct folder_entry *left = &((const struct open_run_model *)context)->entries[a];
    const struct folder_entry *right = &((const struct open_run_model *)context)->entries[b];
    switch ((enum open_run_column)column) {
    case COLUMN_NAME:
        return list_compare_texts(left->name, right->name);
    case COLUMN_KIND:
        return strcmp(left->kind, right->kind);
    case COLUMN_SIZE:
        return (left->size > right->size) - (left->size < right->size);
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

static void add_searched(const void *context, size_t row, struct buffer *text)
{
    const struct folder_entry *entry = &((const struct open_run_model *)context)->entries[row];
    buffer_add(text, entry->name);
    buffer_add_byte(text, ' ');
    buffer_add_string(text, entry->kind);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct open_run_model *model = void_model;
    buffer_add_string(text, "Open run: ");
    buffer_add(text, buffer_bytes(&model->path));
}

/* --- Actions ----------------------------------------------------------------- */

static struct effect list_folder_above(struct open_run_model *model)
{
    if (bytes_equal(buffer_bytes(&model->path), bytes_of("/")))
        return effect_remark("this is the topmost folder");
    buffer_clear(&model->chosen);
    folder_add_parent(buffer_bytes(&model->path), &model->chosen);
    return (struct effect){.kind = EFFECT_REFILL, .open = {.path = buffer_bytes(&model->chosen)}};
}

static struct effect open_selected(struct open_run_model *model)
{
    size_t row = list_selected(&model->screen.list);
    if (row == LIST_NO_ROW)
        return effect_remark("there is nothing to open");
    const struct folder_entry *entry = &model->entries[row];
    buffer_clear(&model->chosen);
    folder_add_child(buffer_bytes(&model->path), entry->name, &model->chosen);
    if (entry->is_folder)
        return (struct effect){.kind = EFFECT_REFILL, .open = {.path = buffer_bytes(&model->chosen)}};
    return (struct effect){.kind = EFFECT_ADD_RUN, .path = buffer_bytes(&model->chosen)};
}

static struct effect act(void *model, struct action action)
{
    switch (action.name) {
    case ACTION_CHOOSE:
    case ACTION_CLICK: /* on the selected row */
        return open_selected(model);
    case OPEN_RUN_UP:
        return list_folder_above(model);
    default:
        return effect_common(action);
    }
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell,
               .style = style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "there is nothing in this folder"},
    .add_title = add_title,
    .act = act,
};

/* --- The model ------------------------------------------------------------ */

/* Files whose names begin with a dot are hidden unless the filter begins with a dot. */
static void show_rows(struct open_run_model *model)
{
    bool all = bytes_starts_with(filter_text(&model->screen.list.filter), ".");
    list_screen_show(&model->screen, &kind, columns, COLUMN_COUNT, all ? model->n_entries : model->n_plain);
}

/* Entries that can be opened come first. */
static void add_entries(struct open_run_model *model, const struct folder_entry *entries, size_t n,
                        bool hidden)
{
    for (int can_open = 1; can_open >= 0; can_open--)
        for (size_t i = 0; i < n; i++)
            if (entries[i].is_hidden == hidden && (entries[i].is_folder || entries[i].may_be_run) == can_open)
                model->entries[model->n_entries++] = entries[i];
}

/* Shows the entries, which lie in the arena. The model takes over the arena. */
static void open_run_show(struct open_run_model *model, struct bytes path, struct arena *arena,
                          const struct folder_entry *entries, size_t n)
{
    list_screen_take(&model->screen, arena);
    struct buffer copy = {0}; /* `path` may be the model's own */
    buffer_add(&copy, path);
    buffer_release(&model->path);
    model->path = copy;
    model->entries = arena_get_array(&model->screen.arena, n, sizeof *model->entries);
    model->n_entries = 0;
    add_entries(model, entries, n, false);
    model->n_plain = model->n_entries;
    add_entries(model, entries, n, true);
    list_release(&model->screen.list);
    show_rows(model);
}

/* --- The screen ------------------------------------------------------------ */

/* The filter's first byte decides whether files with a leading dot are shown. */
static struct effect update(void *void_model, struct action action)
{
    struct open_run_model *model = void_model;
    struct effect effect = list_screen_update(model, action);
    if (action.name == ACTION_TYPE || action.name == ACTION_ERASE || action.name == ACTION_BACK)
        show_rows(model);
    return effect;
}

static bool read_folder(struct open_run_model *model, struct bytes path, struct err *err)
{
    struct folder_entry *entries;
    size_t n;
    struct arena arena = {0};
    bool worked = folder_list(path.data, &arena, &entries, &n, err);
    if (worked)
        open_run_show(model, path, &arena, entries, n);
    arena_release(&arena);
    return worked;
}

/* Opens the location's folder; without one, the last folder, at first that of the database. */
static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct open_run_model *model = void_model;
    struct buffer path = {0};
    buffer_add(&path, location->path.size > 0 ? location->path : buffer_bytes(&model->path));
    if (path.size == 0)
        folder_add_parent(bytes_of(store_is_on_server(desk->store) ? "" : desk->database_path), &path);
    bool worked = read_folder(model, buffer_bytes(&path), err);
    buffer_release(&path);
    return worked;
}

const struct screen screen_open_run = {
    .opened_by = ACTION_OPEN_RUN,
    .model_size = sizeof(struct open_run_model),
    .fill = fill,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = update,
    .arrange = list_screen_arrange,
    .draw = list_screen_draw,
    .prompt = list_screen_prompt,
    .release = release,
};
