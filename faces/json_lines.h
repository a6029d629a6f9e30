/*
 * Labelling as JSON, one object a line in each direction, for programs.
 */
#ifndef ASSAY_FACES_JSON_LINES_H
#define ASSAY_FACES_JSON_LINES_H

#include "core/judge/forecast.h"
#include "live/labelling.h"

#include <stdio.h>

/*
 * Asks until all is done, the input ends, or a request quits:
 *   out  {"ballot": number, "question": {…}, "documents": […], "progress": {…}}, question and documents with
 *        "fields": {name: value} where they have some that are to be shown
 *   in   {"vote": 0…3} | {"skip": "later" | "cannot tell"} | {"undo": true} | {"redo": true} |
 *             {"goto": qid} | {"quit": true} | {"add": true}, which adds to the last vote what stands beside it,
 *        the first two and a redo also with "note": text, and with "ballot": number, which must be the one in hand; a vote
 *        for a document with "evidence": {"start": number, "text": text} (import/quotation_field.h), which it has to have, and with
 *        "second": the next best of the other slots, or 0 for none of them
 *   out  {"saved": ballot, "scores": {run: {measure: value}}} once it is durable, with a "warning" when the scores
 *        are not those after it: a run file can't be read any more, or the database can't just now,
 *        {"practice": {"vote": number, "note": text, …}}, the lead's answer, when the ballot was one to practise on, which
 *        has "practice": {"number": …, "of": …} in it: nothing was saved,
 *        {"error": text} when the line was no answer, {"done": true} when all is done, with a
 *        "warning" where there was nothing to do.
 */
bool json_lines_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err)
    __attribute__((warn_unused_result));

/* Adds the line of a ballot, as above; `done` and `total` are its progress, `forecast` (may be NULL) what is left. */
void json_ballot_add(const struct ballot *ballot, int64_t done, int64_t total,
                     const struct forecast *forecast, struct buffer *line);
/* Add the lines {"saved": ballot} and {"error": text}. */
void json_saved_add(int64_t ballot_id, struct buffer *line);
void json_error_add(const char *text, struct buffer *line);
/*
 * Reads what a program answers to a ballot: a vote, or that it can't tell; *quits: neither, it ends. The note is a view of
 * `note`. ERR_INPUT: it is no such answer.
 */
bool json_answer_read(struct bytes line, const struct ballot *ballot, struct answer *answer,
                      struct buffer *note, bool *quits, struct err *err) __attribute__((warn_unused_result));

#endif
