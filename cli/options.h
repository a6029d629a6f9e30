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

struct option {
    const char *name;     /* without the dashes */
    char letter;          /* 0: it has none */
    const char *argument; /* what stands behind it, for the usage; NULL: nothing does */
    bool repeats;         /* may be given more than once */
    /* And behind an operand it takes all words up to the next option, as a shell's glob gives. */
    bool takes_words;
    const char *help; /* NULL: the words say it */
    /* One of them is its argument, the first one where it is not given; NULL: any text is. */
    const struct words *words;
};

/* Adds what --help says of the option. */
void option_add_help(const struct option *option, struct buffer *text);

struct arguments {
    const char *const *operands;
    size_t n_operands;
    const struct option *options;
    size_t n_options;
    /* values[option] are its n_values[option] values in order; each is "" for an option without argument. */
    const char *const **values;
    size_t *n_values;
    bool wants_help; /* --help or -h was among them: nothing was checked then */
};

/*
 * Reads `words`, those behind the command's name; everything lies in the arena, or
 * in the words. ERR_USAGE: an unknown option (with the nearest one), a missing or
 * superfluous argument, an option twice.
 */
bool arguments_parse(const struct option *options, size_t n_options, const char *const *words, size_t n_words,
                     struct arena *arena, struct arguments *arguments, struct err *err)
    __attribute__((warn_unused_result));

/* Standard input is at its end when it was read once: ERR_USAGE unless it is named once at most among the operands. */
bool arguments_check_standard_input(const struct arguments *arguments, struct err *err)
    __attribute__((warn_unused_result));
/* The value of an option (by its place in the table), NULL when it was not given. */
const char *argument_value(const struct arguments *arguments, size_t option);
bool argument_given(const struct arguments *arguments, size_t option);
/* The place of the option's value among its words, 0 when it was not given. ERR_USAGE names the option and the words. */
bool argument_choice(const struct arguments *arguments, size_t option, size_t *choice, struct err *err)
    __attribute__((warn_unused_result));
/* A whole number in [low, high]; `fallback` when the option was not given. ERR_USAGE names the option and the range. */
bool argument_integer(const struct arguments *arguments, size_t option, int64_t low, int64_t high,
                      int64_t fallback, int64_t *value, struct err *err) __attribute__((warn_unused_result));

#endif
