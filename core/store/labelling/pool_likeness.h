/* For this folder alone: the likeness and length of the texts of a pool, kept for the question in hand. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct pool_likeness {
    int64_t question_id;
    int64_t import_id, imported_at; /* of the last import before the texts were read; 0: none */
    size_t n;
    int64_t *document_ids;
    double *likeness; /* n × n */
    double *words;    /* number of words of each text */
};

/* Frees the likeness; NULL is allowed. */
void pool_likeness_free(struct pool_likeness *likeness);
