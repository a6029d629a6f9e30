/*
 * The scores of a baseline, saved for comparison with later scores, and digests of their inputs. The digests show
 * whether labels have changed since, so that this is not mistaken for a change of the run.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/digest.h"
#include "core/metric/evaluation.h"

struct baseline_question {
    struct bytes qid;
    char labels[DIGEST_HEX_SIZE]; /* digest of its judgments, see baseline_digest_labels */
    const double *values;         /* one for each measure */
};

/* {0} is empty and safe to release. */
struct baseline {
    struct bytes run;                 /* its name */
    char run_digest[DIGEST_HEX_SIZE]; /* of its file, byte for byte */
    char labels[DIGEST_HEX_SIZE];     /* of all judgments, including those of questions without an answer */
    enum ties ties;
    enum score_type scores;
    enum questions scope;
    struct bytes rules;     /* how documents of runs were changed, as run_rules_add writes it */
    struct bytes *measures; /* their names, each followed by a NUL */
    size_t n_measures;
    struct baseline_question *questions; /* in the order of the evaluation: by ascending bytes of the qid */
    size_t n_questions;
    struct arena arena;
};

void baseline_release(struct baseline *baseline);

/*
 * Writes the MD5 of "docid TAB grade" of each judgment, one per line, by ascending bytes of the docid: the same in
 * any order.
 */
void baseline_digest_labels(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE]);
/* Writes the MD5 of "qid TAB digest" of each question, one per line, by ascending bytes of the qid. */
void baseline_digest_qrels(const struct qrels *qrels, char hex[DIGEST_HEX_SIZE]);

/* Writes the MD5 of everything that is saved, which differs if the file was shortened or changed. */
void baseline_digest(const struct baseline *baseline, char hex[DIGEST_HEX_SIZE]);

/* How a baseline's questions have changed since it was saved. */
struct baseline_changes {
    size_t n_same; /* questions with the same labels */
    size_t n_relabelled, n_gone;
    struct bytes named; /* one whose labels have changed or were removed; empty: none */
};

/*
 * Makes an evaluation of the baseline's scores by n_measures of its measures, whose indices are in `places`, on the
 * questions of the qrels whose labels are unchanged. The caller releases it.
 */
struct baseline_changes baseline_evaluate(const struct baseline *baseline, const struct qrels *qrels,
                                          const size_t *places, size_t n_measures, struct evaluation *out);
