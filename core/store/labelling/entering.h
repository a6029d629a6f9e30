/*
 * The beginning of a session: the facts about the annotator, and the first ballot. All of them are requested together,
 * so that assay waits for a server at most three times, unless the first question has nothing to offer.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/labelling/dealer.h"
#include "core/store/labelling/drafts.h"

struct store;

struct entry {
    /*
     * A lease of theirs still runs: they label in another session, or a session ended without giving its ballot back.
     */
    bool holds_ballot;
    struct drafts drafts;
    struct taken_ballot taken;
};

/*
 * Begins a session in a transaction of the caller. It ends leases that are more than twice as long as any can be. These
 * come from a clock that was ahead, and their ballots would not be dealt for a long time. Twice, because `now` may be
 * older than a wait for another program. Then it adds the annotator if the name is new, as store_put_annotators, sets
 * the dealer's annotator, and takes the first ballot. Drafts are read into the arena.
 */
MUST_CHECK bool store_enter(struct store *store, struct bytes annotator, struct dealer *dealer,
                            struct arena *arena, struct entry *entry, struct err *err);
