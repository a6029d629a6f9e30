/*
 * Changes rows of a database as an intruder could, past all checks and triggers. The bytes of a fuzz target's input say
 * which.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The size of one step in bytes. A step sets a column of a row to a value, or deletes the row. */
enum { TAMPERING_STEP = 4 };

/* Performs as many steps as the bytes give. Rows whose change SQLite itself refuses stay as they were. */
void tamper_rows(const char *database, const uint8_t *data, size_t size);
