/* All commands, one row in each file. */
#pragma once

#include "cli/command.h"

extern const struct command import_command, search_command, pool_command, carry_command, remove_command,
    set_command, label_command, judge_command, status_command, relevance_command, export_command,
    eval_command, compare_command, fuse_command, gate_command, plan_command, agreement_command,
    completion_command, demo_command, annotators_command, report_command, lint_command, coverage_command,
    rbo_command, measures_command, keys_command, check_command, backup_command, copy_command, merge_command,
    help_command, trec_eval_command, contradictions_command, upgrade_command, log_command;
