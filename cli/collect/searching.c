#include "cli/collect/searching.h"

#include "cli/shared/user_files.h"
#include "core/base/digest.h"
#include "core/base/version.h"
#include "core/store/store.h"

bool searching_watch(void *context, const char *subject, size_t done, size_t total)
{
    return progress_watch(
        context, &(struct import_progress){.path = subject, .done = done, .total = total, .n = done});
}

/*
 * Finds the path for the index of a server's database: one for each address and version of assay. NULL: there is no
 * folder for it.
 */
static bool find_copy(const struct store *store, const struct world *world, struct arena *arena,
                      const char **path, struct err *err)
{
    char hex[DIGEST_HEX_SIZE];
    *path = NULL;
    if (!store_is_on_server(store))
        return true;
    digest_hex(bytes_of(store_address(store)), hex);
    *path = user_file_path(arena, world->cache_folder, world->home, ".cache",
                           arena_format(arena, "search-" ASSAY_VERSION "-%s.db", hex));
    return *path == NULL || user_file_make_folders(*path, err);
}

typedef bool open_function(struct searcher **out, struct store *store, const struct search_request *request,
                           struct err *err);

static bool open_with(open_function *open, struct searcher **out, struct store *store,
                      const struct searching_options *options, struct world *world, struct err *err)
{
    struct progress_line line = {.world = world};
    struct arena arena = {0};
    struct search_request request = {
        .fields = options->fields,
        .tokenizer = options->tokenizer,
        .match = options->match,
        .watch = searching_watch,
        .watch_context = &line,
    };
    *out = NULL;
    bool opened = find_copy(store, world, &arena, &request.copy, err) && open(out, store, &request, err);
    progress_end(&line);
    arena_release(&arena);
    return opened;
}

bool searching_open(struct searcher **out, struct store *store, const struct searching_options *options,
                    struct world *world, struct err *err)
{
    return open_with(search_open, out, store, options, world, err);
}

bool searching_open_kept(struct searcher **out, struct store *store, const struct searching_options *options,
                         struct world *world, struct err *err)
{
    return open_with(search_open_kept, out, store, options, world, err);
}
