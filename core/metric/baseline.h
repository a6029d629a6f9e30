/*
 * A baseline's scores, kept to be compared with later ones, and digests of what they were made of: so that labels that
 * have changed since are not taken for a run that has.
 */
#ifndef ASSAY_CORE_METRIC_BASELINE_H
#define ASSAY_CORE_METRIC_BASELINE_H

#include "core/base/arena.h"
#include "core/base/digest.h"
#include "core/metric/evaluation.h"

struct baseline_question {
    struct bytes qid;
    char labels[DIGEST_HEX_SIZE]; /* of its judgments, see baseline_digest_labels */
    const double *values;         /* measure after measure */
};

/* {0} is empty and safe to release. */
struct baseline {
    struct bytes run;                 /* its name */
    char run_digest[DIGEST_HEX_SIZE]; /* of its file as it is */
    char labels[DIGEST_HEX_SIZE];     /* of all judgments, of questions without an answer too */
    enum ties ties;
    enum score_type scores;
    enum questions scope;
    struct bytes rules;     /* by which documents of runs were changed, as run_rules_add has them */
    struct bytes *measures; /* their names, each terminated by a NUL */
    size_t n_measures;
    struct baseline_question *questions; /* in the order of the evaluation: by ascending bytes of the qid */
    size_t n_questions;
    struct arena arena;
};

void baseline_release(struct baseline *baseline);

/* The MD5 of "docid TAB grade" of each judgment, a line each, by ascending bytes of the docid: the same in any order. */
void baseline_digest_labels(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE]);
/* The MD5 of "qid TAB digest" of each question, a line each, by ascending bytes of the qid. */
void baseline_digest_qrels(const struct qrels *qrels, char hex[DIGEST_HEX_SIZE]);

/* The MD5 of all that is kept: a file that was shortened or changed has another. */
void baseline_digest(const struct baseline *baseline, char hex[DIGEST_HEX_SIZE]);

/* The changes of a baseline's questions since it was saved. */
struct baseline_changes {
    size_t n_same; /* questions whose labels are what they were */
    size_t n_relabelled, n_gone;
    struct bytes named; /* one whose labels have changed or gone; empty: there is none */
};

/*
 * The scores of the baseline by the first n_measures of its measures that `places` gives, on those questions of the qrels
 * whose labels are the same, as an evaluation. Its release is the caller's.
 */
struct baseline_changes baseline_evaluate(const struct baseline *baseline, const struct qrels *qrels,
                                          const size_t *places, size_t n_measures, struct evaluation *out);

#endif
