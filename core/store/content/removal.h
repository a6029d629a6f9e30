/*
 * Removes what the last import added, or named items, inside a transaction of the caller. Votes are never lost: an item
 * with an answer, standing or withdrawn, is not removed (ERR_INPUT, with the number of answers and their questions). An
 * item on a ballot that somebody has in hand is not removed either. Other ballots with the item are deleted, and so are
 * the votes of models on removed documents and questions.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct removal {
    int64_t documents, questions, candidates, judgments, ballots; /* deleted */
    int64_t model_votes;          /* deleted votes of models, which never prevent a removal */
    int64_t texts, grades, ranks; /* restored to what they were before the import */
};

/*
 * Undoes the last import: deletes what it added, and restores what it replaced. *what names its files, in the arena. If
 * identical documents were merged and a text is restored, merges them again. Closes open ballots with a restored text.
 * Further causes of ERR_INPUT: no import is
 * known, it was an `assay carry`, or it added answers.
 */
MUST_CHECK bool store_undo_import(struct store *store, int64_t now, struct arena *arena, struct bytes *what,
                                  struct removal *removal, struct err *err);

/* Removes documents from all pools, with their judgments. Further cause of ERR_INPUT: an id is unknown. */
MUST_CHECK bool store_remove_documents(struct store *store, const struct bytes *docids, size_t n, int64_t now,
                                       struct removal *removal, struct err *err);
/* The same for questions, with their pools. */
MUST_CHECK bool store_remove_questions(struct store *store, const struct bytes *qids, size_t n, int64_t now,
                                       struct removal *removal, struct err *err);
/* Removes documents from the pool of one question. */
MUST_CHECK bool store_remove_candidates(struct store *store, struct bytes qid, const struct bytes *docids,
                                        size_t n, int64_t now, struct removal *removal, struct err *err);
/* Removes sources of judgments, with all their judgments. */
MUST_CHECK bool store_remove_judgments(struct store *store, const struct bytes *names, size_t n,
                                       struct removal *removal, struct err *err);
