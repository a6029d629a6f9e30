/*
 * Several runs scored against one truth: what `assay eval` and `assay compare` share.
 */
#ifndef ASSAY_CLI_SHARED_SCORES_H
#define ASSAY_CLI_SHARED_SCORES_H

#include "cli/shared/docids.h"
#include "cli/shared/fields.h"
#include "cli/shared/run_options.h"
#include "cli/shared/truth.h"
#include "cli/score/zscores.h"
#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_check.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/slices.h"
#include "import/known_texts.h"

#include <float.h>

/* Each by itself, or as one. */
extern const struct words twins_words;

/* The options that say how runs are scored: they fill `member` of the struct `owner`, which is a struct scores. */
#define SCORES_OPTION_ROWS(owner, member)                                                                    \
    TEXTS_OPTION("measures", "LIST", owner, member.measures_asked, .letter = 'm',                            \
                 .help = "measures to compute, such as nDCG@5,10,P(rel=2)@5"),                               \
        REAL_OPTION("level", "GRADE", owner, member.level, DBL_TRUE_MIN, DBL_MAX, 0, "a grade above 0",      \
                    .letter = 'l',                                                                           \
                    .help = "lowest grade that counts as relevant (default 1; trec_eval -l)"),               \
        CHOICE_OPTION("ties", "RULE", owner, member.ties, .help = "order of equal scores",                   \
                      .words = &ties_words),                                                                 \
        CHOICE_OPTION("scores", "TYPE", owner, member.type, .help = "precision of the scores of runs",       \
                      .words = &score_type_words),                                                           \
        CHOICE_OPTION("questions", "WHICH", owner, member.questions,                                         \
                      .help = "score all judged questions, or only the answered ones",                       \
                      .words = &questions_words),                                                            \
        TEXT_OPTION("judgments", "NAME", owner, member.choice.source,                                        \
                    .help = "score against this source's judgments instead of the votes"),                   \
        OPTION_ROW_WITHOUT(owner, member.choice.left_out),                                                   \
        FLAG_OPTION("drop-self", owner, member.rules.drop_self,                                              \
                    .help = "ignore documents whose id is the question's id"),                               \
        OPTION_ROW_KEEP_BEST(owner, member.rules), OPTION_ROW_BY_DOCUMENT(owner, member.rules),              \
        CHOICE_OPTION("twins", "HOW", owner, member.merges_twins, .help = "of identical documents, count",   \
                      .words = &twins_words),                                                                \
        INTEGER_OPTION("precision", "N", owner, member.precision, 0, PRECISION_MAX, PRECISION_DEFAULT,       \
                       .help = "decimals to print (default 4)"),                                             \
        FIELD_OPTION_ROWS(owner, member.fields)

/* The same, for commands that part or weigh the questions by their fields. */
#define SCORES_FIELD_OPTION_ROWS(owner, member)                                                              \
    SCORES_OPTION_ROWS(owner, member),                                                                       \
        TEXT_OPTION("by", "FIELD", owner, member.by,                                                         \
                    .help = "also score each slice: the questions with one value in this field of DB"),      \
        TEXT_OPTION("weight", "FIELD", owner, member.weighted,                                               \
                    .help = "weight each question by the number in this field of DB")

/* Of what is printed: a double has no more digits. */
enum { PRECISION_DEFAULT = 4, PRECISION_MAX = 17 };

/* What a run scores on a slice of the questions. */
struct slice_scores {
    size_t n_answered;
    double weight; /* of those that take part; 0: there are no means */
    double *means;
};

struct scored_run {
    const char *path; /* the first of … */
    const char *const *paths;
    size_t n_paths;    /* mostly one */
    struct bytes name; /* no two runs of different files have the same */
    struct bytes tag;  /* what a TREC run calls itself; empty for other kinds */
    enum run_doubt doubt;
    bool is_empty; /* there is no document in it: it scores 0 on each question */
    bool is_part;  /* read from parts: no ranking of all its documents is to be had */
    struct evaluation evaluation;
    double *other_means; /* with ties broken the other way; NULL: nobody asks */
    struct holes *holes; /* of each question of the truth */
    struct judged_places *places;
    struct docid_count docids;
    struct bytes *
        unknown_qids; /* of a run that leaves questions of the truth without an answer: those it has instead */
    size_t n_unknown_qids;
    struct slice_scores *slices; /* as many as the scores have slices */
};

/* {0} is empty and safe to release. */
struct scores {
    struct text_list measures_asked; /* the lists of --measures */
    struct field_options fields;
    struct truth_choice choice;
    struct measure_list measures; /* those asked for, then those that only the report looks at */
    size_t n_asked;
    size_t judged; /* which of the measures is Judged at the depth that is looked at */
    enum ties ties;
    enum score_type type; /* of the runs' scores */
    enum questions questions;
    bool questions_fixed; /* by a saved baseline: no option changes them */
    int precision;
    size_t depth;           /* so many documents of each question count; 0: all */
    struct run_rules rules; /* by which the documents of runs are changed before they are ranked */
    bool merges_twins;      /* identical documents of the database count as one */
    struct same_documents same;
    bool looks_at_ties; /* means are made with ties broken the other way, too, to be remarked on */
    bool takes_empty;   /* a run without a document is scored, and else refused */
    bool takes_shards;  /* of a run that has few questions of the truth nothing is said */
    bool judged_only;   /* measures that take judged_only= have it, unless they say otherwise */
    double level;       /* likewise with rel=; 0: none is given */
    struct measure_names
        *names;       /* of the measures asked for; NULL, until they are made: those that follow from them */
    enum texts texts; /* that the report has room for */
    struct zscores zscores; /* by which values become z-scores; without a path they do not */
    const char *run;        /* the name of the only run, which all files are parts of; NULL: each is a run */
    const char *by;         /* the field by which the questions are parted; NULL: they are not */
    const char *weighted;   /* the field that they weigh by; NULL: all weigh the same */
    bool redraws_votes;     /* those that the truth's labels come from, if any */
    struct truth truth;
    struct known_texts known; /* of a database: what its questions and documents are called by */
    struct world *world;      /* for opening it */
    struct slices slices;     /* of the truth's questions */
    double *weights;          /* likewise; NULL: all weigh the same */
    struct scored_run *runs;
    size_t n_runs;
    struct arena arena; /* of what lasts as long as the report */
};

/* Before all else: what the options say of measures and fields holds from now on. */
bool scores_read_options(struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/* Gives a measure what the options say of all measures that can have it, unless it says otherwise itself. */
void scores_settle_measure(const struct scores *scores, struct measure *measure);
/*
 * Reads the truth, the first of the operands, and scores the runs, which are the others, by the measures asked
 * for and by `extra`, whose number among the measures is n_asked; NULL: by none.
 */
bool scores_make(struct scores *scores, const struct measure *extra, const struct arguments *arguments,
                 struct world *world, struct err *err) __attribute__((warn_unused_result));
void scores_release(struct scores *scores);

/* Whether any grade is as high as that from which on the measure takes a document for relevant. */
bool scores_reach_relevance(const struct scores *scores, size_t measure);
/* The canonical name of a measure, with a Z in front where its values are z-scores; as long as the scores live. */
const char *scores_measure_name(struct scores *scores, size_t measure);
/* Not a slice: all questions. */
extern const size_t scores_whole;
/* How a slice is called in a table; the whole is "all". */
struct bytes scores_slice_name(const struct scores *scores, size_t slice);
/* Names the means that would be others, as they are printed, if ties were broken the other way. */
void scores_remark_ties(const struct scores *scores, struct world *world);
/* Whether documents of a run were renamed, as their docids tell. */
bool scores_are_renamed(const struct scores *scores, size_t run);
/*
 * ERR_INPUT: documents of a run were renamed, as their docids tell: what it scores would be no score of it. The remedies
 * are named, --insist among them.
 */
bool scores_check_renamed(const struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/* Whether all runs are scored on the same questions: with --questions both each is on those that it answers. */
bool scores_share_questions(const struct scores *scores);
/* Says what the means stand on, where that is less than everything, and which slices are too small for a verdict. */
void scores_remark(const struct scores *scores, struct world *world);
/*
 * Says how many of the first documents of each run are judged, where that is few for one of them, or clearly
 * fewer for one than for another. The first are as many as the first measure looks at, or ten. Returns whether it was said.
 */
bool scores_remark_unjudged(const struct scores *scores, struct world *world);

#endif
