/* Writes runs in the format of TREC. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Checks the qid. ERR_INPUT: the lines of this question would be comments. */
MUST_CHECK bool run_check_qid(struct bytes qid, struct err *err);
/*
 * Adds a line: qid Q0 docid rank score tag. Blanks of ids are written as %20. The score has enough digits to be read
 * back unchanged.
 */
void run_add_line(struct buffer *out, struct bytes qid, struct bytes docid, size_t rank, double score,
                  const char *tag);
