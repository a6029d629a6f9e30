#include "tui/keys/going.h"

#include "core/judge/reason.h"
#include "tui/keys/action.h"

// clang-format off
static const struct key_row going_rows[] = {
    {.id = "scores", .keys = {'m'}, .action = ACTION_SCORES,
     .bar = {1, 14, "scores"}, .help = "Show the scores of the runs for each measure"},
    {.id = "questions", .keys = {'b'}, .action = ACTION_QUESTIONS,
     .bar = {1, 16, "questions"}, .help = "Show all questions, and go to one of them"},
    {.id = "answers", .keys = {'A'}, .action = ACTION_ANSWERS,
     .bar = {1, 13, "my answers"}, .help = "Show your own answers, the newest first, to change one of them"},
    {.id = "annotators", .keys = {'a'}, .action = ACTION_ANNOTATORS,
     .bar = {1, 17, "annotators"}, .help = "Show how the annotators vote"},
    {.id = "guide", .keys = {'i'}, .action = ACTION_GUIDE,
     .bar = {1, 15, "guide"}, .help = "Show the guide: how to choose"},
    {.id = "theme", .keys = {'T'}, .action = ACTION_THEME,
     .bar = {0, 0, "theme"}, .help = "Switch the theme: dark, light or without colours; remembered"},
    {.id = "help", .keys = {'?', NAMED_F1}, .action = ACTION_HELP, .bar = {1, 3, "help"}, .help = "Show all keys"},
};

static const struct key_row leading_rows[] = {
    {.id = "settings", .keys = {'S'}, .action = ACTION_SETTINGS, .is_for_lead = true,
     .bar = {1, 19, "settings"}, .help = "Show and change the settings: for leads (assay label --lead)"},
    {.id = "board", .keys = {'L'}, .action = ACTION_BOARD, .is_for_lead = true,
     .bar = {1, 20, "board"}, .help = "Show runs, annotators, agreement, work left: for leads (--lead)"},
    {.id = "contradictions", .keys = {'C'}, .action = ACTION_CONTRADICTIONS, .is_for_lead = true,
     .bar = {1, 21, "contradictions"}, .help = "Show documents that contradict each other: for leads (--lead)"},
};

static const struct key_row loading_rows[] = {
    {.id = "open-run", .keys = {'o'}, .action = ACTION_OPEN_RUN,
     .bar = {1, 18, "open run"}, .help = "Load a run from a file, to score it live"},
};

/* These keys never vote: a ballot has at most three documents. */
static const struct key_row reason_rows[] = {
    {.id = "reason", .keys = {'4', '5', '6', '7', '8', '9'}, .places = REASONS_MAX, .action = ACTION_REASON,
     .help = "Give the reason for your last vote, if the project has reasons"},
};
// clang-format on

static const struct key_table leading_table = {.id = "lead",
                                               .title = "For project leads",
                                               .rows = leading_rows,
                                               .n_rows = sizeof leading_rows / sizeof *leading_rows};

const struct key_table going_table = {.id = "go",
                                      .title = "From screen to screen; press the same key again to go back",
                                      .rows = going_rows,
                                      .n_rows = sizeof going_rows / sizeof *going_rows,
                                      .also = &leading_table};

const struct key_table going_and_loading_table = {.id = "load",
                                                  .title = "Runs",
                                                  .rows = loading_rows,
                                                  .n_rows = sizeof loading_rows / sizeof *loading_rows,
                                                  .also = &going_table};

const struct key_table reason_table = {.id = "reasons",
                                       .title = "After a vote",
                                       .rows = reason_rows,
                                       .n_rows = sizeof reason_rows / sizeof *reason_rows,
                                       .also = &going_and_loading_table};
