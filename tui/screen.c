#include "tui/screen.h"

#include <stdarg.h>
#include <stdio.h>

const struct effect no_effect = {.kind = EFFECT_NONE};

struct effect effect_open(enum screen_name screen)
{
    return (struct effect){.kind = EFFECT_OPEN, .open = {.screen = screen}};
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
    struct effect effect =
        effect_remark("%s does nothing here; " KEY_OF("help") " shows the keys", buffer_string(&label));
    buffer_release(&label);
    return effect;
}

struct effect effect_common(struct action action)
{
    switch (action.name) {
    case ACTION_HELP:
        return effect_open(SCREEN_HELP);
    case ACTION_GUIDE:
        return effect_open(SCREEN_GUIDE);
    case ACTION_SETTINGS:
        return effect_open(SCREEN_SETTINGS);
    case ACTION_SCORES:
        return effect_open(SCREEN_SCORES);
    case ACTION_OPEN_RUN:
        return effect_open(SCREEN_OPEN_RUN);
    case ACTION_QUESTIONS:
        return effect_open(SCREEN_QUESTIONS);
    case ACTION_CANDIDATES:
        return effect_open(SCREEN_CANDIDATES);
    case ACTION_ANNOTATORS:
        return effect_open(SCREEN_ANNOTATORS);
    case ACTION_QUIT:
        return (struct effect){.kind = EFFECT_QUIT};
    case ACTION_UNBOUND:
        return remark_unbound(action.key);
    default:
        return no_effect;
    }
}
