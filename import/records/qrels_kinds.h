/* The table of the kinds of qrels, one row each. import/qrels.h documents them. */
#pragma once

#include "import/records/record_kind.h"

extern const struct record_kind_table qrels_kinds;
