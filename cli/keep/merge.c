/* The files keep the names of the call: --prefer and --rename name a file by the same words. */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "core/store/upkeep/merging.h"
#include "core/store/store.h"

#include <string.h>

struct merging_call {
    struct text_list preferred, renames;
    struct world *world;
    struct progress_line line;
    struct arena arena;
    const char **paths;    /* preferred files first */
    struct store **stores; /* NULL: not open yet */
    size_t n;
    struct merge_request request;
};

static const struct option options[] = {
    TEXTS_OPTION("prefer", "FILE", struct merging_call, preferred,
                 .help = "use this file where files differ; the first named wins"),
    TEXTS_OPTION("rename", "FILE:OLD=NEW", struct merging_call, renames,
                 .help = "rename OLD in FILE, if OLD means something else in another file"),
};

/* --- Output ----------------------------------------------------------------------------------- */

static void print_line(void *context, struct bytes line)
{
    struct merging_call *call = context;
    progress_end(&call->line);
    output_remark(call->world, "%.*s", (int)line.size, line.data);
}

static bool watch(void *context, const char *path, int64_t done, int64_t total)
{
    struct merging_call *call = context;
    const struct import_progress progress = {.path = path,
                                             .done = (size_t)done,
                                             .total = (size_t)total,
                                             .n = (size_t)done};
    return progress_watch(&call->line, &progress);
}

static void print_summary(const struct merge_summary *summary, size_t n_files, struct world *world)
{
    FILE *out = world->out;
    fprintf(out, "documents   %lld\nquestions   %lld\ncandidates  %lld\n", (long long)summary->documents,
            (long long)summary->questions, (long long)summary->candidates);
    if (summary->judgments > 0)
        fprintf(out, "judgments   %lld\n", (long long)summary->judgments);
    fprintf(out, "annotators  %lld\n", (long long)summary->annotators);
    fprintf(out, "answers     %lld, from %lld in %zu file%s\n", (long long)summary->answers,
            (long long)summary->read, n_files, n_files == 1 ? "" : "s");
    if (summary->superseded > 0)
        fprintf(out, "superseded  %lld, each by a later answer to the same ballot\n",
                (long long)summary->superseded);
    fprintf(out, "votes       %lld\n", (long long)summary->votes);
}

/* --- Options ---------------------------------------------------------------------------------- */

/* Returns the index of a file among `n` paths, or n. */
static size_t find_path(const char *const *paths, size_t n, const char *path)
{
    size_t place = 0;
    while (place < n && strcmp(paths[place], path) != 0)
        place++;
    return place;
}

static bool fail_unknown_file(const char *option, const char *value, struct err *err)
{
    return err_set(err, ERR_USAGE, "--%s %s: this file is not among the files to merge", option, value);
}

static bool order_files(const struct arguments *arguments, struct merging_call *call, struct err *err)
{
    const char *const *files = arguments->operands + 1;
    const size_t n_files = arguments->n_operands - 1;
    call->paths = arena_get_array(&call->arena, n_files, sizeof *call->paths);
    call->stores = arena_get_array(&call->arena, n_files, sizeof *call->stores);
    for (size_t i = 0; i < call->preferred.n; i++) {
        const char *path = call->preferred.items[i];
        if (find_path(files, n_files, path) == n_files)
            return fail_unknown_file("prefer", path, err);
        if (find_path(call->paths, call->n, path) == call->n)
            call->paths[call->n++] = path;
    }
    call->request.n_preferred = call->n;
    for (size_t i = 0; i < n_files; i++) {
        if (find_path(call->paths, call->n, files[i]) == call->n)
            call->paths[call->n++] = files[i];
    }
    return true;
}

/* One path may be the beginning of another one, so the longest match counts. */
static bool read_rename(const struct merging_call *call, const char *value, struct merge_rename *rename,
                        struct err *err)
{
    size_t longest = 0;
    for (size_t i = 0; i < call->n; i++) {
        size_t size = strlen(call->paths[i]);
        if (size > longest && strncmp(value, call->paths[i], size) == 0 && value[size] == ':') {
            longest = size;
            *rename = (struct merge_rename){.file = i, .text = bytes_of(value + size + 1)};
        }
    }
    return longest > 0 || fail_unknown_file("rename", value, err);
}

static bool read_renames(struct merging_call *call, struct err *err)
{
    const size_t n = call->renames.n;
    struct merge_rename *renames = arena_get_array(&call->arena, n, sizeof *renames);
    for (size_t i = 0; i < n; i++) {
        if (!read_rename(call, call->renames.items[i], &renames[i], err))
            return false;
    }
    call->request.renames = renames;
    call->request.n_renames = n;
    return true;
}

/* --- The command ----------------------------------------------------------------------------------- */

static bool open_files(struct merging_call *call, struct err *err)
{
    bool opened = true;
    for (size_t i = 0; opened && i < call->n; i++)
        opened = database_open(&call->stores[i], call->paths[i], STORE_READING, call->world, err);
    return opened;
}

static bool merge(const char *path, struct merging_call *call, struct err *err)
{
    struct store *store = NULL;
    struct merge_summary summary;
    call->request.files = call->stores;
    call->request.n_files = call->n;
    bool merged = (store_is_address(path) ||
                   database_require_new(path, "name a new file, then the files to merge", err)) &&
                  open_files(call, err) && database_open(&store, path, STORE_CREATE, call->world, err) &&
                  store_merge(store, &call->request, &summary, err);
    progress_end(&call->line);
    store_close(store);
    call->world->is_saved = merged;
    if (merged)
        print_summary(&summary, call->n, call->world);
    return merged;
}

static bool run_merge(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct merging_call *call = arguments->filled;
    call->world = world;
    call->line = (struct progress_line){.world = world};
    call->request = (struct merge_request){.difference = print_line,
                                           .remark = print_line,
                                           .watch = watch,
                                           .context = call,
                                           .workforce = {.n_threads = world->n_processors,
                                                         .interrupted = world->interrupted},
                                           .now = world->clock.now(world->clock.context)};
    bool merged = order_files(arguments, call, err) && read_renames(call, err) &&
                  merge(arguments->operands[0], call, err);
    for (size_t i = 0; i < call->n; i++)
        store_close(call->stores[i]);
    arena_release(&call->arena);
    return merged;
}

const struct command merge_command = {
    .name = "merge",
    .group = "Keep",
    .summary = "Merge databases that were labelled apart",
    .example = "assay merge all.db ana.db ben.db",
    .operands = "OUT DB…",
    .least_operands = 2,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct merging_call),
    .details =
        "OUT is a new file; the other files do not change. Each answer has a uuid: an answer in several\n"
        "files counts once, and an answer that was undone in one file is undone in OUT. The order of the\n"
        "files does not matter. If a document, question, setting, grade or answer differs between files,\n"
        "merge lists the differences and writes nothing until --prefer or --rename decides.\n",
    .is_logged = true,
    .run = run_merge,
};
