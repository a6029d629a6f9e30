#include "cli/shared/database.h"

#include "cli/shared/output.h"
#include "import/files/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A slow statement is not worth a remark. */
static bool wait_for_others(void *context, const struct busy_wait *wait)
{
    struct world *world = context;
    struct buffer text = {0};
    busy_add_text(wait, &text);
    if (wait->is_new && wait->cause != BUSY_SERVER)
        output_remark(world, "%s", buffer_string(&text));
    buffer_release(&text);
    return !world->interrupted();
}

/* psql and libpq also accept these forms. To name such a file, the user can add its folder. */
static bool is_like_address(const char *path)
{
    static const char *const beginnings[] = {"postgresql:", "postgres:", "host=", "dbname=", "service="};
    bool is_like = false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        is_like = is_like || strncmp(path, beginnings[i], strlen(beginnings[i])) == 0;
    return is_like && !store_is_address(path);
}

/* On a server, the log names the server's user. */
static void sign(struct store *store, struct world *world)
{
    const char *who = world->login_name != NULL ? world->login_name : "";
    store_sign(store, bytes_of(who), bytes_of(world->call), world->clock.now(world->clock.context));
}

bool database_open(struct store **out, const char *path, enum store_mode mode, struct world *world,
                   struct err *err)
{
    if (file_is_address(path) && !store_is_address(path))
        return err_set(err, ERR_INPUT,
                       "%s: this is an address, not a file; a database is a file on this machine, or one of "
                       "PostgreSQL (postgresql://HOST/NAME)",
                       path);
    if (is_like_address(path))
        return err_set(err, ERR_INPUT,
                       "%s: a database of PostgreSQL is named postgresql://HOST/NAME; a file ./%s", path,
                       path);
    struct busy_watch watch = {.go_on = wait_for_others, .context = world};
    if (!store_open_watched(out, path, mode, watch, err))
        return false;
    if (store_renewed(*out) != NULL)
        output_remark(world, "%s: updated for this assay: %s", store_path(*out), store_renewed(*out));
    if (world->call != NULL && mode != STORE_READING && mode != STORE_CHECKING)
        sign(*out, world);
    return true;
}

bool database_require_new(const char *path, const char *remedy, struct err *err)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno == ENOENT || err_set(err, ERR_SYSTEM, "%s: %s", path, strerror(errno));
    return status.st_size == 0 || err_set(err, ERR_INPUT, "%s: this file already exists; %s", path, remedy);
}
