/*
 * A run: the documents that a system retrieved for each question, with their scores. The entries of a question are
 * in the order of the file; the ranking follows from the scores (core/metric/ranking.h).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/hash_index.h"
#include "core/base/map.h"
#include "core/base/words.h"

struct run_entry {
    struct bytes docid;
    double score; /* finite; the higher score comes first */
    uint64_t
        hash; /* bytes_hash of the docid, computed once for the search for duplicates and for judgments */
};

struct run_entry run_entry_of(struct bytes docid, double score);

/* The precision of a run's scores. */
enum score_type {
    SCORE_FLOAT64, /* as precise as they can be read: trec_eval 10, and the default */
    SCORE_FLOAT32, /* rounded to single precision, so more are equal: trec_eval up to 9, and pytrec_eval */
};

/* By enum score_type. */
extern const struct words score_type_words;

/* Which of two documents with the same score comes first. */
enum ties {
    TIES_DOCID_DESC, /* the greater docid by bytes: trec_eval's rule, and the default */
    TIES_DOCID_ASC,  /* the smaller docid by bytes: the rule of the MS MARCO script */
    TIES_INPUT,      /* the first one in the run: the rule of cwl_eval */
    TIES_AVERAGE, /* either, with the same probability, where values are averaged; elsewhere the greater docid */
};

/* By enum ties: the rules that make a ranking, and all rules. */
extern const struct words ranking_ties_words, ties_words;

/* Returns the rule that breaks ties the other way, as well as the existing rules can. */
enum ties ties_other_way(enum ties ties);

/*
 * Compares two entries of one question: <0 if `a` comes before `b`. Both must be in one array, so that their
 * addresses have the order of the file. It is inline because it is called for each line of a run.
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
    struct run_entry *entries; /* in the order of addition */
    size_t n_entries;
    size_t capacity;
};

/* Adds an entry; the docid is not copied. */
void run_question_add(struct run_question *question, struct bytes docid, double score);
/* The same for a docid whose bytes_hash is known. */
void run_question_add_hashed(struct run_question *question, struct bytes docid, double score, uint64_t hash);

/* Rounds the scores to this precision. */
void run_question_round(struct run_question *question, enum score_type scores);

/* Returns the entries in ranking order, best first. The caller frees the array. */
const struct run_entry **run_question_rank(const struct run_question *question, enum ties ties)
    __attribute__((returns_nonnull));

/* Returns the index of the first entry whose docid occurs before it, or n_entries. `seen` is working space. */
size_t run_question_find_duplicate(const struct run_question *question, struct hash_index *seen);

/* Signs that a run file may mean something else than assay has read. */
enum run_doubt {
    RUN_DOUBT_NONE,
    /* the column usually has ranks, but these numbers are not ranks, so they were taken for scores */
    RUN_DOUBT_NO_RANKS,
    RUN_DOUBT_NO_RANKS_RISING, /* the same, and they rise line by line, as distances would */
    RUN_DOUBT_RISING,          /* scores rise with the ranks, as distances would */
    RUN_DOUBT_RISING_BY_LINE,  /* there are no useful ranks, and scores rise line by line */
    RUN_DOUBT_SWAPPED,         /* ranks and scores are in each other's column */
    RUN_DOUBT_EQUAL,           /* scores are equal where the ranks are not */
    RUN_DOUBT_TIED,      /* many such scores, and the rule for ties orders them differently from the ranks */
    RUN_DOUBT_ALL_EQUAL, /* there are no useful ranks, and all scores are equal */
    RUN_DOUBT_NO_TAG,    /* TREC lines that end after the score */
    RUN_DOUBT_BY_VALUE,  /* numbers without a name that says "score", which contradict the order of hits */
    RUN_DOUBT_FALLING,   /* numbers called distances, which fall from hit to hit and so count as scores */
    RUN_DOUBT_SEVERAL,   /* hits of a question have different tags, or systems in a field */
    N_RUN_DOUBTS,
};

/* {0} holds no questions and is safe to release. */
struct run {
    struct bytes name;              /* used in reports; followed by a NUL that its size does not count */
    struct run_question *questions; /* in the order of addition */
    size_t n_questions;
    size_t capacity;
    struct map by_qid;   /* qid → index of `questions` */
    struct arena memory; /* of the bytes of name and ids */
    enum run_doubt doubt;
    bool may_repeat; /* set before reading: a document may occur twice under a question */
};

void run_release(struct run *run);
/*
 * Adds an entry. The ids are not copied: they must be in `memory` or in something that outlives the run. No
 * document may occur twice under a question (run_find_duplicate).
 */
void run_add(struct run *run, struct bytes qid, struct bytes docid, double score);
/* Rounds all scores to this precision. */
void run_round(struct run *run, enum score_type scores);
/* Returns the question `qid`, or NULL if the run does not answer it. */
const struct run_question *run_find(const struct run *run, struct bytes qid);

/*
 * Looks for a document that occurs twice under one question. It is done once for a whole run, because a check in
 * each run_add would take as long as reading. Returns true if one was found, in *qid and *docid.
 */
bool run_find_duplicate(const struct run *run, struct bytes *qid, struct bytes *docid);

/*
 * Makes the names of runs unique. Runs are named after their files. If several of the `n` names are the same, each
 * of them is replaced by its file's path, which must outlive the name.
 */
void run_names_make_unique(struct bytes *names, const char *const *paths, size_t n);
