/* Opening databases on a server. */
#ifndef ASSAY_CORE_STORE_POSTGRESQL_SERVER_H
#define ASSAY_CORE_STORE_POSTGRESQL_SERVER_H

#include "core/base/busy.h"
#include "core/base/err.h"

#include <stdint.h>

struct db;

/* Of docids, qids, names and uuids, in bytes: see schema.sql. */
enum { SERVER_ID_SIZE_MAX = 2000 };

/* Whether it begins like the address of a database on a server, and not like a file's name. */
bool server_is_address(const char *path);
/* See store_use_password. */
void server_use_password(const char *address, const char *password, const char *key_password);
/*
 * Connects: to the first host that will, for at most ten seconds a host unless the address says otherwise. Its name in messages
 * is host and database, without the rest of the address. Without `writes` nothing can be written.
 */
bool server_open(struct db **out, const char *address, bool writes, struct busy_watch watch, struct err *err)
    __attribute__((warn_unused_result));
/* Where those are that this user's search_path does not lead to, added to `schema`; nothing: nowhere. */
bool server_find_other_schema(struct db *db, struct buffer *schema, struct err *err)
    __attribute__((warn_unused_result));

/* Adds who else is connected to the database, each name once; nothing: nobody. */
bool server_list_others(struct db *db, struct buffer *names, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Around rows that are added with their numbers and sums, inside the transaction that has made the tables: in between no
 * trigger runs, and no key between tables is looked at. In the end all of them are.
 */
bool server_begin_copying(struct db *db, struct err *err) __attribute__((warn_unused_result));
bool server_end_copying(struct db *db, struct err *err) __attribute__((warn_unused_result));

/* To be called where many rows came in, inside their transaction: what is asked from now on is planned by them. */
bool server_count_anew(struct db *db, struct err *err) __attribute__((warn_unused_result));

#endif
