/*
 * Controls: ballots whose answers are not votes. They add no impression, no win and no progress. Repeats and gold
 * ballots test the annotator, who is not told. Glances judge a single candidate before it is on a ballot
 * (glance.h).
 *
 * A vote is an answer whose skip and control are NULL; impressions, wins and ballots_done count only votes. A
 * control is marked on the ballot and on the answer, so that code that reads votes need not read ballots. Answers
 * are ordered by answer_id, never by clocks. A ballot that was skipped for later comes back when it is leased
 * again, which withdraws the skip; answer.withdrawn_by distinguishes that from an undo.
 */
#pragma once

#include "core/base/random.h"
#include "core/base/words.h"
#include "core/judge/deal_request.h"

enum control {
    CONTROL_ABSENT, /* an ordinary ballot */
    /* a ballot that the annotator answered before, in another order, to see whether the answer is the same */
    CONTROL_REPEAT,
    CONTROL_GOLD,   /* a ballot whose right answer is known */
    CONTROL_GLANCE, /* one candidate, which is kept (its slot is chosen) or dropped (none) */
    N_CONTROLS,
};

/* By enum control; the first is empty. */
extern const struct words control_words;

/* This many other answers lie between a ballot and its repeat, so that nobody remembers it. */
enum { REPEAT_DISTANCE = 50 };
/* The share of gold ballots. */
#define GOLD_SHARE 0.05
#define REPEATS_MAX 0.5

/* Which controls are mixed with ordinary ballots. */
struct control_plan {
    double repeats; /* the share of ballots, 0 … REPEATS_MAX */
    bool has_gold;
};

/* A control that was drawn, and the random source that draws its ballot. */
struct drawn_control {
    enum control is;
    struct random_source random;
};

/* Draws whether the next ballot is a control, and of what kind. */
struct drawn_control control_draw(const struct control_plan *plan, struct random_source random);

/* A document with a known grade. */
struct graded_candidate {
    int64_t document_id;
    double grade;
};

/* The right answer for a set of graded candidates. */
enum gold_answer { GOLD_UNCLEAR = -1, GOLD_NONE };
/*
 * Returns the place of the best candidate, from 1. GOLD_NONE if no grade is above 0; GOLD_UNCLEAR if several are
 * best.
 */
int gold_answer(const struct graded_candidate *candidates, size_t n);
/*
 * Draws `n_slots` candidates whose right answer is clear and whose set is not among the taken ones. Returns false
 * if none was found.
 */
bool gold_draw(const struct graded_candidate *candidates, size_t n, size_t n_slots,
               const struct slot_set *taken, size_t n_taken, struct random_source *random,
               struct slot_set *set);
