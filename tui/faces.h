/*
 * The two faces of labelling that are lines of text: --plain for people (screen
 * readers, dumb terminals, pipes), --json for programs. The third, the screen, is
 * tui/app.h. All ask the same ballots and give the same answers to live/labelling.h.
 */
#ifndef ASSAY_TUI_FACES_H
#define ASSAY_TUI_FACES_H

#include "live/labelling.h"

#include <stdio.h>

/*
 * Asks until the input ends or the user quits; when the ballots end the last answer can still be taken back. A word that is no
 * answer is told what would be one, and the ballot is asked again.
 * ERR_SYSTEM: the output can't be written any more.
 */
bool plain_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err)
    __attribute__((warn_unused_result));

/*
 * The same as one JSON object a line in each direction:
 *   out  {"ballot": uuid, "question": {…}, "documents": […], "progress": {…}}
 *   in   {"vote": 0…3} | {"skip": "later" | "cannot tell"} | {"undo": true} | {"redo": true} | {"quit": true},
 *        the first two and a redo also with "note": text
 *   out  {"saved": uuid, "scores": {run: {measure: value}}} once it is durable, with a "warning" when a run
 *        file can't be read any more and its scores are those of before,
 *        {"error": text} when the line was no answer, {"done": true} when all is done.
 */
bool json_lines_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
