#include "core/store/upgrade.h"

#include "core/store/upkeep/copy.h"
#include "core/store/postgresql/server.h"
#include "core/store/schema.h"
#include "core/store/store_private.h"

#include <stdio.h>

/* --- Databases that can't be used as they are ------------------------------------------------------ */

/* Returns the end of a message: who can upgrade the database, and how. */
static const char *remedy(const struct store *store, const struct made *made, struct arena *arena)
{
    if (made->is_owner)
        return arena_format(arena, "upgrade it with `assay upgrade %s`", db_address(store->db));
    return "the owner of the database upgrades it with `assay upgrade ADDRESS`";
}

static bool fail_older(const struct store *store, const struct made *made, struct err *err)
{
    struct arena arena = {0};
    err_set(err, ERR_INPUT, "%s: made by an older assay (schema %lld, this assay has %d); %s",
            db_path(store->db), (long long)made->version, schema_version, remedy(store, made, &arena));
    arena_release(&arena);
    return false;
}

bool upgrade_require_version(const struct store *store, const struct made *made, struct err *err)
{
    if (made->version > schema_version)
        return err_set(err, ERR_INPUT,
                       "%s: made by a newer assay (schema %lld, this assay knows %d); update this assay",
                       db_path(store->db), (long long)made->version, schema_version);
    return made->version == schema_version || fail_older(store, made, err);
}

/* Checks that this program may recreate these parts of a database whose tables have its own version. */
static bool require_own(const struct store *store, const struct made *made, const char *parts, bool tables,
                        struct err *err)
{
    struct bytes by = made_word(made->of, "assay");
    if (made_by_later(made->of))
        return err_set(err, ERR_INPUT, "%s: assay %.*s has made its %s; update this assay",
                       db_path(store->db), BYTES_FORMAT(by), parts);
    return !tables || err_set(err, ERR_INPUT,
                              "%s: its tables differ from those of this assay, although both have version "
                              "%d; use the assay %.*s that made them",
                              db_path(store->db), schema_version, BYTES_FORMAT(by));
}

static bool fail_other(const struct store *store, const struct made *made, const char *parts, struct err *err)
{
    struct arena arena = {0};
    err_set(err, ERR_INPUT, "%s: another version of assay has made its %s; %s", db_path(store->db), parts,
            remedy(store, made, &arena));
    arena_release(&arena);
    return false;
}

/* --- The upgrade ----------------------------------------------------------------------------------- */

/*
 * Adds all steps in order, without BEGIN and COMMIT. The lock makes other sessions wait: they read assay_schema when
 * they begin.
 */
static bool add_sql(const struct store *store, const struct made *made, struct buffer *sql, struct err *err)
{
    const bool is_on_server = db_is_on_server(store->db);
    if (is_on_server)
        buffer_add_string(sql, "LOCK TABLE assay_schema IN ACCESS EXCLUSIVE MODE;\n");
    else if (!schema_add_drops(store->db, sql, err))
        return false;
    if (made->version < schema_version) {
        if (is_on_server)
            made_add_view_drops(sql);
        made_add_steps(sql, is_on_server, made->version);
    }
    made_add_parts(sql, is_on_server, made_has_rights(made->of));
    return true;
}

/* Plans the upgrade of a database from the facts that it stores about itself. */
static bool plan(const struct store *store, const struct made *made, struct arena *arena,
                 struct upgrade *upgrade, struct err *err)
{
    bool tables;
    struct buffer sql = {0};
    *upgrade = (struct upgrade){.from = made->version, .to = schema_version};
    upgrade->renewed = made_list_other_parts(made->of, db_is_on_server(store->db), &tables, arena);
    if (made->version > schema_version)
        return upgrade_require_version(store, made, err);
    if (made->version == schema_version && upgrade->renewed[0] == '\0')
        return true;
    if (made->version == schema_version && !require_own(store, made, upgrade->renewed, tables, err))
        return false;
    bool planned = add_sql(store, made, &sql, err);
    if (planned)
        upgrade->sql = arena_copy_string(arena, buffer_string(&sql));
    buffer_release(&sql);
    return planned;
}

bool store_plan_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
{
    struct made made;
    return db_read_made(store->db, arena, &made, err) && plan(store, &made, arena, upgrade, err);
}

static bool require_owner(const struct store *store, const struct made *made, struct err *err)
{
    return made->is_owner ||
           err_set(
               err, ERR_INPUT,
               "%s: only the owner of the database and its tables can upgrade it, and you are not the owner",
               db_path(store->db));
}

/* Connected sessions would go on using tables that no longer exist. */
static bool require_alone(const struct store *store, struct arena *arena, struct err *err)
{
    struct buffer names = {0};
    bool looked = server_list_others(store->db, &names, err);
    const char *others = arena_copy(arena, buffer_bytes(&names)).data;
    const bool is_alone = names.size == 0;
    buffer_release(&names);
    return looked &&
           (is_alone || err_set(err, ERR_INPUT,
                                "%s: others are connected (%s); nothing was changed; try again when they "
                                "have ended their sessions",
                                db_path(store->db), others));
}

static bool keep_old(struct store *store, const struct made *made, struct err *err)
{
    char ending[64];
    snprintf(ending, sizeof ending, "version-%lld", (long long)made->version);
    return copy_keep(store->db, ending, &store->kept_copy, err) ||
           err_context(err, "no copy of the database could be kept, so it was not upgraded");
}

static bool prepare_tables(struct store *store, const struct made *made, struct arena *arena, struct err *err)
{
    if (made->version == schema_version)
        return true;
    return db_is_on_server(store->db) ? require_alone(store, arena, err) : keep_old(store, made, err);
}

static bool run(struct store *store, const char *sql, struct err *err)
{
    bool done = db_execute(store->db, sql, err) &&
                (db_is_on_server(store->db) || schema_require(store->db, false, err));
    return done || err_context(err, "the database could not be upgraded, and is unchanged");
}

/*
 * Reads the version again inside the transaction: if two programs find the same older database, only one upgrades it.
 */
static bool change_inside(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
{
    struct made made;
    if (db_is_on_server(store->db) &&
        !db_execute(store->db, "LOCK TABLE assay_schema IN ACCESS EXCLUSIVE MODE", err))
        return false;
    return db_read_made(store->db, arena, &made, err) && plan(store, &made, arena, upgrade, err) &&
           (upgrade->sql == NULL ||
            (prepare_tables(store, &made, arena, err) && run(store, upgrade->sql, err)));
}

static bool change(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
{
    if (db_begin(store->db, err) && change_inside(store, arena, upgrade, err) && log_write(store, err) &&
        db_commit(store->db, err)) {
        log_forget(store);
        return true;
    }
    db_rollback(store->db);
    copy_remove(&store->kept_copy);
    buffer_clear(&store->kept_copy);
    return false;
}

/*
 * Sessions that vote lock the tables in another order, and the server ends one of two sessions in a deadlock. So this
 * tries again.
 */
static bool change_patiently(struct store *store, struct arena *arena, struct upgrade *upgrade,
                             struct err *err)
{
    enum { TRIES = 5, PAUSE_MS = 20 };
    bool changed = change(store, arena, upgrade, err);
    for (int i = 1; !changed && i < TRIES && db_wait_if_met_another(store->db, PAUSE_MS); i++)
        changed = change(store, arena, upgrade, err);
    return changed;
}

bool store_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
{
    struct made made;
    return db_read_made(store->db, arena, &made, err) && plan(store, &made, arena, upgrade, err) &&
           (upgrade->sql == NULL ||
            (require_owner(store, &made, err) && change_patiently(store, arena, upgrade, err)));
}

bool upgrade_make_anew(struct store *store, bool has_rights, struct err *err)
{
    struct buffer sql = {0};
    made_add_parts(&sql, true, has_rights);
    bool made = db_execute(store->db, buffer_string(&sql), err);
    buffer_release(&sql);
    return made;
}

/* --- At opening ------------------------------------------------------------------------------------ */

static bool renew(struct store *store, struct arena *arena, struct err *err)
{
    struct upgrade upgrade;
    bool renewed = store_upgrade(store, arena, &upgrade, err);
    if (renewed)
        buffer_add_string(&store->renewed, upgrade.renewed);
    return renewed;
}

/* Handles a file whose schema has flaws: tells damage from parts that another assay has made. */
static bool require_flawed(struct store *store, const struct schema_flaw *flaws, size_t n,
                           struct arena *arena, struct err *err)
{
    struct made made;
    bool tables;
    if (!db_read_made(store->db, arena, &made, err))
        return false;
    const char *parts = made_list_other_parts(made.of, false, &tables, arena);
    if (made.of.size == 0 || parts[0] == '\0')
        return schema_require(store->db, store->only_reads, err);
    if (!require_own(store, &made, parts, tables || !schema_is_beside(flaws, n), err))
        return false;
    if (!store->only_reads)
        return renew(store, arena, err);
    return schema_is_readable(flaws, n) || fail_other(store, &made, parts, err);
}

bool upgrade_require_file(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct schema_flaw *flaws;
    size_t n;
    bool is_fit = schema_list_flaws(store->db, &arena, &flaws, &n, err) &&
                  (n == 0 || require_flawed(store, flaws, n, &arena, err));
    arena_release(&arena);
    return is_fit;
}

static bool require_parts(struct store *store, const struct made *made, struct arena *arena, struct err *err)
{
    bool tables;
    const char *parts = made_list_other_parts(made->of, true, &tables, arena);
    if (parts[0] == '\0')
        return true;
    if (!require_own(store, made, parts, tables, err))
        return false;
    return made->is_owner && !store->only_reads ? renew(store, arena, err)
                                                : fail_other(store, made, parts, err);
}

/* A session that only reads is allowed although triggers are missing: the commands that print counts verify them. */
bool upgrade_require_server(struct store *store, const struct made *made, struct err *err)
{
    struct arena arena = {0};
    bool is_fit = require_parts(store, made, &arena, err) &&
                  (made->has_all_triggers || store->only_reads || store->renewed.size > 0 ||
                   err_set(err, ERR_DATABASE,
                           "%s: triggers are missing or turned off; the owner of the database recreates "
                           "them, and all counts, with `assay check ADDRESS --repair`",
                           db_path(store->db)));
    arena_release(&arena);
    return is_fit;
}
