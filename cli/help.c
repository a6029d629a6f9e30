#include "cli/commands.h"

static void print_overview(FILE *out)
{
    fputs("assay builds ground truth for retrieval: experts pick the most relevant of two or three\n"
          "documents, votes become graded qrels, and qrels score runs.\n\n"
          "usage: assay COMMAND DB [OPTION]…\n\nCommands:\n",
          out);
    for (size_t i = 0; i < n_command_rows; i++)
        fprintf(out, "  %-10s %s\n", command_rows[i]->name, command_rows[i]->summary);
    fputs("\n`assay help COMMAND` shows its options, `man assay` the whole manual.\n", out);
}

static bool run_help(const struct arguments *arguments, struct world *world, struct err *err)
{
    if (arguments->n_operands == 0) {
        print_overview(world->out);
        return true;
    }
    const struct command *command = command_find(arguments->operands[0]);
    if (command == NULL)
        return command_fail_unknown(arguments->operands[0], err);
    command_print_help(command, world->out);
    return true;
}

const struct command help_command = {
    .name = "help",
    .summary = "Shows what a command does and takes",
    .operands = "[COMMAND]",
    .most_operands = 1,
    .run = run_help,
};
