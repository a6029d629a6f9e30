/*
 * A command is a row: its name, its options, what it does. Dispatch, usage and
 * `assay help` read the same row. To add one: a file with its row, and its name in
 * command_rows (commands.c).
 */
#ifndef ASSAY_CLI_COMMAND_H
#define ASSAY_CLI_COMMAND_H

#include "cli/options.h"
#include "cli/shared/working_line.h"
#include "core/session/session.h"

#include <stdio.h>

/* The world outside, handed in by main so that a command can be run without it. */
struct world {
    FILE *in, *out,
        *err; /* what goes to a terminal is made harmless on the way (cli/shared/terminal_stream.h) */
    bool has_terminal;            /* in and out are one: the labelling screen can open */
    FILE *terminal;               /* that terminal, which the screen steers */
    struct working_line *working; /* on err's terminal, if it is one; never NULL */
    bool is_ascii_wanted;         /* terminals take other bytes than UTF-8 has */
    const char *terminal_type;    /* the environment's TERM; may be NULL */
    const char *tmux;             /* the environment's TMUX, NULL when unset */
    bool refuses_colour;          /* by the environment's NO_COLOR or CLICOLOR */
    const char *colour_pair;      /* and its COLORFGBG */
    const char *home;             /* the environment's HOME, XDG_CONFIG_HOME, XDG_STATE_HOME; may be NULL */
    const char *config_folder;
    const char *state_folder;
    const char *cache_folder;     /* XDG_CACHE_HOME */
    const char *temporary_folder; /* the environment's TMPDIR, or /tmp */
    bool is_traced_here;          /* the environment's ASSAY_TRACE is set, and standard error is a terminal */
    const char *login_name;       /* the annotator where none is named; NULL when unknown */
    struct clock clock;
    uint64_t (*random_seed)(void);
    size_t n_processors;       /* that this process may run on, at least 1 */
    bool (*interrupted)(void); /* whether the user pressed Ctrl-C; polled by long work */
    struct buffer *remarks;    /* where remarks stand as well, a line each; NULL: nowhere */
    const char *
        call; /* the words of a call that the database's log gets, where it changes one; NULL: it gets none */
    bool is_saved; /* what the call was for is written: its output is a report of that; false at first */
    int verdict;   /* of a command that judges: the exit status of a call that is done; 0 at first */
};

struct command {
    const char *name;
    const char *group;    /* the heading above it in `assay help`; commands of a group are neighbours */
    const char *summary;  /* what it does, in the imperative and at most 60 characters, for `assay help` */
    const char *example;  /* a call of it */
    const char *operands; /* as the usage shows them: "DB RUN…" */
    size_t least_operands, most_operands;
    const char *meant; /* the option that a superfluous word was probably meant for; NULL: none */
    const struct option *options;
    size_t n_options;
    size_t size;    /* of the struct that the options fill */
    bool is_logged; /* the database keeps that it was called, by whom and when (core/store/store.h) */
    int status_failed,
        status_usage; /* what a call that fails, or is wrong, ends with; 0: as of all commands */
    void (*add_details)(
        struct buffer *out); /* adds lines for `assay help NAME` that a table has; NULL = none */
    const char *details;     /* further lines; NULL = none */
    bool (*run)(const struct arguments *arguments, struct world *world, struct err *err);
};

/* What a command says of the table `options` of its file, whose rows fill the struct `owner`. */
#define OPTIONS_FILL(owner)                                                                                  \
    .options = options, .n_options = sizeof options / sizeof *options, .size = sizeof(owner)

extern const struct command *const command_rows[];
extern const size_t n_command_rows;

/* The command of this name, or NULL. */
const struct command *command_find(const char *name);
/* ERR_USAGE: there is no command of this name, with the nearest one. */
bool command_fail_unknown(const char *name, struct err *err);
/*
 * Carries out a call of the command with these words: reads them by its options, checks the operands, fills its struct and
 * runs it; or writes its help, if --help is among them. ERR_USAGE: the words are not as the command takes them.
 */
bool command_call(const struct command *command, const char *const *words, size_t n_words,
                  struct world *world, struct err *err) __attribute__((warn_unused_result));
/* Writes the usage and the options of one command, as --help shows them. */
void command_print_help(const struct command *command, FILE *out);

#endif
