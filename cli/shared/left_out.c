#include "cli/shared/left_out.h"

#include "cli/shared/output.h"
#include "core/store/votes/left_out.h"

struct left_out left_out_of(const struct arguments *arguments, size_t option)
{
    return (struct left_out){arguments->values[option], arguments->n_values[option]};
}

bool left_out_apply(const struct left_out *left_out, struct store *store, struct err *err)
{
    bool applied = true;
    for (size_t i = 0; applied && i < left_out->n; i++)
        applied = store_leave_out(store, bytes_of(left_out->names[i]), err);
    return applied;
}

void left_out_add(const struct left_out *left_out, struct buffer *text)
{
    for (size_t i = 0; i < left_out->n; i++)
        buffer_add_format(text, "%s%s", i == 0 ? ", without the votes of " : ", ", left_out->names[i]);
}

void left_out_remark(const struct left_out *left_out, const char *path, struct world *world)
{
    struct buffer names = {0};
    left_out_add(left_out, &names);
    if (left_out->n > 0)
        output_remark(world, "%s: figures of all annotators%s", path, buffer_string(&names));
    buffer_release(&names);
}
