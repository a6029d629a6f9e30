/*
 * Measures: how a ranking and its grades become a number. Every measure is a row of one table
 * (core/metric/measures/formulas.c), which parsing, printing and help use.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"

/* The default measures of the live screen and of `assay eval`. */
#define MEASURES_DEFAULT "nDCG@10,RR@10,Success@5,P@5,R@10,F1@5,AP,Judged@10"

enum measure_cutoff {
    CUTOFF_NONE,     /* applies to the whole ranking: SetP */
    CUTOFF_OPTIONAL, /* AP, AP@10 */
    CUTOFF_REQUIRED, /* P@5 */
    CUTOFF_RECALL,   /* the number after the @ is a recall in [0,1]: IPrec@0.1 */
    CUTOFF_MULTIPLE, /* the number after the @ is a multiple of R: Rprec_mult@0.2 */
};

enum measure_range {
    RANGE_UNIT, /* 0 … 1 */
    RANGE_OPEN, /* 0 or more: gains and counts */
    RANGE_ANY,  /* may be negative: logarithms and balances */
    RANGE_TEXT, /* a text instead of a number, for each question or for the run */
};

/* The kind of truth that a measure needs. */
enum measure_truth {
    TRUTH_GRADES,      /* grades of documents */
    TRUTH_SUBTOPICS,   /* grades of documents for each subtopic: judgment groups */
    TRUTH_PREFERENCES, /* preferences between documents, also in judgment groups */
};

/*
 * Which preferences count: all, those with at least one retrieved document, or those with two. The value is that
 * number.
 */
enum preference_scope { SCOPE_ALL, SCOPE_IMPLIED, SCOPE_RETRIEVED };

/* All parameters, one bit each. A measure takes some of them. */
enum measure_parameter {
    PARAMETER_REL = 1 << 0,         /* rel=1: the lowest grade that counts as relevant */
    PARAMETER_P = 1 << 1,           /* p=0.8: persistence, the probability of looking at one more document */
    PARAMETER_BETA = 1 << 2,        /* beta=1: how many times as much recall weighs as precision */
    PARAMETER_DCG = 1 << 3,         /* dcg='log2' or 'exp-log2': gain g, or 2^g - 1 */
    PARAMETER_GAINS = 1 << 4,       /* gains={2:3,3:7}: gains in place of these grades */
    PARAMETER_MAX_REL = 1 << 5,     /* max_rel=4: the highest possible grade */
    PARAMETER_JUDGED_ONLY = 1 << 6, /* judged_only=True: unjudged documents are dropped before ranking */
    PARAMETER_MIN_REL = 1 << 7,     /* min_rel=0: the grade with a gain of 0 */
    PARAMETER_T = 1 << 8,           /* T=1: the total gain that a user looks for */
    PARAMETER_NORMALIZE = 1 << 9,   /* normalize=True: divide by the value of the ideal ranking */
    /* worth={1,-1,0}: of documents found, wrong and missed, and optionally of all others */
    PARAMETER_WORTH = 1 << 10,
    PARAMETER_ALPHA = 1 << 11,    /* alpha=0.5: how much of a subtopic is used up by each document */
    PARAMETER_PATIENCE = 1 << 12, /* beta=0.5: for NRBP, the probability of looking at one more document */
    /* half_life=224: for TBG, seconds after which half of all users have stopped. */
    PARAMETER_HALF_LIFE = 1 << 13,
    PARAMETER_WORDS = 1 << 14,      /* words=500: for TBG, the length of a document */
    PARAMETER_COLLECTION = 1 << 15, /* collection=1000000: number of documents, for the worth of all others */
    PARAMETER_RECALLS = 1 << 16,    /* recalls={0.2,0.5,0.8}: for 11pt_avg, instead of its eleven recalls */
};

struct measure;

enum { MEASURE_ALIASES = 8 };

struct measure_row {
    const char *name;
    const char *aliases[MEASURE_ALIASES]; /* other names that people type; NULL ends the list */
    const char *trec_eval;                /* trec_eval's name without a cutoff, "ndcg"; NULL: none */
    const char *trec_eval_cut;            /* the same before a cutoff: "ndcg_cut_"; NULL: none */
    const char *ir_measures; /* the name in ir_measures, with rel= added; NULL: the same as here */
    enum measure_truth truth;
    enum preference_scope scope;
    unsigned parameters; /* bits of enum measure_parameter */
    double p;            /* default of PARAMETER_P, if the measure takes it */
    bool is_graded;      /* without rel= it uses the grades, or no relevance at all */
    enum measure_cutoff cutoff;
    enum measure_range range;
    bool is_additive;  /* a sum over documents of a gain that depends on the rank, or on the document alone */
    bool is_sum;       /* over questions: summed (counts), not averaged */
    bool is_geometric; /* over questions: e to the power of the mean of the values, which are logarithms */
    bool is_lack;      /* lower values are better */
    bool is_ground;    /* says how reliable the other measures are, not how good a run is */
    bool is_of_run;    /* trec_eval prints no line per question; a text: there is only one for the run */
    const char *help;  /* the meaning, with the formula or its source */
    const char *differs; /* known differences of other tools that have the measure; NULL: none */
    double (*value)(const struct measure *measure, const struct ranking *ranking); /* NULL: it is a text */
    /* Adds the text of a question. NULL: it is a number, or a text of the run. */
    void (*add_text)(const struct measure *measure, const struct ranking *ranking, struct buffer *text);
};

/*
 * Returns all measures, in the order of help, and their number in *count. Each name of a row identifies it,
 * ignoring case and whether its words are joined by _, -, a blank or nothing.
 */
const struct measure_row *measure_rows(size_t *count);

enum {
    MEASURE_GAINS_MAX = 16,
    MEASURE_WORTHS = 4,
    MEASURE_RECALLS_MAX = 16,
    MEASURE_EXPONENT_MAX = 900, /* dcg='exp-log2': a sum of 2^g stays finite for grades up to this */
};

/* A parsed measure: a plain value, copied by assignment. Parameters that were not given have their defaults. */
struct measure {
    const struct measure_row *row;
    unsigned given; /* bits of the parameters that were given */
    double cutoff;  /* a whole number from 1, INFINITY if there is none; or the recall or multiple */
    double rel;     /* NAN: use the grades */
    double p;
    double beta;
    double alpha;
    double patience;
    double half_life;
    double words;
    double min_rel;
    double max_rel;
    double goal; /* T */
    double worth[MEASURE_WORTHS];
    double collection; /* 0: unknown */
    bool exponential;  /* dcg='exp-log2' */
    bool judged_only;
    bool normalize;
    size_t n_recalls; /* 0: 0, 0.1 … 1 */
    double recalls[MEASURE_RECALLS_MAX];
    size_t n_gains;
    struct {
        double grade;
        double gain;
    } gains[MEASURE_GAINS_MAX];
};

/* Returns the measure of a row, with the defaults of all parameters and without a cutoff. */
struct measure measure_of(const struct measure_row *row);

/*
 * Returns the value for one question: in [0, 1] except for open ranges such as DCG and counts. 0 where the formula
 * would divide by 0 (no relevant document, nothing retrieved), and for a text.
 */
double measure_value(const struct measure *measure, const struct ranking *ranking);
/* Combines the values of questions with this total weight: their sum or their mean; 0 if the weight is 0. */
double measure_total(const struct measure_row *row, double sum, double weight);
/*
 * Returns a value or difference as a number of which more is better: itself, or its negative for a measure of which
 * less is better.
 */
double measure_merit(const struct measure_row *row, double value);
