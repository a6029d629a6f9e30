/*
 * The strip of live scores: one row per run, one column per measure. A sign marks the scores that the last answer
 * changed, and the strip says on how many questions the scores rest.
 */
#pragma once

#include "core/metric/scoreboard.h"
#include "tui/widget/surface.h"

/* The number of rows of the strip in a body of `rows` rows. 0 without runs, or when the documents need the room. */
int scores_strip_rows(const struct scoreboard *scoreboard, int rows);

/*
 * Draws the strip. `questions`: the number of all questions. `scoreboard` NULL: draws nothing. A single row shows
 * only the first measure.
 */
void scores_strip_draw(const struct scoreboard *scoreboard, int64_t questions, struct surface *surface,
                       struct rectangle area);
