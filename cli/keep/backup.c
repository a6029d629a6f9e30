#include "cli/commands.h"

#include "cli/shared/database.h"
#include "core/store/upkeep/backup.h"

#include "import/files/file.h"

#include <string.h>

struct backup_call {
    bool is_forced;
};

static const struct option options[] = {
    FLAG_OPTION("force", struct backup_call, is_forced, .help = "replace FILE if it exists"),
};

static bool run_backup(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct backup_call *call = arguments->filled;
    struct store *store = NULL;
    struct backup_counts counts;
    const char *to = arguments->operands[1];
    if (strcmp(to, "-") == 0 || to[0] == '\0')
        return err_set(err, ERR_USAGE, "'%s' can't be a backup; name a file", to);
    if (file_is_address(to))
        return err_set(err, ERR_USAGE, "%s: a backup is a file; `assay copy` moves a database to a server",
                       to);
    if (!database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done =
        store_backup(store, to, call->is_forced, world->clock.now(world->clock.context), &counts, err);
    store_close(store);
    world->is_saved = done;
    if (done)
        fprintf(world->out, "%lld answer%s, %lld vote%s; checked\n", (long long)counts.answers,
                counts.answers == 1 ? "" : "s", (long long)counts.votes, counts.votes == 1 ? "" : "s");
    return done;
}

const struct command backup_command = {
    .name = "backup",
    .group = "Keep",
    .summary = "Copy a database, also while people vote",
    .example = "assay backup labels.db copy.db",
    .operands = "DB FILE",
    .least_operands = 2,
    .most_operands = 2,
    OPTIONS_FILL(struct backup_call),
    .run = run_backup,
};
