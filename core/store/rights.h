/*
 * Rights. Everybody who may write to a file may do everything. On a server that restricts rights, each session is the
 * annotator with the name of its user. A session with an annotator's rights sees the questions, the answers and the
 * sums, but only its own name with an answer (postgresql/rights.sql). The server enforces this whatever a program asks
 * for; the functions here are the checks that commands make first.
 *
 * With an annotator's rights a statement sees fewer rows and never fails. So a statement that reads the answers or
 * ballots of others either asks a view of views.sql, or store_require_all refuses it before. sees_all() goes by the
 * user of the session; inside a function that runs with its owner's rights it is always true.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/*
 * Copies into the arena the only name under which this session can answer. Empty: under any name, because no rights are
 * given.
 */
MUST_CHECK bool store_read_own_name(struct store *store, struct arena *arena, struct bytes *name,
                                    struct err *err);
/* ERR_USAGE: the session can answer only under another name. */
MUST_CHECK bool store_require_name(struct store *store, struct bytes name, struct err *err);

/* Announces that store_sees_all or a similar check follows: see query_prefetch (database/db.h). */
void rights_prefetch(struct store *store);
/* Returns whether the session sees which annotator gave which answer, in `sees_all`. */
MUST_CHECK bool store_sees_all(struct store *store, bool *sees_all, struct err *err);
/* ERR_DATABASE, with `what` ("who said what") in the message: the session does not see everybody's answers. */
MUST_CHECK bool store_require_all(struct store *store, const char *what, struct err *err);

/* --- Giving rights ------------------------------------------------------------------------------ */

enum rights { RIGHTS_NONE, RIGHTS_ANNOTATOR, RIGHTS_LEAD };

struct rights_change {
    const char *name; /* of an existing role: roles and passwords are not created here */
    enum rights rights;
};

/*
 * Makes all changes or none, in one transaction. A right that a role already has stays. The first right that is given
 * closes the database to everybody without rights. ERR_INPUT: the database is a file; the user does not own the
 * database; a role does not exist, or is not restricted by rights.
 */
MUST_CHECK bool store_change_rights(struct store *store, const struct rights_change *changes, size_t n,
                                    struct err *err);

/* ERR_INPUT, with the refused action ("rights are given") in the message: the user does not own the database. */
MUST_CHECK bool rights_require_owner(struct store *store, const char *done, struct err *err);

/* A user with rights. */
struct granted {
    struct bytes name;
    bool is_lead;
};

/* Lists the users with rights, ordered by name and copied into the arena. */
MUST_CHECK bool store_list_rights(struct store *store, struct arena *arena, struct granted **rows, size_t *n,
                                  struct err *err);
