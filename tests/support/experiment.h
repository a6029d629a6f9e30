/*
 * Dealing tried on judgments that are known: simulated experts vote on the questions of a real collection, and what the
 * labels come to is compared with the truth. Nothing that is dealt or estimated looks at the truth.
 */
#ifndef ASSAY_TESTS_SUPPORT_EXPERIMENT_H
#define ASSAY_TESTS_SUPPORT_EXPERIMENT_H

#include "core/base/err.h"
#include "core/judge/deal.h"
#include "core/judge/prior_weight.h"
#include "core/judge/settled.h"

enum { TRIAL_BALLOTS_MAX = 200, TRIAL_POOL_MAX = 200, TRIAL_RUNS_MAX = 8, TRIAL_DEPTH = 10 };

/* A question with its pool: the documents that the runs fused by reciprocal rank put first. */
struct trial_question {
    size_t n;
    double *grades; /* the truth; 0: not judged */
    double *priors; /* as candidate.prior */
    double *standardised;
    double *likeness;
    double *words; /* of each document */
    /* The first documents of each run, as numbers of candidates; those that are none, and where a run ends: n. */
    size_t runs[TRIAL_RUNS_MAX][TRIAL_DEPTH];
    size_t n_runs;
};

/* {0} is empty and safe to release. */
struct collection {
    struct arena arena;
    struct trial_question *questions; /* those with candidates */
    size_t n_questions;
};

void collection_release(struct collection *collection);
/* A folder with documents.jsonl, judgments.qrels and runs of three columns or more, *.run. */
bool collection_read(struct collection *out, const char *folder, size_t pool_size, struct err *err)
    __attribute__((warn_unused_result));

enum { EXPERIMENT_LABELLINGS_MAX = 1000 };
/*
 * What a program `name` FOLDER [POOL [LABELLINGS]] does: hands the collection to `print`. Returns its exit status: 2, and how it
 * is called, where the words are others.
 */
int experiment_main(const char *name, int argc, char **argv,
                    void (*print)(const struct collection *collection, size_t labellings));

/* What the runs' order is worth. */
enum trial_priors { PRIORS_FUSED, PRIORS_RANDOM, PRIORS_REVERSED, PRIORS_WITH_JUDGE, N_TRIAL_PRIORS };
extern const char *const trial_priors_names[N_TRIAL_PRIORS];
/*
 * Gives all questions other priors than their runs': as if these had been drawn by lot, or stood upside down, or were fused by
 * reciprocal rank, half and half, with the scores of a judge whose AUC is 0.8.
 */
void collection_set_priors(struct collection *collection, enum trial_priors priors);
/* Takes all that is relevant: whatever is asked, nothing is. */
void collection_spoil_grades(struct collection *collection);

/* Who votes. */
enum expert {
    EXPERT_HARD,   /* the highest grade, equal ones by lot, none below 1; 10 % of the answers by chance */
    EXPERT_SLOPPY, /* the same, 25 % by chance */
    EXPERT_REAL, /* Luce's choice by utilities of the grades that vary from document to document; 10 % without a look */
    EXPERT_THREE, /* three of them in turn, who want differently much of a document: none at -0.8, 0 and 0.8 */
    N_EXPERTS
};
extern const char *const expert_names[N_EXPERTS];

/* The labelling of one question. Ballots are answered in the order in which they were dealt. */
struct trial_run {
    const struct trial_question *question;
    enum expert expert;
    size_t in_hands;      /* how many ballots others hold whenever one is dealt */
    bool says_second;     /* after a vote, which of the other two is next best, or none */
    double prior_change;  /* as in struct pool */
    bool ignores_reading; /* dealing does as if a ballot cost the same whatever has to be read for it */
    struct random_source random;
    double utilities[TRIAL_POOL_MAX]; /* EXPERT_REAL's */
    struct pool_candidate pool[TRIAL_POOL_MAX];
    int64_t seen[TRIAL_POOL_MAX],
        wins[TRIAL_POOL_MAX]; /* by votes; the pool's impressions count what is in hands too */
    int64_t keeps[TRIAL_POOL_MAX], drops[TRIAL_POOL_MAX];
    struct luce_ballot ballots[TRIAL_BALLOTS_MAX];
    struct luce_ballot
        beside[TRIAL_POOL_MAX + TRIAL_BALLOTS_MAX]; /* what was kept and dropped, and second choices */
    size_t n_beside;
    struct luce_ballot checked[TRIAL_POOL_MAX]; /* drops that dealing does as if it had not heard of */
    size_t n_checked;
    struct slot_set taken[TRIAL_BALLOTS_MAX];
    size_t n_ballots, n_votes;
    double words_read;   /* a document that was just read (JUST_READ_BALLOTS) costs a third */
    double words_new;    /* such a document costs nothing */
    double glances;      /* candidates that were kept or dropped */
    double seconds_said; /* second choices */
};

void trial_run_begin(struct trial_run *run, const struct trial_question *question, enum expert expert,
                     uint64_t seed);
/*
 * Makes it a world as dealing believes in before any vote (luce_belief_for_dealing): utilities are drawn from that, whatever the
 * grades say, for an expert who answers by utilities.
 */
void trial_run_draw_world(struct trial_run *run, uint64_t seed);
/*
 * Before any ballot the expert keeps or drops each candidate by its title: 60 % of the irrelevant are dropped, and in error so
 * many times 12, 5 and 2 % of grades 1, 2 and 3. One in ten of the dropped is dealt all the same, as if nothing had been said.
 */
void trial_run_glance(struct trial_run *run, double errors);
/* What the questions that were labelled first say about the priors. {0} is empty. */
struct trial_learning {
    struct prior_evidence evidence[PRIOR_QUESTIONS_MAX];
    size_t n;
};
/* Dealing of a run that has begun uses what was learned. */
void trial_run_learn(struct trial_run *run, const struct trial_learning *learning);
void trial_learning_add(struct trial_learning *learning, const struct trial_run *run);
/* How long all that took, in seconds: words at 250 a minute, 4 s an answer, 3.7 s a glance, 1.5 s a second choice. */
double trial_run_seconds(const struct trial_run *run);
/* Deals what is missing in hands, and a ballot; the oldest one is answered. false: there is none to deal. */
bool trial_run_step(struct trial_run *run, enum dealing dealing);
/* What the votes say of the question, for luce_fit. */
struct luce_question trial_run_known(const struct trial_run *run);

enum labelling { LABELLING_RATE, LABELLING_LUCE };
/* The relevance of each candidate by the votes; -1: it is not known. */
void trial_relevances(const struct trial_run *run, enum labelling labelling, double *relevances);
/* The grade of each candidate as it is exported without options; NAN: it was not seen. */
void trial_grades(const struct trial_run *run, enum labelling labelling, double *grades);

/*
 * What an interval of an estimate is to hold: how often the expert, looking at the candidate alone, prefers it to none. That
 * is 1 or 0 of those who go by grades; 1 / (1 + e^-θ) of those who choose by utilities; the mean of the three where three
 * take turns.
 */
double trial_true_relevance(const struct trial_run *run, size_t candidate);
/* What an interval of wins ÷ impressions is to hold: the mean of the chances that it had to win on the ballots it was on. */
double trial_expected_rate(const struct trial_run *run, size_t candidate);

/* How often 95 % intervals of candidates that were seen hold what they are to hold; {0} has none. */
struct trial_coverage {
    double n, held;
    double high, high_held;       /* of those whose truth is above 0.9 */
    double leaders, leaders_held; /* of those that the labels put first, one a question */
    double width;                 /* sum */
};
void trial_coverage_add(struct trial_coverage *coverage, const struct trial_run *run,
                        enum labelling labelling);

/* Labels the question adaptively until it is settled at 95 %, or has so many ballots; the last verdict. */
struct verdict trial_settle(struct trial_run *run, size_t budget);
/* As settled.h has it, by the utilities of which this expert's answers come. */
bool trial_is_right(const struct trial_run *run, const struct verdict *verdict);
/* By the judgments: none is above 0, or the leader has the best grade. */
bool trial_is_right_by_grade(const struct trial_run *run, const struct verdict *verdict);

/* How far grades agree with the truth: sums over pairs of the two. {0} has none. */
struct trial_agreement {
    double n, given, truth, given_squared, truth_squared, product;
};
/* Adds those of a question's candidates that have a grade; a true grade above the best that is given counts as that. */
void trial_agreement_add(struct trial_agreement *agreement, const struct trial_question *question,
                         const double *grades);
/*
 * Cohen's kappa with quadratic weights (Psychological Bulletin 70, 1968) of all of them: 2 cov / (var + var + (mean - mean)²),
 * as Fleiss and Cohen have it (Educational and Psychological Measurement 33, 1973).
 */
double trial_agreement_kappa(const struct trial_agreement *agreement);

/* Whether the document that the relevances put first has the best grade there is; true where no grade is above 0. */
bool trial_finds_best(const struct trial_question *question, const double *relevances);
/* What a document of a grade is worth in nDCG. */
enum trial_gain { GAIN_LINEAR, GAIN_EXPONENTIAL }; /* the grade; 2 to its power, less 1 */
/* nDCG@10 of the pool in the order of these relevances, equal ones by their priors; NAN: nothing is relevant. */
double trial_ndcg(const struct trial_question *question, const double *relevances, enum trial_gain gain);
/* The mean of that over all orders of equal ones: what the relevances are worth by themselves. */
double trial_ndcg_by_lot(const struct trial_question *question, const double *relevances,
                         enum trial_gain gain);
/* nDCG@10 of a run by these grades, of which NAN is 0; 0 where nothing is above that. */
double trial_run_ndcg(const struct trial_question *question, size_t run, const double *grades);
/* P@10: the share of documents with at least this grade. */
double trial_run_precision(const struct trial_question *question, size_t run, const double *grades,
                           double least);
/*
 * Kendall's tau of the question's runs, those of which the truth says which is better: pairs that the labels order as the
 * truth does, less those the other way round. Returns the difference, and in *pairs how many there are.
 */
double trial_concordance(const struct trial_question *question, const double *relevances, size_t *pairs);

#endif
