/*
 * Those who write to a file take turns, in the order in which they came. SQLite alone lets them try again after pauses
 * that grow to a tenth of a second: who comes at the right moment goes first, and some wait for seconds. Turns are locks on
 * bytes of an open file, which all who take turns agree on; whoever does not know of them still comes in between.
 * A turn ends with the program, however that ends.
 *
 * The queue is made of locks on bytes of the -wal, where SQLite has none. One lock would be no queue: whoever
 * gives it back has it again before the one who was woken runs. Nothing but fairness depends on it. It cannot be
 * on the database itself, because closing one more descriptor of that file would drop the locks of SQLite.
 */
#ifndef ASSAY_CORE_BASE_TURN_H
#define ASSAY_CORE_BASE_TURN_H

#include <stdbool.h>

/*
 * Waits for the turn; nobody else may be using this descriptor for one. `go_on` is asked each time that so many
 * milliseconds more were waited, and false ends the wait: then it is nobody's turn, and false is returned. Where the
 * file system has no such locks it is always one's turn.
 */
bool turn_take(int file, bool (*go_on)(void *context, int ms), void *context)
    __attribute__((warn_unused_result));
void turn_give_back(int file);

#endif
