/*
 * The strata of the setting `strata`, and how much of each is labelled: what scores rest on.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_STRATA_H
#define ASSAY_CORE_STORE_CONTENT_STRATA_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct stratum {
    struct bytes value;          /* of the field; empty: it is not there */
    int64_t questions, labelled; /* of those with candidates; labelled: those with a vote */
};

struct strata {
    struct bytes field;
    struct stratum *items; /* by their values */
    size_t n;              /* 0: none are set */
};

/* In the arena. Reads all questions where strata are set. */
bool store_read_strata(struct store *store, struct arena *arena, struct strata *strata, struct err *err)
    __attribute__((warn_unused_result));
/* Adds "course: de 12 of 80, ml 7 of 20", and of many the first ones; nothing where there are none. */
void strata_add(const struct strata *strata, struct buffer *text);

#endif
