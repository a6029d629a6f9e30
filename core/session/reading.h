/*
 * The documents of one question that one annotator has read: those on the ballots that the annotator answered and
 * that were shown long enough. If one of several merged duplicates was read, all of them count as read
 * (core/store/content/twins.h). A document whose text was corrected since counts as unread. All this is kept in
 * memory and read once per question, so that no vote asks the database for it.
 *
 * "Long enough" means one second for each READING_BYTES_PER_SECOND bytes of new text on the ballot, about twenty
 * words. That is five times the usual reading speed (238 words a minute; Brysbaert, How many words do
 * we read per minute?, 2019), so it covers skimming. At most READING_BYTES_MAX, about a hundred words, count per
 * document, because annotators who look for an answer need not read to the end. An unknown time counts as long
 * enough.
 *
 * Sixteen beginnings of texts of the pool show how rare the words of the question are. They, too, are read once per
 * question.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

enum { READING_BYTES_PER_SECOND = 120, READING_BYTES_MAX = 600 };

/* {0} knows no question and is safe to release. */
struct question_reading {
    int64_t question_id;
    struct arena arena;
    struct seen_document *documents; /* the documents that were read, in the order of their ballots */
    size_t n;
};

void reading_release(struct question_reading *reading);
/* Replaces the state by what the database says about the question: the seen documents, ballot by ballot. */
void reading_take_question(struct question_reading *reading, int64_t question_id,
                           const struct seen_document *seen, size_t n);
/* Adds a ballot of the question that was answered in this time; removes a ballot whose answer was undone. */
void reading_add(struct question_reading *reading, const struct ballot *ballot, int64_t elapsed_ms);
void reading_forget(struct question_reading *reading, int64_t ballot_id);
/* Sets for each document of a ballot of this question whether it was read on another ballot. */
void reading_mark(const struct question_reading *reading, struct ballot *ballot);
