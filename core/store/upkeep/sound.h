/* Checks that the stored sums follow from the votes, before figures are printed or somebody labels. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Called with one line for each problem. */
typedef void check_report(void *context, struct bytes problem);

/*
 * As store_begin_reading, for commands that print results of the votes. It reads the votes and holds them, so that the
 * labels of all questions are counted from them. In a file all stored sums (progress, ballots left) are compared with
 * the votes (kept.c). If they differ, or if the file is damaged so that figures would be wrong, it fails and begins no
 * reading. It reads every vote, so it is for a command, and not for code that runs after each vote.
 */
MUST_CHECK bool store_begin_reading_sums(struct store *store, struct err *err);
/* Frees the names and votes that such a reading holds, before its end. */
void store_let_held_go(struct store *store);

/*
 * Checks the data for the annotator's next ballots; begins no reading. In a small file, where it takes a fiftieth of a
 * second, it compares all stored sums, as above. In a larger one it compares those of the questions of the annotator's
 * open ballots, and of the questions that are dealt next. On a server it reads nothing: its rows are not damaged as
 * those of a file can be, and triggers that nobody can bypass keep the sums; store_check compares them.
 */
MUST_CHECK bool store_check_next_ballots(struct store *store, struct bytes annotator, struct err *err);
