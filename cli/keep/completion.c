/*
 * Completions for shells, made from the tables of the commands: commands, their options, the words of options and
 * operands, else files.
 */
#include "cli/commands.h"

#include "core/metric/measures/measure_name.h"
#include "core/store/settings.h"
#include "export/export.h"

#include <string.h>

/* --- Words by position ------------------------------------------------------------------------ */

static void add_command_names(struct buffer *out)
{
    for (size_t i = 0; i < n_command_rows; i++)
        buffer_add_format(out, " %s", command_rows[i]->name);
}

static void add_export_kinds(struct buffer *out)
{
    for (size_t i = 0; i < n_export_kinds; i++)
        buffer_add_format(out, " %s", export_kinds[i]->name);
}

static void add_setting_keys(struct buffer *out)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        buffer_add_format(out, " %s", setting_rows[i].key);
}

static void add_measure_names(struct buffer *out)
{
    size_t n;
    const struct measure_row *rows = measure_rows(&n);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(out, " %s", rows[i].name);
}

static void add_kinds_to_remove(struct buffer *out)
{
    buffer_add_string(out, " documents questions candidates judgments");
}

static void add_shells(struct buffer *out);

/* Operands that are no files; `place` is the index among the words after the command, from 1. */
static const struct {
    const struct command *command;
    int place;
    void (*add)(struct buffer *out);
} operand_rows[] = {
    {&help_command, 1, add_command_names},     {&export_command, 2, add_export_kinds},
    {&set_command, 2, add_setting_keys},       {&measures_command, 1, add_measure_names},
    {&remove_command, 2, add_kinds_to_remove}, {&completion_command, 1, add_shells},
};

enum { N_OPERAND_ROWS = sizeof operand_rows / sizeof *operand_rows };

/* Adds " a b". */
static void add_option_words(const struct option *option, struct buffer *out)
{
    for (size_t i = 0; i < words_count(option->words); i++)
        buffer_add_format(out, " %s", words_at(option->words, i));
}

static void add_option_names(const struct command *command, struct buffer *out)
{
    for (size_t i = 0; i < command->n_options; i++)
        buffer_add_format(out, " --%s", command->options[i].name);
    buffer_add_string(out, " --help");
}

/* --- bash ------------------------------------------------------------------ */

static void add_bash_case(const char *pattern, const struct buffer *words, struct buffer *out)
{
    buffer_add_format(out, "    %s) words='%s' ;;\n", pattern, buffer_string(words));
}

static void add_bash_options(const struct command *command, struct buffer *out)
{
    for (size_t i = 0; i < command->n_options; i++) {
        const struct option *option = &command->options[i];
        struct buffer pattern = {0}, words = {0};
        if (option->words != NULL) {
            buffer_add_format(&pattern, "'%s --%s'", command->name, option->name);
            add_option_words(option, &words);
            add_bash_case(buffer_string(&pattern), &words, out);
        }
        buffer_release(&pattern);
        buffer_release(&words);
    }
}

static void add_bash(struct buffer *out)
{
    struct buffer words = {0};
    add_command_names(&words);
    buffer_add_format(out,
                      "# assay's completions for bash: source <(assay completion bash)\n"
                      "_assay() {\n"
                      "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                      "    local command=${COMP_WORDS[1]} words=\n"
                      "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                      "        COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n"
                      "        return\n"
                      "    fi\n"
                      "    case \"$command $before\" in\n",
                      buffer_string(&words));
    for (size_t i = 0; i < n_command_rows; i++)
        add_bash_options(command_rows[i], out);
    buffer_add_string(out, "    esac\n    [ -n \"$words\" ] || case $word in\n    -*) case $command in\n");
    for (size_t i = 0; i < n_command_rows; i++) {
        buffer_clear(&words);
        add_option_names(command_rows[i], &words);
        add_bash_case(command_rows[i]->name, &words, out);
    }
    buffer_add_string(out, "    esac ;;\n    *) case \"$command $((COMP_CWORD - 1))\" in\n");
    for (size_t i = 0; i < N_OPERAND_ROWS; i++) {
        struct buffer pattern = {0};
        buffer_add_format(&pattern, "'%s %d'", operand_rows[i].command->name, operand_rows[i].place);
        buffer_clear(&words);
        operand_rows[i].add(&words);
        add_bash_case(buffer_string(&pattern), &words, out);
        buffer_release(&pattern);
    }
    buffer_add_string(out, "    esac ;;\n    esac\n"
                           "    [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                           "}\n"
                           "complete -o default -F _assay assay\n");
    buffer_release(&words);
}

/* --- zsh ------------------------------------------------------------------- */

/* Adds text in single quotes. Special characters of _arguments and _describe get a backslash. */
static void add_zsh_text(const char *text, struct buffer *out)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr("[]:\\", *c) != NULL)
            buffer_add_byte(out, '\\');
        buffer_add_string(out, *c == '\'' ? "'\\''" : "");
        if (*c != '\'')
            buffer_add_byte(out, *c);
    }
}

static void add_zsh_option(const struct option *option, struct buffer *out)
{
    struct buffer help = {0}, words = {0};
    option_add_help(option, &help);
    for (int form = option->letter != 0 ? 0 : 1; form < 2; form++) {
        buffer_add_string(out, " \\\n        '*");
        buffer_add_format(out, form == 0 ? "-%c" : "--", option->letter);
        buffer_add_format(out, "%s[", form == 0 ? "" : option->name);
        add_zsh_text(buffer_string(&help), out);
        buffer_add_byte(out, ']');
        if (option->argument != NULL)
            buffer_add_format(out, ":%s:", option->argument);
        if (option->words != NULL) {
            buffer_clear(&words);
            add_option_words(option, &words);
            buffer_add_format(out, "(%s)", buffer_string(&words) + 1);
        } else if (option->argument != NULL) {
            buffer_add_string(out, "_files");
        }
        buffer_add_byte(out, '\'');
    }
    buffer_release(&help);
    buffer_release(&words);
}

static void add_zsh_operands(const struct command *command, struct buffer *out)
{
    for (size_t i = 0; i < N_OPERAND_ROWS; i++) {
        struct buffer words = {0};
        if (operand_rows[i].command == command) {
            operand_rows[i].add(&words);
            for (int before = 1; before < operand_rows[i].place; before++)
                buffer_add_format(out, " \\\n        '%d:file:_files'", before);
            buffer_add_format(out, " \\\n        '%d:word:(%s)'", operand_rows[i].place,
                              buffer_string(&words) + 1);
        }
        buffer_release(&words);
    }
    buffer_add_string(out, " \\\n        '*:file:_files'");
}

static void add_zsh(struct buffer *out)
{
    buffer_add_string(out, "#compdef assay\n"
                           "# assay's completions for zsh: source <(assay completion zsh)\n"
                           "_assay() {\n"
                           "    local -a commands\n"
                           "    commands=(\n");
    for (size_t i = 0; i < n_command_rows; i++) {
        buffer_add_format(out, "        '%s:", command_rows[i]->name);
        add_zsh_text(command_rows[i]->summary, out);
        buffer_add_string(out, "'\n");
    }
    buffer_add_string(out, "    )\n"
                           "    if (( CURRENT == 2 )); then\n"
                           "        _describe command commands\n"
                           "        return\n"
                           "    fi\n"
                           "    local command=$words[2]\n"
                           "    shift words\n"
                           "    (( CURRENT-- ))\n"
                           "    case $command in\n");
    for (size_t i = 0; i < n_command_rows; i++) {
        buffer_add_format(out, "    %s) _arguments -s", command_rows[i]->name);
        for (size_t j = 0; j < command_rows[i]->n_options; j++)
            add_zsh_option(&command_rows[i]->options[j], out);
        add_zsh_operands(command_rows[i], out);
        buffer_add_string(out, " ;;\n");
    }
    buffer_add_string(out, "    esac\n"
                           "}\n"
                           "if [ \"$funcstack[1]\" = _assay ]; then\n"
                           "    _assay \"$@\"\n"
                           "else\n"
                           "    compdef _assay assay\n"
                           "fi\n");
}

/* --- fish ------------------------------------------------------------------ */

static void add_fish_text(const char *text, struct buffer *out)
{
    buffer_add_byte(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'' || *c == '\\')
            buffer_add_byte(out, '\\');
        buffer_add_byte(out, *c);
    }
    buffer_add_byte(out, '\'');
}

static void add_fish_option(const struct command *command, const struct option *option, struct buffer *out)
{
    struct buffer text = {0};
    buffer_add_format(out, "complete -c assay -n '__fish_seen_subcommand_from %s' -l %s", command->name,
                      option->name);
    if (option->letter != 0)
        buffer_add_format(out, " -s %c", option->letter);
    if (option->words != NULL) {
        add_option_words(option, &text);
        buffer_add_format(out, " -x -a '%s'", buffer_string(&text) + 1);
    } else if (option->argument != NULL) {
        buffer_add_string(out, " -r");
    }
    buffer_clear(&text);
    option_add_help(option, &text);
    buffer_add_string(out, " -d ");
    add_fish_text(buffer_string(&text), out);
    buffer_add_byte(out, '\n');
    buffer_release(&text);
}

static void add_fish(struct buffer *out)
{
    buffer_add_string(out, "# assay's completions for fish: assay completion fish | source\n");
    for (size_t i = 0; i < n_command_rows; i++) {
        buffer_add_format(out, "complete -c assay -n __fish_use_subcommand -f -a %s -d ",
                          command_rows[i]->name);
        add_fish_text(command_rows[i]->summary, out);
        buffer_add_byte(out, '\n');
        for (size_t j = 0; j < command_rows[i]->n_options; j++)
            add_fish_option(command_rows[i], &command_rows[i]->options[j], out);
    }
    for (size_t i = 0; i < N_OPERAND_ROWS; i++) {
        struct buffer words = {0};
        operand_rows[i].add(&words);
        buffer_add_format(out,
                          "complete -c assay -n '__fish_seen_subcommand_from %s; and test "
                          "(count (commandline -poc)) -eq %d' -a '%s'\n",
                          operand_rows[i].command->name, operand_rows[i].place + 1,
                          buffer_string(&words) + 1);
        buffer_release(&words);
    }
}

/* --- The command ----------------------------------------------------------- */

static const struct {
    const char *name;
    void (*add)(struct buffer *out);
} shell_rows[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};

static const struct words shell_words = WORDS_OF_ROWS(shell_rows, name);

static void add_shells(struct buffer *out)
{
    for (size_t i = 0; i < words_count(&shell_words); i++)
        buffer_add_format(out, " %s", words_at(&shell_words, i));
}

static bool run_completion(const struct arguments *arguments, struct world *world, struct err *err)
{
    size_t shell;
    if (!words_choose(&shell_words, "the shell", bytes_of(arguments->operands[0]), &shell, err))
        return false;
    struct buffer text = {0};
    shell_rows[shell].add(&text);
    fputs(buffer_string(&text), world->out);
    buffer_release(&text);
    return true;
}

const struct command completion_command = {
    .name = "completion",
    .group = "Keep",
    .summary = "Print completions for bash, zsh or fish",
    .example = "assay completion bash",
    .operands = "SHELL",
    .least_operands = 1,
    .most_operands = 1,
    .details = "bash   add to ~/.bashrc: source <(assay completion bash)\n"
               "zsh    add to ~/.zshrc, after compinit: source <(assay completion zsh)\n"
               "fish   add to ~/.config/fish/config.fish: assay completion fish | source\n"
               "\n"
               "`make install` and the packages install the completions where each shell finds them.\n",
    .run = run_completion,
};
