/*
 * An answer as a line of JSON: the one form in which votes leave assay and come back.
 *
 *     {"uuid":"…","question":"q1","shown":["d3","d1"],"chosen":"d1","annotator":"maria",
 *      "time":"2026-11-21T20:31:05.123Z","elapsed_ms":4200,"note":"…","evidence":{"start":120,"text":"…"}}
 *
 * on one line, in this order. "evidence" is what of the chosen document decided; "start" counts the bytes of its text.
 * "reason" is a word that says why, "second" the next best of the documents that were left, null for none of them. "chosen" is null when none was; a skip has "skip":"later" or "cannot tell" in its
 * place. What was answered to a control, and is no vote, has "control":"repeat" or "gold" (core/judge/control.h). One that
 * was taken back ends in "withdrawn" (when) and "withdrawn_by" ("undo", or "return" when its ballot came back). What is not
 * known, and an empty note, are left out.
 */
#ifndef ASSAY_EXPORT_VOTE_LINE_H
#define ASSAY_EXPORT_VOTE_LINE_H

#include "core/store/votes/votes.h"

struct json;

/* Adds the line with its end. */
void vote_line_add(const struct answer_row *answer, struct buffer *out);
/* Adds what such a line has of the evidence; nothing of none. */
void vote_line_add_evidence(const struct quotation *evidence, struct json *line);
/* What tells a later line of an answer from an earlier one; what is said beside it is as the line has it. */
struct vote_line_state {
    bool is_withdrawn;
    struct bytes beside; /* note, evidence, reason and second choice */
};
/* Of such a line, and of no other one: which answer it is of, and what has come of it. */
bool vote_line_read(struct bytes line, struct bytes *uuid, struct vote_line_state *state);
/*
 * Whether a text without an end of line can be the beginning of such a line; in *uuid which answer it is of, empty when that
 * is not in it.
 */
bool vote_line_begins(struct bytes part, struct bytes *uuid);

#endif
