/*
 * Models that vote: they get ballots from the same pools as annotators, shuffled for them alone, and what they answer is kept
 * apart. No impression of a candidate, no sum, no label and no progress of the annotators knows of it.
 *
 * A share of a model's ballots is asked again, with every document in another slot: who prefers a slot to a document flips.
 *
 * The ballots and votes of a model have tables of their own, without a trigger and without sums: nothing that a
 * model says can get into what is made of the annotators' votes. Only code that asks for a model by name
 * (core/store/votes/raters.h) reads them. No database holds the command of a model, because a database may come from a
 * stranger. awk as a judge in a test reads ahead and hangs.
 */
#ifndef ASSAY_CORE_STORE_MODELS_MODELS_H
#define ASSAY_CORE_STORE_MODELS_MODELS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"

struct store;

/* The model of this name, added when it is new. ERR_INPUT: a source of judgments or an annotator is called so. */
bool store_put_model(struct store *store, struct bytes name, int64_t *model_id, struct err *err)
    __attribute__((warn_unused_result));

struct model_dealer {
    int64_t model_id;
    uint64_t seed;
    int repeat_percent;  /* of its ballots are asked again */
    int64_t question_id; /* all before it are done; 0 at first */
};

/* A ballot for a model; it has a number, ballot.ballot_id, among those of the model. */
struct model_ballot {
    int64_t deal;    /* in its question */
    int64_t repeats; /* the deal that it asks again; 0: none */
    int64_t document_ids[BALLOT_SIZE_MAX];
    struct ballot ballot; /* as it is shown */
};

/* The next ballot, in the arena: question after question; *found = false: there is none. Nothing is written. */
bool store_deal_to_model(struct store *store, struct model_dealer *dealer, struct arena *arena,
                         struct model_ballot *ballot, bool *found, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Keeps the answer, a vote or that it can't be told, and is durable then. ERR_ANSWERED: another program has answered for
 * the model meanwhile.
 */
bool store_put_model_answer(struct store *store, const struct model_dealer *dealer,
                            const struct model_ballot *ballot, const struct answer *answer, int64_t given_at,
                            struct err *err) __attribute__((warn_unused_result));

/*
 * Takes out what models said of documents and questions that the import in hand has replaced; they are asked again. In its
 * transaction.
 */
bool store_forget_model_votes(struct store *store, int64_t *votes, struct err *err)
    __attribute__((warn_unused_result));

/* How many ballots a model has answered, and at least how many are left. */
struct model_progress {
    int64_t done, left;
};
bool store_get_model_progress(struct store *store, const struct model_dealer *dealer,
                              struct model_progress *progress, struct err *err)
    __attribute__((warn_unused_result));

/* How a model votes. */
struct model_row {
    int64_t model_id;
    struct bytes name;
    int64_t questions; /* that it has voted on */
    int64_t votes;     /* those that are no repeats */
    int64_t none_votes;
    int64_t untold; /* ballots of which it could not tell */
    int64_t median_ms;
    struct slot_wins slots; /* of repeats, too */
    struct repeats repeats; /* ballots asked again, and how often the answer was the same document */
};

/* All models that answered a ballot, by name, copied into the arena. */
bool store_list_models(struct store *store, struct arena *arena, struct model_row **rows, size_t *n,
                       struct err *err) __attribute__((warn_unused_result));

#endif
