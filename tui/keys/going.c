#include "tui/keys/going.h"

#include "tui/keys/action.h"

// clang-format off
static const struct key_row going_rows[] = {
    {"scores", {'m'}, 0, ACTION_SCORES, 1, 13, "scores", "Show the scores of the runs, measure by measure"},
    {"questions", {'b'}, 0, ACTION_QUESTIONS, 1, 15, "questions", "Show all questions, to go to one of them"},
    {"annotators", {'a'}, 0, ACTION_ANNOTATORS, 1, 17, "annotators", "Show how the annotators vote"},
    {"guide", {'g'}, 0, ACTION_GUIDE, 1, 14, "guide", "Show the guide: how to choose"},
    {"help", {'?'}, 0, ACTION_HELP, 1, 3, "help", "Show all keys"},
};

static const struct key_row loading_rows[] = {
    {"open-run", {'o'}, 0, ACTION_OPEN_RUN, 1, 18, "open run", "Load a run from a file, to be scored live"},
};
// clang-format on

const struct key_table going_table = {.id = "go",
                                      .title = "From screen to screen; the same key again goes back",
                                      .rows = going_rows,
                                      .n_rows = sizeof going_rows / sizeof *going_rows};

const struct key_table going_and_loading_table = {.id = "load",
                                                  .title = "Runs",
                                                  .rows = loading_rows,
                                                  .n_rows = sizeof loading_rows / sizeof *loading_rows,
                                                  .also = &going_table};
