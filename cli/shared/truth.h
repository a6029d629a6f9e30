/*
 * The truth that runs are scored against: a qrels file, the labels of a database as they stand, or judgments that are kept
 * there. Its content tells which.
 */
#ifndef ASSAY_CLI_SHARED_TRUTH_H
#define ASSAY_CLI_SHARED_TRUTH_H

#include "cli/shared/left_out.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/votes/labels.h"
#include "import/qrels.h"

/* {0} is empty and safe to release. */
struct truth {
    const char *path;
    struct qrels qrels;
    struct judged_form form; /* of a file: what its judgments look like */
    bool is_database;
    const char *source;        /* of a database: whose judgments they are; NULL: labels, by the votes */
    struct text_list left_out; /* of a database: whose votes are left out */
    bool keeps_votes;          /* of a database: as in the choice */
    struct label_base base;    /* what labels stand on */
    struct store *store; /* the database, where the caller has it open; NULL: it is opened for a moment */
};

/* What is wanted of a database. {0}: its labels, by all votes. */
struct truth_choice {
    const char *source;        /* whose judgments, in place of the labels; NULL: nobody's */
    struct text_list left_out; /* whose votes are left out */
    bool keeps_votes;          /* votes are drawn anew: see store_read_qrels */
};

/* Whether the file at `path` is a database, by its first bytes. */
bool truth_is_database(const char *path, bool *is_database, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Reads the truth at `path`, which must outlive it, into {0} or one with a store, which the caller has told whom to leave
 * out: of a database its labels or, where a source is named, the judgments
 * of that source. An empty list of measures gets those of the database's
 * setting, or of a qrels file the default ones. ERR_INPUT also: a database without a vote.
 */
bool truth_open(struct truth *truth, const char *path, const struct truth_choice *choice,
                struct measure_list *measures, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
void truth_release(struct truth *truth);
/* ERR_INPUT names a grade that one of the measures is not defined on. */
bool truth_check(const struct truth *truth, const struct measure_list *measures, struct err *err)
    __attribute__((warn_unused_result));
/* Whether subtopics were read, and no question has two of them. */
bool truth_has_one_subtopic(const struct truth *truth);
/* Whether a document has a grade above 0. */
bool truth_has_relevant(const struct truth *truth);
/* Says what judgments lack; of a database: how many questions the scores stand on, which votes or whose judgments, and that votes are few. */
void truth_remark(const struct truth *truth, struct world *world);
/*
 * Of a database: says that its questions with labels are the first ones in the order of import, where that is so, as
 * under balanced dealing. An interval over questions holds for all of them if chance chose those with labels.
 */
void truth_remark_order(const struct truth *truth, struct world *world);

#endif
