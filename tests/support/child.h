/*
 * The real program as a child process, at the other end of pipes: run to its end,
 * talked to line by line, or killed. Nothing here sleeps; a child that says nothing
 * for a minute fails the test. The program is $ASSAY; include support.h first.
 */
#ifndef ASSAY_TESTS_SUPPORT_CHILD_H
#define ASSAY_TESTS_SUPPORT_CHILD_H

#include "core/base/arena.h"

/* What a command that has ended left behind; the texts lie in the arena. */
struct ran {
    int status;      /* 0 … 255; a signal's number below 0 */
    const char *out; /* standard output */
    const char *err; /* standard error */
};

/* Runs assay with these words (ended by NULL) and no input. */
struct ran child_run(struct arena *arena, const char *const *words);
#define run_assay(arena, ...) child_run((arena), (const char *const[]){__VA_ARGS__, NULL})
/* The same where it has to work and say nothing but data: its standard output. */
const char *child_output(struct arena *arena, const char *const *words);
#define output_of_assay(arena, ...) child_output((arena), (const char *const[]){__VA_ARGS__, NULL})

struct child;

/* Starts assay with these words (ended by NULL). */
struct child *child_start(const char *const *words);
#define start_assay(...) child_start((const char *const[]){__VA_ARGS__, NULL})
/* The same, and what it says on standard error is read as what it writes. */
struct child *child_start_joined(const char *const *words);
#define start_assay_joined(...) child_start_joined((const char *const[]){__VA_ARGS__, NULL})
void child_signal(struct child *child, int signal_number);
/* Writes the text and a line end. A child that has gone is no fault. */
void child_write(struct child *child, const char *line);
/* No more input will come. */
void child_close_input(struct child *child);
/* The next line without its end, valid until the next call; NULL when there is none. */
const char *child_read(struct child *child);
/* Closes its input, reads what it still writes, waits and frees; the status as in struct ran. */
int child_end(struct child *child);
/* SIGKILL, whatever it is doing; waits and frees. */
void child_kill(struct child *child);
/*
 * Writes the line and kills the child on the nth time that it calls the system or
 * comes back from there after that; it may end before. Where the kernel allows no
 * tracing it is killed right after the line was written. Frees.
 */
void child_write_and_kill_inside(struct child *child, const char *line, unsigned nth);

/* Whether the kernel allows tracing, without which the next function can't work. */
bool child_can_be_traced(void);
/*
 * Writes the line; whether the child had a file synced to the disk before it wrote to
 * standard output again.
 */
bool child_syncs_before_answering(struct child *child, const char *line);

/* --- What `label --json` says ---------------------------------------------- */

enum said_kind { SAID_BALLOT, SAID_SAVED, SAID_UNDONE, SAID_ERROR, SAID_DONE, SAID_NOTHING };

enum { SAID_ID_SIZE = 128, SAID_SLOTS = 3 };

struct said {
    enum said_kind kind;    /* SAID_NOTHING: its output has ended */
    long ballot;            /* SAID_BALLOT, SAID_SAVED, SAID_UNDONE */
    char qid[SAID_ID_SIZE]; /* from here on: SAID_BALLOT */
    size_t n_slots;
    char docids[SAID_SLOTS][SAID_ID_SIZE]; /* by slot */
    long done, total;
    const char *line; /* as child_read gave it */
};

/* The next line, which must be one of those above. */
struct said child_hear(struct child *child);
/* The next line, which must be of this kind. */
struct said child_expect(struct child *child, enum said_kind kind);
/* {"vote":N} */
void child_vote(struct child *child, int slot);

#endif
