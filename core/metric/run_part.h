/*
 * A part of a run: what its scores depend on, and nothing else. For each question, that is where the judged
 * documents are, the first documents, and how many were retrieved. Scores of parts equal those of the original
 * lines to the last bit, for any measure and any statistics.
 */
#pragma once

#include "core/base/digest.h"
#include "core/metric/run_rules.h"
#include "core/metric/qrels.h"

/*
 * The file is lines of columns with tabs between them. The first line has what the places depend on:
 *
 *   assay part   version   ties   scores   rules   number of questions
 *
 * The line of a question has the digest of the judged docids, because the places of other documents are not known.
 * Then it has the kept documents with blanks between them, by ascending rank:
 *
 *   qid   digest   number of retrieved documents   rank:docid rank:docid …
 */
#define RUN_PART_BEGINNING "assay part\t"
enum { RUN_PART_VERSION = 1 };

/* Writes the MD5 of the docids of the judgments, one per line, by ascending bytes. */
void run_part_digest(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE]);
