/*
 * The units that two or three texts have in common in the same place: in the same order, and below the same heading
 * or table header.
 */
#pragma once

#include "core/match/differences.h"
#include "tui/text/units.h"

/* For one text; the arrays are in an arena. */
struct shared_units {
    unsigned *others;                        /* by unit; bit 1 << i: text i has it too … */
    size_t *partners[DIFFERENCES_TEXTS_MAX]; /* … as this unit of text i; NO_UNIT: it has not */
};

/* Starts with nothing shared. `units` and `shared` have one element for each of the `n` texts. */
void shared_units_begin(struct arena *arena, const struct text_units *const *units, size_t n,
                        struct shared_units *shared);

/* Notes what texts `i` and `j` share. */
void shared_units_pair(struct arena *arena, const struct text_units *const *units,
                       struct shared_units *shared, size_t i, size_t j);

/*
 * The unit of text `other` that says the same as this unit of text `i`, or that is in its place. NO_UNIT: there is
 * none.
 */
size_t shared_units_beside(const struct text_units *const *units, const struct shared_units *shared, size_t i,
                           size_t unit, size_t other);
