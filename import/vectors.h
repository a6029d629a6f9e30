/*
 * Vectors of questions, as an embedding model makes them: JSON lines like {"id": …, "vector": [0.1, -2, …]}, the id by any
 * name that a question's id may have. All of a file have the same length.
 */
#ifndef ASSAY_IMPORT_VECTORS_H
#define ASSAY_IMPORT_VECTORS_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct vectors {
    const float **of; /* of each question that was asked for, scaled to length 1 */
    size_t length;    /* the numbers of each */
    struct arena arena;
};

/* {0} is safe to release. */
void vectors_release(struct vectors *vectors);
/*
 * Reads those of `n` questions, at least one; a qid may come twice. Vectors of others are looked at too, and not kept.
 * ERR_INPUT, with the line: no such object, a vector that has no numbers, another length, something else in it or nothing but
 * zeros, or a second one of a question; without a line: a question has none.
 */
bool vectors_read(struct vectors *out, const char *path, const struct bytes *qids, size_t n, struct err *err)
    __attribute__((warn_unused_result));

#endif
