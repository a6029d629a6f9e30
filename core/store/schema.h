/*
 * For this folder alone: compares the tables, indexes, triggers and views of a database with those that it must have.
 * The model is a database made by this program's own SQL.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct db;

/* A difference from the schema that the database must have. */
struct schema_flaw {
    const char *what;      /* "the trigger answer_is_given is missing" */
    const char *mend;      /* SQL that repairs it; NULL: its content is lost */
    bool concerns_readers; /* a table or view: reads may return anything */
    bool is_beside;        /* a trigger or view, which can be recreated without loss */
};

/*
 * Compares the schema with the texts of sqlite_schema; the flaws lie in the arena. Ignores other programs' tables with
 * their indexes, and their views, because assay never uses them.
 */
MUST_CHECK bool schema_list_flaws(struct db *db, struct arena *arena, struct schema_flaw **flaws, size_t *n,
                                  struct err *err);
/* Returns whether all flaws are in triggers and views, so that recreating these repairs the schema without loss. */
bool schema_is_beside(const struct schema_flaw *flaws, size_t n);
/* Returns whether no flaw concerns readers. */
bool schema_is_readable(const struct schema_flaw *flaws, size_t n);
/* ERR_DATABASE, with the remedy: a flaw concerns readers, or, unless `only_reads`, writers. */
MUST_CHECK bool schema_require(struct db *db, bool only_reads, struct err *err);
/* Adds the SQL that drops assay's views and all triggers of assay's tables, including those that others have made. */
MUST_CHECK bool schema_add_drops(struct db *db, struct buffer *sql, struct err *err);
