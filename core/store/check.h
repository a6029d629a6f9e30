/*
 * Whether a database holds together.
 */
#ifndef ASSAY_CORE_STORE_CHECK_H
#define ASSAY_CORE_STORE_CHECK_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Called once for each thing that there is to say, with one line. */
typedef void check_report(void *context, struct bytes problem);

/* Checks the file, the keys and all sums against the votes; *problems = how many are wrong. */
bool store_check(struct store *store, check_report *report, void *context, size_t *problems, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Calls `report` with each document and question that was replaced although votes saw its earlier text, and with how
 * many did: nothing is wrong with the database, but the votes are on something else than what stands there now.
 */
bool store_report_replaced(struct store *store, check_report *report, void *context, struct err *err)
    __attribute__((warn_unused_result));
/* Reports what holds together, but should be known: ids with control characters, which import took once. */
bool store_report_control_ids(struct store *store, check_report *report, void *context, struct err *err)
    __attribute__((warn_unused_result));

#endif
