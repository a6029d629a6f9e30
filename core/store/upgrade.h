/*
 * Brings a database up to date (database/made.h). Tables of an older version change where somebody asks for it, by `assay upgrade`:
 * every other command names that one. Triggers, views, functions and rights of another assay are made anew by the first session that may
 * do so. Each is one transaction.
 */
#ifndef ASSAY_CORE_STORE_UPGRADE_H
#define ASSAY_CORE_STORE_UPGRADE_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct made;
struct store;

struct upgrade {
    int64_t from, to;    /* the versions of the tables: what they were, and what they are then */
    const char *renewed; /* "triggers, views": what else is made anew; "": nothing */
    const char *sql;     /* all that is done in its transaction; NULL: there is nothing to do */
};

/*
 * Plans the upgrade, in the arena, or carries it out. The store was opened with STORE_UPGRADING. A file whose tables change is
 * copied before, see store_kept_copy: "labels.db.version-1". ERR_INPUT: a later assay, or another one of this version, made the
 * tables; the session is not the owner's; others are connected to a server whose tables would change, and would go on by what
 * they know of them.
 */
bool store_plan_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
    __attribute__((warn_unused_result));
bool store_upgrade(struct store *store, struct arena *arena, struct upgrade *upgrade, struct err *err)
    __attribute__((warn_unused_result));

/* --- For this folder ----------------------------------------------------------------------------- */

/* ERR_INPUT, with what to do, where the tables have another version. `made` is what the database says of itself. */
bool upgrade_require_version(const struct store *store, const struct made *made, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Whether the database can be used as it is, or has been made so: see store_renewed. ERR_INPUT: it can't, and who could do it
 * by which command. ERR_DATABASE: it is damaged. Reading a file needs only its tables and views.
 */
bool upgrade_require_file(struct store *store, struct err *err) __attribute__((warn_unused_result));
bool upgrade_require_server(struct store *store, const struct made *made, struct err *err)
    __attribute__((warn_unused_result));
/* Makes all beside the tables of a server anew, in the caller's transaction. */
bool upgrade_make_anew(struct store *store, bool has_rights, struct err *err)
    __attribute__((warn_unused_result));

#endif
