/*
 * The words of a call, read by the command's table of options.
 *
 * An option is written --name VALUE, --name=VALUE, -n VALUE or -nVALUE; without
 * an argument --name or -n. Options and operands may be mixed; "--" ends the
 * options; "-" alone is an operand, and so is a number below 0.
 */
#ifndef ASSAY_CLI_OPTIONS_H
#define ASSAY_CLI_OPTIONS_H

#include "core/base/arena.h"
#include "core/base/words.h"

#include <stddef.h>

/* What an option fills, and with what. */
enum option_kind {
    OPTION_FLAG, /* bool: whether it was given */
    OPTION_TEXT, /* const char *: its argument, which is one of `words` if there are some; NULL if it was not given */
    OPTION_BYTES,   /* struct bytes: its argument, which is not empty */
    OPTION_TEXTS,   /* struct text_list: all its arguments */
    OPTION_INTEGER, /* any integer */
    OPTION_REAL,    /* double */
    OPTION_CHOICE,  /* an enum or any integer: the place of its argument in `words`, 0 if it was not given */
};

struct text_list {
    const char *const *items;
    size_t n;
};

/*
 * A row says everything there is to know of an option: its name, its help, what it takes, and which variable of the
 * command's struct it fills. One of the macros below writes it.
 */
struct option {
    const char *name;     /* without the dashes */
    char letter;          /* 0: it has none */
    const char *argument; /* what stands behind it, for the usage; NULL: nothing does */
    bool repeats;         /* may be given more than once */
    /* And behind an operand it takes all words up to the next option, as a shell's glob gives. */
    bool takes_words;
    const char *help;          /* NULL: the words say it */
    const struct words *words; /* NULL: any text is taken */
    unsigned forms; /* of a command with several forms: those that it belongs to, as bits; 0: all of them */
    enum option_kind kind;
    size_t place, size;            /* of the variable, in the struct of the command */
    int64_t low, high, fallback;   /* of integers: the range, and what holds if it was not given */
    double least, greatest, usual; /* the same of reals */
    const char *wanted;            /* what reals and bytes have to be, for the error */
};

/*
 * The rows. Each fills `member` of the struct `owner`; a member of another type does not compile. What else there is to say
 * of an option stands behind that: .help, .letter, .words, .forms, .takes_words.
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

/* Adds what --help says of the option. */
void option_add_help(const struct option *option, struct buffer *text);

struct arguments {
    const char *const *operands;
    size_t n_operands;
    const struct option *options;
    size_t n_options;
    struct text_list *given; /* of each option its arguments in order; each is "" for an option without one */
    void *filled;            /* the struct of the command, with what the options say */
    bool wants_help;         /* --help or -h was among the words: nothing was checked then */
};

/*
 * Reads `words`, those behind the command's name; everything lies in the arena, or
 * in the words. ERR_USAGE: an unknown option (with the nearest one), a missing or
 * superfluous argument, an option twice.
 */
bool arguments_parse(const struct option *options, size_t n_options, const char *const *words, size_t n_words,
                     struct arena *arena, struct arguments *arguments, struct err *err)
    __attribute__((warn_unused_result));

/* Fills `variables`, which is zero, by the rows. ERR_USAGE names an option whose argument is not as its row says. */
bool arguments_fill(struct arguments *arguments, void *variables, struct err *err)
    __attribute__((warn_unused_result));

/* Standard input is at its end when it was read once: ERR_USAGE unless it is named once at most among the operands. */
bool arguments_check_standard_input(const struct arguments *arguments, struct err *err)
    __attribute__((warn_unused_result));
/* Whether the option that fills this variable was given. */
bool argument_given(const struct arguments *arguments, const void *variable);
/* The first given option that does not belong to the form of the call; NULL: there is none. */
const struct option *arguments_find_misplaced(const struct arguments *arguments, unsigned form);
/* The first given option that fills neither of these variables, the second of which may be NULL; NULL: there is none. */
const struct option *arguments_find_other(const struct arguments *arguments, const void *variable,
                                          const void *other);

#endif
