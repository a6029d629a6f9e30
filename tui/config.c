#include "tui/config.h"

#include "core/base/nearest.h"

#include <string.h>

#define ON_OFF                                                                                               \
    {                                                                                                        \
        "on", "off"                                                                                          \
    }

const struct config_row config_rows[CONFIG_COUNT] = {
    [CONFIG_THEME] = {.key = "theme",
                      .values = {"dark", "light", "monochrome"},
                      .help = "Colours for a dark or a light background, or none; NO_COLOR asks for none"},
    [CONFIG_MOUSE] = {.key = "mouse",
                      .values = ON_OFF,
                      .help = "Clicks and the wheel; off leaves the mouse to the terminal, to select text",
                      .is_remembered = true},
    [CONFIG_LAYOUT] = {.key = "layout",
                       .values = {"auto", "columns", "two", "stacked"},
                       .help = "Documents as they fit, beside each other, two above one, or below each other",
                       .is_remembered = true},
    [CONFIG_FAST_VOTE_HINT] = {.key = "fast_vote_hint",
                               .values = ON_OFF,
                               .help = "A remark when a vote came within a second"},
};

void config_release(struct config *config)
{
    keymap_release(&config->keymap);
}

/* --- Reading -------------------------------------------------------------- */

static bool fail_value(const struct config_row *row, struct bytes value, struct err *err)
{
    struct buffer values = {0};
    for (size_t i = 0; i < CONFIG_VALUES_MAX && row->values[i] != NULL; i++)
        buffer_add_format(&values, "%s%s", i == 0 ? "" : ", ", row->values[i]);
    err_set(err, ERR_INPUT, "%s is one of %s, not '%.*s'", row->key, buffer_string(&values),
            BYTES_FORMAT(value));
    buffer_release(&values);
    return false;
}

static bool read_value(struct config *config, enum option_name name, struct bytes value, struct err *err)
{
    const struct config_row *row = &config_rows[name];
    for (int i = 0; i < CONFIG_VALUES_MAX && row->values[i] != NULL; i++) {
        if (bytes_equal_ignoring_case(value, bytes_of(row->values[i]))) {
            config->values[name] = i;
            config->is_given[name] = true;
            return true;
        }
    }
    return fail_value(row, value, err);
}

/* One line that gives keys: to which tables, which action, which keys. */
struct given_keys {
    struct config *config;
    struct bytes table; /* empty: all of them */
    struct bytes id;
    struct bytes labels;
    size_t line;
    bool is_known_table;
    bool is_known_id;
};

static bool bind_in_table(const struct key_table *table, struct given_keys *given, struct err *err)
{
    bool found;
    if (given->table.size > 0 && !bytes_equal(given->table, bytes_of(table->id)))
        return true;
    given->is_known_table = true;
    if (!keymap_bind(&given->config->keymap, table, given->id, given->labels, given->line, &found, err))
        return false;
    given->is_known_id = given->is_known_id || found;
    return true;
}

static bool read_keys(struct config *config, key_table_at *table_at, struct bytes action, struct bytes labels,
                      size_t number, struct err *err)
{
    struct given_keys given = {.config = config, .labels = labels, .line = number};
    const struct key_table *table;
    if (!bytes_split(action, '.', &given.table, &given.id))
        given.id = action;
    given.table = bytes_trim(given.table);
    given.id = bytes_trim(given.id);
    for (size_t i = 0; (table = table_at(i)) != NULL; i++)
        if (!bind_in_table(table, &given, err))
            return false;
    if (!given.is_known_table)
        return err_set(err, ERR_INPUT, "there are no keys called '%.*s'; `assay keys` lists them",
                       BYTES_FORMAT(given.table));
    return given.is_known_id || err_set(err, ERR_INPUT, "there is no action '%.*s'; `assay keys` lists them",
                                        BYTES_FORMAT(given.id));
}

static bool fail_key(struct bytes key, struct err *err)
{
    const char *names[CONFIG_COUNT];
    for (size_t i = 0; i < CONFIG_COUNT; i++)
        names[i] = config_rows[i].key;
    const char *nearest = nearest_name(key, names, CONFIG_COUNT);
    return err_set(err, ERR_INPUT, "there is no option '%.*s'%s%s; the manual lists them under CONFIGURATION",
                   BYTES_FORMAT(key), nearest != NULL ? "; perhaps " : "", nearest != NULL ? nearest : "");
}

static bool read_line(struct config *config, key_table_at *table_at, struct bytes line, size_t number,
                      struct err *err)
{
    struct bytes key, value;
    line = bytes_trim(line);
    if (line.size == 0 || line.data[0] == '#')
        return true;
    if (!bytes_split(line, '=', &key, &value))
        return err_set(err, ERR_INPUT, "'%.*s' is no setting; write key = value", BYTES_FORMAT(line));
    key = bytes_trim(key);
    value = bytes_trim(value);
    if (bytes_starts_with(key, "key."))
        return read_keys(config, table_at, bytes_from(key, strlen("key.")), value, number, err);
    for (size_t i = 0; i < CONFIG_COUNT; i++)
        if (bytes_equal(key, bytes_of(config_rows[i].key)))
            return read_value(config, (enum option_name)i, value, err);
    return fail_key(key, err);
}

static bool check_keys(const struct config *config, key_table_at *table_at, const char *path, struct err *err)
{
    const struct key_table *table;
    size_t line;
    for (size_t i = 0; (table = table_at(i)) != NULL; i++)
        if (!keymap_check(&config->keymap, table, &line, err))
            return err_context(err, "%s:%zu", path, line);
    return true;
}

bool config_read(struct config *config, key_table_at *table_at, const char *path, struct bytes text,
                 struct err *err)
{
    struct bytes line;
    text = bytes_without_mark(text);
    for (size_t number = 1; bytes_next_line(&text, &line); number++)
        if (!read_line(config, table_at, line, number, err))
            return err_context(err, "%s:%zu", path, number);
    return check_keys(config, table_at, path, err);
}

/* --- Remembering ---------------------------------------------------------- */

void config_keep_wishes(struct config *config)
{
    memcpy(config->wished, config->values, sizeof config->wished);
}

void config_add_remembered(const struct config *config, struct buffer *text)
{
    for (size_t i = 0; i < CONFIG_COUNT; i++)
        if (config_rows[i].is_remembered && config->values[i] != config->wished[i])
            buffer_add_format(text, "%s = %s\n", config_rows[i].key,
                              config_rows[i].values[config->values[i]]);
}
