/* Checks whether a database is sound, and repairs what can be derived again. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/upkeep/sound.h"

struct store;

/*
 * Checks the file, its tables, indexes and triggers, the keys, all values, and all stored sums against the votes, as of
 * `now`. *problems is the number of problems. A store opened with STORE_CHECKING finds problems that make other modes
 * refuse the database.
 */
MUST_CHECK bool store_check(struct store *store, int64_t now, check_report *report, void *context,
                            size_t *problems, struct err *err);

/* The beginning of a problem about a page of the file: its content is lost, and nothing else was checked. */
#define CHECK_PAGE_DAMAGED "a page of the file is damaged: "

/* For this folder alone: the same inside the caller's transaction. */
MUST_CHECK bool check_inside(struct store *store, int64_t now, check_report *report, void *context,
                             size_t *problems, struct err *err);

/*
 * For this folder alone. ERR_DATABASE, with the first problem and its consequence ("nothing was merged"): there is a
 * problem.
 */
MUST_CHECK bool check_require_sound(struct store *store, int64_t now, const char *consequence,
                                    struct err *err);

/*
 * Calls `report` with each document and question that was replaced although votes saw its earlier text, and with the
 * number of these votes. The database is sound, but the votes are about a text that has changed. It also reports each
 * document whose text no longer contains, at its place, a passage that a vote marked as evidence.
 */
MUST_CHECK bool store_report_replaced(struct store *store, check_report *report, void *context,
                                      struct err *err);
/*
 * Reports facts that are no damage but should be known: ids with control characters, which earlier imports accepted, and
 * documents that a stopped carry has set aside.
 */
MUST_CHECK bool store_report_control_ids(struct store *store, check_report *report, void *context,
                                         struct err *err);

/* Gets the result of a repair. */
struct repair {
    check_report *mended,
        /* Called for each problem that is repaired, and for each that remains. */
        *left;
    void *context;
    size_t n_mended, n_left;
};

/*
 * Derives again, in one transaction, what follows from documents, questions and answers: sums, triggers, indexes, the
 * needs of questions. Invalid settings get their initial values, and the search index is deleted. Before that a copy of
 * the file is kept, see store_kept_copy. If there is no problem, it does nothing. The store must be opened with
 * STORE_REPAIRING.
 */
MUST_CHECK bool store_repair(struct store *store, int64_t now, struct repair *repair, struct err *err);
