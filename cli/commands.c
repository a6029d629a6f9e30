#include "cli/commands.h"

#include "core/base/nearest.h"

#include <string.h>

const struct command *const command_rows[] = {
    &import_command,    &search_command,     &pool_command,       &carry_command,     &remove_command,
    &set_command,       &label_command,      &demo_command,       &judge_command,     &status_command,
    &keys_command,      &eval_command,       &compare_command,    &gate_command,      &plan_command,
    &report_command,    &fuse_command,       &rbo_command,        &trec_eval_command, &measures_command,
    &relevance_command, &agreement_command,  &annotators_command, &lint_command,      &contradictions_command,
    &coverage_command,  &export_command,     &check_command,      &backup_command,    &copy_command,
    &merge_command,     &completion_command, &help_command,
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
