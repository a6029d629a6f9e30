/*
 * Reads how annotators vote in a thread, because this takes seconds with a million votes.
 *
 * The thread reads with its own store. Meanwhile the screen says that it waits, and the app asks whether the result
 * is there. Stopping the thread interrupts its statements. Only the owner of the reader opens and closes the store.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct annotator_row;
struct annotators_reader;

/* Opens the database at `path` a second time and starts to read. */
MUST_CHECK bool annotators_reader_start(struct annotators_reader **out, const char *path, struct err *err);
bool annotators_reader_is_done(const struct annotators_reader *reader);
/*
 * Waits for the thread and frees the reader. Returns the rows of store_list_annotators in an arena that then belongs
 * to the caller.
 */
MUST_CHECK bool annotators_reader_finish(struct annotators_reader *reader, struct arena *arena,
                                         struct annotator_row **rows, size_t *n, struct err *err);
/* Stops the thread at once, drops its result and frees the reader. NULL is allowed. */
void annotators_reader_stop(struct annotators_reader *reader);
