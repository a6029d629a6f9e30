#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/store/store.h"
#include "core/store/upgrade.h"

struct upgrade_call {
    bool is_dry;
};

static const struct option options[] = {
    FLAG_OPTION("dry-run", struct upgrade_call, is_dry, .help = "print the SQL without running it"),
};

static void print_done(struct world *world, const struct store *store, const struct upgrade *upgrade)
{
    fprintf(world->out, "%s: ", store_path(store));
    if (upgrade->sql == NULL)
        fprintf(world->out, "up to date (schema %lld)", (long long)upgrade->to);
    else if (upgrade->from < upgrade->to)
        fprintf(world->out, "upgraded from schema %lld to %lld", (long long)upgrade->from,
                (long long)upgrade->to);
    else
        fprintf(world->out, "updated: %s", upgrade->renewed);
    if (store_kept_copy(store) != NULL)
        fprintf(world->out, "; the old file is kept as %s", store_kept_copy(store));
    fputc('\n', world->out);
}

static bool upgrade(struct store *store, bool is_dry, struct arena *arena, struct world *world,
                    struct err *err)
{
    struct upgrade upgrade;
    if (!(is_dry ? store_plan_upgrade : store_upgrade)(store, arena, &upgrade, err))
        return false;
    world->is_saved = !is_dry && upgrade.sql != NULL;
    if (is_dry && upgrade.sql != NULL)
        fprintf(world->out, "BEGIN;\n%sCOMMIT;\n", upgrade.sql);
    else
        print_done(world, store, &upgrade);
    return true;
}

static bool run_upgrade(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct upgrade_call *call = arguments->filled;
    struct arena arena = {0};
    struct store *store = NULL;
    bool done = database_open(&store, arguments->operands[0], STORE_UPGRADING, world, err) &&
                upgrade(store, call->is_dry, &arena, world, err);
    store_close(store);
    arena_release(&arena);
    return done;
}

const struct command upgrade_command = {
    .name = "upgrade",
    .group = "Keep",
    .summary = "Update a database made by an older assay",
    .example = "assay upgrade labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct upgrade_call),
    .details =
        "If the upgrade changes the tables of a file, the old file is kept as DB.version-1, where 1 is its\n"
        "old version. On a server the owner of the database upgrades it while nobody else is connected.\n",
    .is_logged = true,
    .run = run_upgrade,
};
