#include "cli/collect/searching.h"

bool searching_watch(void *context, const char *subject, size_t done, size_t total)
{
    return progress_watch(
        context, &(struct import_progress){.path = subject, .done = done, .total = total, .n = done});
}

typedef bool open_function(struct searcher **out, struct store *store, const struct search_request *request,
                           struct err *err);

static bool open_with(open_function *open, struct searcher **out, struct store *store,
                      const struct arguments *arguments, struct world *world, struct err *err)
{
    size_t tokenizer;
    struct progress_line line = {.world = world};
    if (!argument_choice(arguments, OPTION_TOKENIZER, &tokenizer, err))
        return false;
    const struct search_request request = {
        .fields = argument_value(arguments, OPTION_FIELDS),
        .tokenizer =
            argument_given(arguments, OPTION_TOKENIZER) ? words_at(&tokenizer_words, tokenizer) : NULL,
        .match = argument_value(arguments, OPTION_MATCH),
        .watch = searching_watch,
        .watch_context = &line,
    };
    bool opened = open(out, store, &request, err);
    progress_end(&line);
    return opened;
}

bool searching_open(struct searcher **out, struct store *store, const struct arguments *arguments,
                    struct world *world, struct err *err)
{
    return open_with(search_open, out, store, arguments, world, err);
}

bool searching_open_kept(struct searcher **out, struct store *store, const struct arguments *arguments,
                         struct world *world, struct err *err)
{
    return open_with(search_open_kept, out, store, arguments, world, err);
}
