/*
 * From votes to relevance, and from relevance to grades. Pure.
 *
 * The thresholds of relevance_level were chosen among five sets, and two means of what is believed before any
 * vote, by the quadratic kappa with the true grades that `make labels-bench` prints. `--decide` by gains keeps
 * even steps (live/decider.c).
 */
#ifndef ASSAY_CORE_JUDGE_RELEVANCE_H
#define ASSAY_CORE_JUDGE_RELEVANCE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/base/judgment.h"
#include "core/base/words.h"
#include "core/judge/luce.h"

/* A candidate and what the votes say of it. */
struct tally {
    struct bytes docid;
    double prior; /* the sum of 1 / (60 + rank) over the sources that put it into the pool */
    int64_t impressions;
    int64_t wins;
    int64_t document_id;
    /* It has the same words as the candidate of this document_id, which stands for it: its grade is that one's. */
    bool is_twin;
    /* An estimator made its utility of all votes of the question (relevance_estimate); else wins and impressions say it. */
    bool is_estimated;
    double utility;
    /*
     * The votes that the estimate is made of, and the candidate's place in them, for relevance_intervals. NULL: no intervals
     * are asked for.
     */
    const struct luce_question *votes;
    size_t number;
};

/* How relevance is estimated. */
enum estimator {
    ESTIMATOR_AUTO, /* the one that suits the dealing: balanced rate, adaptive luce */
    ESTIMATOR_RATE, /* wins ÷ impressions: how often it was chosen of the times it was shown */
    ESTIMATOR_LUCE, /* the probability that it is preferred to none, by Luce's model of all votes (luce.h) */
};

/* By enum estimator. */
extern const struct words estimator_words;

enum grading {
    GRADING_LEVELS, /* the nearest of L evenly spaced levels: floor(relevance·(L-1) + 0.5); of an estimate as below */
    GRADING_RANK, /* distinct positive relevances, ascending, get 1, 2, 3 …; 0 stays 0 */
    GRADING_BEST, /* 1 for the one best document of the question, 0 for the others */
    GRADING_RATE, /* the relevance itself */
};

enum { GRADING_LEVELS_DEFAULT = 4, GRADING_LEVELS_MIN = 2, GRADING_LEVELS_MAX = 1000 };

struct grading_rule {
    enum grading grading;
    int64_t levels;          /* GRADING_LEVELS: 2 … 1000 */
    int64_t min_impressions; /* a candidate with fewer has no grade; at least 1 */
};

/* The rule where nothing else was asked for: four levels from the first impression on. */
struct grading_rule grading_rule_default(void);
/* By enum grading. */
extern const struct words grading_words;

/*
 * Estimates the relevance of a question's candidates by its votes, and by what was said beside them, whose candidates are numbers
 * of tallies; by anything but ESTIMATOR_AUTO. Those without impressions get none.
 */
void relevance_estimate(enum estimator estimator, struct tally *tallies, const struct luce_question *votes);
/* In [0,1]; undefined (a bug to ask for) without impressions. */
double relevance_of(const struct tally *tally);
struct relevance_range {
    double low, high;
};
/*
 * The 95 % intervals of the relevances of n candidates of one question: of wins ÷ impressions Wilson's score interval (Journal
 * of the American Statistical Association 22, 1927), of Luce's model what the likelihood of the votes says (luce_interval.h).
 * NAN without impressions. Candidates that are estimated have `votes`, all the same ones.
 */
void relevance_intervals(const struct tally *tallies, size_t n, struct relevance_range *ranges);

/*
 * The order of merit, best first: relevance, then wins, then prior, then the
 * smaller docid. Candidates without impressions come last. For qsort.
 */
int tally_compare_merit(const void *left, const void *right);

/* The place of the candidate with this document, whatever twins of it there are; n: there is none. */
size_t tally_find(const struct tally *tallies, size_t n, int64_t document_id);

/*
 * The level, 0 … levels - 1, of a relevance that Luce's model estimates: 0 below one half, where none is preferred to the
 * candidate, and above it levels - 1 of equal width. A candidate that never won but always stood beside better ones is
 * not known to be relevant: the nearest of evenly spaced levels would call it so from 1/6 on, and with it most of the pool.
 */
double relevance_level(double relevance, int64_t levels);

/*
 * Grades the candidates of one question: grades[i] belongs to tallies[i].
 * Returns how many have a grade; the others' is NAN. A question without a single
 * vote has none.
 */
size_t grade_candidates(const struct tally *tallies, size_t n, const struct grading_rule *rule,
                        double *grades);
/* The labels of a question: the candidates that have a grade, in the order given. In the arena; returns how many. */
size_t labels_of(const struct tally *tallies, size_t n, const struct grading_rule *rule, struct arena *arena,
                 struct judgment **labels);

#endif
