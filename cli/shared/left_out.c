#include "cli/shared/left_out.h"

#include "cli/shared/output.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/left_out.h"

bool left_out_apply(const struct text_list *left_out, struct store *store, struct err *err)
{
    bool applied = store_heed_set_aside(store, err);
    for (size_t i = 0; applied && i < left_out->n; i++)
        applied = store_leave_out(store, bytes_of(left_out->items[i]), err);
    return applied;
}

void left_out_add(const struct text_list *left_out, struct buffer *text)
{
    for (size_t i = 0; i < left_out->n; i++)
        buffer_add_format(text, "%s%s", i == 0 ? ", except " : ", ", left_out->items[i]);
}

bool left_out_add_set_aside(struct store *store, struct buffer *text, struct err *err)
{
    struct arena arena = {0};
    struct bytes names;
    bool known = setting_get(store, SETTING_SET_ASIDE, &arena, &names, err);
    if (known && names.size > 0)
        buffer_add_format(text, "; set aside: %.*s", BYTES_FORMAT(names));
    arena_release(&arena);
    return known;
}

bool left_out_remark_set_aside(struct store *store, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct bytes names;
    bool known = setting_get(store, SETTING_SET_ASIDE, &arena, &names, err);
    if (known && names.size > 0)
        output_remark(world, "%s: set aside: %.*s; no label or score counts their votes", store_path(store),
                      BYTES_FORMAT(names));
    arena_release(&arena);
    return known;
}

void left_out_remark(const struct text_list *left_out, const char *path, struct world *world)
{
    struct buffer names = {0};
    left_out_add(left_out, &names);
    if (left_out->n > 0)
        output_remark(world, "%s: these figures include all annotators%s", path, buffer_string(&names));
    buffer_release(&names);
}
