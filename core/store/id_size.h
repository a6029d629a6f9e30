/* Limits the size of ids. PostgreSQL indexes the ids, and an index entry there holds fewer bytes than a file allows. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct db;

enum { ID_SIZE_MAX = 4096 }; /* in bytes, on a server and in a file; the longest path of a file */

/*
 * Checks that the database can store this id. `what` names the kind of the id in the message. ERR_INPUT: the id is too
 * long.
 */
MUST_CHECK bool id_require_size(const struct db *db, const char *what, struct bytes id, struct err *err);
