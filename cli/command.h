/*
 * A command is a row: its name, its options, its function. Dispatch, usage and `assay help` read the same row. To add a
 * command, write a file with its row, and add its name to command_rows (commands.c).
 */
#pragma once

#include "cli/options.h"
#include "cli/shared/working_line.h"
#include "core/session/session.h"

#include <stdio.h>

/* The environment of the program. main passes it in, so that a command can be run without the real one. */
struct world {
    const char *program; /* as it was called: a path if it has a slash */
    FILE *in, *out,
        *err; /* control characters for a terminal are made harmless (cli/shared/terminal_stream.h) */
    bool has_terminal;            /* in and out are a terminal, so that the labelling screen can open */
    FILE *terminal;               /* that terminal, controlled by the screen */
    size_t columns;               /* of the terminal that out is; 0: out is no terminal, or unknown */
    struct working_line *working; /* on err, if it is a terminal; never NULL */
    bool is_ascii_wanted;         /* the terminal does not use UTF-8 */
    const char *terminal_type;    /* the environment's TERM; may be NULL */
    const char *tmux;             /* the environment's TMUX, NULL when unset */
    bool refuses_colour;          /* by the environment's NO_COLOR or CLICOLOR */
    const char *colour_pair;      /* the environment's COLORFGBG */
    const char *home;             /* the environment's HOME, XDG_CONFIG_HOME, XDG_STATE_HOME; may be NULL */
    const char *config_folder;
    const char *state_folder;
    const char *cache_folder;     /* XDG_CACHE_HOME */
    const char *temporary_folder; /* the environment's TMPDIR, or /tmp */
    bool is_traced_here;          /* the environment's ASSAY_TRACE is set, and standard error is a terminal */
    const char *login_name;       /* default annotator; NULL when unknown */
    struct clock clock;
    uint64_t (*random_seed)(void);
    size_t n_processors;       /* processors available to this process, at least 1 */
    bool (*interrupted)(void); /* returns whether the user pressed Ctrl-C; long work polls it */
    struct buffer *remarks;    /* receives a copy of all remarks, one per line; NULL: no copy */
    const char *call; /* the words of the call for the log of a database that it changes; NULL: not logged */
    bool is_saved;    /* the result is saved, and the output only reports it; initially false */
    int verdict;      /* exit status of a successful command that judges; initially 0 */
};

struct command {
    const char *name;
    const char *group;    /* heading in `assay help`; commands of a group are neighbours */
    const char *summary;  /* for `assay help`, in the imperative, at most 60 characters */
    const char *example;  /* a sample call */
    const char *operands; /* as in the usage: "DB RUN…" */
    size_t least_operands, most_operands;
    const char *meant; /* the option that a superfluous word was probably meant for; NULL: none */
    const struct option *options;
    size_t n_options;
    size_t size;    /* of the struct that the options fill */
    bool is_logged; /* the database logs the call, its user and its time (core/store/store.h) */
    int status_failed, status_usage; /* exit status of a failed and of a wrong call; 0: as for all commands */
    void (*add_details)(
        struct buffer *out); /* adds lines of `assay help NAME` that come from a table; NULL: none */
    const char *details;     /* further lines of help; NULL: none */
    bool (*run)(const struct arguments *arguments, struct world *world, struct err *err);
};

/* Initialises the options of a row from the table `options` of its file, whose rows fill the struct `owner`. */
#define OPTIONS_FILL(owner)                                                                                  \
    .options = options, .n_options = sizeof options / sizeof *options, .size = sizeof(owner)

extern const struct command *const command_rows[];
extern const size_t n_command_rows;

/* Returns the command with this name, or NULL. */
const struct command *command_find(const char *name);
/* Sets ERR_USAGE: there is no command with this name; the error names the nearest one. Returns false. */
bool command_fail_unknown(const char *name, struct err *err);
/*
 * Runs a call of the command with these words. Parses the options, checks the operands, fills the struct of the command
 * and runs it. With --help among the words, it prints the help instead. ERR_USAGE: the words do not fit the command.
 */
MUST_CHECK bool command_call(const struct command *command, const char *const *words, size_t n_words,
                             struct world *world, struct err *err);
/* Prints the usage and the options of a command, as --help does. */
void command_print_help(const struct command *command, FILE *out);
