/*
 * A line on the terminal that says how far an import is: part done, rate, time
 * left. Nothing where the remarks do not go to a terminal.
 */
#ifndef ASSAY_CLI_SHARED_PROGRESS_H
#define ASSAY_CLI_SHARED_PROGRESS_H

#include "cli/command.h"
#include "import/import.h"

struct progress_line {
    struct world *world;
    const char *path; /* of the file that the times below are of */
    int64_t started_at;
    int64_t shown_at;
};

/* For import_request.watch, with a struct progress_line as context: also says whether Ctrl-C was pressed. */
bool progress_watch(void *context, const struct import_progress *progress);
/* Wipes the line. */
void progress_end(struct progress_line *line);

#endif
