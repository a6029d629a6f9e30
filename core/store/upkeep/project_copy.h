/*
 * Copies a whole project to another database: from a file to a server, back, or between two of a kind. All stored rows
 * are copied as they are, with their numbers, uuids and times. So exports are the same, byte for byte, and so is the
 * next ballot. Derived data are made again: the sums over all questions here, the search index by the next search. Only
 * the setting `journal` is left out, because a journal belongs to one database.
 */
#pragma once

#include "core/base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/* The counts of a copy. */
struct project_counts {
    int64_t documents, questions;
    int64_t answers;  /* including skips and withdrawn answers */
    int64_t votes;    /* that stand */
    bool has_journal; /* which is not copied */
};

/* Called now and then with the number of rows of `path` (the source) that are done. False stops the copy. */
typedef bool copy_watch(void *context, const char *path, int64_t done, int64_t total);

/*
 * Copies the present state of `from`, while others vote there, into a database without tables (STORE_CREATE), in one
 * transaction. `now` is for the check that `from` has to pass first. ERR_INPUT: `to` has tables, or `from` does not
 * show everybody's answers. ERR_DATABASE: `from` is damaged, or `to` can't store one of its rows.
 */
MUST_CHECK bool store_copy_project(struct store *from, struct store *to, int64_t now, copy_watch *watch,
                                   void *context, struct project_counts *counts, struct err *err);

/*
 * Replaces the documents, questions, settings and log of `to`, a file that only serves searches, by those of `from`.
 * Inside a reading of `from`.
 */
MUST_CHECK bool store_copy_collection(struct store *from, struct store *to, copy_watch *watch, void *context,
                                      struct err *err);

/* ERR_INPUT: `to` was not opened with STORE_CREATE, or it has tables, so nothing can be copied into it. */
MUST_CHECK bool project_copy_require_new(const struct store *to, struct err *err);
