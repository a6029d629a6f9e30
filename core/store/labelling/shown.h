/*
 * For this folder alone: what a server has shown of the question in hand. Behind an answer that the server accepted,
 * nothing that others change has changed since the ballot before (step.h), so documents that were shown with earlier
 * ballots of the question need not be read again.
 */
#pragma once

#include "core/judge/docket.h"

#include <stdbool.h>

struct shown_documents;

/* NULL is fine. */
void shown_free(struct shown_documents *shown);
/*
 * Adds the question and the documents of a new ballot, which has no shown fields, up to some megabytes. *shown, which may
 * be NULL, is replaced if it is of another question.
 */
void shown_keep(struct shown_documents **shown, const struct ballot *ballot);
/* Returns whether all documents of a new ballot of the question are among them; `shown` may be NULL. */
bool shown_has(const struct shown_documents *shown, int64_t question_id, const struct docket_ballot *dealt);
/* Sets what the new ballot, which shown_has, shows; the bytes are copied into the arena. */
void shown_give(const struct shown_documents *shown, const struct docket_ballot *dealt, struct arena *arena,
                struct ballot *ballot);
