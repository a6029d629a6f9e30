/* What commands that search share: their options, and a searcher. */
#ifndef ASSAY_CLI_COLLECT_SEARCHING_H
#define ASSAY_CLI_COLLECT_SEARCHING_H

#include "cli/command.h"
#include "cli/shared/progress.h"
#include "core/store/search/search.h"

/* These rows stand one behind the other in the table of a command that searches, first of all. */
enum { OPTION_FIELDS, OPTION_TOKENIZER, OPTION_MATCH, SEARCH_OPTION_COUNT };

#define SEARCH_OPTION_ROWS                                                                                   \
    [OPTION_FIELDS] = {.name = "fields",                                                                     \
                       .argument = "LIST",                                                                   \
                       .help = "fields to search, with weights (default " SEARCH_FIELDS_DEFAULT              \
                               ", and what is shown)"},                                                      \
    [OPTION_TOKENIZER] = {.name = "tokenizer", .argument = "NAME", .words = &tokenizer_words},               \
    [OPTION_MATCH] = {.name = "match",                                                                       \
                      .argument = "FIELD",                                                                   \
                      .help = "only documents that share this field with the question"}

/* A search_watch, with a struct progress_line as context: also says whether Ctrl-C was pressed. */
bool searching_watch(void *context, const char *subject, size_t done, size_t total);
/* Opens a searcher by these options; the index is made, with a line of progress, if need be. */
bool searching_open(struct searcher **out, struct store *store, const struct arguments *arguments,
                    struct world *world, struct err *err) __attribute__((warn_unused_result));
/* The same of a store that is only read; *out = NULL: the index has yet to be made, or to be brought up to date. */
bool searching_open_kept(struct searcher **out, struct store *store, const struct arguments *arguments,
                         struct world *world, struct err *err) __attribute__((warn_unused_result));

#endif
