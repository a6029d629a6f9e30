/*
 * The parts of a database. The tables have a version, and steps lead from one version to the next. The other parts (triggers,
 * views, functions, rights) can be recreated at any time: a database keeps a digest of the SQL of each part
 * (assay_schema.made_of), so that a program with another text sees it.
 *
 *     assay=1.0.0 helpers=0123456789abcdef tables=… triggers=… views=… functions=… rights=…
 *
 * Files have no functions and no rights. A server has rights where some were given.
 */
#ifndef ASSAY_CORE_STORE_DATABASE_MADE_H
#define ASSAY_CORE_STORE_DATABASE_MADE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"

/* The facts that a database stores about itself. */
struct made {
    int64_t version; /* of its tables; 0: there are none of assay's */
    struct bytes of; /* assay_schema.made_of */
    bool is_owner;   /* the session may change tables, triggers and views */
    bool has_all_triggers;
};

/* The word behind a name in such a text; empty: there is none. */
struct bytes made_word(struct bytes made_of, const char *name);
/* Whether rights were given. */
bool made_has_rights(struct bytes made_of);
/* Whether a later version of assay made it than this program is. */
bool made_by_later(struct bytes made_of);
/* The parts that are not as this program makes them: "triggers, views". Empty: there is none. `tables` is whether the tables are among them. */
const char *made_list_other_parts(struct bytes made_of, bool is_on_server, bool *tables, struct arena *arena);

/* Adds the SQL that makes a database out of nothing, and what it says of itself. */
void made_add_all(struct buffer *sql, bool is_on_server);
/* Adds the SQL of the parts beside the tables, which can be run again, and of what the database says of itself. */
void made_add_parts(struct buffer *sql, bool is_on_server, bool has_rights);
/* Adds the SQL that drops the views of a server, which a step may be in the way of. */
void made_add_view_drops(struct buffer *sql);
/* Adds the steps from a version of the tables to this program's. */
void made_add_steps(struct buffer *sql, bool is_on_server, int64_t version);
/* Adds the names of a server's triggers, in quotes and with commas between them; returns how many there are. */
int made_add_trigger_names(struct buffer *names);

#endif
