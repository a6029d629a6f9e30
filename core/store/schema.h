/*
 * For this folder alone: the tables, indexes, triggers and views that a database must have. The model is a database that this
 * program's own SQL makes.
 */
#ifndef ASSAY_CORE_STORE_SCHEMA_H
#define ASSAY_CORE_STORE_SCHEMA_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct db;

/* Something that is not as it must be. */
struct schema_flaw {
    const char *what;      /* "the trigger answer_is_given is missing" */
    const char *mend;      /* SQL that mends it; NULL: what was in it is lost */
    bool concerns_readers; /* a table or a view: what is read may be anything */
    bool is_beside;        /* a trigger or a view, which can be made anew without loss */
};

/*
 * Compares, with the texts of sqlite_schema. Other tables with their indexes, and other views, are ignored: assay never uses
 * them.
 */
bool schema_list_flaws(struct db *db, struct arena *arena, struct schema_flaw **flaws, size_t *n,
                       struct err *err) __attribute__((warn_unused_result));
/* Whether all of them can be mended by what stands beside the tables, their triggers and views. */
bool schema_is_beside(const struct schema_flaw *flaws, size_t n);
/* Whether nothing of them concerns readers. */
bool schema_is_readable(const struct schema_flaw *flaws, size_t n);
/* ERR_DATABASE, with what to do about it, where something is not as it must be for who reads, or who writes. */
bool schema_require(struct db *db, bool only_reads, struct err *err) __attribute__((warn_unused_result));
/* Adds the SQL that drops the triggers of assay's tables, whoever made them, and its views. */
bool schema_add_drops(struct db *db, struct buffer *sql, struct err *err) __attribute__((warn_unused_result));

#endif
