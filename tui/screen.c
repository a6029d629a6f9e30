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

/* --- From screen to screen ---------------------------------------------------- */

// clang-format off
static const struct key_row going_rows[] = {
    {"scores", {'m'}, 0, ACTION_SCORES, 1, 13, "scores", "Show the scores of the runs, measure by measure"},
    {"questions", {'b'}, 0, ACTION_QUESTIONS, 1, 15, "questions", "Show all questions, to go to one of them"},
    {"annotators", {'a'}, 0, ACTION_ANNOTATORS, 1, 17, "annotators", "Show how the annotators vote"},
    {"guide", {'g'}, 0, ACTION_GUIDE, 1, 14, "guide", "Show the guide: how to choose"},
    {"help", {'?'}, 0, ACTION_HELP, 1, 3, "help", "Show all keys"},
};

static const struct key_row loading_rows[] = {
    {"open-run", {'o'}, 0, ACTION_OPEN_RUN, 1, 18, "open run", "Load a run from a file, to be scored live"},
};
// clang-format on

const struct key_table going_table = {.id = "go",
                                      .title = "From screen to screen; the same key again goes back",
                                      .rows = going_rows,
                                      .n_rows = sizeof going_rows / sizeof *going_rows};

const struct key_table going_and_loading_table = {.id = "load",
                                                  .title = "Runs",
                                                  .rows = loading_rows,
                                                  .n_rows = sizeof loading_rows / sizeof *loading_rows,
                                                  .also = &going_table};

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
