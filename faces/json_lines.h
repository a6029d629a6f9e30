/*
 * Labelling over JSON, one object per line in each direction, for programs.
 */
#pragma once

#include "core/judge/forecast.h"
#include "live/labelling.h"

#include <stdio.h>

/*
 * Deals ballots until all is done, the input ends, or a request quits.
 *
 *   out  {"ballot": number, "question": {…}, "documents": […], "progress": {…}}
 *        Question and documents have "fields": {name: value} if they have fields to show. A practice ballot has
 *        "practice": {"number": …, "of": …}.
 *   in   {"vote": 0…3} | {"tie": [1, 2]} | {"skip": "later" | "cannot tell"} | {"undo": true} | {"redo": true} |
 *        {"goto": qid} | {"quit": true} | {"add": true}; while screening {"keep": true} | {"drop": true} |
 *        {"ballots": true}, which ends the screening
 *        "tie" names two slots that are equally good, if the setting `ties` is on.
 *        "add" adds what the line contains to the last vote. A vote, a skip, a redo and an add may have "note": text,
 *        "ballot": number, which must be the ballot in hand, and, except for a skip, "reason": text, which must be
 *        one of the reasons that are set. A vote for a document may have
 *        "evidence": {"start": number, "text": text} (import/quotation_field.h), which the document must contain, and
 *        "second": the second choice among the other slots, or 0 for none of them; a tie has none.
 *   out  {"saved": ballot, "scores": {run: {measure: value}}}
 *        Sent once the answer is durable. It has a "warning" if the scores are out of date because a run file or the
 *        database can't be read.
 *        {"practice": {"vote": number, "note": text, …}}
 *        The lead's answer, with "tie" in place of "vote" for a tie, after a practice ballot; nothing was saved.
 *        {"error": text}
 *        The line was not a valid answer.
 *        {"done": true}
 *        All is done. It has a "warning" if there was nothing to do.
 */
MUST_CHECK bool json_lines_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err);

/*
 * Appends the line of a ballot, as above. `done` and `total` are its progress; `forecast`, which may be NULL, is the
 * remaining work; `error`, which may be NULL, is what was wrong with the last answer to this ballot.
 */
void json_ballot_add(const struct ballot *ballot, int64_t done, int64_t total,
                     const struct forecast *forecast, const char *error, struct buffer *line);
/*
 * Reads a program's answer to a ballot: a vote, or that the program can't tell. *quits: neither; the program quits.
 * The note is a view of `note`. ERR_INPUT: the line is not such an answer.
 */
MUST_CHECK bool json_answer_read(struct bytes line, const struct ballot *ballot, struct answer *answer,
                                 struct buffer *note, bool *quits, struct err *err);
