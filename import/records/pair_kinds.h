/*
 * Lines of a qid and a relevant docid, which counts as grade 1. Only callers who expect judgments use this kind,
 * because many files without a grade look like that.
 */
#pragma once

#include "import/records/record_kind.h"

extern const struct record_kind_table pair_kinds;
