#include "tui/screen.h"

#include "tui/screens.h"

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
    const struct screen *screen = screen_of_action(action.name);
    if (screen != NULL)
        return effect_open(screen);
    switch (action.name) {
    case ACTION_BACK:
        return (struct effect){.kind = EFFECT_CLOSE};
    case ACTION_MOUSE:
        return (struct effect){.kind = EFFECT_MOUSE};
    case ACTION_QUIT:
        return (struct effect){.kind = EFFECT_QUIT};
    case ACTION_UNBOUND:
        return remark_unbound(action.key);
    default:
        return no_effect;
    }
}
