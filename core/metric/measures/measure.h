/*
 * Measures: how a ranking and its grades become a number. Every measure is a row
 * of one table (core/metric/measures/formulas.c), which parsing, printing and help read.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_MEASURE_H
#define ASSAY_CORE_METRIC_MEASURES_MEASURE_H

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"

/* The default measures of the live screen and of `assay eval`. */
#define MEASURES_DEFAULT "nDCG@10,RR@10,Success@5,P@5,R@10,F1@5,AP,Judged@10"

enum measure_cutoff {
    CUTOFF_NONE,     /* looks at the whole ranking: SetP */
    CUTOFF_OPTIONAL, /* AP, AP@10 */
    CUTOFF_REQUIRED, /* P@5 */
    CUTOFF_RECALL,   /* what follows the @ is a recall in [0,1]: IPrec@0.1 */
    CUTOFF_MULTIPLE, /* what follows the @ is a multiple of R: Rprec_mult@0.2 */
};

enum measure_range {
    RANGE_UNIT, /* 0 … 1 */
    RANGE_OPEN, /* 0 … any: gains and counts */
    RANGE_ANY,  /* below 0, too: logarithms and balances */
    RANGE_TEXT, /* no number: a text, of each question or of the run */
};

/* The kind of truth that a measure needs. */
enum measure_truth {
    TRUTH_GRADES,      /* of documents */
    TRUTH_SUBTOPICS,   /* of documents for each subtopic: judgment groups */
    TRUTH_PREFERENCES, /* between documents, which such groups hold as well */
};

/* Of preferences, which count where not both documents were retrieved: those of which so many were. */
enum preference_scope { SCOPE_ALL, SCOPE_IMPLIED, SCOPE_RETRIEVED };

/* The parameters there are; a measure takes some. One bit each. */
enum measure_parameter {
    PARAMETER_REL = 1 << 0,         /* rel=1: the least grade that counts as relevant */
    PARAMETER_P = 1 << 1,           /* p=0.8: persistence, the chance to look at one more document */
    PARAMETER_BETA = 1 << 2,        /* beta=1: how many times recall weighs as much as precision */
    PARAMETER_DCG = 1 << 3,         /* dcg='log2' or 'exp-log2': gain g, or 2^g - 1 */
    PARAMETER_GAINS = 1 << 4,       /* gains={2:3,3:7}: gains instead of these grades */
    PARAMETER_MAX_REL = 1 << 5,     /* max_rel=4: the highest grade there is */
    PARAMETER_JUDGED_ONLY = 1 << 6, /* judged_only=True: unjudged documents are dropped before ranking */
    PARAMETER_MIN_REL = 1 << 7,     /* min_rel=0: the grade that gains nothing */
    PARAMETER_T = 1 << 8,           /* T=1: the gain that a user looks for in all */
    PARAMETER_NORMALIZE = 1 << 9,   /* normalize=True: over what the ideal ranking has */
    PARAMETER_WORTH = 1 << 10, /* worth={1,-1,0}: of documents found, wrong and missed, and of all others */
    PARAMETER_ALPHA = 1 << 11, /* alpha=0.5: how little of a subtopic is left when it was met */
    PARAMETER_PATIENCE = 1 << 12, /* beta=0.5: of NRBP, the chance to look at one more document */
    /* half_life=224: of TBG, seconds after which half of all users have gone. */
    PARAMETER_HALF_LIFE = 1 << 13,
    PARAMETER_WORDS = 1 << 14,      /* words=500: of TBG, how long a document is */
    PARAMETER_COLLECTION = 1 << 15, /* collection=1000000: documents there are, for the worth of all others */
    PARAMETER_RECALLS = 1 << 16,    /* recalls={0.2,0.5,0.8}: of 11pt_avg, in place of its eleven */
};

struct measure;

enum { MEASURE_ALIASES = 8 };

struct measure_row {
    const char *name;
    const char *aliases[MEASURE_ALIASES]; /* what else people type; the first empty place ends the list */
    const char *trec_eval;                /* trec_eval's name without a cutoff, "ndcg"; NULL: it has none */
    const char *trec_eval_cut;            /* and with one, which follows: "ndcg_cut_"; NULL: it has none */
    const char *ir_measures;              /* its name there, with rel= behind it; NULL: the same as here */
    enum measure_truth truth;
    enum preference_scope scope;
    unsigned parameters; /* bits of enum measure_parameter */
    double p;            /* the default of PARAMETER_P, where it is taken */
    bool is_graded;      /* without rel= it goes by the grades, or by no relevance */
    enum measure_cutoff cutoff;
    enum measure_range range;
    bool is_additive;    /* a sum over documents of what each gains at its rank, or of the documents alone */
    bool is_sum;         /* over questions: summed (counts), not averaged */
    bool is_geometric;   /* over questions: e to the power of the mean of the values, which are logarithms */
    bool is_lack;        /* less of it is better */
    bool is_ground;      /* how much the other measures rest on: no merit of a run */
    bool is_of_run;      /* trec_eval has no line of a question; of a text: there is one of the run alone */
    const char *help;    /* what it says, and the formula or its source */
    const char *differs; /* what other tools that have it do otherwise; NULL: nothing that is known of */
    double (*value)(const struct measure *measure, const struct ranking *ranking); /* NULL: it is a text, … */
    /* The text of a question; NULL: it is a number, or a text of the run. */
    void (*add_text)(const struct measure *measure, const struct ranking *ranking, struct buffer *text);
};

/*
 * All measures there are, in the order of help; *count says how many. Any name of a row means it, in either case, and with
 * its words joined by _, - or a blank, or by nothing.
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
    unsigned given; /* bits of the parameters that were written */
    double cutoff;  /* a whole number from 1, INFINITY without one; the recall, or multiple */
    double rel;     /* NAN: by the grades */
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
    double collection; /* 0: it is not known */
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

/* The measure of a row, with the defaults of all parameters and without a cutoff. */
struct measure measure_of(const struct measure_row *row);

/*
 * The value for one question: in [0, 1] but for DCG and the counts; 0 where the formula would
 * divide by nothing (no relevant document, nothing retrieved), and of a text.
 */
double measure_value(const struct measure *measure, const struct ranking *ranking);
/* Combines the values of questions with this total weight: their sum or their mean; 0 if the weight is 0. */
double measure_total(const struct measure_row *row, double sum, double weight);
/* A value or difference by which more is better: itself, of a lack its negative. */
double measure_merit(const struct measure_row *row, double value);

#endif
