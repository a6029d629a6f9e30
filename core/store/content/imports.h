/*
 * Imports: the items that were added together, inside a transaction of the caller.
 *
 * An import is a row with the last document and the last question before it. Sources of candidates and judgments carry
 * its number. Rows that are added without store_begin_import belong to no import, and are deleted only with their
 * documents and questions.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdint.h>

struct store;

/*
 * Begins a new import: everything stored until the end of the transaction belongs to it. `what` names its files for
 * people.
 */
MUST_CHECK bool store_begin_import(struct store *store, struct bytes what, int64_t now, struct err *err);
/*
 * Whether the import should be committed in parts, because a transaction keeps annotators waiting: on a file all of
 * them, on a server those of the questions that it has changed. Nobody labels in a database that is being made.
 */
MUST_CHECK bool store_import_is_in_parts(const struct store *store);
/*
 * Commits what the import has added since its last part, and begins the next part at the time `now` in a transaction of
 * its own. Each part has a row in `import`, because votes may be cast between two parts. has_changed = false: the part
 * has added sources of candidates at most; without any, its row is deleted.
 */
MUST_CHECK bool store_continue_import(struct store *store, bool has_changed, int64_t now, struct err *err);
/* Rows in a part, with the questions that are settled at its end; it takes about 0.1 s. */
enum { IMPORT_PART_ROWS = 1000 };
/* Counts rows and bytes of text that this part has stored. Returns whether the part is full. */
MUST_CHECK bool store_import_fills_part(struct store *store, size_t n_rows, size_t size);
/* Whether a part of this import was committed. */
MUST_CHECK bool store_import_has_parts(const struct store *store);
/* Returns in `follows` whether nobody has imported anything between this part and the one before it. */
MUST_CHECK bool store_import_part_follows(struct store *store, bool *follows, struct err *err);
/* Stores the number of answers that this part of the import has added. */
MUST_CHECK bool store_set_import_votes(struct store *store, int64_t votes, struct err *err);
/* Counts the votes that stand on documents or questions that the import has replaced; each vote counts once. */
MUST_CHECK bool store_count_votes_on_replaced(struct store *store, int64_t *votes, struct err *err);
/*
 * Deletes an import that added and changed nothing, not even a source of a candidate: the previous import is the last
 * one again.
 */
MUST_CHECK bool store_forget_import(struct store *store, struct err *err);
