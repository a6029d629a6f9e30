/*
 * Reads vectors of questions from an embedding model: JSON lines like {"id": …, "vector": [0.1, -2, …]}. The id may
 * have any name of a question's id. All vectors of a file have the same length.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct vectors {
    const float **of; /* one for each requested question, scaled to length 1 */
    size_t length;    /* the number of components of each */
    struct arena arena;
};

/* {0} is safe to release. */
void vectors_release(struct vectors *vectors);
/*
 * Reads the vectors of `n` questions, at least one; a qid may be repeated. Vectors of other questions are checked but
 * not kept. ERR_INPUT, with the line: it is not such an object; a vector has no numbers, another length, a value that
 * is not a number, or only zeros; or a question has a second vector. Without a line: a question has no vector.
 */
MUST_CHECK bool vectors_read(struct vectors *out, const char *path, const struct bytes *qids, size_t n,
                             struct err *err);
