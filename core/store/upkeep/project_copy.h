/*
 * A whole project in another database: from a file to a server, back, from one to another. All that is kept goes along as it
 * is, with its numbers, uuids and times, so that exports are the same, byte for byte, and so is the next ballot. What is derived
 * is made anew there: the sums over all questions, the index of words by the next search. Only the journal is left out: it is one
 * database's.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_PROJECT_COPY_H
#define ASSAY_CORE_STORE_UPKEEP_PROJECT_COPY_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/* The counts of a copy. */
struct project_counts {
    int64_t documents, questions;
    int64_t answers;  /* also skips and what was taken back */
    int64_t votes;    /* that stand */
    bool has_journal; /* which stays `from`'s alone */
};

/* Told now and then how many rows of `path` (which is read) are done. False stops the copy. */
typedef bool copy_watch(void *context, const char *path, int64_t done, int64_t total);

/*
 * Copies what `from` holds as of this moment, while others vote there, into a database without tables (STORE_CREATE), in one
 * transaction: it is there whole, or not at all. `now` is for the check that `from` has to pass first.
 * ERR_INPUT: `to` has tables, or `from` does not show everybody's answers. ERR_DATABASE: `from` does not hold together, or
 * `to` can't hold a row of it.
 */
bool store_copy_project(struct store *from, struct store *to, int64_t now, copy_watch *watch, void *context,
                        struct project_counts *counts, struct err *err) __attribute__((warn_unused_result));

/*
 * Copies documents, questions, settings and what was done in the place of those that `to` has: a file that is for searches alone.
 * Inside a reading of `from`.
 */
bool store_copy_collection(struct store *from, struct store *to, copy_watch *watch, void *context,
                           struct err *err) __attribute__((warn_unused_result));

/* Whether it was opened by STORE_CREATE and has no tables. ERR_INPUT: it has, and is none that can be copied into. */
bool project_copy_require_new(const struct store *to, struct err *err) __attribute__((warn_unused_result));

#endif
