/*
 * The ballot as an annotator saw it: the question and the documents in their order, with the texts of that time. An
 * import that replaces texts keeps the earlier texts as long as it can be undone.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

struct seen_ballot {
    struct ballot ballot; /* its question and documents; other fields only if the text is unchanged */
    bool has_earlier_question;
    /* By position - 1: the document's text, title or fields have changed since. */
    bool has_earlier_text[BALLOT_SIZE_MAX];
};

/* Reads the ballot of an existing answer, copied into the arena. */
MUST_CHECK bool store_read_seen_ballot(struct store *store, int64_t answer_id, struct arena *arena,
                                       struct seen_ballot *seen, struct err *err);
