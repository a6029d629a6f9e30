/*
 * Notes that are typed to open ballots and not given with an answer yet. They are kept as they are typed, so that no
 * end of the program loses one. Nothing is made of them, and no export has them.
 */
#ifndef ASSAY_CORE_STORE_NOTE_DRAFTS_H
#define ASSAY_CORE_STORE_NOTE_DRAFTS_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct note_draft {
    int64_t ballot_id;
    struct bytes note;
};

/* Those of the annotator's open ballots, into the arena. */
bool store_list_note_drafts(struct store *store, int64_t annotator_id, struct arena *arena,
                            struct note_draft **drafts, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Keeps the note, which may be empty, in the place of the one before. In a transaction of the caller. */
bool store_put_note_draft(struct store *store, int64_t ballot_id, struct bytes note, struct err *err)
    __attribute__((warn_unused_result));
bool store_remove_note_draft(struct store *store, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));

#endif
