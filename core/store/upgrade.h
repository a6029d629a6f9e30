/*
 * Brings a database up to date (database/made.h). Tables of an older version are changed only by `assay upgrade`; every
 * other command refuses them and names `assay upgrade`. Triggers, views, functions and rights of another assay version
 * are recreated by the first session that may do so. Each of these is one transaction.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct made;
struct store;

struct upgrade {
    int64_t from, to;    /* the versions of the tables, before and after */
    const char *renewed; /* the other parts that are recreated: "triggers, views"; "": none */
    const char *sql;     /* all statements of the transaction; NULL: there is nothing to do */
};

/*
 * Plan the upgrade (in the arena), or carry it out. The store was opened with STORE_UPGRADING. Before the tables of a
 * file change, the file is copied to "labels.db.version-1": see store_kept_copy. ERR_INPUT: a later assay made the
 * tables, or another assay of the same version; the session's user is not the owner; other sessions are connected to a
 * server whose tables would change, so they would go on using the old tables.
 */
MUST_CHECK bool store_plan_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade,
                                   struct err *err);
MUST_CHECK bool store_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade,
                              struct err *err);

/* --- For this folder ----------------------------------------------------------------------------- */

/*
 * ERR_INPUT, with the remedy: the tables have another version. `made` are the facts that the database stores about
 * itself.
 */
MUST_CHECK bool upgrade_require_version(const struct store *store, const struct made *made, struct err *err);
/*
 * Check that the database can be used, and recreate outdated parts if the session may: see store_renewed. ERR_INPUT: it
 * can't be used; the message says who can upgrade it, by which command. ERR_DATABASE: it is damaged. To read a file,
 * only its tables and views must be right.
 */
MUST_CHECK bool upgrade_require_file(struct store *store, struct err *err);
MUST_CHECK bool upgrade_require_server(struct store *store, const struct made *made, struct err *err);
/* Recreates everything except the tables on a server, in the caller's transaction. */
MUST_CHECK bool upgrade_make_anew(struct store *store, bool has_rights, struct err *err);
