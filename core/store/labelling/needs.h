/*
 * For this folder alone: what questions need by the settings and the stop rule, against what is kept of it.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_NEEDS_H
#define ASSAY_CORE_STORE_LABELLING_NEEDS_H

#include "core/base/arena.h"
#include "core/judge/docket.h"

struct kept_needs;
struct store;

struct need_settings {
    int64_t ballot_size, impressions;
    enum stop_rule rule;
    struct deal_rules rules;
};

/* When one of the settings is none that can be, nothing can be said of needs. */
bool needs_read_settings(struct store *store, struct need_settings *settings, struct err *err)
    __attribute__((warn_unused_result));
/* What is wrong with the slots and the target of a question, in the arena; NULL: nothing. */
const char *needs_find_wrong(const struct kept_needs *kept, const struct need_settings *settings,
                             struct arena *arena);
/* The same of how many ballots are left; the pool is as of votes alone. */
const char *needs_find_wrong_left(const struct kept_needs *kept, const struct pool *pool,
                                  struct arena *arena);
/* The same of all questions' places in the order of dealing. */
bool needs_find_misplaced(struct store *store, struct arena *arena, const char **wrong, struct err *err)
    __attribute__((warn_unused_result));

#endif
