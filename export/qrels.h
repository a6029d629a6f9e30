/*
 * Qrels in the formats that evaluation tools read. A format is one function and
 * one row in qrels.c.
 */
#ifndef ASSAY_EXPORT_QRELS_H
#define ASSAY_EXPORT_QRELS_H

#include "core/base/bytes.h"
#include "core/base/words.h"
#include "core/metric/qrels.h"

/* trec, the default, beir, json, csv. */
extern const struct words qrels_format_words;

/*
 * Adds the qrels in the format of this place in the list, questions and documents in the order they have there,
 * grades with `precision` (0 … 17) decimals.
 */
void qrels_write(const struct qrels *qrels, size_t format, int precision, struct buffer *out);

#endif
