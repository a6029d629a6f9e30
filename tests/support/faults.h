/*
 * A database that fails when a test says so: of the calls by which the program runs statements, each is
 * counted, and a chosen one fails without having run anything. For the program that links it, these calls stand
 * in front of SQLite's own.
 */
#ifndef ASSAY_TESTS_SUPPORT_FAULTS_H
#define ASSAY_TESTS_SUPPORT_FAULTS_H

#include <stddef.h>

/* Call number `call` from now on fails, as on a full disk; 0: none does. Counting starts again at 0. */
void faults_set(size_t call);
/* Calls since faults_set. */
size_t faults_calls(void);

#endif
