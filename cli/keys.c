#include "cli/commands.h"

#include "cli/output.h"
#include "cli/preferences.h"
#include "tui/screens.h"

#include <string.h>

enum { OPTION_FORMAT };

/* mdoc is for the maintainers of man/assay.1: what stands there of the keys is this output. */
enum { FORMAT_MDOC = TABLE_FORMAT_COUNT };

static const char *const own_formats[] = {"mdoc"};
static const struct words format_words = WORDS_BEHIND(&table_format_words, own_formats);

static const struct option options[] = {
    [OPTION_FORMAT] = {.name = "format", .argument = "FORMAT", .words = &format_words},
};

/* --- mdoc ------------------------------------------------------------------ */

static const struct {
    enum named_key name;
    const char *mdoc;
} arrows[] = {{NAMED_UP, "\\(ua"}, {NAMED_DOWN, "\\(da"}, {NAMED_LEFT, "\\(<-"}, {NAMED_RIGHT, "\\(->"}};

static void add_mdoc_label(char32_t code, struct buffer *text)
{
    buffer_add_string(text, " \\&"); /* so that "." and "," are no punctuation */
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (arrows[i].name == code) {
            buffer_add_string(text, arrows[i].mdoc);
            return;
        }
    }
    key_add_label((struct key){.code = code}, text);
}

static void add_mdoc_table(const struct key_table *table, struct buffer *text)
{
    buffer_add_format(text, ".Ss %s\n.Bl -tag -width \"PgUp PgDn Space\"\n", table->title);
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct key_row *row = &table->rows[i];
        buffer_add_string(text, ".It Ic");
        for (size_t nth = 0; nth < KEY_ROW_KEYS_MAX && row->keys[nth] != 0; nth++)
            add_mdoc_label(row->keys[nth], text);
        buffer_add_format(text, " Pq Cm %s.%s\n%s\n", table->id, row->id, row->help);
    }
    buffer_add_string(text, ".El\n");
}

static void print_mdoc(struct world *world)
{
    const struct key_table *table;
    struct buffer text = {0};
    for (size_t i = 0; (table = screens_key_table(i)) != NULL; i++)
        add_mdoc_table(table, &text);
    output_text(&text, world);
    buffer_release(&text);
}

/* --- Tables ---------------------------------------------------------------- */

static void add_rows(const struct key_table *keys, const struct keymap *keymap, struct table *table)
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

static void print_table(const struct keymap *keymap, size_t format, struct world *world)
{
    static const char *const columns[] = {"keys", "option", "help"};
    const struct key_table *keys;
    struct table table = {0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_add_column(&table, columns[i], ALIGN_LEFT);
    for (size_t i = 0; (keys = screens_key_table(i)) != NULL; i++)
        add_rows(keys, keymap, &table);
    output_table(&table, format, world);
    table_release(&table);
}

/* --- The command ----------------------------------------------------------- */

static bool run_keys(const struct arguments *arguments, struct world *world, struct err *err)
{
    size_t format;
    struct preferences preferences = {0};
    if (!argument_choice(arguments, OPTION_FORMAT, &format, err))
        return false;
    if (format == FORMAT_MDOC) {
        print_mdoc(world);
        return true;
    }
    bool loaded = preferences_load(&preferences, world, err);
    if (loaded)
        print_table(&preferences.config.keymap, format, world);
    preferences_release(&preferences);
    return loaded;
}

const struct command keys_command = {
    .name = "keys",
    .summary = "Lists the keys of the labelling app, with what the config file has changed",
    .operands = "",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details = "A line of the config file gives an action other keys: key.label.undo = Backspace u\n"
               "key.undo, without the screen, gives them wherever there is this action.\n",
    .run = run_keys,
};
