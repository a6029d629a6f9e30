#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/store/upkeep/check.h"
#include "core/store/store.h"

struct check_call {
    bool repairs;
};

static const struct option options[] = {
    FLAG_OPTION("repair", struct check_call, repairs,
                .help = "rebuild what follows from the votes, and keep a copy"),
};

static int64_t now_of(const struct world *world)
{
    return world->clock.now(world->clock.context);
}

struct telling {
    struct world *world;
    bool are_pages_damaged;
};

static void print_line(void *context, struct bytes line)
{
    struct telling *telling = context;
    telling->are_pages_damaged = telling->are_pages_damaged || bytes_starts_with(line, CHECK_PAGE_DAMAGED);
    output_remark(telling->world, "%.*s", BYTES_FORMAT(line));
}

static void print_mended(void *context, struct bytes problem)
{
    struct telling *telling = context;
    output_remark(telling->world, "mended: %.*s", BYTES_FORMAT(problem));
}

static bool fail_pages(const char *path, struct err *err)
{
    return err_set(
        err, ERR_DATABASE,
        "%s: parts of the file are overwritten, and no command can rebuild them; go on with the last "
        "backup, and add the votes since then: `assay import BACKUP --votes JOURNAL`, or from a copy "
        "`assay merge NEW BACKUP COPY`",
        path);
}

/* Sets an error with the number of problems and the remedy for this kind of database. Returns false. */
static bool fail_check(const char *path, size_t problems, struct err *err)
{
    const char *are = problems == 1 ? " is" : "s are";
    if (store_is_address(path))
        return err_set(err, ERR_DATABASE,
                       "%s: %zu thing%s wrong; the owner of the database repairs what follows from the votes "
                       "with `assay check ADDRESS --repair`",
                       path, problems, are);
    return err_set(err, ERR_DATABASE,
                   "%s: %zu thing%s wrong; `assay check %s --repair` repairs what follows from the rest; "
                   "`assay export %s votes` writes out every vote that can be read",
                   path, problems, are, path, path);
}

static bool check(const char *path, struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct telling telling = {.world = world};
    size_t problems = 0;
    if (!database_open(&store, path, STORE_CHECKING, world, err))
        return false;
    bool done = store_check(store, now_of(world), print_line, &telling, &problems, err) &&
                (problems > 0 || (store_report_replaced(store, print_line, &telling, err) &&
                                  store_report_control_ids(store, print_line, &telling, err)));
    store_close(store);
    if (done && telling.are_pages_damaged)
        return fail_pages(path, err);
    return done && (problems == 0 || fail_check(path, problems, err));
}

static bool repair(const char *path, struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct telling telling = {.world = world};
    struct repair repair = {.mended = print_mended, .left = print_line, .context = &telling};
    if (!database_open(&store, path, STORE_REPAIRING, world, err))
        return false;
    bool done = store_repair(store, now_of(world), &repair, err);
    if (done && store_kept_copy(store) != NULL)
        output_remark(world, "%s: the old file is kept as %s", path, store_kept_copy(store));
    store_close(store);
    if (done && telling.are_pages_damaged)
        return fail_pages(path, err);
    return done &&
           (repair.n_left == 0 ||
            err_set(err, ERR_DATABASE,
                    "%s: %zu thing%s still wrong, and can't be rebuilt; `assay export %s votes` writes out "
                    "every vote that can be read",
                    path, repair.n_left, repair.n_left == 1 ? " is" : "s are",
                    store_is_address(path) ? "ADDRESS" : path));
}

static bool run_check(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct check_call *call = arguments->filled;
    const char *path = arguments->operands[0];
    if (!(call->repairs ? repair : check)(path, world, err))
        return false;
    fputs("ok\n", world->out);
    return true;
}

const struct command check_command = {
    .name = "check",
    .group = "Keep",
    .summary = "Check a database: the file, its tables and all counts",
    .example = "assay check labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct check_call),
    .details =
        "A repair rebuilds sums, triggers and indexes, sets invalid settings back to their defaults, and\n"
        "prints what it repaired. It never changes an answer. The old file is kept as DB.before-repair.\n"
        "On a server only the owner of the database can repair it; make a copy with pg_dump first.\n",
    .is_logged = true,
    .run = run_check,
};
