/*
 * Forgetting an annotator: they get another name, and their votes stay. The old name is stored nowhere, except as a
 * salted digest, by which a merge recognises it in an older copy of the database. The digest hides the name from
 * readers, but not from somebody who tries out names.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct renaming_of_annotator {
    struct bytes old, new;
    int64_t blank_notes_at; /* also deletes their notes, at this time in ms since 1970; 0: keeps them */
    uint64_t salt;          /* a random number */
};

/*
 * Renames an annotator in one transaction, also in the settings and the log. ERR_INPUT: there is no such annotator; the
 * new name is invalid, or that of another annotator or of a model; notes on a server can be blanked only by the owner.
 */
MUST_CHECK bool store_rename_annotator(struct store *store, const struct renaming_of_annotator *renaming,
                                       struct err *err);

/* --- For this folder ----------------------------------------------------------------------------- */

/* An annotator's old name, as a digest, and the new name. */
struct forgotten_name {
    struct bytes digest, salt, name;
    int64_t blanked_until;
};

/* Adds the forgotten names of a database to the list, in the arena. */
MUST_CHECK bool forgotten_names_read(struct store *store, struct arena *arena, struct forgotten_name **names,
                                     size_t *n, struct err *err);
/* Returns the new name for this name, or the name itself if it was not forgotten. */
struct bytes forgotten_names_find(const struct forgotten_name *names, size_t n, struct bytes name);
/* Replaces a name in the log, inside the caller's transaction. */
MUST_CHECK bool forgotten_name_leave_log(struct store *store, struct bytes old, struct bytes new,
                                         struct err *err);
