/*
 * The parts of a database. The tables have a version, and steps lead from one version to the next. The other parts
 * (triggers, views, functions, rights) can be recreated at any time. A database keeps a digest of the SQL of each part
 * (assay_schema.made_of), so that a program with other SQL notices the difference:
 *
 *     assay=1.0.0 helpers=0123456789abcdef tables=… triggers=… views=… functions=… rights=…
 *
 * Files have no functions and no rights. A server has the part "rights" once rights were given.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"

/* The facts that a database stores about itself. */
struct made {
    int64_t version; /* of the tables; 0: there are no tables of assay */
    struct bytes of; /* assay_schema.made_of */
    bool is_owner;   /* the session may change tables, triggers and views */
    bool has_all_triggers;
};

/* Returns the word after "name=" in such a text; empty: there is none. */
struct bytes made_word(struct bytes made_of, const char *name);
/* Returns whether rights were given. */
bool made_has_rights(struct bytes made_of);
/* Returns whether a later version of assay than this program made it. */
bool made_by_later(struct bytes made_of);
/*
 * Returns the parts that differ from those of this program: "triggers, views"; empty: none. `tables` tells whether the
 * tables are among them.
 */
const char *made_list_other_parts(struct bytes made_of, bool is_on_server, bool *tables, struct arena *arena);

/* Adds the SQL that makes a database out of nothing, with the digests of its parts. */
void made_add_all(struct buffer *sql, bool is_on_server);
/* Adds the SQL of all parts except the tables, with the digests. It can be run again. */
void made_add_parts(struct buffer *sql, bool is_on_server, bool has_rights);
/* Adds the SQL that drops the views of a server, because views can block a step that changes a table. */
void made_add_view_drops(struct buffer *sql);
/* Adds the steps from this version of the tables to this program's version. */
void made_add_steps(struct buffer *sql, bool is_on_server, int64_t version);
/* Adds the names of a server's triggers, quoted and separated by commas; returns their number. */
int made_add_trigger_names(struct buffer *names);
