/*
 * Slices: the questions of a truth, parted by what they have in a field.
 */
#ifndef ASSAY_CORE_METRIC_SLICES_H
#define ASSAY_CORE_METRIC_SLICES_H

#include "core/base/bytes.h"

/*
 * Fewer questions than this are no ground for a verdict: of five even a run that is better on all has p = 2 / 2^5, and an
 * interval over less than ten holds too rarely.
 */
enum { SLICE_LEAST = 10 };

struct slice {
    struct bytes name; /* the value that its questions have in common; empty: they have none */
    size_t n_questions;
};

/* {0} has no slices and is safe to release. */
struct slices {
    struct slice *items; /* by ascending bytes of their names, those without a value last */
    size_t n;
    size_t *of_question; /* the slice of each question */
};

/* Parts `n` questions by their values, which must outlive the slices. */
void slices_make(struct slices *out, const struct bytes *values, size_t n);
void slices_release(struct slices *slices);

/* Whether there are enough questions for a verdict. */
bool slice_is_enough(const struct slice *slice);

#endif
