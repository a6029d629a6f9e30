/*
 * The database: opening, closing and transactions. Other headers are for its content; their functions take the handle
 * as first argument: fill.h, imports.h, carrying.h, removal.h, judgments.h, settings.h, annotators.h, dealing.h,
 * answers.h, received.h, status.h, questions.h, documents.h, votes.h, replay.h, search.h, labels.h, models.h, raters.h,
 * check.h, backup.h, project_copy.h, merging.h. Code above this folder does not know what kind of database it is. A
 * store is for one thread.
 */
#pragma once

#include "core/base/busy.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

enum store_mode {
    STORE_READING,  /* as STORE_EXISTING, but never writes: needs no right to write */
    STORE_EXISTING, /* the file must be a database of assay */
    /* The file may be missing or empty: then the first transaction makes the database. */
    STORE_CREATE,
    STORE_CHECKING,  /* as STORE_READING, with any tables, indexes and triggers: for check.h alone */
    STORE_REPAIRING, /* as STORE_EXISTING, with any tables, indexes and triggers: for check.h alone */
    STORE_UPGRADING, /* as STORE_EXISTING, with tables of any version: for upgrade.h alone */
};

/*
 * Opens a database. Errors name the file: missing, no database, of another program, of an older or newer assay,
 * damaged. A database is refused when its tables, indexes, triggers or views are not those that this program makes; for
 * reading only the tables and views must be right. Triggers and views that another assay has made are recreated first,
 * if the session may do so (upgrade.h). A new database gets its tables at its first store_begin. Until that transaction
 * is committed it is an empty file. store_close removes the empty file if this program has made it and nobody else has
 * it open.
 */
MUST_CHECK bool store_open(struct store **out, const char *path, enum store_mode mode, struct err *err);

/*
 * As store_open, with a watch. The watch is called, now and later, in the middle of any call that waits for a server or
 * for another program that writes; it must not call into the store. A wait fails after a minute in any case. All waits
 * of opening count as one.
 */
MUST_CHECK bool store_open_watched(struct store **out, const char *path, enum store_mode mode,
                                   struct busy_watch watch, struct err *err);
/*
 * Makes a new database for this store alone, named `name` in messages, which disappears when it is closed. It is in
 * memory; a large one is in a temporary file without a name.
 */
MUST_CHECK bool store_open_private(struct store **out, const char *name, struct err *err);
/* Replaces the busy watch; returns the previous one. */
struct busy_watch store_watch_busy(struct store *store, struct busy_watch watch);

/* Closes the store; NULL is allowed. */
void store_close(struct store *store);
/* Returns the name of the database for messages. */
const char *store_path(const struct store *store);
/* Returns the name of the database for commands that a message suggests, as db_address (database/db.h). */
const char *store_address(const struct store *store);
bool store_is_on_server(const struct store *store);
/*
 * Returns the path of the copy that store_repair (check.h) or store_upgrade (upgrade.h) made before changing the file;
 * NULL: none.
 */
const char *store_kept_copy(const struct store *store);
/* Returns the parts of another assay that store_open has recreated: "triggers, views"; NULL: none. */
const char *store_renewed(const struct store *store);
/*
 * Returns whether the path leads to a file of a database that is open in this program. Such a file must not be opened.
 * When a program closes it, the system drops all locks that SQLite holds on it. Other programs would believe that they
 * are alone, and votes would be lost ("How To Corrupt An SQLite Database File", 2.2). import/files/file.h calls this
 * before it opens a file. Any thread may call it.
 */
bool store_has_file(const char *path);
/* Returns whether the path begins like the address of a database on a server (postgresql://…). */
bool store_is_address(const char *path);
/*
 * Sets the password for an address that has none in itself. It holds for all stores that are opened with this address
 * from now on; a later call replaces it. Both passwords are copied, and are only kept in memory. Call it at the
 * program's start.
 */
void store_use_password(const char *address, const char *password, const char *key_password);
/* Returns whether these first bytes of a file are those of an SQLite database (of any program) or of its -wal. */
bool store_is_database(struct bytes beginning);

/* Begins a write transaction. After store_commit all its changes are durable together; otherwise there are none. */
MUST_CHECK bool store_begin(struct store *store, struct err *err);
/*
 * Announces that the transaction writes nothing more. A server then gets the commit together with what is read before
 * it. If a read fails after such a commit, and the transaction is rolled back, its changes may still be kept: see
 * store_may_be_kept.
 */
void store_prefetch_commit(struct store *store);
MUST_CHECK bool store_commit(struct store *store, struct err *err);
void store_rollback(struct store *store);

/*
 * Sets how long to wait for another program that writes; at first a minute. store_was_busy returns whether the last
 * failure was that this wait was too long.
 */
void store_set_patience(struct store *store, int ms);
bool store_was_busy(const struct store *store);
/*
 * Returns whether the last failure was a conflict on a server: another session wrote the same rows at the same time,
 * and was first. If so, it waits for `ms` milliseconds. When the caller begins the transaction again, it sees the
 * other's changes.
 */
bool store_wait_if_met_another(struct store *store, int ms);
/*
 * Returns whether the server can't be reached: a connection was lost or could not be made, and none has been made
 * since.
 */
bool store_is_away(const struct store *store);
/*
 * Waits for `ms` milliseconds if the server can't be reached, and returns whether to try again; the busy watch is
 * asked. It does not wait without a watch, because then nobody could end the wait, nor for a server that refuses the
 * login.
 */
bool store_wait_if_away(struct store *store, int ms);
/*
 * Returns whether it is unknown if the last transaction was committed, because the connection to the server was lost
 * before it had answered. A caller that tries again must first check what was written.
 */
bool store_may_be_kept(const struct store *store);

/* Returns the number of round trips to the server so far, which are slow over a long distance; a file has none. */
int64_t store_count_trips(const struct store *store);

/*
 * Begins a reading: until store_end_reading all reads see one state of the database, without later votes. Readings can
 * be nested.
 */
MUST_CHECK bool store_begin_reading(struct store *store, struct err *err);
void store_end_reading(struct store *store);

/* The size limit of a log entry's description, in bytes; more is cut off. */
enum { LOG_WHAT_MAX = 1000 };

/*
 * Names the user, the action and the time (ms since 1970) that are logged with the next committed transaction. On a
 * server `who` is ignored: the user is the session's. Copies its arguments.
 */
void store_sign(struct store *store, struct bytes who, struct bytes what, int64_t at);

/* Makes a read in another thread fail now. */
void store_interrupt(struct store *store);

/*
 * Gets a number that changes when anybody else (another program, another annotator) has written to the database. On a
 * server it also changes after the store's own writes, and after writes to other databases of this server.
 */
MUST_CHECK bool store_get_version(struct store *store, int64_t *version, struct err *err);
