/*
 * Parses the words of a call with the command's table of options.
 *
 * An option is written --name VALUE, --name=VALUE, -n VALUE or -nVALUE; without an argument --name or -n. Options and
 * operands may be mixed. "--" ends the options. "-" alone is an operand, and so is a number below 0.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/words.h"

#include <stddef.h>

/* The type of the variable that an option fills. */
enum option_kind {
    OPTION_FLAG, /* bool: whether the option was given */
    /* Const char *: the argument, one of `words` if there are any; NULL if the option was not given. */
    OPTION_TEXT,
    OPTION_BYTES,   /* struct bytes: the argument, not empty */
    OPTION_TEXTS,   /* struct text_list: all arguments */
    OPTION_INTEGER, /* any integer */
    OPTION_REAL,    /* double */
    /* An enum or any integer: the index of the argument in `words`, 0 if the option was not given. */
    OPTION_CHOICE,
};

struct text_list {
    const char *const *items;
    size_t n;
};

/*
 * Everything about an option: its name, its help, its argument, and the variable in the command's struct that it fills.
 * Use the macros below to write a row.
 */
struct option {
    const char *name;     /* without the dashes */
    char letter;          /* 0: none */
    const char *argument; /* name of the argument in the usage; NULL: no argument */
    bool repeats;         /* may be given more than once */
    /* After an operand, it also takes all words up to the next option, such as those from a shell's glob. */
    bool takes_words;
    const char *help;          /* NULL: the words explain it */
    const struct words *words; /* NULL: any text is allowed */
    unsigned forms;            /* for commands with several forms: bits of the forms it belongs to; 0: all */
    enum option_kind kind;
    size_t place, size;            /* of the variable in the struct of the command */
    int64_t low, high, fallback;   /* of integers: the range and the default */
    double least, greatest, usual; /* the same for reals */
    const char *wanted;            /* what a real or bytes must be, for the error */
};

/*
 * The rows. Each fills `member` of the struct `owner`; a member of another type does not compile. Further members
 * follow: .help, .letter, .words, .forms, .takes_words.
 */
#define OPTION_PLACE(owner, member, type) _Generic(((owner *)0)->member, type : offsetof(owner, member))
#define FLAG_OPTION(name_, owner, member, ...)                                                               \
    {                                                                                                        \
        .name = (name_), .kind = OPTION_FLAG, .place = OPTION_PLACE(owner, member, bool), __VA_ARGS__        \
    }
#define TEXT_OPTION(name_, argument_, owner, member, ...)                                                    \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_TEXT,                                       \
        .place = OPTION_PLACE(owner, member, const char *), __VA_ARGS__                                      \
    }
#define TEXTS_OPTION(name_, argument_, owner, member, ...)                                                   \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_TEXTS, .repeats = true,                     \
        .place = OPTION_PLACE(owner, member, struct text_list), __VA_ARGS__                                  \
    }
#define BYTES_OPTION(name_, argument_, owner, member, wanted_, ...)                                          \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_BYTES, .wanted = (wanted_),                 \
        .place = OPTION_PLACE(owner, member, struct bytes), __VA_ARGS__                                      \
    }
#define INTEGER_OPTION(name_, argument_, owner, member, low_, high_, fallback_, ...)                         \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_INTEGER, .low = (low_), .high = (high_),    \
        .fallback = (fallback_), .place = offsetof(owner, member), .size = sizeof((owner *)0)->member,       \
        __VA_ARGS__                                                                                          \
    }
#define REAL_OPTION(name_, argument_, owner, member, least_, greatest_, usual_, wanted_, ...)                \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_REAL, .least = (least_),                    \
        .greatest = (greatest_), .usual = (usual_), .wanted = (wanted_),                                     \
        .place = OPTION_PLACE(owner, member, double), __VA_ARGS__                                            \
    }
#define CHOICE_OPTION(name_, argument_, owner, member, ...)                                                  \
    {                                                                                                        \
        .name = (name_), .argument = (argument_), .kind = OPTION_CHOICE, .place = offsetof(owner, member),   \
        .size = sizeof((owner *)0)->member, __VA_ARGS__                                                      \
    }

/* Adds the line of --help for the option. */
void option_add_help(const struct option *option, struct buffer *text);

struct arguments {
    const char *const *operands;
    size_t n_operands;
    const struct option *options;
    size_t n_options;
    /* For each option its arguments in order; "" for an option without an argument. */
    struct text_list *given;
    void *filled;    /* the struct of the command, filled by the options */
    bool wants_help; /* --help or -h was among the words; nothing was checked then */
};

/*
 * Parses `words`, which follow the command's name. All results lie in the arena or in the words. ERR_USAGE: an unknown
 * option (the error names the nearest one), a missing or superfluous argument, or a repeated option.
 */
MUST_CHECK bool arguments_parse(const struct option *options, size_t n_options, const char *const *words,
                                size_t n_words, struct arena *arena, struct arguments *arguments,
                                struct err *err);

/* Fills `variables`, which must be zero, as the rows say. ERR_USAGE names an option with a wrong argument. */
MUST_CHECK bool arguments_fill(struct arguments *arguments, void *variables, struct err *err);

/*
 * Checks that the operands name standard input at most once, because it can be read only once. ERR_USAGE: they name it
 * twice.
 */
MUST_CHECK bool arguments_check_standard_input(const struct arguments *arguments, struct err *err);
/* Returns whether the option for this variable was given. */
bool argument_given(const struct arguments *arguments, const void *variable);
/* Returns the first given option that does not belong to the form of the call; NULL: none. */
const struct option *arguments_find_misplaced(const struct arguments *arguments, unsigned form);
/* Returns the first given option that fills neither of these variables; NULL: none. `other` may be NULL. */
const struct option *arguments_find_other(const struct arguments *arguments, const void *variable,
                                          const void *other);
