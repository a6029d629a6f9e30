/*
 * Checks whether the truth knows the documents of a run. A run with changed docids scores low and looks like a bad
 * run. The check examines unjudged documents ("holes") among the first ten of each question (core/metric/holes.h). It
 * can't examine all documents: pooled labels know all first documents of some runs, but never all documents of a
 * collection.
 *
 * The evaluator keeps the docids of holes for callers that provide room, because a ranking knows only judged
 * documents.
 */
#pragma once

#include "cli/shared/truth.h"
#include "core/metric/holes.h"

#include <limits.h>

/* Number of questions whose docids are looked up: ten thousand docids are enough. */
enum { DOCIDS_QUESTIONS_MAX = 1000 };

/*
 * Documents, and whether the truth knows them. It knows documents judged under any of its questions, or those of the
 * database.
 */
struct docids {
    const struct truth *truth;
    bool *is_drawn; /* for each question, whether its docids are looked up */
    size_t n_drawn;
    struct map asked;              /* docids, as views into the holes */
    bool *is_known;                /* by their numbers in `asked` */
    uint64_t some, every;          /* the kinds of characters in some, and in all, judged docids */
    uint64_t kinds[UCHAR_MAX + 1]; /* a bit for each character */
};

void docids_open(struct docids *docids, const struct truth *truth);
void docids_close(struct docids *docids);
/* Adds the holes of a run, for each question of the truth. They must outlive the docids. */
void docids_ask(struct docids *docids, const struct holes *holes);
/* Looks up all added docids. */
MUST_CHECK bool docids_look_up(struct docids *docids, struct world *world, struct err *err);

/*
 * Counts of the first documents of a run, over the questions that it answers. {0} is empty and safe to release.
 */
struct docid_count {
    size_t n_questions;
    bool is_drawn; /* counted on a random sample */
    size_t n_first;
    size_t n_judged;       /* documents at any rank, of all questions, that are judged under their question */
    size_t n_unknown;      /* first documents that the truth does not know */
    size_t n_odd;          /* of those, documents whose docids have another form than all known ones */
    struct buffer example; /* an unknown docid */
};

/* Counts over holes that were added and looked up. */
void docids_count(const struct docids *docids, const struct holes *holes, struct docid_count *count);
void docid_count_release(struct docid_count *count);
/* Adds "of its 900 documents among the first 10", and the sample of questions if there is one. */
void docid_count_add(const struct docid_count *count, struct buffer *text);

/*
 * Returns the share of unknown documents, from 0 to 1. NAN: there are too few documents, fewer than HOLES_DEPTH beside
 * labels, or none beside a database, which knows its whole collection.
 */
double docids_unknown_share(const struct docid_count *count, const struct truth *truth);
/*
 * Returns whether so many documents are unknown that some must have been renamed. `usual` is the smallest unknown share
 * in any run. A database knows its whole collection, so more than a tenth is suspicious. Labels know only a part,
 * perhaps a small one: three tenths more than usual is suspicious, or three tenths with docids of another form.
 */
bool docids_are_suspicious(const struct docid_count *count, const struct truth *truth, double usual);
/*
 * Returns whether renaming is practically certain: three tenths are not in the database, or have a form that no docid
 * of the labels has.
 */
bool docids_are_renamed(const struct docid_count *count, const struct truth *truth);
/* Returns whether a run has enough holes to be suspicious, so that looking up its docids is worthwhile. */
bool docids_are_worth_a_look(const struct holes *holes, const struct truth *truth);
/* Returns whether none of the documents is known, and there are enough of them. */
bool docids_are_foreign(const struct docid_count *count, const struct truth *truth);
