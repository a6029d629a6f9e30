/*
 * For this folder alone: what may be dealt to an annotator next. It reads, and writes nothing until ballot_put: so what is
 * offered can also be of the state that an answer will leave, before that is written.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_OFFERING_H
#define ASSAY_CORE_STORE_LABELLING_OFFERING_H

#include "core/judge/control.h"
#include "core/judge/deal.h"
#include "core/judge/overlap.h"
#include "core/store/labelling/dealer.h"
#include "core/store/labelling/pool.h"

/* What a question has for an annotator. */
struct offer {
    int64_t question_id;
    int64_t number;   /* that the ballot would have in its question */
    struct deal deal; /* n_slots = 0: nothing */
    enum control control;
    int64_t put_off;           /* the question in which something is looked for behind a control */
    struct control_plan plan;  /* which controls are asked beside it */
    struct drawn_control next; /* what is drawn to come behind it */
    struct overlap overlap;    /* what is shared beside it */
};

/*
 * A ballot whose answer will be written in this transaction. Where one is given, what is read counts as it will then: the
 * ballot is nobody's any more, and its vote, if it is one, is an impression of each of its candidates.
 */
struct foreseen_answer {
    int64_t ballot_id, question_id, deal;
    bool is_control, is_vote;
    struct slot_set set;
    struct choice choice; /* of these documents */
    enum stop_rule rule;  /* of all questions; STOP_WHEN_SETTLED, too, as long as that is not known */
    int64_t ballots_left; /* of its question, by then; -1: that is not known yet */
    int64_t version;      /* of its question, from which that follows */
};

/* What was asked of a question; offer_take is to be called, or offer_drop. */
struct offer_reading {
    int64_t question_id;
    struct pool_reading pool;
    struct query next, next_id, asked, taken;
    bool has_next_id; /* that was asked for */
};

/* Which questions have work, by how much was done. */
struct work_reading {
    struct query query;
    int64_t limit;
};

/* answered NULL: there is none. Asked with whatever else is asked. */
struct offer_reading offer_ask(struct store *store, const struct dealer *dealer, int64_t question_id,
                               const struct foreseen_answer *answered);
/* A question is going to be asked, as by offer_ask, and offered from by this rule: all of it is foreseen (database/db.h). */
void offer_foresee(struct store *store, const struct dealer *dealer, int64_t question_id,
                   const struct foreseen_answer *answered, enum stop_rule rule);
bool offer_take(struct store *store, const struct dealer *dealer, struct offer_reading *reading,
                struct foreseen_answer *answered, struct offer *offer, struct err *err)
    __attribute__((warn_unused_result));
/* What was asked is not read; work NULL: that was not asked. */
void offer_drop(struct store *store, struct offer_reading *reading, struct work_reading *work);
/* The same but for the rule, and for the number that the next ballot has in its question; NULL: that is not read. */
bool offer_take_rule(struct store *store, struct offer_reading *reading, struct work_reading *work,
                     enum stop_rule *rule, int64_t *number, struct err *err)
    __attribute__((warn_unused_result));
struct work_reading work_ask(struct store *store, const struct dealer *dealer);

/* Asks which question the annotator answered last. */
struct query question_in_hand_ask(struct store *store, const struct dealer *dealer);

/* What was asked already: of the question that comes first, which one was in hand, and which have work. NULL: that was not. */
struct offer_asked {
    struct offer_reading *question;
    struct query *in_hand;
    struct work_reading *work;
    struct {
        int64_t question_id, number;
    } next; /* what the next ballot of a question is called there; 0: that was not */
};
void offer_asked_drop(struct store *store, const struct offer_asked *asked);

/* What is new for the annotator: of this question (0: any). What was asked is taken or dropped in any case. */
bool offer_new(struct store *store, const struct dealer *dealer, int64_t question_id,
               const struct offer_asked *asked, struct foreseen_answer *answered, struct offer *offer,
               struct err *err) __attribute__((warn_unused_result));
/* That may be called for any question, with what was asked: what it is likely to read is foreseen; nothing for a judge. */
bool offer_foresee_any(struct store *store, const struct dealer *dealer, const struct offer_asked *asked,
                       struct err *err) __attribute__((warn_unused_result));
/* offer_new for a judge: what others disagree on. */
bool offer_contested(struct store *store, const struct dealer *dealer, int64_t question_id,
                     const struct offer_asked *asked, const struct foreseen_answer *answered,
                     struct offer *offer, struct err *err) __attribute__((warn_unused_result));

/* What is asked to take a ballot of any question; taking_take, which is store_take_ballot then, or taking_drop ends it. */
struct taking_reading {
    struct query open_ballots, in_hand;
    struct work_reading work;
};
struct taking_reading taking_ask(struct store *store, const struct dealer *dealer);
bool taking_take(struct store *store, const struct dealer *dealer, struct taking_reading *reading,
                 struct taken_ballot *taken, struct err *err) __attribute__((warn_unused_result));
void taking_drop(struct taking_reading *reading);
/* It is going to be asked, likewise; `others`: the annotator has other open ballots, one of which is taken. */
void taking_foresee(struct store *store, const struct dealer *dealer, bool others);
/* Writes the ballot that is offered, leased to the annotator. */
bool ballot_put(struct store *store, const struct dealer *dealer, const struct offer *offer,
                struct taken_ballot *ballot, struct err *err) __attribute__((warn_unused_result));

#endif
