/*
 * One pass over the words. A word is an option, the argument of the one before, or an operand; what an
 * option takes is in its row. Values and operands are views of the words, in the order of the call.
 *
 * --help ends the reading where it stands: whoever asks for help is not told what is wrong behind it.
 */
#include "cli/options.h"

#include "core/base/nearest.h"
#include "core/base/number.h"

#include <stdio.h>
#include <string.h>

/* The first word is what counts where none is given. */
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
    size_t next; /* the word to read next */
};

static bool fail_unknown_option(const struct argument_parser *parser, struct bytes name, struct err *err)
{
    const struct arguments *arguments = parser->arguments;
    const char **names = arena_get_array(parser->arena, arguments->n_options, sizeof(char *));
    for (size_t i = 0; i < arguments->n_options; i++)
        names[i] = arguments->options[i].name;
    const char *nearest = nearest_name(name, names, arguments->n_options);
    if (nearest != NULL)
        return err_set(err, ERR_USAGE, "there is no option --%.*s; did you mean --%s?", BYTES_FORMAT(name),
                       nearest);
    return err_set(err, ERR_USAGE, "there is no option --%.*s; --help lists all options", BYTES_FORMAT(name));
}

static bool take_value(struct argument_parser *parser, size_t option, const char *value, struct err *err)
{
    struct arguments *arguments = parser->arguments;
    size_t n = arguments->n_values[option];
    if (n > 0 && !arguments->options[option].repeats)
        return err_set(err, ERR_USAGE, "--%s is given twice; give it once", arguments->options[option].name);
    const char **values =
        arena_make_room(parser->arena, (void *)arguments->values[option], n, sizeof(char *));
    values[n] = value;
    arguments->values[option] = values;
    arguments->n_values[option] = n + 1;
    return true;
}

/* A number below 0 is none: no option's letter is a digit. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

/* All words up to the next option. */
static bool take_words(struct argument_parser *parser, size_t option, struct err *err)
{
    while (parser->next < parser->n_words && !is_option(parser->words[parser->next])) {
        if (!take_value(parser, option, parser->words[parser->next++], err))
            return false;
    }
    return true;
}

/* `attached`: what stands behind "=" or right behind the letter; NULL: nothing does. */
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
        .values = arena_get_array(arena, n_options, sizeof *arguments->values),
        .n_values = arena_get_array(arena, n_options, sizeof *arguments->n_values),
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

bool arguments_check_standard_input(const struct arguments *arguments, struct err *err)
{
    size_t n_named = 0;
    for (size_t i = 0; i < arguments->n_operands; i++)
        n_named += strcmp(arguments->operands[i], "-") == 0;
    return n_named <= 1 ||
           err_set(err, ERR_USAGE, "- is standard input, which can be read once; name it once");
}

const char *argument_value(const struct arguments *arguments, size_t option)
{
    return arguments->n_values[option] > 0 ? arguments->values[option][0] : NULL;
}

bool argument_given(const struct arguments *arguments, size_t option)
{
    return arguments->n_values[option] > 0;
}

bool argument_choice(const struct arguments *arguments, size_t option, size_t *choice, struct err *err)
{
    const char *text = argument_value(arguments, option);
    char what[64];
    *choice = 0;
    snprintf(what, sizeof what, "--%s", arguments->options[option].name);
    return text == NULL || words_choose(arguments->options[option].words, what, bytes_of(text), choice, err);
}

bool argument_integer(const struct arguments *arguments, size_t option, int64_t low, int64_t high,
                      int64_t fallback, int64_t *value, struct err *err)
{
    const char *text = argument_value(arguments, option);
    *value = fallback;
    if (text == NULL || number_parse_integer(bytes_of(text), low, high, value))
        return true;
    const char *name = arguments->options[option].name;
    if (high == INT64_MAX)
        return err_set(err, ERR_USAGE, "--%s is a whole number from %lld, not '%s'", name, (long long)low,
                       text);
    return err_set(err, ERR_USAGE, "--%s is a whole number from %lld to %lld, not '%s'", name, (long long)low,
                   (long long)high, text);
}
