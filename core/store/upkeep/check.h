/*
 * Whether a database holds together, and what of it can be made anew.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_CHECK_H
#define ASSAY_CORE_STORE_UPKEEP_CHECK_H

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/upkeep/sound.h"

struct store;

/*
 * Checks the file, its tables, indexes and triggers, the keys, all values, and all what is kept against the votes, as of `now`;
 * *problems = how many are wrong. Opened with STORE_CHECKING it finds what another mode would refuse.
 */
bool store_check(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                 struct err *err) __attribute__((warn_unused_result));

/* How a problem begins that is of a page of the file: nothing rebuilds what stood there, and nothing else was looked at. */
#define CHECK_PAGE_DAMAGED "a page of the file is damaged: "

/* For this folder alone: the same inside the caller's transaction. */
bool check_inside(struct store *store, int64_t now, check_report *report, void *context, size_t *problems,
                  struct err *err) __attribute__((warn_unused_result));

/* Likewise: ERR_DATABASE with the first problem, and what follows from it ("nothing was merged"), unless there is none. */
bool check_require_sound(struct store *store, int64_t now, const char *consequence, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Calls `report` with each document and question that was replaced although votes saw its earlier text, and with how
 * many did: nothing is wrong with the database, but the votes are on something else than what stands there now. Likewise
 * each document whose text has not, or not there, what votes point at as their evidence.
 */
bool store_report_replaced(struct store *store, check_report *report, void *context, struct err *err)
    __attribute__((warn_unused_result));
/* Reports what holds together, but should be known: ids with control characters, which import took once. */
bool store_report_control_ids(struct store *store, check_report *report, void *context, struct err *err)
    __attribute__((warn_unused_result));

/* The result of a repair. */
struct repair {
    check_report *mended,
        *left; /* called for each thing that is right now, and for each that is still wrong */
    void *context;
    size_t n_mended, n_left;
};

/*
 * Makes anew, in one transaction, what follows from documents, questions and answers: sums, triggers, indexes, what
 * questions need; settings that can't be have their initial values again; the index of a search goes. A copy of the file
 * is kept first, see store_kept_copy; without anything wrong nothing is done. To be opened with STORE_REPAIRING.
 */
bool store_repair(struct store *store, int64_t now, struct repair *repair, struct err *err)
    __attribute__((warn_unused_result));

#endif
