#include "cli/collect/searching.h"

bool searching_watch(void *context, const char *subject, size_t done, size_t total)
{
    return progress_watch(
        context, &(struct import_progress){.path = subject, .done = done, .total = total, .n = done});
}

typedef bool open_function(struct searcher **out, struct store *store, const struct search_request *request,
                           struct err *err);

static bool open_with(open_function *open, struct searcher **out, struct store *store,
                      const struct searching_options *options, struct world *world, struct err *err)
{
    struct progress_line line = {.world = world};
    const struct search_request request = {
        .fields = options->fields,
        .tokenizer = options->tokenizer,
        .match = options->match,
        .watch = searching_watch,
        .watch_context = &line,
    };
    bool opened = open(out, store, &request, err);
    progress_end(&line);
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
