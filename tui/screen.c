#include "tui/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct action key_table_action(const struct key_table *table, struct key key)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct key_row *row = &table->rows[i];
        for (int nth = 0; nth < KEY_ROW_KEYS_MAX && row->keys[nth] != 0; nth++)
            if (row->keys[nth] == key.code)
                return (struct action){.name = row->action, .nth = nth, .key = key};
    }
    bool typed = table->takes_text && key_is_character(key);
    return (struct action){.name = typed ? ACTION_TYPE : ACTION_UNBOUND, .key = key};
}

void key_row_add_labels(const struct key_row *row, int count, struct buffer *text)
{
    for (int nth = 0; nth < count && nth < KEY_ROW_KEYS_MAX && row->keys[nth] != 0; nth++) {
        if (nth > 0)
            buffer_add_byte(text, ' ');
        key_add_label((struct key){row->keys[nth]}, text);
    }
}

struct effect effect_remark(const char *format, ...)
{
    struct effect effect = {.kind = EFFECT_REMARK};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(effect.remark, sizeof effect.remark, format, arguments);
    va_end(arguments);
    return effect;
}

static struct effect remark_unbound(struct key key)
{
    struct buffer label = {0};
    key_add_label(key, &label);
    struct effect effect = effect_remark("%s does nothing here; ? shows the keys", buffer_string(&label));
    buffer_release(&label);
    return effect;
}

struct effect effect_common(struct action action)
{
    switch (action.name) {
    case ACTION_HELP:
        return (struct effect){.kind = EFFECT_OPEN, .open = SCREEN_HELP};
    case ACTION_GUIDE:
        return (struct effect){.kind = EFFECT_OPEN, .open = SCREEN_GUIDE};
    case ACTION_QUIT:
        return (struct effect){.kind = EFFECT_QUIT};
    case ACTION_UNBOUND:
        return remark_unbound(action.key);
    default:
        return (struct effect){.kind = EFFECT_NONE};
    }
}
