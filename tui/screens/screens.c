/*
 * All screens together. Key tables are chained by `also`, and several screens share some of them; the list of all
 * tables has each of them once, in the order in which the screens first use them.
 */
#include "tui/screens/screens.h"
#include "tui/text/shortening.h"

#include "core/base/bug.h"

#define SCREEN_LISTED(name) &screen_##name,
const struct screen *const screens[SCREEN_COUNT] = {SCREENS(SCREEN_LISTED)};

size_t screen_index(const struct screen *screen)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++)
        if (screens[i] == screen)
            return i;
    BUG("a screen that is not in the list");
}

const void *desk_model(const struct desk *desk, const struct screen *screen)
{
    return desk->models[screen_index(screen)];
}

const struct screen *screen_of_action(int action)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++)
        if (screens[i]->opened_by != ACTION_UNBOUND && (int)screens[i]->opened_by == action)
            return screens[i];
    return NULL;
}

static struct effect remark_unbound(struct key key)
{
    struct buffer label = {0};
    key_add_label(key, &label);
    struct effect effect =
        effect_remark("%s does nothing here" YIELDING_WHOLLY("; " KEY_OF("help") " shows the keys"),
                      buffer_string(&label));
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
    case ACTION_THEME:
        return (struct effect){.kind = EFFECT_NEXT_THEME};
    case ACTION_MOUSE:
        return (struct effect){.kind = EFFECT_SWITCH_MOUSE};
    case ACTION_QUIT:
        return (struct effect){.kind = EFFECT_QUIT};
    case ACTION_UNBOUND:
        return remark_unbound(action.key);
    default:
        return no_effect;
    }
}

/* --- Keys --------------------------------------------------------------------- */

enum { TABLES_MAX = 64 };

/* The tables found so far, without duplicates. */
struct table_set {
    const struct key_table *tables[TABLES_MAX];
    size_t n;
};

static void add_table(struct table_set *set, const struct key_table *table)
{
    for (size_t i = 0; i < set->n; i++)
        if (set->tables[i] == table)
            return;
    BUG_UNLESS(set->n < TABLES_MAX);
    set->tables[set->n++] = table;
}

static void add_tables(struct table_set *set)
{
    for (size_t screen = 0; screen < SCREEN_COUNT; screen++)
        for (size_t j = 0; screens[screen]->tables[j] != NULL; j++)
            for (const struct key_table *table = screens[screen]->tables[j]; table != NULL;
                 table = table->also)
                add_table(set, table);
}

/* Returns a table of all screens. The list never changes, so it is made only once. */
const struct key_table *screens_key_table(size_t i)
{
    static struct table_set set;
    if (set.n == 0)
        add_tables(&set);
    return i < set.n ? set.tables[i] : NULL;
}
