/*
 * A row for each key of each screen, read from the screens' own key tables, after the user's config file
 * has been read: what is listed is what the app would do.
 */
#include "cli/commands.h"

#include "cli/shared/output.h"
#include "cli/label/preference_files.h"
#include "tui/screens/screens.h"

struct keys_call {
    size_t format;
};

static const struct option options[] = {
    OPTION_ROW_FORMAT(struct keys_call),
};

static void add_key_rows(const struct key_table *keys, const struct keymap *keymap, struct table *table)
{
    for (size_t i = 0; i < keys->n_rows; i++) {
        const struct key_row *row = &keys->rows[i];
        struct buffer text = {0};
        keymap_add_labels(keymap, row, KEY_ROW_KEYS_MAX, &text);
        table_add_text(table, buffer_bytes(&text));
        buffer_clear(&text);
        buffer_add_format(&text, "key.%s.%s", keys->id, row->id);
        table_add_text(table, buffer_bytes(&text));
        table_add_text(table, bytes_of(row->help));
        buffer_release(&text);
    }
}

static void print_key_table(const struct keymap *keymap, size_t format, struct world *world)
{
    static const char *const columns[] = {"keys", "option", "help"};
    const struct key_table *keys;
    struct table table = {0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_add_column(&table, columns[i], ALIGN_LEFT);
    for (size_t i = 0; (keys = screens_key_table(i)) != NULL; i++)
        add_key_rows(keys, keymap, &table);
    output_table(&table, format, world);
    table_release(&table);
}

static bool run_keys(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct keys_call *call = arguments->filled;
    struct preference_files files = {0};
    bool loaded = preference_files_load(&files, world, err);
    if (loaded)
        print_key_table(&files.preferences.keymap, call->format, world);
    preference_files_release(&files);
    return loaded;
}

const struct command keys_command = {
    .name = "keys",
    .group = "Label",
    .summary = "List the keys of the labelling screens",
    .example = "assay keys",
    .operands = "",
    OPTIONS_FILL(struct keys_call),
    .details = "To change the keys of an action, write a line such as key.label.undo = Backspace u into the\n"
               "config file. key.undo, without the screen, changes the keys of the action on all screens.\n",
    .run = run_keys,
};
