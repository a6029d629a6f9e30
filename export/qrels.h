/*
 * Qrels in the formats that evaluation tools read. A format is one function and
 * one row in qrels.c.
 */
#ifndef ASSAY_EXPORT_QRELS_H
#define ASSAY_EXPORT_QRELS_H

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/metric/qrels.h"

struct qrels_format;

/* trec, beir, json, csv; anything else is ERR_USAGE and lists them. */
bool qrels_format_parse(const char *name, const struct qrels_format **format, struct err *err)
    __attribute__((warn_unused_result));

/* Adds the qrels, questions and documents in the order they have there, grades with `precision` (0 … 17) decimals. */
void qrels_write(const struct qrels *qrels, const struct qrels_format *format, int precision,
                 struct buffer *out);

#endif
