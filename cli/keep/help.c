#include "cli/commands.h"

#include <string.h>

static void print_overview(FILE *out)
{
    fputs("assay builds ground truth for retrieval: experts pick the most relevant of two or three\n"
          "documents, votes become graded qrels, and qrels score runs.\n\n"
          "usage: assay COMMAND DB [OPTION]…\n",
          out);
    const char *group = "";
    for (size_t i = 0; i < n_command_rows; i++) {
        if (strcmp(command_rows[i]->group, group) != 0)
            fprintf(out, "\n%s\n", command_rows[i]->group);
        group = command_rows[i]->group;
        fprintf(out, "  %-14s %s\n", command_rows[i]->name, command_rows[i]->summary);
    }
    fputs("\nNew to assay? `assay import labels.db DOCUMENTS QUESTIONS RUN`, then `assay label labels.db`.\n"
          "`assay help COMMAND` lists the options of a command, `man assay` describes everything.\n",
          out);
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
    .group = "Keep",
    .summary = "Show what a command does and its options",
    .example = "assay help eval",
    .operands = "[COMMAND]",
    .most_operands = 1,
    .run = run_help,
};
