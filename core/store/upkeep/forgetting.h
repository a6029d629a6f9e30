/*
 * An annotator who is to be forgotten gets another name: votes stay, and all that is made of them. The old name is kept nowhere, but for a
 * salted digest, by which a merge knows it in a database of before; that hides it from a look, not from somebody who tries out names.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_FORGETTING_H
#define ASSAY_CORE_STORE_UPKEEP_FORGETTING_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct renaming_of_annotator {
    struct bytes old, new;
    bool blanks_notes; /* also what they noted goes */
    uint64_t salt;     /* random */
};

/*
 * In one transaction, with the settings and the log in which the name stands. ERR_INPUT: there is no such annotator, the new name is that of
 * another one or of a model, or can't be one; on a server notes are blanked by somebody else than the owner.
 */
bool store_rename_annotator(struct store *store, const struct renaming_of_annotator *renaming,
                            struct err *err) __attribute__((warn_unused_result));

/* --- For this folder ----------------------------------------------------------------------------- */

/* Whose name became another one. */
struct forgotten_name {
    struct bytes digest, salt, name;
    bool without_notes;
};

/* Adds a database's to the list, in the arena. */
bool forgotten_names_read(struct store *store, struct arena *arena, struct forgotten_name **names, size_t *n,
                          struct err *err) __attribute__((warn_unused_result));
/* The new name for this name, or the name itself if nobody with it was forgotten. */
struct bytes forgotten_names_find(const struct forgotten_name *names, size_t n, struct bytes name);
/* Takes a name out of the log, inside the caller's transaction. */
bool forgotten_name_leave_log(struct store *store, struct bytes old, struct bytes new, struct err *err)
    __attribute__((warn_unused_result));

#endif
