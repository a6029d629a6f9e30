/*
 * A conversation with another program, line by line. The program is not trusted: it may print anything, end, or hang.
 */
#pragma once

#include "cli/command.h"

#include <sys/types.h>

/* {0} means no process, and is safe to end. */
struct child_process {
    pid_t pid;
    int to, from, errors;   /* its standard input, output and error */
    struct buffer received; /* output after the last line */
    size_t n_taken;         /* bytes of the line taken last */
};

/* Starts the command in a shell, in a new process group. */
MUST_CHECK bool child_start(struct child_process *child, const char *command, struct err *err);
/*
 * Sends the text and waits for a line, which is valid until the next call. Standard error of the program goes to
 * world->err. ERR_INPUT: the program ended, took longer than `timeout_ms`, wrote a line that is too long, or wrote
 * something before it was asked. ERR_INTERRUPTED: Ctrl-C was pressed.
 */
MUST_CHECK bool child_ask(struct child_process *child, struct bytes text, int64_t timeout_ms,
                          struct world *world, struct bytes *line, struct err *err);
/* Closes the input and waits for a second. Then kills the program and all that it started. */
void child_end(struct child_process *child, struct world *world);
