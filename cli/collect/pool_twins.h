/* Identical documents in pools: `assay pool DB --merge-identical`, and its reversal. */
#pragma once

#include "core/base/err.h"

struct store;
struct world;

enum twins_change { TWINS_MERGE, TWINS_SPLIT };

/* Merges or splits them and prints the result on standard output. */
MUST_CHECK bool pool_change_twins(struct store *store, enum twins_change how, struct world *world,
                                  struct err *err);
