/* For this folder alone: reads settings together with other queries. */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/store/database/db.h"
#include "core/store/settings.h"

/* Asks for a setting together with other queries; setting_take ends the query. As setting_get. */
struct query setting_ask(struct store *store, enum setting setting);
MUST_CHECK bool setting_take(struct query *query, enum setting setting, struct arena *arena,
                             struct bytes *value, struct err *err);

/* All settings as they are stored at one moment. */
struct kept_settings {
    struct bytes values[SETTING_COUNT]; /* empty: not set */
    uint64_t digest;                    /* settings_digest */
};
/*
 * Reads the settings; the values lie in the arena. settings_start returns the query for this, to be prefetched
 * (database/db.h).
 */
MUST_CHECK bool settings_read_kept(struct store *store, struct arena *arena, struct kept_settings *kept,
                                   struct err *err);
struct query settings_start(struct store *store);
/* Return a setting's value. ERR_DATABASE: another program has stored an invalid value. */
MUST_CHECK bool kept_setting_real(struct store *store, const struct kept_settings *kept, enum setting setting,
                                  double *value, struct err *err);
MUST_CHECK bool kept_setting_choice(struct store *store, const struct kept_settings *kept,
                                    enum setting setting, size_t *choice, struct err *err);
MUST_CHECK bool kept_setting_overlap(struct store *store, const struct kept_settings *kept,
                                     struct overlap *overlap, struct err *err);

/*
 * Returns whether the row accepts the value, and spells it as in the row's own list. ERR_USAGE says what the row takes.
 */
MUST_CHECK bool setting_accepts(const struct setting_row *row, struct bytes *value, struct err *err);
