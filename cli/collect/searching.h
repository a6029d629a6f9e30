/* Shared by commands that search: their options, and a searcher. */
#pragma once

#include "cli/command.h"
#include "cli/shared/progress.h"
#include "core/store/search/search.h"

struct searching_options {
    const char *fields, *tokenizer, *match; /* NULL: not given */
};

/* Option rows that fill `member` of the struct `owner`, a struct searching_options. They belong to `form`. */
#define SEARCH_OPTION_ROWS(owner, member, form)                                                              \
    TEXT_OPTION("fields", "LIST", owner, member.fields, .forms = (form),                                     \
                .help = "fields to search, with weights (default " SEARCH_FIELDS_DEFAULT                     \
                        ", and what is shown)"),                                                             \
        TEXT_OPTION("tokenizer", "NAME", owner, member.tokenizer, .forms = (form),                           \
                    .words = &tokenizer_words),                                                              \
        TEXT_OPTION("match", "FIELD", owner, member.match, .forms = (form),                                  \
                    .help = "only documents that share this field with the question")

/* A search_watch with a struct progress_line as context. Returns false when Ctrl-C was pressed. */
bool searching_watch(void *context, const char *subject, size_t done, size_t total);
/* Opens a searcher with these options. Builds the index if necessary, with a line of progress. */
MUST_CHECK bool searching_open(struct searcher **out, struct store *store,
                               const struct searching_options *options, struct world *world, struct err *err);
/* Does the same for a store that is only read. *out = NULL: the index is missing or out of date. */
MUST_CHECK bool searching_open_kept(struct searcher **out, struct store *store,
                                    const struct searching_options *options, struct world *world,
                                    struct err *err);
