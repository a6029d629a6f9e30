/*
 * Without a key all settings are listed, with a key its value is printed, and with a value it is changed.
 * Which settings there are, and what they take, is in core/store/settings.h.
 */
#include "cli/commands.h"

#include "cli/database.h"
#include "cli/output.h"
#include "core/base/unicode.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "live/journal.h"
#include "live/setting_value.h"

enum { OPTION_FORMAT };

static const struct option options[] = {
    [OPTION_FORMAT] = OPTION_ROW_FORMAT,
};

static void add_row(struct table *table, enum setting setting, struct bytes value, struct bytes takes)
{
    table_add_text(table, bytes_of(setting_rows[setting].key));
    table_add_text(table, value);
    table_add_text(table, takes);
    table_add_text(table, bytes_of(setting_rows[setting].help));
}

/* For people: a guide is longer than any terminal is wide. */
static void add_lines(struct buffer *text, enum setting setting, struct bytes value, struct bytes takes)
{
    buffer_add_format(text, "%-11s  ", setting_rows[setting].key);
    unicode_add_visible(text, value);
    buffer_add_format(text, "\n%13s%s: %.*s\n", "", setting_rows[setting].help, BYTES_FORMAT(takes));
}

static void add_setting(struct table *table, struct buffer *text, enum setting setting, struct bytes value)
{
    struct buffer takes = {0};
    setting_add_takes(setting, &takes);
    add_row(table, setting, value, buffer_bytes(&takes));
    add_lines(text, setting, value, buffer_bytes(&takes));
    buffer_release(&takes);
}

static bool print_all(struct store *store, size_t format, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct table table = {0};
    struct buffer text = {0};
    bool worked = true;
    table_add_column(&table, "setting", ALIGN_LEFT);
    table_add_column(&table, "value", ALIGN_LEFT);
    table_add_column(&table, "takes", ALIGN_LEFT);
    table_add_column(&table, "what it is", ALIGN_LEFT);
    for (size_t i = 0; worked && i < SETTING_COUNT; i++) {
        struct bytes value = {0};
        worked = setting_get(store, (enum setting)i, &arena, &value, err);
        add_setting(&table, &text, (enum setting)i, value);
    }
    if (worked && format == TABLE_PEOPLE)
        output_text(&text, world);
    else if (worked)
        output_table(&table, format, world);
    buffer_release(&text);
    table_release(&table);
    arena_release(&arena);
    return worked;
}

static bool print_one(struct store *store, enum setting setting, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool worked = setting_get(store, setting, &arena, &value, err);
    if (worked) {
        fwrite(value.data, 1, value.size, world->out);
        fputc('\n', world->out);
    }
    arena_release(&arena);
    return worked;
}

/* All answers up to now are in the journal before it is the one: what can't be kept is told now, and not to annotators. */
static bool change(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    return (setting != SETTING_JOURNAL || journal_begin(store, value, err)) &&
           setting_put(store, setting, value, err);
}

static bool change_to(struct store *store, enum setting setting, const char *given, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool changed = setting_value_read(setting, bytes_of(given), &arena, &value, err) &&
                   change(store, setting, value, err);
    arena_release(&arena);
    return changed;
}

static bool show_or_change(struct store *store, const struct arguments *arguments, struct world *world,
                           struct err *err)
{
    size_t format;
    enum setting setting;
    if (!argument_choice(arguments, OPTION_FORMAT, &format, err))
        return false;
    if (arguments->n_operands == 1)
        return print_all(store, format, world, err);
    if (!setting_find(bytes_of(arguments->operands[1]), &setting, err))
        return false;
    if (arguments->n_operands == 2)
        return print_one(store, setting, world, err);
    return change_to(store, setting, arguments->operands[2], err);
}

static bool run_set(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct store *store = NULL;
    enum store_mode mode = arguments->n_operands == 3 ? STORE_EXISTING : STORE_READING;
    if (!database_open(&store, arguments->operands[0], mode, world, err))
        return false;
    bool done = show_or_change(store, arguments, world, err);
    store_close(store);
    return done;
}

const struct command set_command = {
    .name = "set",
    .summary = "Shows the settings of a database, or one of them, or changes it",
    .operands = "DB [KEY [VALUE]]",
    .least_operands = 1,
    .most_operands = 3,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = run_set,
};
