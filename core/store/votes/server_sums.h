/*
 * For this folder alone: whether a server's sums are those of its votes, as the server says itself.
 */
#ifndef ASSAY_CORE_STORE_VOTES_SERVER_SUMS_H
#define ASSAY_CORE_STORE_VOTES_SERVER_SUMS_H

#include "core/base/err.h"

struct need_settings;
struct store;

/*
 * Compares what is kept of votes, ranks and needs. Where *are_right becomes false something is wrong: who reads all, as sums.c
 * does, says what it is. Few rows are read, but where twins are merged or dealing is adaptive.
 */
bool server_sums_compare(struct store *store, const struct need_settings *settings, bool *are_right,
                         struct err *err) __attribute__((warn_unused_result));

#endif
