/*
 * Controls: ballots whose answers are no votes: no impression, no win, no progress. Repeats and gold ballots are asked to learn
 * about the annotator, who is not told; glances say something of one candidate before it stands on a ballot (glance.h).
 *
 * A vote is an answer whose skip and control are NULL; impressions, wins and ballots_done count votes alone. A
 * control is marked on the ballot and on the answer, so that code that reads votes looks at no ballot. Answers are
 * in the order of answer_id: clocks order nothing. A ballot that was skipped as later comes back when it is leased
 * again, which withdraws the skip; answer.withdrawn_by tells that from an undo.
 */
#ifndef ASSAY_CORE_JUDGE_CONTROL_H
#define ASSAY_CORE_JUDGE_CONTROL_H

#include "core/base/random.h"
#include "core/base/words.h"
#include "core/judge/deal_request.h"

enum control {
    CONTROL_ABSENT, /* an ordinary ballot */
    CONTROL_REPEAT, /* one that the annotator answered before, in another order: do they say the same again? */
    CONTROL_GOLD,   /* one whose right answer is known */
    CONTROL_GLANCE, /* one candidate, which is kept (its slot is chosen) or dropped (none) */
    N_CONTROLS,
};

/* By enum control; the first is empty. */
extern const struct words control_words;

/* So many other answers lie between a ballot and its repeat: nobody remembers it. */
enum { REPEAT_DISTANCE = 50 };
/* One ballot in so many is a gold one. */
#define GOLD_SHARE 0.05
#define REPEATS_MAX 0.5

/* Which controls are asked beside ordinary ballots. */
struct control_plan {
    double repeats; /* the share of ballots, 0 … REPEATS_MAX */
    bool has_gold;
};

/* A control that was drawn, and what draws which one it is. */
struct drawn_control {
    enum control is;
    struct random_source random;
};

/* Draws whether the next ballot is a control, and of what kind. */
struct drawn_control control_draw(const struct control_plan *plan, struct random_source random);

/* A document that is known to have this grade. */
struct graded_candidate {
    int64_t document_id;
    double grade;
};

/* The right answer to a set of graded candidates. */
enum gold_answer { GOLD_UNCLEAR = -1, GOLD_NONE };
/* The place of the best one from 1, GOLD_NONE where none has a grade above 0, GOLD_UNCLEAR where several are best. */
int gold_answer(const struct graded_candidate *candidates, size_t n);
/*
 * Draws `n_slots` of the candidates whose right answer is clear, and that are none of the sets that are taken. False: none was
 * found.
 */
bool gold_draw(const struct graded_candidate *candidates, size_t n, size_t n_slots,
               const struct slot_set *taken, size_t n_taken, struct random_source *random,
               struct slot_set *set);

#endif
