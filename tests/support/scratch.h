/*
 * For fuzz targets that try whole commands: in the folder of their own (scratch_folder.h) a small database that is as new
 * for each input. Who needs the folder alone does without the commands: libFuzzer looks through all code there is, whether
 * it was called or not.
 */
#ifndef ASSAY_TESTS_SUPPORT_SCRATCH_H
#define ASSAY_TESTS_SUPPORT_SCRATCH_H

#include "tests/support/scratch_folder.h"

struct called;

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
