#include "tui/screen.h"

static struct effect remark_unbound(struct key key)
{
    struct buffer label = {0};
    key_add_label(key, &label);
    struct effect effect =
        effect_remark("%s does nothing here; " KEY_OF("help") " shows the keys", buffer_string(&label));
    buffer_release(&label);
    return effect;
}

static const struct {
    int action;
    enum screen_name screen;
} ways[] = {
    {ACTION_HELP, SCREEN_HELP},
    {ACTION_GUIDE, SCREEN_GUIDE},
    {ACTION_SETTINGS, SCREEN_SETTINGS},
    {ACTION_SCORES, SCREEN_SCORES},
    {ACTION_OPEN_RUN, SCREEN_OPEN_RUN},
    {ACTION_QUESTIONS, SCREEN_QUESTIONS},
    {ACTION_CANDIDATES, SCREEN_CANDIDATES},
    {ACTION_ANNOTATORS, SCREEN_ANNOTATORS},
};

bool action_goes_to(int action, enum screen_name *screen)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].action == action) {
            *screen = ways[i].screen;
            return true;
        }
    }
    return false;
}

struct effect effect_common(struct action action)
{
    enum screen_name screen;
    if (action_goes_to(action.name, &screen))
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
