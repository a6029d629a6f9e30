/*
 * A part of a run: what its scores hang on, and nothing else. For each question that is where the judged documents stand, the
 * documents that stand first, and how many were retrieved. Scores of parts are those of the lines that they were made of, to
 * the last bit, by any measure and with any statistics.
 */
#ifndef ASSAY_CORE_METRIC_RUN_PART_H
#define ASSAY_CORE_METRIC_RUN_PART_H

#include "core/base/digest.h"
#include "core/metric/run_rules.h"
#include "core/metric/qrels.h"

/*
 * The file is lines of columns with tabs between them. The first one has what the places hang on:
 *
 *   assay part   version   ties   scores   rules   number of questions
 *
 * A question's has the digest of the docids that were judged, since where others stand is not known, and the kept
 * documents with a blank between them, by ascending rank:
 *
 *   qid   digest   number of retrieved documents   rank:docid rank:docid …
 */
#define RUN_PART_BEGINNING "assay part\t"
enum { RUN_PART_VERSION = 1 };

/* The MD5 of the docids of the judgments, a line each, by ascending bytes. */
void run_part_digest(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE]);

#endif
