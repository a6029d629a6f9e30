/*
 * The beginning of a session: the facts about the annotator, and the first ballot. All of them are requested together, so that
 * assay waits for a server at most three times, unless the first question has nothing to offer.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_ENTERING_H
#define ASSAY_CORE_STORE_LABELLING_ENTERING_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/labelling/dealer.h"
#include "core/store/labelling/drafts.h"

struct store;

struct entry {
    /* The lease of a ballot of theirs runs: they are at it elsewhere, or that session ended without giving it back. */
    bool holds_ballot;
    struct drafts drafts;
    struct taken_ballot taken;
};

/*
 * Leases that only a clock that was ahead can have given end, twice as long as any: what they hold would not be dealt until
 * then. Twice, since `now` may be of before a wait for another program. The annotator is added when new, as
 * store_put_annotators does, and is the dealer's from then on. In a transaction of the caller; drafts into the arena.
 */
bool store_enter(struct store *store, struct bytes annotator, struct dealer *dealer, struct arena *arena,
                 struct entry *entry, struct err *err) __attribute__((warn_unused_result));

#endif
