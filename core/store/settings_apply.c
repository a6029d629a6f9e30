/*
 * What follows from settings. Apart from settings.c, since what questions need is worked out by who reads settings.
 */
#include "core/store/fill.h"
#include "core/store/question_places.h"
#include "core/store/postgresql/server.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

typedef bool target_refresher(struct store *store, size_t ballot_size, int64_t impressions, struct err *err);

static bool apply_by(struct store *store, target_refresher *refresh, struct err *err)
{
    int64_t ballot_size, impressions;
    return setting_get_integer(store, SETTING_BALLOT_SIZE, &ballot_size, err) &&
           setting_get_integer(store, SETTING_IMPRESSIONS, &impressions, err) &&
           refresh(store, (size_t)ballot_size, impressions, err) && question_places_refresh(store, err);
}

bool settings_apply(struct store *store, struct err *err)
{
    return apply_by(store, store_refresh_targets, err);
}

bool settings_apply_to_unsettled(struct store *store, struct err *err)
{
    return (!store_is_on_server(store) || server_count_anew(store->db, err)) &&
           apply_by(store, store_refresh_unsettled_targets, err);
}
