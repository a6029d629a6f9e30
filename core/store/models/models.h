/*
 * Models that vote. They get ballots from the same pools as annotators, but in their own random order, and their
 * answers are stored separately. They never affect an impression of a candidate, a sum, a label or the annotators'
 * progress.
 *
 * A share of a model's ballots is asked again with every document in another slot, to detect a model that prefers a
 * slot to a document.
 *
 * The ballots and votes of a model have tables of their own, without triggers and sums, so that they can't affect
 * results from annotators' votes. Only code that asks for a model by name (core/store/votes/raters.h) reads them. No
 * database stores the command of a model, because a database may come from a stranger. A test must not use awk as a
 * judge: awk reads ahead and hangs.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"

struct store;

/* Finds the model with this name, or adds it. ERR_INPUT: a source of judgments or an annotator has this name. */
MUST_CHECK bool store_put_model(struct store *store, struct bytes name, int64_t *model_id, struct err *err);

struct model_dealer {
    int64_t model_id;
    uint64_t seed;
    int repeat_percent;  /* of its ballots to ask again */
    int64_t question_id; /* all questions before it are done; 0 at first */
};

/* A ballot for a model; ballot.ballot_id counts the ballots of this model. */
struct model_ballot {
    int64_t deal;    /* its number in the question */
    int64_t repeats; /* the number of the ballot that it repeats; 0: none */
    int64_t document_ids[BALLOT_SIZE_MAX];
    struct ballot ballot; /* as it is shown */
};

/* Deals the next ballot, into the arena, question after question; *found = false: there is none. Writes nothing. */
MUST_CHECK bool store_deal_to_model(struct store *store, struct model_dealer *dealer, struct arena *arena,
                                    struct model_ballot *ballot, bool *found, struct err *err);
/*
 * Stores the answer, a vote or "cannot tell"; it is durable on return. *stored = false: the model would get another
 * ballot now, because a text, the pool or a setting has changed since this one was dealt; nothing is stored.
 * ERR_ANSWERED: another program has answered for the model meanwhile.
 */
MUST_CHECK bool store_put_model_answer(struct store *store, const struct model_dealer *dealer,
                                       const struct model_ballot *ballot, const struct answer *answer,
                                       int64_t given_at, bool *stored, struct err *err);

/*
 * Deletes the models' answers to documents and questions that the current import has replaced, so that they are asked
 * again. Inside the transaction of the import.
 */
MUST_CHECK bool store_forget_model_votes(struct store *store, int64_t *votes, struct err *err);

/* The ballots that a model has answered, and a lower bound of the ballots left. */
struct model_progress {
    int64_t done, left;
};
MUST_CHECK bool store_get_model_progress(struct store *store, const struct model_dealer *dealer,
                                         struct model_progress *progress, struct err *err);

/* Statistics of a model's answers. */
struct model_row {
    int64_t model_id;
    struct bytes name;
    int64_t questions; /* with an answer */
    int64_t votes;     /* without repeats */
    int64_t none_votes;
    int64_t untold; /* ballots answered with "cannot tell" */
    int64_t median_ms;
    struct slot_wins slots; /* including repeats */
    struct repeats repeats; /* ballots asked again, and those with the same document chosen both times */
};

/* Lists all models with an answer, by name, copied into the arena. */
MUST_CHECK bool store_list_models(struct store *store, struct arena *arena, struct model_row **rows,
                                  size_t *n, struct err *err);
