/*
 * A model begins with its struct list_screen, so a pointer to one is a pointer to the other. These functions take any
 * such model and pass it on to the callbacks of its kind.
 */
#include "tui/screens/list_screen.h"

void list_screen_take(struct list_screen *screen, struct arena *arena)
{
    arena_release(&screen->arena);
    screen->arena = *arena;
    *arena = (struct arena){0};
}

void list_screen_show(struct list_screen *screen, const struct list_kind *kind,
                      const struct list_column *columns, size_t n_columns, size_t n_rows)
{
    struct list_source source = kind->source;
    source.n_rows = n_rows;
    source.columns = columns;
    source.n_columns = n_columns;
    source.context = screen;
    screen->kind = kind;
    list_show(&screen->list, &source);
}

const struct key_table *list_screen_keys(const void *model)
{
    const struct list_screen *screen = model;
    return list_keys(&screen->list, screen->kind->keys);
}

bool list_screen_offers(const void *model, struct action action)
{
    const struct list_screen *screen = model;
    return list_offers(&screen->list, action);
}

struct effect list_screen_update(void *model, struct action action)
{
    struct list_screen *screen = model;
    struct effect effect;
    if (list_update(&screen->list, action, &effect))
        return effect;
    return screen->kind->act != NULL ? screen->kind->act(model, action) : effect_common(action);
}

struct rectangle list_screen_below_heading(struct list_screen *screen, struct rectangle area)
{
    screen->area = area;
    area.row++;
    area.rows--;
    return area;
}

void list_screen_arrange(void *model, struct rectangle area)
{
    struct list_screen *screen = model;
    list_arrange(&screen->list, list_screen_below_heading(screen, area));
}

void list_screen_draw(const void *model, struct surface *surface)
{
    const struct list_screen *screen = model;
    struct buffer title = {0};
    screen->kind->add_title(model, &title);
    list_draw_title_line(&screen->list, surface, screen->area, buffer_bytes(&title));
    list_draw(&screen->list, surface);
    buffer_release(&title);
}

bool list_screen_prompt(const void *model, struct buffer *text, size_t *cursor)
{
    const struct list_screen *screen = model;
    return filter_prompt(&screen->list.filter, text, cursor);
}

void list_screen_release(void *model)
{
    struct list_screen *screen = model;
    list_release(&screen->list);
    arena_release(&screen->arena);
}
