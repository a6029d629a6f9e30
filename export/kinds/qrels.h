/* Qrels in the formats that evaluation tools read. Each format is a row and its functions in qrels.c. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/judgment.h"

/* `format` is the index in the list of formats. `precision` is 0 to 17 decimals. */
void qrels_begin(size_t format, struct buffer *out);
/* Adds a question with its judgments, in their order. `is_first`: it is the first one written. */
void qrels_add_question(size_t format, struct bytes qid, const struct judgment *judgments, size_t n,
                        int precision, bool is_first, struct buffer *out);
void qrels_end(size_t format, struct buffer *out);
