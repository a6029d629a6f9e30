/*
 * Tests of the readers of runs and qrels: text goes into a file, is read, and is looked at or refused.
 */
#ifndef ASSAY_TESTS_SUPPORT_READING_H
#define ASSAY_TESTS_SUPPORT_READING_H

#include "tests/support/support.h"

#include "core/metric/qrels.h"
#include "core/metric/run.h"

/* What one test reads, and what came of it. Set up and released by the two functions below. */
struct reading {
    struct arena arena;
    struct run run;
    struct qrels qrels;
    struct err err;
};

int reading_set_up(void **state);
int reading_tear_down(void **state);
#define READING_TEST(function) cmocka_unit_test_setup_teardown(function, reading_set_up, reading_tear_down)

/* Fails the test unless the file, read as a ranked run, has the documents of `reading->run`, ranked. */
void assert_reads_ranked(struct reading *reading, const char *path);
/* Reads a file with this text, in both ways, and fails the test when it is refused. */
void read_run(struct reading *reading, const char *text);
void read_qrels(struct reading *reading, const char *text);
/* Fails the test unless a file with this text is refused; `message` is what follows the file's path. */
void assert_run_refused(struct reading *reading, const char *text, const char *message);
void assert_qrels_refused(struct reading *reading, const char *text, const char *message);

/* The document that stands at this place, counted from 0. */
void assert_entry(const struct reading *reading, size_t question, size_t entry, const char *docid,
                  double score);
/* The grade of a document under a question. */
void assert_grade(const struct reading *reading, const char *qid, const char *docid, double grade);

#endif
