/*
 * A run as live scores keep it: for each question its documents in the order of the ranking. Once there is an order the scores
 * have done their work; without them, and with its ids side by side, a run takes little more memory than its ids, where struct
 * run takes ten times as much. Fusion also keeps the scores.
 *
 * A run that is scored live is kept in this form, its file read and not mapped, because it may be rewritten
 * meanwhile. eval and compare map a run and score it while they read it (import/runs/run_evaluate.c). If somebody
 * shortens the file meanwhile, that is a SIGBUS: the handler in cli/main.c fills the hole with nulls
 * (mapped_fill_hole), and file_confirm makes an error of it. Every reader of file_map asks that.
 */
#ifndef ASSAY_CORE_METRIC_RANKED_RUN_H
#define ASSAY_CORE_METRIC_RANKED_RUN_H

#include "core/metric/run.h"

/* {0} holds no questions and is safe to release. */
struct ranked_run {
    bool keeps_scores; /* to be said before anything is added */
    /* Of each question: qid, number of documents, docids; each id with its size in front, the score behind a docid. */
    struct buffer ids;
    size_t *starts; /* of each question in `ids` */
    size_t n_questions, starts_capacity;
    struct hash_index by_qid;
    const struct run_entry **order; /* room to work in */
    size_t order_capacity;
    enum run_doubt doubt;
};

void ranked_run_release(struct ranked_run *run);
/* Adds a question and ranks its documents; all is copied. False: it is there already, and nothing changes. */
bool ranked_run_add(struct ranked_run *run, const struct run_question *retrieved, enum ties ties)
    __attribute__((warn_unused_result));
/* Gives back the room that adding needed. */
void ranked_run_finish(struct ranked_run *run);

/* A question of a run, and a walk over its documents, the first one first. {0}: a question without any. */
struct ranked_question {
    struct bytes qid;
    size_t n_documents; /* that are still to come */
    const char *next;
    bool has_scores;
};

/* Number `index` < n_questions, in the order in which they were added. */
struct ranked_question ranked_run_question(const struct ranked_run *run, size_t index);
/* That of this qid; without documents when the run does not answer it. */
struct ranked_question ranked_run_find(const struct ranked_run *run, struct bytes qid);
/* False: there are no more. */
bool ranked_question_next(struct ranked_question *question, struct bytes *docid);
/* The same of a run that keeps scores. */
bool ranked_question_next_scored(struct ranked_question *question, struct bytes *docid, double *score);

#endif
