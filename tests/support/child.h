/*
 * Runs the real program as a child process at the other end of pipes: to its end, line by line, or until it is killed.
 * Nothing here sleeps. If a child writes nothing for a minute, the test fails. The program is $ASSAY. Include support.h
 * first.
 */
#pragma once

#include "core/base/arena.h"

/* The result of a command that has ended. The texts lie in the arena. */
struct ran {
    int status;      /* 0 … 255, or the negative number of the signal that ended it */
    const char *out; /* standard output */
    const char *err; /* standard error */
};

/* Runs assay with these arguments (ended by NULL) and no input. */
struct ran child_run(struct arena *arena, const char *const *words);
#define run_assay(arena, ...) child_run((arena), (const char *const[]){__VA_ARGS__, NULL})
/* Does the same, fails the test unless the exit status is 0, and returns the standard output. */
const char *child_output(struct arena *arena, const char *const *words);
#define output_of_assay(arena, ...) child_output((arena), (const char *const[]){__VA_ARGS__, NULL})

struct child;

/* Starts assay with these arguments (ended by NULL). */
struct child *child_start(const char *const *words);
#define start_assay(...) child_start((const char *const[]){__VA_ARGS__, NULL})
/* Does the same; child_read also returns what the child writes to standard error. */
struct child *child_start_joined(const char *const *words);
#define start_assay_joined(...) child_start_joined((const char *const[]){__VA_ARGS__, NULL})
void child_signal(struct child *child, int signal_number);
/* Writes the text and a line end. It is not an error if the child has already ended. */
void child_write(struct child *child, const char *line);
/* Closes the child's standard input. */
void child_close_input(struct child *child);
/* Returns the next line without its end, valid until the next call. NULL: the output has ended. */
const char *child_read(struct child *child);
/*
 * Closes the child's input, reads the rest of its output, waits for its end and frees it. Returns the status as in
 * struct ran.
 */
int child_end(struct child *child);
/* Sends SIGKILL, waits for the end of the child and frees it. */
void child_kill(struct child *child);
/*
 * Writes the line, then kills the child at the nth stop, where it stops at the entry and at the exit of each system
 * call. The child may end earlier. If the kernel does not allow tracing, the child is killed as soon as the line is
 * written. Frees the child.
 */
void child_write_and_kill_inside(struct child *child, const char *line, unsigned nth);

/* Returns whether the kernel allows tracing, which the next function needs. */
bool child_can_be_traced(void);
/* Writes the line. Returns whether the child then synced a file to the disk before it wrote to standard output. */
bool child_syncs_before_answering(struct child *child, const char *line);

/* --- Output of `label --json` ---------------------------------------------- */

enum said_kind { SAID_BALLOT, SAID_SAVED, SAID_UNDONE, SAID_ERROR, SAID_DONE, SAID_NOTHING };

enum { SAID_ID_SIZE = 128, SAID_SLOTS = 3 };

struct said {
    enum said_kind kind;    /* SAID_NOTHING: the output has ended */
    long ballot;            /* SAID_BALLOT, SAID_SAVED, SAID_UNDONE */
    char qid[SAID_ID_SIZE]; /* from here on only for SAID_BALLOT */
    size_t n_slots;
    char docids[SAID_SLOTS][SAID_ID_SIZE]; /* by slot */
    long done, total;
    const char *line; /* as returned by child_read */
};

/* Reads the next line. The test fails unless it is of one of the kinds above. */
struct said child_hear(struct child *child);
/* Reads the next line. The test fails unless it is of this kind. */
struct said child_expect(struct child *child, enum said_kind kind);
/* Writes {"vote":N}. */
void child_vote(struct child *child, int slot);
