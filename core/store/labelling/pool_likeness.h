/*
 * For this folder alone: how like each other the texts of a pool are, and how long, as it is kept for the question in hand.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_POOL_LIKENESS_H
#define ASSAY_CORE_STORE_LABELLING_POOL_LIKENESS_H

#include <stddef.h>
#include <stdint.h>

struct pool_likeness {
    int64_t question_id;
    int64_t import_id, imported_at; /* of the last import when the texts were read; 0: there was none */
    size_t n;
    int64_t *document_ids;
    double *likeness; /* n × n */
    double *words;    /* of each text */
};

/* NULL is fine. */
void pool_likeness_free(struct pool_likeness *likeness);

#endif
