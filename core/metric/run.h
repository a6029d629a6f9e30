/*
 * A run: what a system retrieved, for each question its documents with their
 * scores. The order of a question's entries is that of the file; the ranking
 * follows from the scores (core/metric/ranking.h).
 */
#ifndef ASSAY_CORE_METRIC_RUN_H
#define ASSAY_CORE_METRIC_RUN_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/hash_index.h"
#include "core/base/map.h"
#include "core/base/words.h"

struct run_entry {
    struct bytes docid;
    double score;  /* finite; higher stands first */
    uint64_t hash; /* bytes_hash of the docid: taken once, for the look for duplicates and for judgments */
};

struct run_entry run_entry_of(struct bytes docid, double score);

/* How exact the scores of a run are. */
enum score_type {
    SCORE_FLOAT64, /* as exact as they can be read: trec_eval 10, and the default */
    SCORE_FLOAT32, /* rounded to single precision, so more are the same: trec_eval up to 9, and pytrec_eval */
};

/* By enum score_type. */
extern const struct words score_type_words;

/* Which of two documents with the same score stands first. */
enum ties {
    TIES_DOCID_DESC, /* the greater docid by bytes: trec_eval's rule, and the default */
    TIES_DOCID_ASC,  /* the smaller docid by bytes: that of the MS MARCO script */
    TIES_INPUT,      /* the one that stands first in the run: that of cwl_eval */
    TIES_AVERAGE,    /* either, with the same chance: for who averages; elsewhere the greater docid */
};

/* By enum ties; the rules that make a ranking, and all. */
extern const struct words ranking_ties_words, ties_words;

/* The rule that breaks ties the other way, as far as rules are at hand. */
enum ties ties_other_way(enum ties ties);

/*
 * The order of two entries of one question: <0 when `a` stands before `b`. Both lie
 * in one array, so that their addresses are the order of the file. Here, since it is
 * called for each line of a run.
 */
static inline int run_entry_compare(const struct run_entry *a, const struct run_entry *b, enum ties ties)
{
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    switch (ties) {
    case TIES_DOCID_DESC:
    case TIES_AVERAGE:
        return bytes_compare(b->docid, a->docid);
    case TIES_DOCID_ASC:
        return bytes_compare(a->docid, b->docid);
    case TIES_INPUT:
        break;
    }
    return (a > b) - (a < b);
}

struct run_question {
    struct bytes qid;
    struct run_entry *entries; /* in the order they were added */
    size_t n_entries;
    size_t capacity;
};

/* Adds an entry; the docid is not copied. */
void run_question_add(struct run_question *question, struct bytes docid, double score);
/* The same for a docid whose bytes_hash is known. */
void run_question_add_hashed(struct run_question *question, struct bytes docid, double score, uint64_t hash);

/* Makes the scores as exact as this. */
void run_question_round(struct run_question *question, enum score_type scores);

/* The entries in the order of the ranking, the best first; the array is the caller's to free. */
const struct run_entry **run_question_rank(const struct run_question *question, enum ties ties)
    __attribute__((returns_nonnull));

/* The index of the first entry whose docid stands before it too, or n_entries. `seen` is room to work in. */
size_t run_question_find_duplicate(const struct run_question *question, struct hash_index *seen);

/* Signs that a run file may mean something else than assay has read. */
enum run_doubt {
    RUN_DOUBT_NONE,
    RUN_DOUBT_NO_RANKS, /* ranks stand in this kind of run, but these are none: they were taken for scores */
    RUN_DOUBT_NO_RANKS_RISING, /* the same, and they rise line by line, as distances would */
    RUN_DOUBT_RISING,          /* scores that rise where the ranks do, as distances would */
    RUN_DOUBT_RISING_BY_LINE,  /* scores beside which no ranks say anything, and that rise line by line */
    RUN_DOUBT_SWAPPED,         /* ranks and scores that stand in each other's place */
    RUN_DOUBT_EQUAL,           /* scores that are equal where the ranks are not */
    RUN_DOUBT_TIED,            /* many such, and the rule for ties orders them otherwise than the ranks do */
    RUN_DOUBT_ALL_EQUAL,       /* scores beside which no ranks say anything, and that are all equal */
    RUN_DOUBT_NO_TAG,          /* lines of TREC that end behind the score */
    RUN_DOUBT_BY_VALUE,        /* numbers that no name calls scores, and that go against the places of hits */
    N_RUN_DOUBTS,
};

/* {0} holds no questions and is safe to release. */
struct run {
    struct bytes name; /* how reports call it; terminated by a NUL that its size does not count */
    struct run_question *questions; /* in the order they were added */
    size_t n_questions;
    size_t capacity;
    struct map by_qid;   /* qid → index of `questions` */
    struct arena memory; /* the bytes that name and ids are views into */
    enum run_doubt doubt;
    bool may_repeat; /* said before it is read: a document may stand twice under a question */
};

void run_release(struct run *run);
/*
 * Adds an entry. The ids are not copied: they lie in `memory` or in something that outlives the run.
 * No document may stand twice under a question (run_find_duplicate).
 */
void run_add(struct run *run, struct bytes qid, struct bytes docid, double score);
/* Makes all scores as exact as this. */
void run_round(struct run *run, enum score_type scores);
/* The question `qid`, or NULL: the run does not answer it. */
const struct run_question *run_find(const struct run *run, struct bytes qid);

/*
 * Looks for a document that stands twice under one question: once for a whole
 * run, since a look at each run_add would cost as much as reading. True: found,
 * and *qid and *docid say which.
 */
bool run_find_duplicate(const struct run *run, struct bytes *qid, struct bytes *docid);

/*
 * Runs are called by the names of their files. Where several of the `n` names are
 * the same, each of those becomes its file's path, which must outlive it.
 */
void run_names_make_unique(struct bytes *names, const char *const *paths, size_t n);

#endif
