#include "tui/keys/effect.h"

#include <stdarg.h>
#include <stdio.h>

const struct effect no_effect = {.kind = EFFECT_NONE};

struct effect effect_open(const struct screen *screen)
{
    return (struct effect){.kind = EFFECT_OPEN, .open = {.screen = screen}};
}

struct effect effect_of_window(struct effect effect)
{
    effect.is_of_window = true;
    return effect;
}

struct effect effect_at_end(int nth)
{
    return effect_of_window(effect_remark(nth == 0 ? "nothing more above" : "nothing more below"));
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
