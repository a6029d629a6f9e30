/*
 * Docids and votes held for code that reads the candidates and the votes of all questions, some at a time: live scores
 * and their history. The documents of a pool and the votes on a question may lie anywhere. Both are read once
 * beforehand, in the order in which they lie, in parts of about a millisecond, and are held in at most 16 to 20 MiB
 * each; the others are looked up.
 */
#pragma once

#include "core/base/err.h"

#include <stdint.h>

struct holding;
struct store;

/*
 * Opens a holding of the votes up to answer number `last`, about n_votes of them. Votes withdrawn meanwhile may or may
 * not be held.
 */
MUST_CHECK bool holding_open(struct holding **out, struct store *store, int64_t last, int64_t n_votes,
                             struct err *err);
/* Frees it; NULL is allowed. */
void holding_close(struct holding *holding);

/* Reads the next docids. *are_read: no more are to be held. */
MUST_CHECK bool holding_read_docids(struct holding *holding, bool *are_read, struct err *err);
/* The same for the votes; it does not need the docids. */
MUST_CHECK bool holding_read_votes(struct holding *holding, bool *are_read, struct err *err);
/* Notes that the votes on a question have changed: from now on they are looked up. */
void holding_change(struct holding *holding, int64_t question_id);

struct store *holding_store(const struct holding *holding);
/* Returns the number of the last answer. */
int64_t holding_last(const struct holding *holding);
/* As store_begin_reading. Candidates and votes that are listed before its end are taken from what is held. */
MUST_CHECK bool holding_begin_reading(struct holding *holding, struct err *err);
void holding_end_reading(struct holding *holding);
