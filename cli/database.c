#include "cli/database.h"

#include "cli/output.h"
#include "import/file.h"

static bool wait_for_others(void *context, bool is_first)
{
    struct world *world = context;
    if (is_first)
        output_remark(world, "waiting for another program that writes to the database …");
    return !world->interrupted();
}

static bool wait_for_server(void *context, bool is_first)
{
    const struct world *world = context;
    (void)is_first; /* a long statement is no news */
    return !world->interrupted();
}

bool database_open(struct store **out, const char *path, enum store_mode mode, struct world *world,
                   struct err *err)
{
    if (file_is_address(path) && !store_is_address(path))
        return err_set(err, ERR_INPUT,
                       "%s: an address, not a file; a database is a file on this machine, or one of "
                       "PostgreSQL (postgresql://HOST/NAME)",
                       path);
    struct busy_watch watch = {.go_on = store_is_address(path) ? wait_for_server : wait_for_others,
                               .context = world};
    if (!store_open_watched(out, path, mode, watch, err))
        return false;
    if (store_kept_copy(*out) != NULL)
        output_remark(world, "%s: brought up to date for this assay; the file as it was is kept as %s", path,
                      store_kept_copy(*out));
    return true;
}
