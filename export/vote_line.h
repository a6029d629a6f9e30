/*
 * An answer as a line of JSON. It is the only form in which votes leave assay and come back:
 *
 *     {"uuid":"…","question":"q1","shown":["d3","d1"],"chosen":"d1","annotator":"maria",
 *      "time":"2026-11-21T20:31:05.123Z","elapsed_ms":4200,"note":"…","evidence":{"start":120,"text":"…"}}
 *
 * on one line, in this order. "evidence" is the decisive passage of the chosen document; "start" is its offset in
 * bytes. "reason" is a word for the reason. "second" is the second-best document, or null for none of the rest.
 * In place of it, "tie" is a document that is as good as the chosen one.
 * "chosen" is null when no document was chosen. A skip has "skip":"later" or "cannot tell" in its place. An answer to a
 * control, which is not a vote, has "control":"repeat" or "gold" (core/judge/control.h). An answer that was undone ends
 * in "withdrawn" (the time) and "withdrawn_by" ("undo", or "return" when its ballot came back). Unknown values and
 * empty notes are left out.
 */
#pragma once

#include "core/store/votes/votes.h"

struct json;

/* Adds the line with its line end. */
void vote_line_add(const struct answer_row *answer, struct buffer *out);
/* Adds the evidence as in such a line; adds nothing when there is none. */
void vote_line_add_evidence(const struct quotation *evidence, struct json *line);
/* What distinguishes a later line of an answer from an earlier one. */
struct vote_line_state {
    bool is_withdrawn;
    struct bytes beside; /* JSON of note, evidence, reason and second choice or tie */
};
/* Reads the uuid and the state of an answer. Returns false for any other line. */
bool vote_line_read(struct bytes line, struct bytes *uuid, struct vote_line_state *state);
/*
 * Returns whether a text without a line end can be the beginning of such a line. Sets *uuid to its answer, empty when
 * the text ends before that.
 */
bool vote_line_begins(struct bytes part, struct bytes *uuid);
