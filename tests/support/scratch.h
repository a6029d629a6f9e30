/*
 * For fuzz targets that run whole commands: a small database in the target's folder (scratch_folder.h), the same for
 * each input. Targets that need only the folder include only scratch_folder.h: libFuzzer instruments all linked code,
 * whether it is called or not.
 */
#pragma once

#include "tests/support/scratch_folder.h"

struct called;

/*
 * Returns the path of a database with documents d1 … d5, questions q1 and q2 with pools, judgments, and votes, one of
 * which was undone. Earlier changes to the database are reverted.
 */
const char *scratch_database(void);

/*
 * Checks what must hold for any call: it succeeded, or the error is one line. Releases the call. Returns whether it
 * succeeded.
 */
bool scratch_told(struct called called);
/* Ends the program unless `check` finds the database in order. */
void scratch_check(const char *database);
