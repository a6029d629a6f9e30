/* Options that change the documents of runs before scoring, for all commands that read runs. */
#pragma once

#include "cli/options.h"
#include "core/metric/run_rules.h"

/* Option rows that fill `member` of the struct `owner`, a struct run_rules. */
#define OPTION_ROW_KEEP_BEST(owner, member)                                                                  \
    FLAG_OPTION("keep-best", owner, member.keep_best,                                                        \
                .help = "if a run lists a document twice, count its best entry")
#define OPTION_ROW_BY_DOCUMENT(owner, member)                                                                \
    BYTES_OPTION("by-document", "SEPARATOR", owner, member.separator,                                        \
                 "the text between a document's id and the rest, as in --by-document '#'",                   \
                 .help = "count the best chunk of each document; # cuts d1#0 to d1")
