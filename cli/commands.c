#include "cli/commands.h"

#include "core/base/nearest.h"
#include "core/store/store.h"
#include "import/files/file.h"

#include <string.h>
#include <unistd.h>

const struct command *const command_rows[] = {
    &import_command,    &search_command,    &pool_command,       &carry_command,      &remove_command,
    &set_command,       &label_command,     &demo_command,       &judge_command,      &status_command,
    &keys_command,      &eval_command,      &compare_command,    &gate_command,       &plan_command,
    &report_command,    &fuse_command,      &rbo_command,        &trec_eval_command,  &measures_command,
    &relevance_command, &agreement_command, &annotators_command, &lint_command,       &contradictions_command,
    &coverage_command,  &export_command,    &check_command,      &backup_command,     &copy_command,
    &merge_command,     &upgrade_command,   &log_command,        &completion_command, &help_command,
};

const size_t n_command_rows = sizeof command_rows / sizeof *command_rows;

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < n_command_rows; i++) {
        if (strcmp(command_rows[i]->name, name) == 0)
            return command_rows[i];
    }
    return NULL;
}

bool command_fail_unknown(const char *name, struct err *err)
{
    const char *names[sizeof command_rows / sizeof *command_rows];
    for (size_t i = 0; i < n_command_rows; i++)
        names[i] = command_rows[i]->name;
    const char *nearest = nearest_name(bytes_of(name), names, n_command_rows);
    if (nearest != NULL)
        return err_set(err, ERR_USAGE, "there is no command '%s'; did you mean '%s'?", name, nearest);
    return err_set(err, ERR_USAGE, "there is no command '%s'; `assay help` lists all commands", name);
}

static void print_option(const struct option *option, FILE *out)
{
    struct buffer help = {0};
    char letter[5] = "    ";
    char name[64];
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(name, sizeof name, "--%s%s%s", option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
    option_add_help(option, &help);
    fprintf(out, "  %s%-23s  %s\n", letter, name, buffer_string(&help));
    buffer_release(&help);
}

void command_print_help(const struct command *command, FILE *out)
{
    fprintf(out, "usage: assay %s%s%s%s\n\n%s.\n\nExample: %s\n", command->name,
            command->operands[0] != '\0' ? " " : "", command->operands,
            command->n_options > 0 ? " [OPTION]…" : "", command->summary, command->example);
    if (command->n_options > 0)
        fputs("\nOptions:\n", out);
    for (size_t i = 0; i < command->n_options; i++)
        print_option(&command->options[i], out);
    if (command->add_details != NULL) {
        struct buffer details = {0};
        command->add_details(&details);
        fprintf(out, "\n%s", buffer_string(&details));
        buffer_release(&details);
    }
    if (command->details != NULL)
        fprintf(out, "\n%s", command->details);
}

/* --- A call ----------------------------------------------------------------- */

/* Adds the usage after an error, which may end in a question mark. */
static void add_usage(const struct command *command, struct buffer *fault)
{
    bool asks = fault->data[fault->size - 1] == '?';
    buffer_add_format(fault, "%s usage: assay %s%s%s", asks ? "" : ";", command->name,
                      command->operands[0] != '\0' ? " " : "", command->operands);
}

/* For "DB [PATH…]" and 0 adds "which database?". */
static void add_missing(const struct command *command, size_t n_given, struct buffer *out)
{
    static const struct {
        const char *operand, *question;
    } questions[] = {
        {"DB", "which database?"},
        {"QRELS|DB", "which qrels, or which database?"},
        {"BASELINE", "which run is the baseline?"},
        {"RUN", "which runs?"},
        {"RUN…", "which run?"},
    };
    struct bytes rest = bytes_of(command->operands);
    struct bytes operand = {0};
    for (size_t i = 0; i <= n_given; i++)
        bytes_next_word(&rest, &operand);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (bytes_equal(operand, bytes_of(questions[i].operand))) {
            buffer_add_string(out, questions[i].question);
            return;
        }
    }
    buffer_add_format(out, "%.*s is missing", BYTES_FORMAT(operand));
}

static void add_superfluous(const struct command *command, const char *word, struct buffer *out)
{
    buffer_add_format(out, "'%s' is one argument too many", word);
    if (command->meant != NULL)
        buffer_add_format(out, "; did you mean --%s %s?", command->meant, word);
}

static bool check_operands(const struct command *command, const struct arguments *arguments, struct err *err)
{
    struct buffer fault = {0};
    if (arguments->n_operands < command->least_operands)
        add_missing(command, arguments->n_operands, &fault);
    else if (arguments->n_operands > command->most_operands)
        add_superfluous(command, arguments->operands[command->most_operands], &fault);
    bool is_right = fault.size == 0;
    if (!is_right) {
        add_usage(command, &fault);
        err_set(err, ERR_USAGE, "%s", buffer_string(&fault));
    }
    buffer_release(&fault);
    return is_right;
}

static bool is_database(const char *path)
{
    char beginning[64];
    size_t size;
    return store_is_address(path) || (file_peek(path, beginning, sizeof beginning, &size, err_ignored()) &&
                                      store_is_database((struct bytes){.data = beginning, .size = size}));
}

/*
 * Detects `assay search heat labels.db`: the database is last, and no file exists where it should be. `import` may
 * create a database there.
 */
static bool check_order(const struct command *command, const struct arguments *arguments, struct err *err)
{
    const size_t n = arguments->n_operands;
    if (n < 2 || strncmp(command->operands, "DB ", 3) != 0 || command == &import_command)
        return true;
    const char *first = arguments->operands[0], *last = arguments->operands[n - 1];
    return store_is_address(first) || access(first, F_OK) == 0 || !is_database(last) ||
           err_set(err, ERR_USAGE,
                   "%s: there is no such file, but %s is a database; name the database first: assay %s %s",
                   first, last, command->name, command->operands);
}

/* Joins the call as it was typed, except for what the shell removed. */
static const char *join_call(const struct command *command, const char *const *words, size_t n,
                             struct arena *arena)
{
    struct buffer call = {0};
    buffer_add_string(&call, command->name);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&call, " %s", words[i]);
    const char *copy = arena_copy_string(arena, buffer_string(&call));
    buffer_release(&call);
    return copy;
}

bool command_call(const struct command *command, const char *const *words, size_t n_words,
                  struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct arguments arguments;
    world->call = command->is_logged ? join_call(command, words, n_words, &arena) : NULL;
    bool done =
        arguments_parse(command->options, command->n_options, words, n_words, &arena, &arguments, err);
    if (done && arguments.wants_help)
        command_print_help(command, world->out);
    else
        done = done && check_operands(command, &arguments, err) && check_order(command, &arguments, err) &&
               arguments_fill(&arguments, arena_get(&arena, command->size), err) &&
               command->run(&arguments, world, err);
    world->call = NULL;
    arena_release(&arena);
    return done;
}
