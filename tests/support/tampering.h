/*
 * What a stranger can do to the rows of a database, past all checks and triggers, as the bytes of a fuzz target's input say.
 */
#ifndef ASSAY_TESTS_SUPPORT_TAMPERING_H
#define ASSAY_TESTS_SUPPORT_TAMPERING_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are one step: a column of a table, a row, and the value it gets; or the row goes. */
enum { TAMPERING_STEP = 4 };

/* Takes some steps, as many as there are bytes for. What SQLite itself refuses stays as it was. */
void tamper_rows(const char *database, const uint8_t *data, size_t size);

#endif
