/* The strata of the setting `strata`, and how much of each is labelled, to show what the scores are based on. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct stratum {
    struct bytes value;          /* of the field; empty: the field is missing */
    int64_t questions, labelled; /* with candidates; `labelled` of these have a vote */
};

struct strata {
    struct bytes field;
    struct stratum *items; /* by value */
    size_t n;              /* 0: no strata are set */
};

/* Reads the strata into the arena. Reads all questions if strata are set. */
MUST_CHECK bool store_read_strata(struct store *store, struct arena *arena, struct strata *strata,
                                  struct err *err);
/* Adds "course: de 12 of 80, ml 7 of 20"; of many strata only the first ones, without strata nothing. */
void strata_add(const struct strata *strata, struct buffer *text);
