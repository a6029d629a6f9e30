/*
 * For this folder alone: who is said to know the right answers to gold ballots (core/judge/control.h), by the setting
 * `gold`; and who leads, by `practice`.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_GOLD_H
#define ASSAY_CORE_STORE_LABELLING_GOLD_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/control.h"

struct store;

enum gold_kind { GOLD_ABSENT, GOLD_ANNOTATOR, GOLD_JUDGMENTS };

struct gold {
    int64_t kind; /* enum gold_kind */
    int64_t id;   /* of the annotator or the source of judgments */
};

/* By its name, or that with its kind in front: "judgments:trec". GOLD_ABSENT: nobody is called so, or the name is empty. */
bool gold_find(struct store *store, struct bytes name, struct gold *gold, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: nobody is called so, and the name is not empty. */
bool gold_check(struct store *store, struct bytes name, struct err *err) __attribute__((warn_unused_result));
/* ERR_USAGE: no annotator is called so, and the name is not empty: for the setting `practice`. */
bool gold_check_lead(struct store *store, struct bytes lead, struct err *err)
    __attribute__((warn_unused_result));
/* Foresees what gold_list_judged will ask (database/db.h). */
void gold_foresee_judged(struct store *store, const struct gold *gold, int64_t question_id);
/* The judgments of the source on the candidates of a question. In the arena. */
bool gold_list_judged(struct store *store, const struct gold *gold, int64_t question_id, struct arena *arena,
                      struct graded_candidate **candidates, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

#endif
