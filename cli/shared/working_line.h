/*
 * The line at the bottom of a terminal that says how far a command is. It goes away before anything else is written there,
 * and there is none where nobody would see it: in a pipe, or on a terminal that can't wipe a line (TERM=dumb).
 */
#ifndef ASSAY_CLI_SHARED_WORKING_LINE_H
#define ASSAY_CLI_SHARED_WORKING_LINE_H

#include "core/base/bytes.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Threads may share it. {0} is none, of which all calls below do nothing. */
struct working_line {
    pthread_mutex_t lock;
    FILE *terminal; /* NULL: there is none */
    bool ascii;     /* the terminal takes other bytes than UTF-8 has */
    bool is_shown;
    bool has_rest;    /* since something was written: the next tick counts from anew */
    const char *what; /* the command */
    int64_t began_at;
    int64_t next_at; /* when a tick shows how long it has taken */
    int64_t (*now)(void *context);
};

/* `terminal` NULL: there is none. `what` must outlive the line. `now`: the time in milliseconds. */
void working_line_open(struct working_line *line, FILE *terminal, bool ascii, const char *what,
                       int64_t (*now)(void *context));
/* Has a thread tick from now on, so that all work that takes long is seen, whatever it waits for. */
void working_line_start(struct working_line *line);
/* Says how long the command has taken, once a second has passed in which nothing else was shown or written. */
void working_line_tick(struct working_line *line);
/* Shows a text in the line, made harmless. */
void working_line_show(struct working_line *line, struct bytes text);
/* Before anything else is written to the terminal. */
void working_line_wipe(struct working_line *line);
/* For a command that has a conversation on the terminal: no line from now on. */
void working_line_close(struct working_line *line);

#endif
