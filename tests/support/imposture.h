/*
 * Commands whose server is an impostor (impostor.h). Whatever the server says, each command must succeed or give the
 * reason for its failure in one line. No control character from the server may reach the terminal.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The first call talks with a real server, which must exist (postgresql_is_there). Everything is released when the
 * program ends.
 */
void imposture_begin(void);
/* Returns the number of commands. */
size_t imposture_count(void);
/* Returns the index of the first command that contains this word. */
size_t imposture_find(const char *word);
/* Returns how many row sets the server answers to a command, whether they are large or small. */
size_t imposture_count_tables(size_t command);
/* Returns whether the command has the same result and output if the impostor changes nothing. */
bool imposture_is_faithful(size_t command);
/* The first byte selects a command; the others say what its server changes. A violation is a bug (core/base/bug.h). */
void imposture_try(const uint8_t *data, size_t size);
