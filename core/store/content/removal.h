/*
 * Taking out again, inside a transaction of the caller: what the last import brought, or what is named. Votes are never
 * lost: where an answer was given on something, standing or not, it stays (ERR_INPUT, with how many and on which
 * questions), and so it does while somebody has a ballot with it in hand. Other ballots that were dealt go with it, and what
 * models said of documents and questions that go.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_REMOVAL_H
#define ASSAY_CORE_STORE_CONTENT_REMOVAL_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct removal {
    int64_t documents, questions, candidates, judgments, ballots; /* that went */
    int64_t model_votes;          /* that went with them: models hold nothing back */
    int64_t texts, grades, ranks; /* that were replaced, and are now what they were before */
};

/*
 * Takes the last import back: what it brought goes, what it replaced is as it was. *what: its files, in the arena.
 * ERR_INPUT also: there is none that is known, or it brought votes.
 */
bool store_undo_import(struct store *store, int64_t now, struct arena *arena, struct bytes *what,
                       struct removal *removal, struct err *err) __attribute__((warn_unused_result));

/* Takes documents out, of all pools and with what was judged of them. ERR_INPUT also: an id is unknown. */
bool store_remove_documents(struct store *store, const struct bytes *docids, size_t n, int64_t now,
                            struct removal *removal, struct err *err) __attribute__((warn_unused_result));
/* The same for questions, with their pools. */
bool store_remove_questions(struct store *store, const struct bytes *qids, size_t n, int64_t now,
                            struct removal *removal, struct err *err) __attribute__((warn_unused_result));
/* Takes documents out of the pool of one question. */
bool store_remove_candidates(struct store *store, struct bytes qid, const struct bytes *docids, size_t n,
                             int64_t now, struct removal *removal, struct err *err)
    __attribute__((warn_unused_result));
/* Takes sources of judgments out, with all that they judged. */
bool store_remove_judgments(struct store *store, const struct bytes *names, size_t n, struct removal *removal,
                            struct err *err) __attribute__((warn_unused_result));

#endif
