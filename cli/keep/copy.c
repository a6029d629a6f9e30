#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "core/store/upkeep/project_copy.h"

static bool watch(void *context, const char *path, int64_t done, int64_t total)
{
    const struct import_progress progress = {.path = path,
                                             .done = (size_t)done,
                                             .total = (size_t)total,
                                             .n = (size_t)done};
    return progress_watch(context, &progress);
}

static void print_counts(const struct project_counts *counts, struct world *world)
{
    fprintf(world->out, "documents   %lld\nquestions   %lld\nanswers     %lld\nvotes       %lld\n",
            (long long)counts->documents, (long long)counts->questions, (long long)counts->answers,
            (long long)counts->votes);
}

static bool copy(struct store *from, struct store *to, struct world *world, struct err *err)
{
    struct progress_line line = {.world = world};
    struct project_counts counts;
    bool copied =
        store_copy_project(from, to, world->clock.now(world->clock.context), watch, &line, &counts, err);
    progress_end(&line);
    world->is_saved = copied;
    if (copied)
        print_counts(&counts, world);
    if (copied && counts.has_journal)
        output_remark(world, "the journal goes on only for %s%s", store_path(from),
                      store_is_on_server(to) ? "" : "; give the copy a journal of its own with `assay set`");
    return copied;
}

static bool run_copy(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct store *from = NULL, *to = NULL;
    bool copied =
        (store_is_address(arguments->operands[1]) ||
         database_require_new(arguments->operands[1], "name a file that does not exist yet", err)) &&
        database_open(&from, arguments->operands[0], STORE_READING, world, err) &&
        database_open(&to, arguments->operands[1], STORE_CREATE, world, err) && copy(from, to, world, err);
    store_close(to);
    store_close(from);
    return copied;
}

const struct command copy_command = {
    .name = "copy",
    .group = "Keep",
    .summary = "Copy a whole project between files and servers",
    .example = "assay copy labels.db postgresql://host/labels",
    .operands = "FROM TO",
    .least_operands = 2,
    .most_operands = 2,
    .details =
        "TO is a new file or the address of an empty database. The copy is complete: exports are the\n"
        "same, byte for byte, and so is the next ballot of each annotator. FROM does not change. People\n"
        "may vote there during the copy, but answers given after it began are not copied.\n",
    .is_logged = true,
    .run = run_copy,
};
