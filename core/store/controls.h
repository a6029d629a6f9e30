/*
 * For this folder alone: which control an annotator is asked (core/judge/control.h). Inside the transaction that deals.
 */
#ifndef ASSAY_CORE_STORE_CONTROLS_H
#define ASSAY_CORE_STORE_CONTROLS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/control.h"
#include "core/store/raters.h"

struct dealer;
struct store;

struct control_choice {
    int64_t question_id;
    struct slot_set set; /* empty: there is none to ask */
};

bool controls_choose(struct store *store, const struct dealer *dealer, enum control control,
                     struct random_source *random, struct control_choice *choice, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Who is said to know the right answers: an annotator, or a source of judgments; copied into the arena. *found = false: nobody
 * is called so, or nobody is named.
 */
bool controls_find_gold(struct store *store, struct bytes name, struct arena *arena, struct rater *gold,
                        bool *found, struct err *err) __attribute__((warn_unused_result));
/* ERR_USAGE: nobody is called so, and the name is not empty. */
bool controls_check_gold(struct store *store, struct bytes name, struct err *err)
    __attribute__((warn_unused_result));
/* What the source of judgments says of the candidates of a question. In the arena. */
bool controls_list_judged(struct store *store, const struct rater *gold, int64_t question_id,
                          struct arena *arena, struct graded_candidate **candidates, size_t *n,
                          struct err *err) __attribute__((warn_unused_result));

#endif
