/*
 * Whether the documents of a run are those that the truth is about: one whose docids were changed scores low, and
 * looks like a bad run. Looked at are the holes among its first documents (core/metric/holes.h), since labels that
 * were pooled know all first documents of some runs, and never all documents of a collection.
 *
 * Renamed documents are recognised by holes among the first ten, because a ranking knows the judged documents
 * alone; the evaluator keeps their docids (core/metric/holes.h) for callers that give it room.
 */
#ifndef ASSAY_CLI_SHARED_DOCIDS_H
#define ASSAY_CLI_SHARED_DOCIDS_H

#include "cli/shared/truth.h"
#include "core/metric/holes.h"

#include <limits.h>

enum { DOCIDS_QUESTIONS_MAX = 1000 }; /* whose docids are looked up: ten thousand say enough */

/* Documents, and whether the truth knows them: those judged under any of its questions, or those of the database. */
struct docids {
    const struct truth *truth;
    bool *is_drawn; /* of each question, whether its docids are looked up */
    size_t n_drawn;
    struct map asked;     /* docids, which lie in the holes */
    bool *is_known;       /* by their numbers */
    uint64_t some, every; /* the kinds of characters that some judged docids have, and that all have */
    uint64_t kinds[UCHAR_MAX + 1]; /* of each character, a bit each */
};

void docids_open(struct docids *docids, const struct truth *truth);
void docids_close(struct docids *docids);
/* Adds the holes of a run, those of each question of the truth, which must outlive the docids … */
void docids_ask(struct docids *docids, const struct holes *holes);
/* … and looks up all that were added. */
bool docids_look_up(struct docids *docids, struct world *world, struct err *err)
    __attribute__((warn_unused_result));

/* The first documents of a run, over the questions that it answers. {0} is empty and safe to release. */
struct docid_count {
    size_t n_questions;
    bool is_drawn; /* they are not all there are: chance has drawn them */
    size_t n_first;
    size_t n_judged;       /* documents at any rank, of all questions, that are judged under their question */
    size_t n_unknown;      /* first documents that the truth does not know */
    size_t n_odd;          /* of those, whose docids are written in another way than all that it knows */
    struct buffer example; /* an unknown docid */
};

/* Counts over holes that were asked for and looked up. */
void docids_count(const struct docids *docids, const struct holes *holes, struct docid_count *count);
void docid_count_release(struct docid_count *count);
/* "of its 900 documents among the first 10", and of which questions, where those are not all. */
void docid_count_add(const struct docid_count *count, struct buffer *text);

/* NAN: there are too few documents to say anything. */
double docids_unknown_share(const struct docid_count *count);
/*
 * Whether so many are unknown that some must have been renamed; `usual` is the smallest share that is unknown in
 * any run. A database knows its whole collection: there a tenth is too much. Labels know a part, sometimes a small
 * one: there it is three tenths more than usual, or three tenths whose docids are written in another way.
 */
bool docids_are_suspicious(const struct docid_count *count, const struct truth *truth, double usual);
/*
 * Whether that is as good as certain: three tenths are not in the database, or are written like no docid of the labels.
 */
bool docids_are_renamed(const struct docid_count *count, const struct truth *truth);
/* Whether a run has holes enough for that, so that a look at what the truth knows is worth its while. */
bool docids_are_worth_a_look(const struct holes *holes, const struct truth *truth);
/* Whether none is known, of enough documents to say so. */
bool docids_are_foreign(const struct docid_count *count);

#endif
