/* Several runs scored against one truth: shared by `assay eval`, `assay compare` and others. */
#pragma once

#include "cli/shared/docids.h"
#include "cli/shared/fields.h"
#include "cli/shared/run_options.h"
#include "cli/shared/truth.h"
#include "cli/score/zscores.h"
#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_check.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/slices.h"
#include "import/known_judged.h"
#include "import/known_texts.h"

#include <float.h>

/* Identical documents count separately, or as one. */
extern const struct words twins_words;

/* Options for scoring runs. They fill `member` of the struct `owner`, a struct scores. */
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

/* The same, for commands that split or weight the questions by a field. */
#define SCORES_FIELD_OPTION_ROWS(owner, member)                                                              \
    SCORES_OPTION_ROWS(owner, member),                                                                       \
        TEXT_OPTION("by", "FIELD", owner, member.by,                                                         \
                    .help = "also score each slice: the questions with one value in this field of DB"),      \
        TEXT_OPTION("weight", "FIELD", owner, member.weighted,                                               \
                    .help = "weight each question by the number in this field of DB")

/* Decimals to print; a double has no more digits than the maximum. */
enum { PRECISION_DEFAULT = 4, PRECISION_MAX = 17 };

/* The scores of a run on a slice of the questions. */
struct slice_scores {
    size_t n_answered;
    double weight; /* total weight of the questions that count; 0: there are no means */
    double *means;
};

struct scored_run {
    const char *path; /* the first of `paths` */
    const char *const *paths;
    size_t n_paths;    /* mostly 1 */
    struct bytes name; /* different for each run */
    struct bytes tag;  /* name inside a TREC run; empty for other kinds */
    enum run_doubt doubt;
    bool is_empty; /* it has no documents and scores 0 on each question */
    bool is_part;  /* read from parts: no ranking of all its documents exists */
    struct evaluation evaluation;
    double *other_means; /* with ties broken the other way; NULL: not needed */
    struct holes *holes; /* for each question of the truth */
    struct judged_places *places;
    struct docid_count docids;
    /* If the run leaves questions of the truth unanswered: its questions that the truth does not have. */
    struct bytes *unknown_qids;
    size_t n_unknown_qids;
    struct slice_scores *slices; /* one for each slice of the scores */
};

/* {0} is empty and safe to release. */
struct scores {
    struct text_list measures_asked; /* the lists of --measures */
    struct field_options fields;
    struct truth_choice choice;
    struct measure_list measures; /* the given ones, then those that only the report examines */
    size_t n_asked;
    size_t judged; /* index of the measure Judged at the depth that is examined */
    enum ties ties;
    enum score_type type; /* of the runs' scores */
    enum questions questions;
    bool questions_fixed; /* by a saved baseline: options can't change them */
    int precision;
    size_t depth;           /* number of documents of each question that count; 0: all */
    struct run_rules rules; /* changes to the documents of runs before ranking */
    bool merges_twins;      /* identical documents of the database count as one */
    struct same_documents same;
    bool looks_at_ties;          /* also compute means with ties broken the other way, for a remark */
    bool takes_empty;            /* score a run without documents; else it is an error */
    bool takes_shards;           /* no remark on a run that has few questions of the truth */
    bool judged_only;            /* add judged_only= to measures that support it and do not set it */
    double level;                /* likewise for rel=; 0: not given */
    struct measure_names *names; /* of the given measures; NULL until they are derived */
    enum texts texts;            /* texts that the report can hold */
    struct zscores zscores;      /* turn values into z-scores; without a path they stay */
    const char *run;      /* name of the only run, whose parts are all the files; NULL: each file is a run */
    const char *by;       /* field that splits the questions; NULL: none */
    const char *weighted; /* field with the weights; NULL: equal weights */
    bool redraws_votes;   /* draw the votes behind the truth's labels anew, if there are any */
    struct truth truth;
    struct known_texts known;      /* of a database: names of its questions and documents */
    struct known_judged known_ids; /* of other truth: the ids of its documents */
    struct world *world;           /* for opening the database */
    struct slices slices;          /* of the truth's questions */
    double *weights;               /* of the truth's questions; NULL: equal weights */
    struct scored_run *runs;
    size_t n_runs;
    struct arena arena; /* memory that lives as long as the report */
};

/* Call it first: applies the options about measures and fields. */
MUST_CHECK bool scores_read_options(struct scores *scores, struct err *err);
/* Sets the parameters of a measure from the options, unless the measure sets them itself. */
void scores_settle_measure(const struct scores *scores, struct measure *measure);
/*
 * Reads the truth, the first operand, and scores the runs, the other operands, by the given measures and by `extra`,
 * whose index is n_asked. `extra` may be NULL.
 */
MUST_CHECK bool scores_make(struct scores *scores, const struct measure *extra,
                            const struct arguments *arguments, struct world *world, struct err *err);
void scores_release(struct scores *scores);

/* Returns whether any grade is high enough for the measure to count a document as relevant. */
bool scores_reach_relevance(const struct scores *scores, size_t measure);
/* Returns the canonical name of a measure, with a Z before it for z-scores. It lives as long as the scores. */
const char *scores_measure_name(struct scores *scores, size_t measure);
/* Stands for all questions instead of a slice. */
extern const size_t scores_whole;
/* Returns the name of a slice in tables; the whole is "all". */
struct bytes scores_slice_name(const struct scores *scores, size_t slice);
/* Prints which means, as printed, would change if ties were broken the other way. */
void scores_remark_ties(const struct scores *scores, struct world *world);
/* Returns whether documents of a run were renamed, judging by their docids. */
bool scores_are_renamed(const struct scores *scores, size_t run);
/*
 * ERR_INPUT: documents of a run were renamed, judging by their docids, so that its scores would be meaningless. The
 * error names the remedies, including --insist.
 */
MUST_CHECK bool scores_check_renamed(const struct scores *scores, struct err *err);
/*
 * Returns whether all runs are scored on the same questions. With --questions both, each is scored on those that it
 * answers.
 */
bool scores_share_questions(const struct scores *scores);
/*
 * Prints what the means are based on, if that is less than everything, and which slices are too small for a verdict.
 */
void scores_remark(const struct scores *scores, struct world *world);
/*
 * Prints how many of the first documents of each run are judged, if that is few for one run, or clearly fewer for one
 * than for another. The depth is that of the first measure, or ten. Returns whether it printed something.
 */
bool scores_remark_unjudged(const struct scores *scores, struct world *world);
