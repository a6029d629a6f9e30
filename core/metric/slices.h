/*
 * Slices: the questions of a truth, grouped by their value of a field.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Too few questions for a verdict. With five, even a run that is better on all of them has p = 2 / 2^5, and an
 * interval over fewer than ten is too often wrong.
 */
enum { SLICE_LEAST = 10 };

struct slice {
    struct bytes name; /* the common value of its questions; empty: they have none */
    size_t n_questions;
};

/* {0} has no slices and is safe to release. */
struct slices {
    struct slice *items; /* by ascending bytes of their names; questions without a value last */
    size_t n;
    size_t *of_question; /* the slice of each question */
};

/* Groups `n` questions by their values, which must outlive the slices. */
void slices_make(struct slices *out, const struct bytes *values, size_t n);
void slices_release(struct slices *slices);

/* Returns whether there are enough questions for a verdict. */
bool slice_is_enough(const struct slice *slice);
