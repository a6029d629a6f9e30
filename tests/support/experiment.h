/*
 * Tests dealing against known judgments: simulated experts vote on the questions of a real collection, and the
 * resulting labels are compared with the truth. Dealing and estimation never see the truth.
 */
#pragma once

#include "core/base/err.h"
#include "core/judge/deal.h"
#include "core/judge/prior_weight.h"
#include "core/judge/settled.h"

enum { TRIAL_BALLOTS_MAX = 200, TRIAL_POOL_MAX = 200, TRIAL_RUNS_MAX = 8, TRIAL_DEPTH = 10 };

/* A question with its pool: the top documents of the runs, fused by reciprocal rank. */
struct trial_question {
    size_t n;
    double *grades; /* the truth; 0: not judged */
    double *priors; /* as candidate.prior */
    double *standardised;
    double *likeness;
    double *words; /* in each document */
    /*
     * The top documents of each run, as numbers of candidates. n stands for a document that is not a candidate, and for
     * the ranks after the end of a run.
     */
    size_t runs[TRIAL_RUNS_MAX][TRIAL_DEPTH];
    size_t n_runs;
};

/* {0} is empty and safe to release. */
struct collection {
    struct arena arena;
    struct trial_question *questions; /* only those with candidates */
    size_t n_questions;
};

void collection_release(struct collection *collection);
/* Reads a folder with documents.jsonl, judgments.qrels and runs, *.run, with three columns or more. */
MUST_CHECK bool collection_read(struct collection *out, const char *folder, size_t pool_size,
                                struct err *err);

enum { EXPERIMENT_LABELLINGS_MAX = 1000 };
/*
 * The main function of a program that is called as `name` FOLDER [POOL [LABELLINGS]]: reads the collection and passes
 * it to `print`. Returns the exit status. If the arguments are wrong, it prints the usage and returns 2.
 */
int experiment_main(const char *name, int argc, char **argv,
                    void (*print)(struct collection *collection, size_t labellings));

/* How good the priors are. */
enum trial_priors { PRIORS_FUSED, PRIORS_RANDOM, PRIORS_REVERSED, PRIORS_WITH_JUDGE, N_TRIAL_PRIORS };
extern const char *const trial_priors_names[N_TRIAL_PRIORS];
/*
 * Replaces the priors of all questions: by random numbers, by their reverse order, or by an equal fusion (reciprocal
 * rank) of the runs' order with the scores of a judge whose AUC is 0.8. PRIORS_FUSED leaves them as they are.
 */
void collection_set_priors(struct collection *collection, enum trial_priors priors);
/* Sets all grades to 0, so that no document is relevant to any question. */
void collection_spoil_grades(struct collection *collection);

/* The simulated annotators. */
enum expert {
    /*
     * Votes for the highest grade, ties at random, and for "none" if all grades are below 1. 10 % of the answers are
     * random.
     */
    EXPERT_HARD,
    EXPERT_SLOPPY, /* the same with 25 % of random answers */
    /*
     * Luce's choice by utilities, which vary from document to document around the grade's; 10 % of the answers do not
     * depend on the documents.
     */
    EXPERT_REAL,
    /* Three such experts in turn, with different thresholds for "none": -0.8, 0 and 0.8. */
    EXPERT_THREE,
    N_EXPERTS
};
extern const char *const expert_names[N_EXPERTS];

/* The labelling of one question. Ballots are answered in the order in which they were dealt. */
struct trial_run {
    const struct trial_question *question;
    enum expert expert;
    size_t in_hands;  /* how many ballots others hold whenever one is dealt */
    bool says_second; /* after a vote, the expert also says which of the other two is second best, if any */
    /*
     * The best two are tied if both are better than none and their utilities on this ballot differ by less than this. An
     * expert who goes by grades ties equal ones. 0: there are no ties.
     */
    double ties_within;
    double prior_change;  /* as in struct pool */
    double label_weight;  /* as relevance_estimate takes it; NAN: labels come from votes alone */
    bool ignores_reading; /* dealing treats all ballots as equally long to read */
    struct random_source random;
    double utilities[TRIAL_POOL_MAX]; /* for EXPERT_REAL and EXPERT_THREE */
    struct pool_candidate pool[TRIAL_POOL_MAX];
    int64_t seen[TRIAL_POOL_MAX]; /* from votes only; the pool's impressions also count the ballots in hand */
    double wins[TRIAL_POOL_MAX];
    int64_t keeps[TRIAL_POOL_MAX], drops[TRIAL_POOL_MAX];
    struct luce_ballot ballots[TRIAL_BALLOTS_MAX];
    struct luce_ballot
        beside[TRIAL_POOL_MAX + TRIAL_BALLOTS_MAX]; /* keeps and drops at glances, and second choices */
    size_t n_beside;
    struct luce_ballot checked[TRIAL_POOL_MAX]; /* drops that dealing ignores, as if they had not been said */
    size_t n_checked;
    struct slot_set taken[TRIAL_BALLOTS_MAX];
    size_t n_ballots, n_votes;
    double words_read;   /* a document that was just read (JUST_READ_BALLOTS) counts a third */
    double words_new;    /* a document that was just read counts nothing */
    double glances;      /* candidates that were kept or dropped */
    double seconds_said; /* number of second choices */
};

void trial_run_begin(struct trial_run *run, const struct trial_question *question, enum expert expert,
                     uint64_t seed);
/*
 * Replaces the utilities by a draw from what dealing believes before any vote (luce_belief_for_dealing), whatever the
 * grades are. Only for experts who answer by utilities.
 */
void trial_run_draw_world(struct trial_run *run, uint64_t seed);
/*
 * Before the first ballot, the expert keeps or drops each candidate by its title. The expert drops 60 % of the
 * irrelevant candidates and wrongly drops `errors` times 12, 5 and 2 % of grades 1, 2 and 3. One in ten of the dropped
 * candidates is dealt nevertheless, as if it had not been dropped.
 */
void trial_run_glance(struct trial_run *run, double errors);
/* What the questions that were labelled first say about the priors. {0} is empty. */
struct trial_learning {
    struct prior_evidence evidence[PRIOR_QUESTIONS_MAX];
    size_t n;
};
/* Makes dealing use what was learned, and labels, too, if they do so, in a run that has begun. */
void trial_run_learn(struct trial_run *run, const struct trial_learning *learning, bool also_labels);
void trial_learning_add(struct trial_learning *learning, const struct trial_run *run);
/*
 * Returns how long the labelling took, in seconds: 250 words per minute, 4 s per answer, 3.7 s per glance, 1.5 s per
 * second choice.
 */
double trial_run_seconds(const struct trial_run *run);
/*
 * Deals ballots until one more than `in_hands` is open, then answers the oldest. Returns false if no ballot can be
 * dealt.
 */
bool trial_run_step(struct trial_run *run, enum dealing dealing);
/* Returns what the votes say about the question, for luce_fit. */
struct luce_question trial_run_known(const struct trial_run *run);

enum labelling { LABELLING_RATE, LABELLING_LUCE };
/* Sets the relevance of each candidate as estimated from the votes; -1: unknown. */
void trial_relevances(const struct trial_run *run, enum labelling labelling, double *relevances);
/* Sets the grade of each candidate as exported without options; NAN: the candidate was not seen. */
void trial_grades(const struct trial_run *run, enum labelling labelling, double *grades);

/*
 * Returns the value that an interval of an estimate should contain: how often the expert, seeing only this candidate,
 * prefers it to "none". It is 1 or 0 for experts who answer by grades, and 1 / (1 + e^-θ) for EXPERT_REAL. For
 * EXPERT_THREE it is the mean of the three experts.
 */
double trial_true_relevance(const struct trial_run *run, size_t candidate);
/*
 * Returns the value that an interval of wins ÷ impressions should contain: the mean chance of winning over all answered
 * ballots with this candidate.
 */
double trial_expected_rate(const struct trial_run *run, size_t candidate);

/* How often the 95 % intervals of seen candidates contain their true value. {0} is empty. */
struct trial_coverage {
    double n, held;
    double high, high_held;       /* candidates whose true value is above 0.9 */
    double leaders, leaders_held; /* candidates ranked first by the labels, one per question */
    double width;                 /* the sum of all widths */
};
void trial_coverage_add(struct trial_coverage *coverage, const struct trial_run *run,
                        enum labelling labelling);

/* Labels the question adaptively until it is settled at 95 % or `budget` votes are cast. Returns the last verdict. */
struct verdict trial_settle(struct trial_run *run, size_t budget);
/*
 * Returns whether the verdict is right in the sense of settled.h, by the utilities that generate this expert's answers.
 */
bool trial_is_right(const struct trial_run *run, const struct verdict *verdict);
/*
 * Returns whether the verdict is right by the judgments: "none" if no grade is above 0, otherwise a leader with the
 * best grade.
 */
bool trial_is_right_by_grade(const struct trial_run *run, const struct verdict *verdict);

/* Agreement of grades with the truth: sums over pairs of both. {0} is empty. */
struct trial_agreement {
    double n, given, truth, given_squared, truth_squared, product;
};
/*
 * Adds the candidates of a question that have a grade. A true grade above the highest grade of the default scale counts
 * as that grade.
 */
void trial_agreement_add(struct trial_agreement *agreement, const struct trial_question *question,
                         const double *grades);
/*
 * Returns Cohen's kappa with quadratic weights (Psychological Bulletin 70, 1968) of all added pairs: 2 cov / (var + var
 * + (mean - mean)²), as in Fleiss and Cohen (Educational and Psychological Measurement 33, 1973).
 */
double trial_agreement_kappa(const struct trial_agreement *agreement);

/* Returns whether the document with the highest relevance has the best grade. It is true if no grade is above 0. */
bool trial_finds_best(const struct trial_question *question, const double *relevances);
/* The gain of a grade in nDCG. */
enum trial_gain { GAIN_LINEAR, GAIN_EXPONENTIAL }; /* the grade itself; 2 to its power, minus 1 */
/*
 * Returns nDCG@10 of the pool in the order of these relevances; ties are ordered by priors. NAN: nothing is relevant.
 */
double trial_ndcg(const struct trial_question *question, const double *relevances, enum trial_gain gain);
/* Returns the mean of that over all orders of ties: what the relevances are worth without the priors. */
double trial_ndcg_by_lot(const struct trial_question *question, const double *relevances,
                         enum trial_gain gain);
/* Returns nDCG@10 of a run by these grades, where NAN counts as 0. It is 0 if no grade is above 0. */
double trial_run_ndcg(const struct trial_question *question, size_t run, const double *grades);
/* Returns P@10: the share of documents with at least this grade. */
double trial_run_precision(const struct trial_question *question, size_t run, const double *grades,
                           double least);
/*
 * Compares the order of the question's runs by the labels with their order by the truth, as Kendall's tau does. Only
 * pairs that differ in the truth count. Returns the number of concordant pairs minus the number of discordant pairs;
 * *pairs is the number of pairs.
 */
double trial_concordance(const struct trial_question *question, const double *relevances, size_t *pairs);
