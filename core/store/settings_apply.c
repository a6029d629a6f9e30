/*
 * Stores settings and applies what follows from them. If a setting changes what questions need, the change is made in
 * the transaction that stores the setting. Separate from settings.c, because the code that computes these needs reads
 * settings.
 */
#include "core/store/content/question_places.h"
#include "core/store/postgresql/server.h"
#include "core/store/setting_changes.h"
#include "core/store/settings_private.h"
#include "core/store/content/unsettled.h"
#include "core/store/store_private.h"
#include "core/store/votes/set_aside.h"

typedef bool target_refresher(struct store *store, size_t ballot_size, int64_t impressions, struct err *err);

static bool refresh_by(struct store *store, target_refresher *refresh, struct err *err)
{
    int64_t ballot_size, impressions;
    return setting_get_integer(store, SETTING_BALLOT_SIZE, &ballot_size, err) &&
           setting_get_integer(store, SETTING_IMPRESSIONS, &impressions, err) &&
           refresh(store, (size_t)ballot_size, impressions, err);
}

static bool apply_by(struct store *store, target_refresher *refresh, struct err *err)
{
    return refresh_by(store, refresh, err) && question_places_refresh(store, err) &&
           questions_settle_unsettled(store, err);
}

bool settings_apply_to_part(struct store *store, struct err *err)
{
    return refresh_by(store, store_refresh_unsettled_targets, err) && questions_settle_unsettled(store, err);
}

bool settings_apply(struct store *store, struct err *err)
{
    return apply_by(store, store_refresh_targets, err);
}

/* Adds the change to the log entry of the command. */
static bool note_change(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    struct arena arena = {0};
    struct buffer note = {0};
    struct bytes before;
    const bool read = setting_get(store, setting, &arena, &before, err);
    if (read)
        setting_change_add(setting, before, value, &note);
    log_note(store, buffer_bytes(&note));
    buffer_release(&note);
    arena_release(&arena);
    return read;
}

bool setting_put(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    const struct setting_row *row = &setting_rows[setting];
    if (!setting_accepts(row, &value, err) || !store_begin(store, err))
        return false;
    if (note_change(store, setting, value, err) && (row->suits == NULL || row->suits(store, value, err)) &&
        store_put_setting(store, row->key, value, err) &&
        (!row->changes_targets || settings_apply(store, err)) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool settings_apply_to_unsettled(struct store *store, struct err *err)
{
    return (!store_is_on_server(store) || server_count_anew(store->db, err)) &&
           apply_by(store, store_refresh_unsettled_targets, err);
}

bool store_heed_set_aside(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct bytes names;
    const bool heeded =
        setting_get(store, SETTING_SET_ASIDE, &arena, &names, err) && set_aside_take(store, names, err);
    arena_release(&arena);
    return heeded;
}
