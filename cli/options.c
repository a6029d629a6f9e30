/*
 * One pass over the words. A word is an option, the argument of the option before, or an operand. The row of an option
 * tells its argument. Values and operands are views of the words, in the order of the call.
 *
 * --help ends the parsing: a user who asks for help gets no errors about the words after it.
 */
#include "cli/options.h"

#include "core/base/bug.h"
#include "core/base/nearest.h"
#include "core/base/number.h"

#include <stdio.h>
#include <string.h>

/* The first word is the default. */
static void add_words(const struct words *words, struct buffer *text)
{
    struct buffer list = {0};
    size_t first = strlen(words_at(words, 0));
    words_add(words, &list);
    buffer_add_format(text, "%.*s (default)%s", (int)first, buffer_string(&list),
                      buffer_string(&list) + first);
    buffer_release(&list);
}

void option_add_help(const struct option *option, struct buffer *text)
{
    if (option->help != NULL)
        buffer_add_format(text, "%s%s", option->help, option->words != NULL ? ": " : "");
    if (option->words != NULL)
        add_words(option->words, text);
    if (option->repeats)
        buffer_add_string(text, option->takes_words ? " (several, repeatable)" : " (repeatable)");
}

struct argument_parser {
    struct arguments *arguments;
    struct arena *arena;
    const char *const *words;
    size_t n_words;
    size_t next; /* the next word to read */
};

/* Returns the option for which other programs have this name; else the name itself. */
static struct bytes name_here(struct bytes name)
{
    static const struct {
        const char *other, *here;
    } names[] = {{"metric", "measures"},
                 {"metrics", "measures"},
                 {"qrels", "judgments"},
                 {"cutoff", "depth"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (bytes_equal(name, bytes_of(names[i].other)))
            return bytes_of(names[i].here);
    }
    return name;
}

static bool fail_unknown_option(const struct argument_parser *parser, struct bytes name, struct err *err)
{
    const struct arguments *arguments = parser->arguments;
    const char **names = arena_get_array(parser->arena, arguments->n_options, sizeof(char *));
    for (size_t i = 0; i < arguments->n_options; i++)
        names[i] = arguments->options[i].name;
    const char *nearest = nearest_name(name_here(name), names, arguments->n_options);
    if (nearest != NULL)
        return err_set(err, ERR_USAGE, "there is no option --%.*s; did you mean --%s?", BYTES_FORMAT(name),
                       nearest);
    return err_set(err, ERR_USAGE, "there is no option --%.*s; --help lists all options", BYTES_FORMAT(name));
}

static bool take_value(struct argument_parser *parser, size_t option, const char *value, struct err *err)
{
    struct text_list *given = &parser->arguments->given[option];
    const struct option *row = &parser->arguments->options[option];
    if (given->n > 0 && !row->repeats)
        return err_set(err, ERR_USAGE, "--%s is given twice; give it once", row->name);
    const char **items = arena_make_room(parser->arena, (void *)given->items, given->n, sizeof(char *));
    items[given->n] = value;
    *given = (struct text_list){items, given->n + 1};
    return true;
}

/* A number below 0 is not an option, because no option has a digit as its letter. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

/* Takes all words up to the next option. */
static bool take_words(struct argument_parser *parser, size_t option, struct err *err)
{
    while (parser->next < parser->n_words && !is_option(parser->words[parser->next])) {
        if (!take_value(parser, option, parser->words[parser->next++], err))
            return false;
    }
    return true;
}

/* `attached`: the text after "=" or directly after the letter; NULL: none. */
static bool take_option(struct argument_parser *parser, size_t option, const char *attached, struct err *err)
{
    const struct option *row = &parser->arguments->options[option];
    if (row->argument == NULL) {
        if (attached != NULL)
            return err_set(err, ERR_USAGE, "--%s takes no argument", row->name);
        return take_value(parser, option, "", err);
    }
    if (attached != NULL)
        return take_value(parser, option, attached, err);
    if (parser->next == parser->n_words)
        return err_set(err, ERR_USAGE, "--%s needs an argument: --%s %s", row->name, row->name,
                       row->argument);
    return take_value(parser, option, parser->words[parser->next++], err) &&
           (!row->takes_words || parser->arguments->n_operands == 0 || take_words(parser, option, err));
}

static bool parse_long(struct argument_parser *parser, const char *word, struct err *err)
{
    const char *equals = strchr(word, '=');
    struct bytes name = {.data = word, .size = equals != NULL ? (size_t)(equals - word) : strlen(word)};
    for (size_t i = 0; i < parser->arguments->n_options; i++) {
        if (bytes_equal(name, bytes_of(parser->arguments->options[i].name)))
            return take_option(parser, i, equals != NULL ? equals + 1 : NULL, err);
    }
    return fail_unknown_option(parser, name, err);
}

static bool parse_letters(struct argument_parser *parser, const char *letters, struct err *err)
{
    for (size_t i = 0; i < parser->arguments->n_options; i++) {
        const struct option *row = &parser->arguments->options[i];
        if (row->letter != letters[0])
            continue;
        if (row->argument != NULL || letters[1] == '\0')
            return take_option(parser, i, letters[1] != '\0' ? letters + 1 : NULL, err);
        return take_option(parser, i, NULL, err) && parse_letters(parser, letters + 1, err);
    }
    return err_set(err, ERR_USAGE, "there is no option -%c; --help lists all options", letters[0]);
}

bool arguments_parse(const struct option *options, size_t n_options, const char *const *words, size_t n_words,
                     struct arena *arena, struct arguments *arguments, struct err *err)
{
    const char **operands = arena_get_array(arena, n_words, sizeof(char *));
    *arguments = (struct arguments){
        .operands = operands,
        .options = options,
        .n_options = n_options,
        .given = arena_get_array(arena, n_options, sizeof *arguments->given),
    };
    struct argument_parser parser = {.arguments = arguments,
                                     .arena = arena,
                                     .words = words,
                                     .n_words = n_words};
    bool only_operands = false;
    while (parser.next < n_words) {
        const char *word = words[parser.next++];
        if (only_operands || !is_option(word)) {
            operands[arguments->n_operands++] = word;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            arguments->wants_help = true;
            return true;
        } else if (!(word[1] == '-' ? parse_long(&parser, word + 2, err)
                                    : parse_letters(&parser, word + 1, err))) {
            return false;
        }
    }
    return true;
}

/* --- Filling ---------------------------------------------------------------- */

static bool read_choice(const struct option *option, const char *text, size_t *choice, struct err *err)
{
    char what[64];
    snprintf(what, sizeof what, "--%s", option->name);
    return words_choose(option->words, what, bytes_of(text), choice, err);
}

static bool read_integer(const struct option *option, const char *text, int64_t *value, struct err *err)
{
    if (number_parse_integer(bytes_of(text), option->low, option->high, value))
        return true;
    if (option->high == INT64_MAX)
        return err_set(err, ERR_USAGE, "--%s is a whole number from %lld, not '%s'", option->name,
                       (long long)option->low, text);
    return err_set(err, ERR_USAGE, "--%s is a whole number from %lld to %lld, not '%s'", option->name,
                   (long long)option->low, (long long)option->high, text);
}

static bool read_real(const struct option *option, const char *text, double *value, struct err *err)
{
    return (number_parse_real(bytes_of(text), value) && *value >= option->least &&
            *value <= option->greatest) ||
           err_set(err, ERR_USAGE, "--%s is %s, not '%s'", option->name, option->wanted, text);
}

/* `text`: the first argument, or NULL. */
static bool fill_text(const struct option *option, const char *text, const char **variable, struct err *err)
{
    size_t choice;
    if (text != NULL && option->words != NULL && !read_choice(option, text, &choice, err))
        return false;
    *variable = text != NULL && option->words != NULL ? words_at(option->words, choice) : text;
    return true;
}

static bool fill_bytes(const struct option *option, const char *text, struct bytes *variable, struct err *err)
{
    *variable = bytes_of(text != NULL ? text : "");
    return text == NULL || text[0] != '\0' ||
           err_set(err, ERR_USAGE, "--%s needs %s", option->name, option->wanted);
}

/* Stores a bool, an int or an enum, or an integer of eight bytes. The range of the row fits. */
static void put_integer(void *variable, size_t size, int64_t value)
{
    if (size == sizeof(bool))
        *(bool *)variable = value != 0;
    else if (size == sizeof(int))
        memcpy(variable, &(int){(int)value}, size);
    else
        memcpy(variable, &value, sizeof value);
}

static bool fill(const struct option *option, const struct text_list *given, void *variable, struct err *err)
{
    const char *text = given->n > 0 ? given->items[0] : NULL;
    int64_t number = option->fallback;
    size_t choice = 0;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)variable = given->n > 0;
        return true;
    case OPTION_TEXT:
        return fill_text(option, text, variable, err);
    case OPTION_BYTES:
        return fill_bytes(option, text, variable, err);
    case OPTION_TEXTS:
        *(struct text_list *)variable = *given;
        return true;
    case OPTION_REAL:
        *(double *)variable = option->usual;
        return text == NULL || read_real(option, text, variable, err);
    case OPTION_INTEGER:
        if (text != NULL && !read_integer(option, text, &number, err))
            return false;
        break;
    case OPTION_CHOICE:
        if (text != NULL && !read_choice(option, text, &choice, err))
            return false;
        number = (int64_t)choice;
        break;
    }
    put_integer(variable, option->size, number);
    return true;
}

bool arguments_fill(struct arguments *arguments, void *variables, struct err *err)
{
    arguments->filled = variables;
    for (size_t i = 0; i < arguments->n_options; i++) {
        const struct option *option = &arguments->options[i];
        if (!fill(option, &arguments->given[i], (char *)variables + option->place, err))
            return false;
    }
    return true;
}

/* --- Given options ---------------------------------------------------------------------------- */

bool arguments_check_standard_input(const struct arguments *arguments, struct err *err)
{
    size_t n_named = 0;
    for (size_t i = 0; i < arguments->n_operands; i++)
        n_named += strcmp(arguments->operands[i], "-") == 0;
    return n_named <= 1 ||
           err_set(err, ERR_USAGE, "- is standard input, which can be read only once; name - only once");
}

static const void *variable_of(const struct arguments *arguments, size_t option)
{
    return (const char *)arguments->filled + arguments->options[option].place;
}

bool argument_given(const struct arguments *arguments, const void *variable)
{
    size_t i = 0;
    while (i < arguments->n_options && variable_of(arguments, i) != variable)
        i++;
    if (i == arguments->n_options)
        BUG("no option fills this variable");
    return arguments->given[i].n > 0;
}

const struct option *arguments_find_misplaced(const struct arguments *arguments, unsigned form)
{
    for (size_t i = 0; i < arguments->n_options; i++) {
        const struct option *option = &arguments->options[i];
        if (arguments->given[i].n > 0 && option->forms != 0 && (option->forms & form) == 0)
            return option;
    }
    return NULL;
}

const struct option *arguments_find_other(const struct arguments *arguments, const void *variable,
                                          const void *other)
{
    for (size_t i = 0; i < arguments->n_options; i++) {
        const void *filled = variable_of(arguments, i);
        if (arguments->given[i].n > 0 && filled != variable && filled != other)
            return &arguments->options[i];
    }
    return NULL;
}
