/*
 * For this folder alone: reads the dockets of questions (core/judge/docket.h), and what the settings say of dealing. A docket is
 * one statement; those of many questions are foreseen (database/db.h) and then read.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_DOCKETS_H
#define ASSAY_CORE_STORE_LABELLING_DOCKETS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/docket.h"

struct store;
struct told_settings;

/* ERR_DATABASE: another program has set what can't be. */
bool deal_rules_read(struct store *store, struct deal_rules *rules, struct err *err)
    __attribute__((warn_unused_result));
/* The same, and what else a step tells of the settings. */
bool deal_rules_read_told(struct store *store, struct deal_rules *rules, struct told_settings *told,
                          struct err *err) __attribute__((warn_unused_result));
void deal_rules_foresee(struct store *store);

/* In the arena; the rules must stay as long as the docket. A question that is gone has nothing. */
bool docket_read(struct store *store, const struct deal_rules *rules, int64_t question_id,
                 struct arena *arena, struct docket *docket, struct err *err)
    __attribute__((warn_unused_result));
void docket_foresee(struct store *store, int64_t question_id);

/*
 * The pool of a docket, with the likeness of texts where that can change something: of who deals, and where there are votes enough
 * to be settled by. STOP_WHEN_SETTLED: it is judged. Texts stay in memory for the question that was looked at last. In the arena.
 */
bool pool_take(struct store *store, const struct docket *docket, enum stop_rule rule,
               const struct counted_at *at, struct arena *arena, struct pool *pool, struct err *err)
    __attribute__((warn_unused_result));
/* The texts of a question will be compared; nothing where they are in memory. */
void pool_foresee_texts(struct store *store, int64_t question_id);
/* The pool of a question by its votes alone, by the rule that is set; what is left of it follows from that. In the arena. */
bool pool_read(struct store *store, const struct deal_rules *rules, int64_t question_id, struct arena *arena,
               struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* The same whatever the project's rule: all that is known of the candidates, and work as long as there is a budget. */
bool pool_read_to_budget(struct store *store, const struct deal_rules *rules, int64_t question_id,
                         struct arena *arena, struct pool *pool, struct err *err)
    __attribute__((warn_unused_result));

/* Writes what is left of a question. */
bool question_put_ballots_left(struct store *store, int64_t question_id, int64_t ballots_left,
                               struct err *err) __attribute__((warn_unused_result));
/* Reads and writes it anew: to be called where votes, pool or target of the question have changed. */
bool question_settle(struct store *store, const struct deal_rules *rules, int64_t question_id,
                     struct err *err) __attribute__((warn_unused_result));
/* The same of many, which a server is asked for together. */
bool questions_settle(struct store *store, const int64_t *question_ids, size_t n, struct err *err)
    __attribute__((warn_unused_result));

#endif
