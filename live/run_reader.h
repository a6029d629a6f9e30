/*
 * Reads a run file in its own thread, so that no user at a screen waits for it. The thread knows only the path; the
 * run is passed on when it has been read.
 */
#pragma once

#include "core/base/err.h"
#include "core/metric/ranked_run.h"

struct run_reader;

/* Starts to read. The path is copied. If no thread can be created, the file is read before the call returns. */
void run_reader_start(struct run_reader **out, const char *path, enum ties ties);
/* The share of the file that has been read, from 0 to 1. */
double run_reader_share(const struct run_reader *reader);
bool run_reader_is_done(const struct run_reader *reader);
/* Waits for the end, returns the run or the error (see import_ranked_run), and frees the reader. */
MUST_CHECK bool run_reader_finish(struct run_reader *reader, struct ranked_run *run, struct err *err);
/* Stops the reading as soon as possible and frees the reader. NULL is allowed. */
void run_reader_stop(struct run_reader *reader);
