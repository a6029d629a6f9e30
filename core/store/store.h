/*
 * The database: opened, closed, and its transactions. Its content has headers of its own, whose functions take the handle as
 * their first argument: fill.h, imports.h, carrying.h, removal.h, judgments.h, settings.h, annotators.h, dealing.h, answers.h,
 * received.h, status.h, questions.h, documents.h, votes.h, replay.h, search.h, labels.h, models.h, raters.h, check.h, backup.h,
 * project_copy.h, merging.h. Nothing above this folder knows what kind of database it is. All of it is for one thread.
 */
#ifndef ASSAY_CORE_STORE_STORE_H
#define ASSAY_CORE_STORE_STORE_H

#include "core/base/busy.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

enum store_mode {
    STORE_READING,   /* as STORE_EXISTING, and nothing is written: no rights to write are needed */
    STORE_EXISTING,  /* the file must be a database of assay */
    STORE_CREATE,    /* it may be missing or empty, and is made then by the first transaction */
    STORE_CHECKING,  /* as STORE_READING, whatever tables, indexes and triggers it has: for check.h alone */
    STORE_REPAIRING, /* as STORE_EXISTING, likewise */
    STORE_UPGRADING, /* as STORE_EXISTING, whatever version its tables have: for upgrade.h alone */
};

/*
 * Errors name the file: missing, no database, not of assay, of an older or newer assay, damaged. It is refused when its tables,
 * indexes, triggers or views are not what this program makes; who only reads needs the tables and views alone. Parts beside the
 * tables that another assay has made are recreated first, by a session that may do so (upgrade.h). A database that is made has
 * tables from its first store_begin on; until that is committed it is an empty file, which store_close removes if it was not
 * there before and nobody else has it open.
 */
bool store_open(struct store **out, const char *path, enum store_mode mode, struct err *err)
    __attribute__((warn_unused_result));

/*
 * As store_open. The watch is asked while this program waits for another one that writes to the database, or a server, in the
 * middle of any call, now and later; it must not call into the store. After a minute a wait fails anyway; all waits
 * of opening are one.
 */
bool store_open_watched(struct store **out, const char *path, enum store_mode mode, struct busy_watch watch,
                        struct err *err) __attribute__((warn_unused_result));
/*
 * A new database for this store alone, which is called so in messages, and gone once it is closed: in memory, or where it is
 * large in a temporary file that has no name.
 */
bool store_open_private(struct store **out, const char *name, struct err *err)
    __attribute__((warn_unused_result));
/* From now on this one is asked; returns the one before. */
struct busy_watch store_watch_busy(struct store *store, struct busy_watch watch);

/* NULL is fine. */
void store_close(struct store *store);
/* The name of the database in messages. */
const char *store_path(const struct store *store);
/* The name of the database in commands that a message suggests, as db_address (database/db.h). */
const char *store_address(const struct store *store);
bool store_is_on_server(const struct store *store);
/* The copy of the file as it was, when store_repair (check.h) or store_upgrade (upgrade.h) has changed it; NULL: they have not. */
const char *store_kept_copy(const struct store *store);
/* The parts of another assay that store_open has recreated: "triggers, views"; NULL: none. */
const char *store_renewed(const struct store *store);
/*
 * Whether the path leads to a file of a database that is open in this program. Such
 * a file must not be opened: closing it would take all of SQLite's locks away, other
 * programs would take themselves for alone, and votes would be lost ("How To Corrupt
 * An SQLite Database File", 2.2). import/files/file.h asks before it opens. For any thread.
 */
bool store_has_file(const char *path);
/* Whether it begins like the address of a database on a server (postgresql://…), and not like a file's name. */
bool store_is_address(const char *path);
/*
 * The password of this address, which does not have it itself: for all stores that are opened by it from now on. One
 * address has one, the last. Both are copied, and kept in memory alone. For the program's start.
 */
void store_use_password(const char *address, const char *password, const char *key_password);
/* Whether the file's first bytes are those of a database (of any program), or of its -wal. */
bool store_is_database(struct bytes beginning);

/* All or nothing: what happens between begin and commit is durable together, or not there at all. */
bool store_begin(struct store *store, struct err *err) __attribute__((warn_unused_result));
/*
 * Nothing more is written; what is read before the commit a server is asked together with it. When it was committed, and then
 * is rolled back since something could not be read, it may be kept: see store_may_be_kept.
 */
void store_foresee_commit(struct store *store);
bool store_commit(struct store *store, struct err *err) __attribute__((warn_unused_result));
void store_rollback(struct store *store);

/* How long another program that writes is waited for, a minute at first; and whether that was the last failure. */
void store_set_patience(struct store *store, int ms);
bool store_was_busy(const struct store *store);
/*
 * Whether the last failure was that another session wrote the same at the same time, and was first, as a server allows; waits
 * so long if so. The same transaction, begun again, finds what that one wrote.
 */
bool store_wait_if_met_another(struct store *store, int ms);
/* Whether there is no server to be had, since a connection was lost, or could not be made; until one is made. */
bool store_is_away(const struct store *store);
/*
 * Whether so, and who waits goes on waiting after so long: the busy watch is asked. Without a watch nobody could end the
 * wait, so there is none; nor is there for a server that lets nobody in.
 */
bool store_wait_if_away(struct store *store, int ms);
/*
 * Whether it is not known if the last transaction was committed: the connection to the server was lost before it had answered.
 * A caller that tries again first checks what was written.
 */
bool store_may_be_kept(const struct store *store);

/* How often a server was waited for so far, which is what a long way to it costs; a file has none. */
int64_t store_count_trips(const struct store *store);

/* Reads several things as of one moment: between these two nobody's votes get in. One can be inside another. */
bool store_begin_reading(struct store *store, struct err *err) __attribute__((warn_unused_result));
void store_end_reading(struct store *store);

enum { LOG_WHAT_MAX = 1000 /* bytes of what was done; more is cut off */ };

/*
 * The next transaction that is committed is the user's who did this at that time. On a server `who` is not taken: it is the session's
 * user. Copies.
 */
void store_sign(struct store *store, struct bytes who, struct bytes what, int64_t at);

/* A read by another thread fails at this moment. */
void store_interrupt(struct store *store);

/*
 * A number that is another one once anybody else (another program, another annotator) has written to the database; on a
 * server also after what one wrote oneself, and what anybody wrote to another database of it.
 */
bool store_get_version(struct store *store, int64_t *version, struct err *err)
    __attribute__((warn_unused_result));

#endif
