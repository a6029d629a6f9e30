/* For this folder alone: settings that are asked for with whatever else is asked. */
#ifndef ASSAY_CORE_STORE_SETTINGS_PRIVATE_H
#define ASSAY_CORE_STORE_SETTINGS_PRIVATE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/store/database/db.h"
#include "core/store/settings.h"

/* Asks for a setting, to be read with what else is asked; setting_take ends it. As setting_get. */
struct query setting_ask(struct store *store, enum setting setting);
bool setting_take(struct query *query, enum setting setting, struct arena *arena, struct bytes *value,
                  struct err *err) __attribute__((warn_unused_result));

/* What a setting says that was read as `kept`; empty: it is not set. ERR_DATABASE: another program has put there what can't be. */
bool setting_read_real(struct store *store, enum setting setting, struct bytes kept, double *value,
                       struct err *err) __attribute__((warn_unused_result));
bool setting_read_choice(struct store *store, enum setting setting, struct bytes kept, size_t *choice,
                         struct err *err) __attribute__((warn_unused_result));
bool setting_read_overlap(struct store *store, struct bytes kept, struct overlap *overlap, struct err *err)
    __attribute__((warn_unused_result));

/* The same for all of them: settings_digest. */
struct query settings_ask_digest(struct store *store);
bool settings_take_digest(struct query *query, uint64_t *digest, struct err *err)
    __attribute__((warn_unused_result));

/* Whether the row takes such a value, which is then spelled as in the row's own list; ERR_USAGE says what it takes. */
bool setting_accepts(const struct setting_row *row, struct bytes *value, struct err *err)
    __attribute__((warn_unused_result));

#endif
