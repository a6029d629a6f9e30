#include "cli/commands.h"

#include "cli/database.h"
#include "cli/output.h"
#include "core/store/check.h"
#include "core/store/store.h"

static void print_line(void *context, struct bytes line)
{
    struct world *world = context;
    output_remark(world, "%.*s", BYTES_FORMAT(line));
}

static bool run_check(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct store *store = NULL;
    size_t problems = 0;
    const char *path = arguments->operands[0];
    if (!database_open(&store, path, STORE_READING, world, err))
        return false;
    bool done = store_check(store, print_line, world, &problems, err) &&
                store_report_replaced(store, print_line, world, err) &&
                store_report_control_ids(store, print_line, world, err);
    store_close(store);
    if (done && problems > 0)
        return err_set(err, ERR_DATABASE, "%s: %zu things are wrong; restore it from a copy", path, problems);
    if (done)
        fputs("ok\n", world->out);
    return done;
}

const struct command check_command = {
    .name = "check",
    .summary = "Checks a database: the file, its keys, and every sum against the votes",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    .run = run_check,
};
