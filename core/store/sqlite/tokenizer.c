/*
 * The tokenizer "bigrams" for FTS5. It splits runs of Chinese, Japanese and Korean letters into bigrams
 * (core/text/cjk.h). The text between them goes to the tokenizer that follows in its arguments, as in "bigrams porter
 * unicode61".
 *
 * In a document, the last letter of a run is one more token. So each letter begins a token, and a single letter is
 * found as the beginning of tokens. A query has no such token, because a document must contain all tokens of a query.
 * Tokens overlap; FTS5's own excerpts can't handle this, see excerpt.c.
 */
#include "core/text/cjk.h"
#include "core/base/memory.h"
#include "core/store/sqlite/sqlite_db.h"

#include <stdlib.h>

typedef int token_function(void *context, int flags, const char *token, int size, int begin, int end);

/* The tokenizer of one table. */
struct Fts5Tokenizer {
    fts5_tokenizer between;
    Fts5Tokenizer *state; /* of `between` */
};

/* The text between two runs, on its way to FTS5. */
struct passing {
    token_function *take;
    void *context;
    int begin; /* its place in the text */
};

static int pass_token(void *context, int flags, const char *token, int size, int begin, int end)
{
    const struct passing *passing = context;
    return passing->take(passing->context, flags, token, size, passing->begin + begin, passing->begin + end);
}

static int take_between(const Fts5Tokenizer *tokenizer, int flags, struct bytes text, size_t begin,
                        size_t end, token_function *take, void *context)
{
    struct passing passing = {.take = take, .context = context, .begin = (int)begin};
    if (begin == end)
        return SQLITE_OK;
    return tokenizer->between.xTokenize(tokenizer->state, &passing, flags, text.data + begin,
                                        (int)(end - begin), pass_token);
}

static int take_run(int flags, struct bytes run, size_t at, token_function *take, void *context)
{
    struct bytes bigram;
    size_t begin = 0;
    int code = SQLITE_OK;
    for (size_t end = 0; code == SQLITE_OK && cjk_next_bigram(run, &end, &bigram); begin = end)
        code = take(context, 0, bigram.data, (int)bigram.size, (int)(at + begin),
                    (int)(at + begin + bigram.size));
    struct bytes last = bytes_from(run, begin);
    if (code == SQLITE_OK && last.size > 0 && (flags & FTS5_TOKENIZE_QUERY) == 0)
        code = take(context, 0, last.data, (int)last.size, (int)(at + begin), (int)(at + run.size));
    return code;
}

static int tokenize(Fts5Tokenizer *tokenizer, void *context, int flags, const char *data, int size,
                    token_function *take)
{
    const struct bytes text = {.data = data, .size = (size_t)size};
    int code = SQLITE_OK;
    for (size_t offset = 0; code == SQLITE_OK && offset < text.size;) {
        struct bytes run = cjk_find_run(text, offset);
        size_t begin = (size_t)(run.data - text.data);
        code = take_between(tokenizer, flags, text, offset, begin, take, context);
        if (code == SQLITE_OK)
            code = take_run(flags, run, begin, take, context);
        offset = begin + run.size;
    }
    return code;
}

static void destroy(Fts5Tokenizer *tokenizer)
{
    tokenizer->between.xDelete(tokenizer->state);
    free(tokenizer);
}

static int make(void *context, const char **arguments, int n, Fts5Tokenizer **out)
{
    fts5_api *api = context;
    void *between_context;
    if (n == 0)
        return SQLITE_ERROR;
    Fts5Tokenizer *tokenizer = memory_get_zeroed(1, sizeof *tokenizer);
    int code = api->xFindTokenizer(api, arguments[0], &between_context, &tokenizer->between);
    if (code == SQLITE_OK)
        code = tokenizer->between.xCreate(between_context, arguments + 1, n - 1, &tokenizer->state);
    if (code != SQLITE_OK)
        free(tokenizer);
    else
        *out = tokenizer;
    return code;
}

void sqlite_add_tokenizer(fts5_api *fts5)
{
    fts5_tokenizer bigrams = {.xCreate = make, .xDelete = destroy, .xTokenize = tokenize};
    fts5->xCreateTokenizer(fts5, "bigrams", fts5, &bigrams, NULL);
}
