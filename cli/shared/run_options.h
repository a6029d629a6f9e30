/* Options by which documents of runs are changed before they count, of all commands that read runs. */
#ifndef ASSAY_CLI_SHARED_RUN_OPTIONS_H
#define ASSAY_CLI_SHARED_RUN_OPTIONS_H

#include "cli/options.h"
#include "core/metric/run_rules.h"

#define OPTION_ROW_KEEP_BEST                                                                                 \
    {                                                                                                        \
        .name = "keep-best", .help = "if a run lists a document twice, count its best entry"                 \
    }
#define OPTION_ROW_BY_DOCUMENT                                                                               \
    {                                                                                                        \
        .name = "by-document", .argument = "SEPARATOR",                                                      \
        .help = "count the best chunk of each document; # cuts d1#0 to d1"                                   \
    }

/* Sets the separator of --by-document. ERR_USAGE: it is empty. */
bool run_options_read_separator(const struct arguments *arguments, size_t option, struct run_rules *rules,
                                struct err *err) __attribute__((warn_unused_result));

#endif
