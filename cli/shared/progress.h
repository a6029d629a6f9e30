/*
 * A line on the terminal with the progress of an import: share done, rate, time left. Nothing is shown when remarks do
 * not go to a terminal.
 */
#pragma once

#include "cli/command.h"
#include "import/import.h"

struct progress_line {
    struct world *world;
    const char *path; /* the file that the times refer to */
    int64_t started_at;
    int64_t shown_at;
};

/* For import_request.watch, with a struct progress_line as context. Returns false when Ctrl-C was pressed. */
bool progress_watch(void *context, const struct import_progress *progress);
/* Wipes the line. */
void progress_end(struct progress_line *line);
