/*
 * Whether what is kept follows from the votes, for whoever prints figures or is about to label.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_SOUND_H
#define ASSAY_CORE_STORE_UPKEEP_SOUND_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Called once for each thing that there is to say, with one line. */
typedef void check_report(void *context, struct bytes problem);

/*
 * store_begin_reading for whoever is about to hand on what votes come to. The votes are read and held, so that the labels of all
 * questions are counted from them; in a file all that is kept beside them (progress, what is left) is compared with them
 * (kept.c): it fails, and reads nothing, where that does not follow from the votes, or where the file is damaged so that figures
 * would be others. So it is for a command and not for what follows a vote.
 */
bool store_begin_reading_sums(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* Frees, before such a reading ends, the names and votes that it holds for whoever lists candidates. */
void store_let_held_go(struct store *store);

/*
 * Whether what somebody is about to label holds together; nothing is begun. Of a database in which that takes a fiftieth of a
 * second all that is kept is compared, as above. Of a larger one with those on the questions that the annotator's next
 * ballots are of: their open ones, and those that are dealt from next. Of a database on a server nothing is read for that: its
 * rows are not damaged as those of a file are, and triggers that nobody goes around keep the sums; store_check compares them.
 */
bool store_check_next_ballots(struct store *store, struct bytes annotator, struct err *err)
    __attribute__((warn_unused_result));

#endif
