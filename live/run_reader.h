/*
 * Reads a run file in a thread of its own, so that nobody at a screen waits for it. The thread knows nothing
 * but the path: what it has read is handed over once it is done.
 */
#ifndef ASSAY_LIVE_RUN_READER_H
#define ASSAY_LIVE_RUN_READER_H

#include "core/base/err.h"
#include "core/metric/ranked_run.h"

struct run_reader;

/* The path is copied. Where no thread can be made the file is read before the call returns. */
void run_reader_start(struct run_reader **out, const char *path, enum ties ties);
/* How much of the file has been read, 0 to 1. */
double run_reader_share(const struct run_reader *reader);
bool run_reader_is_done(const struct run_reader *reader);
/* Waits until it is done, hands the run over, or the error (see import_ranked_run), and frees the reader. */
bool run_reader_finish(struct run_reader *reader, struct ranked_run *run, struct err *err)
    __attribute__((warn_unused_result));
/* Ends the reading as soon as may be, and frees the reader; NULL is fine. */
void run_reader_stop(struct run_reader *reader);

#endif
