/*
 * The truth for scoring runs: a qrels file, the current labels of a database, or judgments stored in it. The content
 * tells which.
 */
#pragma once

#include "cli/shared/left_out.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/votes/labels.h"
#include "import/qrels.h"

/* {0} is empty and safe to release. */
struct truth {
    const char *path;
    struct qrels qrels;
    struct judged_form form; /* of a file: the form of its judgments */
    bool is_database;
    const char *source;        /* of a database: source of the judgments; NULL: labels from the votes */
    struct text_list left_out; /* of a database: annotators whose votes are left out */
    struct buffer set_aside;   /* of its labels: what left_out_add_set_aside adds */
    bool keeps_votes;          /* of a database: as in the choice */
    struct label_base base;    /* what the labels are based on */
    struct store *store;       /* the database, if the caller has it open; NULL: it is opened briefly */
};

/* What to read from a database. {0}: its labels from all votes. */
struct truth_choice {
    const char *source;        /* read the judgments of this source instead of the labels; NULL: labels */
    struct text_list left_out; /* annotators whose votes are left out */
    bool keeps_votes;          /* votes are drawn anew: see store_read_qrels */
};

/* Sets *is_database to whether the file at `path` is a database, by its first bytes. */
MUST_CHECK bool truth_is_database(const char *path, bool *is_database, struct err *err);
/*
 * Reads the truth at `path`, which must outlive it. `truth` is {0} or has a store that the caller has told whom to
 * leave out. A database gives its labels or, if a source is named, the judgments of that source. If `measures` is
 * empty, it gets those of the database's setting, or the default ones for a qrels file. ERR_INPUT also: the database
 * has no vote.
 */
MUST_CHECK bool truth_open(struct truth *truth, const char *path, const struct truth_choice *choice,
                           struct measure_list *measures, struct world *world, struct err *err);
void truth_release(struct truth *truth);
/* ERR_INPUT names a grade for which one of the measures is undefined. */
MUST_CHECK bool truth_check(const struct truth *truth, const struct measure_list *measures, struct err *err);
/* Returns whether subtopics were read, but no question has two. */
bool truth_has_one_subtopic(const struct truth *truth);
/* Returns whether a document has a grade above 0. */
bool truth_has_relevant(const struct truth *truth);
/*
 * Prints what the judgments lack. For a database, prints how many questions the scores are based on, which votes or
 * whose judgments, and whether votes are few.
 */
void truth_remark(const struct truth *truth, struct world *world);
/*
 * For a database, prints that its labelled questions are the first ones in the order of import, if that is so, as in
 * balanced dealing. An interval over questions applies to all questions only if the labelled ones were chosen at
 * random.
 */
void truth_remark_order(const struct truth *truth, struct world *world);
