/*
 * The tables of keys are constant; a keymap is the list of rows whose keys differ from their table. A row is
 * identified by its address. So a row that several tables share through `also` is one row: other keys in one of these
 * tables apply to all.
 *
 * In a checked keymap no table has a key twice, so the first row with a key is the only one. Binding does not check
 * this, because a line of a file may take a key that the next line gives to another row.
 */
#include "tui/keys/keymap.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

const struct key_row *key_table_row(const struct key_table *table, size_t i)
{
    while (table != NULL && i >= table->n_rows) {
        i -= table->n_rows;
        table = table->also;
    }
    return table != NULL ? &table->rows[i] : NULL;
}

static const struct key_row *find_row_by_id(const struct key_table *table, struct bytes id)
{
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(table, i)) != NULL; i++)
        if (bytes_equal(bytes_of(row->id), id))
            return row;
    return NULL;
}

static size_t count_keys(const char32_t *keys)
{
    size_t n = 0;
    while (n < KEY_ROW_KEYS_MAX && keys[n] != 0)
        n++;
    return n;
}

/* --- Binding -------------------------------------------------------------- */

void keymap_release(struct keymap *keymap)
{
    free(keymap->bindings);
    *keymap = (struct keymap){0};
}

static struct key_binding *find_binding(const struct keymap *keymap, const struct key_row *row)
{
    for (size_t i = 0; i < keymap->count; i++)
        if (keymap->bindings[i].row == row)
            return &keymap->bindings[i];
    return NULL;
}

static struct key_binding *find_or_add_binding(struct keymap *keymap, const struct key_row *row)
{
    struct key_binding *binding = find_binding(keymap, row);
    if (binding == NULL)
        binding = &VECTOR_PUSH(keymap->bindings, keymap->count, keymap->capacity);
    *binding = (struct key_binding){.row = row};
    return binding;
}

static bool has_key(const char32_t *keys, char32_t code)
{
    for (size_t i = 0; i < count_keys(keys); i++)
        if (keys[i] == code)
            return true;
    return false;
}

static bool read_key_labels(struct bytes labels, char32_t keys[KEY_ROW_KEYS_MAX], struct err *err)
{
    struct bytes label;
    for (size_t n = 0; bytes_next_word(&labels, &label); n++) {
        struct key key = {0};
        if (n == KEY_ROW_KEYS_MAX)
            return err_set(err, ERR_INPUT, "'%.*s' is one key too many; an action takes at most %d",
                           BYTES_FORMAT(label), KEY_ROW_KEYS_MAX);
        if (!key_by_label(label, &key))
            return err_set(err, ERR_INPUT,
                           "'%.*s' is not a key; write a character, or a name as on the help screen: Space, "
                           "Tab, PgDn, ↑",
                           BYTES_FORMAT(label));
        if (has_key(keys, key.code))
            return err_set(err, ERR_INPUT, "'%.*s' is given twice", BYTES_FORMAT(label));
        keys[n] = key.code;
    }
    return true;
}

bool keymap_bind(struct keymap *keymap, const struct key_table *table, struct bytes id, struct bytes labels,
                 size_t line, bool *found, struct err *err)
{
    const struct key_row *row = find_row_by_id(table, id);
    char32_t keys[KEY_ROW_KEYS_MAX] = {0};
    *found = row != NULL;
    if (row == NULL)
        return true;
    const bool has_none = row->places == 0 && bytes_equal(labels, bytes_of("none"));
    if (!has_none && !read_key_labels(labels, keys, err))
        return false;
    size_t needed = has_none ? 0 : row->places > 0 ? (size_t)row->places : 1;
    if (count_keys(keys) < needed)
        return err_set(err, ERR_INPUT, "%s needs %s", row->id,
                       needed == 1   ? "a key"
                       : needed == 2 ? "two keys"
                                     : "three keys");
    struct key_binding *binding = find_or_add_binding(keymap, row);
    memcpy(binding->keys, keys, sizeof keys);
    binding->line = line;
    return true;
}

/* The row before `row` in the table that has the key; NULL: none. */
static const struct key_row *find_earlier_row(const struct keymap *keymap, const struct key_table *table,
                                              const struct key_row *row, char32_t code)
{
    const struct key_row *earlier;
    for (size_t i = 0; (earlier = key_table_row(table, i)) != row; i++)
        if (has_key(keymap_keys(keymap, earlier), code))
            return earlier;
    return NULL;
}

static bool fail_shared_key(const struct key_table *table, const struct key_row *a, const struct key_row *b,
                            char32_t code, struct err *err)
{
    struct buffer label = {0};
    key_add_label((struct key){.code = code}, &label);
    err_set(err, ERR_INPUT, "%s would mean both %s and %s in %s; give one of the two another key",
            buffer_string(&label), a->id, b->id, table->id);
    buffer_release(&label);
    return false;
}

static size_t line_of(const struct keymap *keymap, const struct key_row *row)
{
    const struct key_binding *binding = find_binding(keymap, row);
    return binding != NULL ? binding->line : 0;
}

static size_t later_line(const struct keymap *keymap, const struct key_row *a, const struct key_row *b)
{
    size_t line = line_of(keymap, a);
    return line > line_of(keymap, b) ? line : line_of(keymap, b);
}

bool keymap_check(const struct keymap *keymap, const struct key_table *table, size_t *line, struct err *err)
{
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(table, i)) != NULL; i++) {
        const char32_t *keys = keymap_keys(keymap, row);
        for (size_t j = 0; j < count_keys(keys); j++) {
            const struct key_row *earlier = find_earlier_row(keymap, table, row, keys[j]);
            *line = later_line(keymap, row, earlier != NULL ? earlier : row);
            if (earlier != NULL)
                return fail_shared_key(table, earlier, row, keys[j], err);
            if (table->takes_text && key_is_character((struct key){.code = keys[j]}))
                return err_set(err, ERR_INPUT,
                               "%s in %s can't have the key of a character, because text is typed there",
                               row->id, table->id);
        }
    }
    return true;
}

/* --- Reading -------------------------------------------------------------- */

const char32_t *keymap_keys(const struct keymap *keymap, const struct key_row *row)
{
    static const char32_t no_keys[KEY_ROW_KEYS_MAX];
    const struct key_binding *binding = find_binding(keymap, row);
    return row->is_for_ties && keymap->lacks_ties ? no_keys : binding != NULL ? binding->keys : row->keys;
}

/* The meaning of the key at this index: the place, among the row's places, to which it belongs. */
static int place_of_key(const struct key_row *row, int nth, int n_keys)
{
    if (row->places == 0)
        return nth;
    bool is_left_over = nth >= n_keys - n_keys % row->places;
    return is_left_over ? row->places - 1 : nth % row->places;
}

struct action keymap_action(const struct keymap *keymap, const struct key_table *table, struct key key)
{
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(table, i)) != NULL; i++) {
        const char32_t *keys = keymap_keys(keymap, row);
        int n_keys = (int)count_keys(keys);
        for (int nth = 0; nth < n_keys; nth++)
            if (keys[nth] == key.code)
                return (
                    struct action){.name = row->action, .nth = place_of_key(row, nth, n_keys), .key = key};
    }
    bool typed = table->takes_text && key_is_character(key);
    return (struct action){.name = typed ? KEY_TYPED : KEY_UNBOUND, .key = key};
}

void keymap_add_label(const struct keymap *keymap, const struct key_row *row, size_t nth, struct buffer *text)
{
    const char32_t *keys = keymap_keys(keymap, row);
    if (nth < count_keys(keys))
        key_add_label((struct key){.code = keys[nth]}, text);
}

bool keymap_has_key(const struct keymap *keymap, const struct key_row *row)
{
    return count_keys(keymap_keys(keymap, row)) > 0;
}

void keymap_add_labels(const struct keymap *keymap, const struct key_row *row, int count, struct buffer *text)
{
    const char32_t *keys = keymap_keys(keymap, row);
    for (size_t nth = 0; nth < (size_t)count && nth < count_keys(keys); nth++) {
        if (nth > 0)
            buffer_add_byte(text, ' ');
        keymap_add_label(keymap, row, nth, text);
    }
}

bool keymap_add_text(const struct keymap *keymap, const struct key_table *table, struct bytes text,
                     struct buffer *to)
{
    const char mark = KEY_OF("")[0];
    bool has_all = true;
    while (text.size > 0) {
        const char *begin = memchr(text.data, mark, text.size);
        size_t before = begin != NULL ? (size_t)(begin - text.data) : text.size;
        buffer_add(to, (struct bytes){text.data, before});
        text = bytes_from(text, before);
        const char *end = text.size > 0 ? memchr(text.data + 1, mark, text.size - 1) : NULL;
        if (end == NULL)
            break;
        struct bytes id = {text.data + 1, (size_t)(end - text.data) - 1};
        const struct key_row *row = find_row_by_id(table, id);
        if (row != NULL)
            keymap_add_labels(keymap, row, 1, to);
        else
            buffer_add_byte(to, '?');
        has_all = has_all && row != NULL;
        text = bytes_from(text, id.size + 2);
    }
    return has_all;
}
