/*
 * Tests of the readers of runs and qrels: text is written to a file, the file is read, and the result or the error is
 * checked.
 */
#pragma once

#include "tests/support/support.h"

#include "core/metric/qrels.h"
#include "core/metric/run.h"

/* What one test reads, and the result. Set up and released by the two functions below. */
struct reading {
    struct arena arena;
    struct run run;
    struct qrels qrels;
    struct err err;
};

int reading_set_up(void **state);
int reading_tear_down(void **state);
#define READING_TEST(function) cmocka_unit_test_setup_teardown(function, reading_set_up, reading_tear_down)

/* Fails the test unless the file, read as a ranked run, has the same documents as `reading->run`, ranked. */
void assert_reads_ranked(struct reading *reading, const char *path);
/* Read a file with this text in both ways. The test fails if it is refused. */
void read_run(struct reading *reading, const char *text);
void read_qrels(struct reading *reading, const char *text);
/*
 * Fail the test unless a file with this text is refused. `message` is what follows the path of the file in the error.
 */
void assert_run_refused(struct reading *reading, const char *text, const char *message);
void assert_qrels_refused(struct reading *reading, const char *text, const char *message);

/* Checks the document at this place, counted from 0. */
void assert_entry(const struct reading *reading, size_t question, size_t entry, const char *docid,
                  double score);
/* Checks the grade of a document for a question. */
void assert_grade(const struct reading *reading, const char *qid, const char *docid, double grade);
