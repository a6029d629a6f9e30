/*
 * For this folder alone: whether a server's sums are those of its votes, as the server says itself.
 */
#ifndef ASSAY_CORE_STORE_SERVER_SUMS_H
#define ASSAY_CORE_STORE_SERVER_SUMS_H

#include "core/base/err.h"

struct need_settings;
struct store;

/*
 * Compares what is kept of votes, ranks and needs, in one trip, and of a million votes in two seconds of the server's. Where
 * *are_right becomes false something is wrong, or only who reads all can tell: sums.c does, and says what it is.
 */
bool server_sums_compare(struct store *store, const struct need_settings *settings, bool *are_right,
                         struct err *err) __attribute__((warn_unused_result));

#endif
