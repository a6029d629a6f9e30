/*
 * Drafts: notes and marks on open ballots before the answer is given. They are stored as they are typed, so that no end
 * of the program loses them. Nothing uses them, and no export contains them.
 *
 * A note is a row of note_draft, marked evidence a row of evidence_draft. Both are written in the pause after a key. A
 * session reads its annotator's drafts at its start, so a ballot without a draft costs nothing. An answer removes the
 * drafts of its ballot. Leases are renewed in the same pause, because a key must not wait for the disk.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

struct note_draft {
    int64_t ballot_id;
    struct bytes note;
};

struct evidence_draft {
    int64_t ballot_id;
    struct evidence_mark mark; /* as it was marked; the ballot's document may no longer contain it */
};

/* The drafts on an annotator's open ballots. */
struct drafts {
    struct note_draft *notes;
    size_t n_notes;
    struct evidence_draft *marks;
    size_t n_marks;
};

/*
 * Store the note (may be empty) or the mark (may be none), in place of the previous one. In a transaction of the
 * caller.
 */
MUST_CHECK bool store_put_note_draft(struct store *store, int64_t ballot_id, struct bytes note,
                                     struct err *err);
MUST_CHECK bool store_put_evidence_draft(struct store *store, int64_t ballot_id,
                                         const struct evidence_mark *mark, struct err *err);
MUST_CHECK bool store_remove_note_draft(struct store *store, int64_t ballot_id, struct err *err);
MUST_CHECK bool store_remove_evidence_draft(struct store *store, int64_t ballot_id, struct err *err);
