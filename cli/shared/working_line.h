/*
 * The line at the bottom of a terminal with the progress of a command. It is wiped before anything else is written
 * there. There is none where nobody would see it: in a pipe, or on a terminal that can't wipe a line (TERM=dumb).
 */
#pragma once

#include "core/base/bytes.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Threads may share it. {0} means no line; all calls below then do nothing. */
struct working_line {
    pthread_mutex_t lock;
    FILE *terminal; /* NULL: no line */
    bool ascii;     /* the terminal does not use UTF-8 */
    bool is_shown;
    bool has_rest;    /* something was written, so the next tick starts counting again */
    const char *what; /* name of the command */
    int64_t began_at;
    int64_t next_at; /* when a tick shows the elapsed time */
    int64_t (*now)(void *context);
};

/*
 * Opens the line. `terminal` NULL: no line. `what` must outlive the line. `now` returns the time in milliseconds.
 */
void working_line_open(struct working_line *line, FILE *terminal, bool ascii, const char *what,
                       int64_t (*now)(void *context));
/* Starts a thread that ticks, so that all long work is shown, whatever it waits for. */
void working_line_start(struct working_line *line);
/* Shows how long the command has taken, if for a second nothing else was shown or written. */
void working_line_tick(struct working_line *line);
/* Shows a text in the line, made harmless. */
void working_line_show(struct working_line *line, struct bytes text);
/* Call it before writing anything else to the terminal. */
void working_line_wipe(struct working_line *line);
/* Ends the line for good, for a command that takes over the terminal. */
void working_line_close(struct working_line *line);
