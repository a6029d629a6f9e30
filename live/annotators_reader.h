/*
 * How annotators vote, read by a thread: of a million votes that takes seconds, in which whoever asked goes on.
 *
 * A thread with a store of its own reads what would take a screen seconds: the screen says that it waits, and the app asks for
 * the result. Stopping the thread interrupts its statements; the owner alone opens and closes the store.
 */
#ifndef ASSAY_LIVE_ANNOTATORS_READER_H
#define ASSAY_LIVE_ANNOTATORS_READER_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct annotator_row;
struct annotators_reader;

/* Opens the database at `path` once more, and begins to read. */
bool annotators_reader_start(struct annotators_reader **out, const char *path, struct err *err)
    __attribute__((warn_unused_result));
bool annotators_reader_is_done(const struct annotators_reader *reader);
/* Waits for the thread, and ends the reader. The rows of store_list_annotators, in an arena that is the caller's from now on. */
bool annotators_reader_finish(struct annotators_reader *reader, struct arena *arena,
                              struct annotator_row **rows, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Ends it at once, with nothing. NULL is fine. */
void annotators_reader_stop(struct annotators_reader *reader);

#endif
