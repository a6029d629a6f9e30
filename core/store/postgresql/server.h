/* Opening databases on a server. */
#pragma once

#include "core/base/busy.h"
#include "core/base/err.h"

#include <stdint.h>

struct db;

/* The largest size of docids, qids, names and uuids, in bytes: see schema.sql. */
enum { SERVER_ID_SIZE_MAX = 2000 };

/* Returns whether the path begins like the address of a database on a server. */
bool server_is_address(const char *path);
/* See store_use_password. */
void server_use_password(const char *address, const char *password, const char *key_password);
/*
 * Connects to the first host that accepts, for at most ten seconds per host unless the address says otherwise. Messages
 * name the database by host and database, without the rest of the address. Without `writes` nothing can be written.
 */
MUST_CHECK bool server_open(struct db **out, const char *address, bool writes, struct busy_watch watch,
                            struct err *err);
/*
 * Adds to `schema` the name of a schema that has assay's tables but is not in this user's search_path; nothing: there
 * is none.
 */
MUST_CHECK bool server_find_other_schema(struct db *db, struct buffer *schema, struct err *err);

/* Adds the names of the users who are also connected to the database, each once; nothing: nobody is. */
MUST_CHECK bool server_list_others(struct db *db, struct buffer *names, struct err *err);

/*
 * Call these around rows that are added with their numbers and sums, inside the transaction that has made the tables.
 * In between no trigger runs and no foreign key is checked; all keys are checked at the end.
 */
MUST_CHECK bool server_begin_copying(struct db *db, struct err *err);
MUST_CHECK bool server_end_copying(struct db *db, struct err *err);

/* Call it when many rows were added, inside their transaction: later statements are planned with the new counts. */
MUST_CHECK bool server_count_anew(struct db *db, struct err *err);
