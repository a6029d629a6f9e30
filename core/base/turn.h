/*
 * Programs that write to a file take turns, in the order in which they came. SQLite alone lets them retry after
 * pauses that grow to a tenth of a second. The program that retries at the right moment goes first, and others may
 * wait for seconds. A turn is a lock on bytes of an open file. A program that does not use turns can still write in
 * between. A turn ends with the program, however that ends.
 *
 * The queue uses locks on bytes of the -wal file that SQLite does not lock. A single lock would be no queue: the
 * program that releases it would often get it again before the waiting program runs. Only fairness depends on the
 * queue. The locks cannot be on the database file itself, because closing one more descriptor of that file would
 * drop SQLite's locks.
 */
#pragma once

#include "core/base/must_check.h"

#include <stdbool.h>

/*
 * Waits for the turn. Nothing else may use this descriptor for a turn. `go_on` is called after every `ms`
 * milliseconds of waiting. If it returns false, the wait ends without a turn, and turn_take returns false. If the
 * file system has no such locks, turn_take returns true at once.
 */
MUST_CHECK bool turn_take(int file, bool (*go_on)(void *context, int ms), void *context);
void turn_give_back(int file);
