/*
 * A passage of a text and where it is. It is kept even if the text changes later.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

enum { QUOTATION_SIZE_MAX = 4000 };

/* In place of a start: the position is unknown. */
enum { QUOTATION_ANYWHERE = -1 };

/* Offsets are bytes of the text as it is stored. {0}: none. */
struct quotation {
    int64_t start;     /* number of bytes before it */
    struct bytes text; /* any bytes, at most QUOTATION_SIZE_MAX; empty: there is none */
};

/* Returns whether the text has the quotation at its place. An empty quotation is in every text. */
bool quotation_stands_in(const struct quotation *quotation, struct bytes text);
/*
 * Finds the first place of a quotation whose position is unknown. Fails with ERR_INPUT if the text does not contain
 * it at its place, or anywhere.
 */
MUST_CHECK bool quotation_find(struct quotation *quotation, struct bytes text, struct err *err);
/* Returns whether it is short enough to be stored. Otherwise it returns false with ERR_INPUT. */
MUST_CHECK bool quotation_is_accepted(const struct quotation *quotation, struct err *err);
