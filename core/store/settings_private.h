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

/* All settings as they are kept at one moment. */
struct kept_settings {
    struct bytes values[SETTING_COUNT]; /* empty: it is not set */
    uint64_t digest;                    /* settings_digest */
};
/* The values are in the arena. The query is the one that reads them, to be foreseen (database/db.h). */
bool settings_read_kept(struct store *store, struct arena *arena, struct kept_settings *kept, struct err *err)
    __attribute__((warn_unused_result));
struct query settings_start(struct store *store);
/* What one of them says. ERR_DATABASE: another program has put there what can't be. */
bool kept_setting_real(struct store *store, const struct kept_settings *kept, enum setting setting,
                       double *value, struct err *err) __attribute__((warn_unused_result));
bool kept_setting_choice(struct store *store, const struct kept_settings *kept, enum setting setting,
                         size_t *choice, struct err *err) __attribute__((warn_unused_result));
bool kept_setting_overlap(struct store *store, const struct kept_settings *kept, struct overlap *overlap,
                          struct err *err) __attribute__((warn_unused_result));

/* Whether the row takes such a value, which is then spelled as in the row's own list; ERR_USAGE says what it takes. */
bool setting_accepts(const struct setting_row *row, struct bytes *value, struct err *err)
    __attribute__((warn_unused_result));

#endif
