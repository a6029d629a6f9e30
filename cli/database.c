#include "cli/database.h"

#include "cli/output.h"

bool database_open(struct store **out, const char *path, enum store_mode mode, struct world *world,
                   struct err *err)
{
    if (!store_open(out, path, mode, err))
        return false;
    if (store_kept_copy(*out) != NULL)
        output_remark(world, "%s: brought up to date for this assay; the file as it was is kept as %s", path,
                      store_kept_copy(*out));
    return true;
}
