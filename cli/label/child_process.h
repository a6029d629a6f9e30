/*
 * Another program that is spoken to line by line. Nothing of it is trusted: it may say anything, end, or hang.
 */
#ifndef ASSAY_CLI_LABEL_CHILD_PROCESS_H
#define ASSAY_CLI_LABEL_CHILD_PROCESS_H

#include "cli/command.h"

#include <sys/types.h>

/* {0} is none, and safe to end. */
struct child_process {
    pid_t pid;
    int to, from, errors;   /* its standard input, output and error */
    struct buffer received; /* of its output, what is behind the last line */
    size_t n_taken;         /* of that, the line before */
};

/* Has the shell run the command, in a process group of its own. */
bool child_start(struct child_process *child, const char *command, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Sends the text, and waits for a line, which is valid until the next call. What it writes to its standard error goes to
 * world->err. ERR_INPUT: it ended, it took longer than `timeout_ms`, its line is too long, it wrote
 * something before it was asked. ERR_INTERRUPTED.
 */
bool child_ask(struct child_process *child, struct bytes text, int64_t timeout_ms, struct world *world,
               struct bytes *line, struct err *err) __attribute__((warn_unused_result));
/* Sends a last text, as far as it is taken, closes its input and gives it a second; then it and what it started is killed. */
void child_end(struct child_process *child, struct bytes text, struct world *world);

#endif
