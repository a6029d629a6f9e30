/*
 * Commands whose server is an impostor (impostor.h). Whatever that says each is done, or says in one line why not, and nothing
 * of it reaches the terminal as a control.
 */
#ifndef ASSAY_TESTS_SUPPORT_IMPOSTURE_H
#define ASSAY_TESTS_SUPPORT_IMPOSTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first time it talks with a real server, which must be there (postgresql_is_there). Ends with the program. */
void imposture_begin(void);
/* How many commands there are. */
size_t imposture_count(void);
/* The number of the command that has this word. */
size_t imposture_find(const char *word);
/* How many tables of rows the server answers to one, small or large. */
size_t imposture_count_tables(size_t command);
/* Whether the command does and says the same by an impostor that changes nothing. */
bool imposture_is_faithful(size_t command);
/* The first byte is a command, the others what its server changes. A bug (core/base/bug.h) when it does not hold. */
void imposture_try(const uint8_t *data, size_t size);

#endif
