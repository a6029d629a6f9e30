/*
 * For this folder alone: finds the source of right answers for gold ballots (core/judge/control.h), which the setting
 * `gold` names, and checks the lead annotator that `practice` names.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/control.h"

struct store;

enum gold_kind { GOLD_ABSENT, GOLD_ANNOTATOR, GOLD_JUDGMENTS };

struct gold {
    int64_t kind; /* enum gold_kind */
    int64_t id;   /* of the annotator or the source of judgments */
};

/*
 * Finds gold by its name, with or without its kind in front: "judgments:trec". GOLD_ABSENT: the name is unknown or
 * empty.
 */
MUST_CHECK bool gold_find(struct store *store, struct bytes name, struct gold *gold, struct err *err);
/* ERR_USAGE: the name is unknown, and not empty. */
MUST_CHECK bool gold_check(struct store *store, struct bytes name, struct err *err);
/* ERR_USAGE: no annotator has this name, and it is not empty: for the setting `practice`. */
MUST_CHECK bool gold_check_lead(struct store *store, struct bytes lead, struct err *err);
/* Prefetches the query of gold_list_judged (database/db.h). */
void gold_prefetch_judged(struct store *store, const struct gold *gold, int64_t question_id);
/* Lists the source's judgments on the candidates of a question. In the arena. */
MUST_CHECK bool gold_list_judged(struct store *store, const struct gold *gold, int64_t question_id,
                                 struct arena *arena, struct graded_candidate **candidates, size_t *n,
                                 struct err *err);
