/*
 * The strip of live scores: a row a run, a column a measure, a sign where the
 * last answer changed the score, and on how many questions the scores stand.
 */
#ifndef ASSAY_TUI_WIDGET_SCORES_STRIP_H
#define ASSAY_TUI_WIDGET_SCORES_STRIP_H

#include "core/metric/scoreboard.h"
#include "tui/widget/surface.h"

/* The rows that the strip takes in a body of `rows`: 0 without runs, or where documents need the room. */
int scores_strip_rows(const struct scoreboard *scoreboard, int rows);

/* `questions`: all there are. `scoreboard` may be NULL: draws nothing. In a single row stands the first measure alone. */
void scores_strip_draw(const struct scoreboard *scoreboard, int64_t questions, struct surface *surface,
                       struct rectangle area);

#endif
