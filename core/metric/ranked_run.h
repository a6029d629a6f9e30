/*
 * A run in the form that live scores keep: for each question, its documents in ranking order. The scores are no
 * longer needed once the order is known. Without scores, and with its ids next to each other, a run takes little
 * more memory than its ids; struct run takes ten times as much. Fusion also keeps the scores.
 *
 * The file of a run that is scored live is read rather than mapped, because it may be rewritten meanwhile. eval and
 * compare map a run and score it while they read it (import/runs/run_evaluate.c). If somebody shortens the file
 * meanwhile, that causes a SIGBUS. The handler in cli/main.c fills the hole with zeros (mapped_fill_hole), and
 * file_confirm turns it into an error. Every reader that uses file_map must call file_confirm.
 */
#pragma once

#include "core/metric/run.h"

/* {0} holds no questions and is safe to release. */
struct ranked_run {
    bool keeps_scores; /* set it before anything is added */
    /*
     * For each question: qid, number of documents, docids. Each id has its size in front, and the score follows a
     * docid.
     */
    struct buffer ids;
    size_t *starts; /* offset of each question in `ids` */
    size_t n_questions, starts_capacity;
    struct hash_index by_qid;
    const struct run_entry **order; /* working space */
    size_t order_capacity;
    enum run_doubt doubt;
};

void ranked_run_release(struct ranked_run *run);
/*
 * Adds a question and ranks its documents; everything is copied. Returns false if the question exists already; then
 * nothing changes.
 */
MUST_CHECK bool ranked_run_add(struct ranked_run *run, const struct run_question *retrieved, enum ties ties);
/* Frees the working space of adding. */
void ranked_run_finish(struct ranked_run *run);

/* A question of a run, and an iterator over its documents, the first one first. {0}: a question without documents. */
struct ranked_question {
    struct bytes qid;
    size_t n_documents; /* remaining documents */
    const char *next;
    bool has_scores;
};

/* Returns question number `index` < n_questions, in the order of addition. */
struct ranked_question ranked_run_question(const struct ranked_run *run, size_t index);
/* Returns the question with this qid. It has no documents if the run does not answer it. */
struct ranked_question ranked_run_find(const struct ranked_run *run, struct bytes qid);
/* Takes the next document. Returns false if there are no more. */
bool ranked_question_next(struct ranked_question *question, struct bytes *docid);
/* The same for a run that keeps scores. */
bool ranked_question_next_scored(struct ranked_question *question, struct bytes *docid, double *score);
