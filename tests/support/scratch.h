/*
 * For fuzz targets that try whole commands: a folder of their own, in memory where that can be, which goes with the program,
 * and in it a small database that is as new for each input.
 */
#ifndef ASSAY_TESTS_SUPPORT_SCRATCH_H
#define ASSAY_TESTS_SUPPORT_SCRATCH_H

#include "core/base/bytes.h"

struct called;

/* Its path; made by the first call, with all that it is going to hold removed at the end. */
const char *scratch_folder(void);
/* A file of this name in it, made anew with this content; its path, valid until the next call. */
const char *scratch_file(const char *name, struct bytes content);
/*
 * The path of a database with documents d1 … d5, questions q1 and q2 with pools, a run, judgments, and votes of which one was
 * taken back. Whatever was done to it before is undone.
 */
const char *scratch_database(void);

/* What must hold of any call: it was done, or says in one line why not. Releases it; whether it was done. */
bool scratch_told(struct called called);
/* Ends the program unless the check of the database says ok. */
void scratch_check(const char *database);

#endif
