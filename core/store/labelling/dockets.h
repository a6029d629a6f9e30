/*
 * For this folder alone: reads the dockets of questions (core/judge/docket.h) and the settings of dealing. A docket is
 * read by one statement; the dockets of many questions are prefetched (database/db.h) and then read.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/docket.h"

struct store;
struct told_settings;

/* Reads the rules of dealing. ERR_DATABASE: another program has stored an invalid setting. */
MUST_CHECK bool deal_rules_read(struct store *store, struct deal_rules *rules, struct err *err);
/* The same, with the other settings that a step needs. */
MUST_CHECK bool deal_rules_read_told(struct store *store, struct deal_rules *rules,
                                     struct told_settings *told, struct err *err);
void deal_rules_prefetch(struct store *store);

/*
 * Reads a docket into the arena; the rules must stay valid as long as the docket. The docket of a deleted question is
 * empty.
 */
MUST_CHECK bool docket_read(struct store *store, const struct deal_rules *rules, int64_t question_id,
                            struct arena *arena, struct docket *docket, struct err *err);
void docket_prefetch(struct store *store, int64_t question_id);
/* The same, on a server, unless ballot `ballot_id` has an answer: then no row is read, and the docket is empty. */
MUST_CHECK bool docket_read_unless(struct store *store, const struct deal_rules *rules, int64_t question_id,
                                   int64_t ballot_id, struct arena *arena, struct docket *docket,
                                   struct err *err);
void docket_prefetch_unless(struct store *store, int64_t question_id, int64_t ballot_id);
/* The same for the question with the least labelling done (work.h) after `passed` others; question_id = 0: none. */
MUST_CHECK bool docket_read_least(struct store *store, const struct deal_rules *rules, int64_t now,
                                  int64_t passed, struct arena *arena, struct docket *docket,
                                  struct err *err);
void docket_prefetch_least(struct store *store, int64_t now, int64_t passed);

/*
 * Makes the pool of a docket, in the arena. It compares the texts only if this can matter: for dealing, and when there
 * are enough votes to settle the question. With STOP_WHEN_SETTLED it judges whether the question is settled. The
 * likeness of texts is kept for the question that was read last.
 */
MUST_CHECK bool pool_take(struct store *store, const struct docket *docket, enum stop_rule rule,
                          const struct counted_at *at, struct arena *arena, struct pool *pool,
                          struct err *err);
/* Prefetches the texts of a question, unless their likeness is in memory. */
void pool_prefetch_texts(struct store *store, int64_t question_id);
/*
 * Makes the pool of a question from its votes alone, with the rule that is set; the ballots left follow from it. In the
 * arena.
 */
MUST_CHECK bool pool_read(struct store *store, const struct deal_rules *rules, int64_t question_id,
                          struct arena *arena, struct pool *pool, struct err *err);
/*
 * The same with everything that is known of the candidates, until the budget is spent, whatever the project's rule is.
 */
MUST_CHECK bool pool_read_to_budget(struct store *store, const struct deal_rules *rules, int64_t question_id,
                                    struct arena *arena, struct pool *pool, struct err *err);

/* Writes the number of ballots left of a question. */
MUST_CHECK bool question_put_ballots_left(struct store *store, int64_t question_id, int64_t ballots_left,
                                          struct err *err);
/* Computes and writes this number: call it when votes, pool or target of the question have changed. */
MUST_CHECK bool question_settle(struct store *store, const struct deal_rules *rules, int64_t question_id,
                                struct err *err);
/* The same for many questions, which are read from a server together. */
MUST_CHECK bool questions_settle(struct store *store, const int64_t *question_ids, size_t n, struct err *err);
