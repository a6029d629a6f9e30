/*
 * What one annotator has read of one question: the documents on the ballots that they answered, where those were shown
 * long enough; who read one of merged twins (core/store/content/twins.h) has read all of them. Kept in memory, so that no vote asks
 * the database for it; who goes to another question asks once. What was corrected since is read by nobody.
 *
 * Who skims reads no more than READING_BYTES_PER_SECOND of what is new on a ballot, some twenty words: five times what
 * people read (238 words a minute; Brysbaert, How many words do we read per minute?, 2019). More than READING_BYTES_MAX,
 * a hundred words, are asked of no document, since who looks for an answer need not read it to its end. A time that is
 * not known was long enough.
 *
 * What an annotator has read of the question in hand is in memory, read once per question. How rare the words of
 * the question are is told by the beginnings of sixteen texts of its pool, also once per question: no vote pays
 * for either.
 */
#ifndef ASSAY_CORE_SESSION_READING_H
#define ASSAY_CORE_SESSION_READING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

enum { READING_BYTES_PER_SECOND = 120, READING_BYTES_MAX = 600 };

/* {0} knows no question and is safe to release. */
struct question_reading {
    int64_t question_id;
    struct arena arena;
    struct seen_document *documents; /* that were read, in the order of their ballots */
    size_t n;
};

void reading_release(struct question_reading *reading);
/* What the database says was seen of the question, ballot by ballot, in place of what was there. */
void reading_take_question(struct question_reading *reading, int64_t question_id,
                           const struct seen_document *seen, size_t n);
/* A ballot of the question was answered in this time; its answer does not stand any more. */
void reading_add(struct question_reading *reading, const struct ballot *ballot, int64_t elapsed_ms);
void reading_forget(struct question_reading *reading, int64_t ballot_id);
/* Says of each document of the ballot, of this question, whether it was read on another one. */
void reading_mark(const struct question_reading *reading, struct ballot *ballot);

#endif
