/*
 * Rights. Anybody who may write to a file may do everything. On a server that gives rights each session is the annotator of its
 * user's name; one with an annotator's rights sees what was asked and said, the sums, and of who said what the own alone
 * (postgresql/rights.sql). The server holds to that whatever a program asks; here is what commands ask first.
 *
 * With the rights of an annotator a statement sees fewer rows and never fails: a statement that reads the answers
 * or ballots of others asks a view of views.sql, or store_require_all refuses it before. sees_all() goes by the
 * user of the session; inside a function that runs with the rights of its owner it is always true.
 */
#ifndef ASSAY_CORE_STORE_RIGHTS_H
#define ASSAY_CORE_STORE_RIGHTS_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* The annotator in whose name alone this session answers, copied into the arena; empty: in any, no rights are given. */
bool store_read_own_name(struct store *store, struct arena *arena, struct bytes *name, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: the session answers in another name alone. */
bool store_require_name(struct store *store, struct bytes name, struct err *err)
    __attribute__((warn_unused_result));

/* It is going to be asked whether everybody's answers are seen: see query_foresee (database/db.h). */
void rights_foresee(struct store *store);
/* Whether everybody's answers are seen, and by whom they are. */
bool store_sees_all(struct store *store, bool *sees_all, struct err *err) __attribute__((warn_unused_result));
/* ERR_DATABASE, with `what` ("who said what"), where it is not. */
bool store_require_all(struct store *store, const char *what, struct err *err)
    __attribute__((warn_unused_result));

/* --- Giving them -------------------------------------------------------------------------------- */

enum rights { RIGHTS_NONE, RIGHTS_ANNOTATOR, RIGHTS_LEAD };

struct rights_change {
    const char *name; /* of a role that is there: nobody is given a password here */
    enum rights rights;
};

/*
 * All of them or none, in one transaction; what holds already stays. The first rights that are given close the database to all
 * others. ERR_INPUT: in a file; who asks does not own the database; there is no such role, or nothing restricts it.
 */
bool store_change_rights(struct store *store, const struct rights_change *changes, size_t n, struct err *err)
    __attribute__((warn_unused_result));

/* ERR_INPUT, with what was to be done ("rights are given"): who asks does not own the database. */
bool rights_require_owner(struct store *store, const char *done, struct err *err)
    __attribute__((warn_unused_result));

/* Somebody with rights. */
struct granted {
    struct bytes name;
    bool is_lead;
};

/* By name, copied into the arena. */
bool store_list_rights(struct store *store, struct arena *arena, struct granted **rows, size_t *n,
                       struct err *err) __attribute__((warn_unused_result));

#endif
