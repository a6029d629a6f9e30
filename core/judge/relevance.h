/*
 * From votes to relevance, and from relevance to grades. Pure.
 *
 * The thresholds of relevance_level were chosen among five sets of thresholds and two means of the prior. The
 * criterion was the quadratic kappa with the true grades that `make labels-bench` prints. `--decide` by gains keeps
 * even steps (live/decider.c).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/base/judgment.h"
#include "core/base/words.h"
#include "core/judge/luce.h"

/* A candidate and its votes. */
struct tally {
    struct bytes docid;
    double prior; /* the sum of 1 / (60 + rank) over the sources that put it into the pool */
    int64_t impressions;
    double wins;          /* a tie is half a win for each of two */
    int64_t keeps, drops; /* glances (glance.h), which are no impressions */
    int64_t document_id;
    /* It has the same words as the candidate with this document_id, which represents it and gives it its grade. */
    bool is_twin;
    /*
     * An estimator computed the utility from all votes of the question (relevance_estimate); else wins and
     * impressions count.
     */
    bool is_estimated;
    double utility;
    /*
     * The votes of the estimate, and the candidate's number in them, for relevance_intervals. NULL: no intervals
     * are needed.
     */
    const struct luce_question *votes;
    size_t number;
};

/* How relevance is estimated. */
enum estimator {
    ESTIMATOR_AUTO, /* the one that suits the dealing: rate for balanced, luce for adaptive */
    ESTIMATOR_RATE, /* wins ÷ impressions: the share of its impressions in which it was chosen */
    ESTIMATOR_LUCE, /* the probability that it is preferred to none, by Luce's model of all votes (luce.h) */
};

/* By enum estimator. */
extern const struct words estimator_words;

enum grading {
    /* the nearest of L evenly spaced levels: floor(relevance·(L-1) + 0.5); for an estimate, relevance_level */
    GRADING_LEVELS,
    GRADING_RANK, /* distinct positive relevances, ascending, get 1, 2, 3 …; 0 stays 0 */
    GRADING_BEST, /* 1 for the one best document of the question, 0 for the others */
    GRADING_RATE, /* the relevance itself */
};

enum { GRADING_LEVELS_DEFAULT = 4, GRADING_LEVELS_MIN = 2, GRADING_LEVELS_MAX = 1000 };

struct grading_rule {
    enum grading grading;
    int64_t levels;          /* GRADING_LEVELS: 2 … 1000 */
    int64_t min_impressions; /* candidates with fewer get no grade; 0: inferred candidates get one, too */
};

/* Returns the default rule: four levels for all known candidates (tally_is_known). */
struct grading_rule grading_rule_default(void);
/* By enum grading. */
extern const struct words grading_words;

/*
 * Estimates the relevance of a question's candidates from its votes and the judgments beside them. The candidates
 * of `votes` are numbers of `tallies`. ESTIMATOR_AUTO is not allowed. Candidates without impressions get no
 * estimate, unless they are inferred. With a `prior_weight` (prior_weight_learn_for_labels), Luce's model also relies
 * on the order of the candidates' priors; NAN: on the votes alone.
 */
void relevance_estimate(enum estimator estimator, struct tally *tallies, const struct luce_question *votes,
                        double prior_weight);
/*
 * Returns whether the label of the candidate is inferred: an annotator dropped it at a glance, nobody kept it, it has no
 * impression, and Luce's model estimated it. Its grade is 0. In a question without votes nothing is inferred.
 */
bool tally_is_inferred(const struct tally *tally);
/* Returns whether the candidate has a relevance: it has an impression, or it is inferred. */
bool tally_is_known(const struct tally *tally);
/* Returns the relevance, in [0, 1]. A tally that is not known is a bug. */
double relevance_of(const struct tally *tally);
struct relevance_range {
    double low, high;
};
/*
 * Computes the 95 % intervals of the relevance of n candidates of one question. For wins ÷ impressions it is
 * Wilson's score interval (Journal of the American Statistical Association 22, 1927). For Luce's model it follows
 * from the likelihood of the votes (luce_interval.h). NAN without impressions, even if inferred. Candidates that are
 * estimated must have `votes`, all the same.
 */
void relevance_intervals(const struct tally *tallies, size_t n, struct relevance_range *ranges);

/*
 * The order of merit, best first: relevance, then wins, then prior, then the
 * smaller docid. Candidates that are not known come last. For qsort.
 */
int tally_compare_merit(const void *left, const void *right);

/* Returns the index of the candidate with this document, not of its duplicates; n if there is none. */
size_t tally_find(const struct tally *tallies, size_t n, int64_t document_id);

/*
 * Returns the level, 0 … levels - 1, of a relevance that Luce's model estimates. It is 0 below one half, where none
 * is preferred to the candidate. Above, there are levels - 1 levels of equal width. A candidate that never won, but
 * was always shown with better ones, is not known to be relevant. The nearest of evenly spaced levels would call it
 * relevant from 1/6 on, and with it most of the pool.
 */
double relevance_level(double relevance, int64_t levels);

/* Returns whether the candidate, which is no twin, gets a grade under the rule. */
bool tally_has_grade(const struct tally *tally, const struct grading_rule *rule);
/*
 * Grades the candidates of one question: grades[i] belongs to tallies[i]. Returns how many have a grade; the others
 * get NAN. A question without any vote has no grades.
 */
size_t grade_candidates(const struct tally *tallies, size_t n, const struct grading_rule *rule,
                        double *grades);
/*
 * Lists the labels of a question: the candidates that have a grade, in the order given. They are in the arena.
 * Returns how many.
 */
size_t labels_of(const struct tally *tallies, size_t n, const struct grading_rule *rule, struct arena *arena,
                 struct judgment **labels);
