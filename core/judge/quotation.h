/*
 * A part of a text: what it says, and where it stood. It says so still when the text has become another one.
 */
#ifndef ASSAY_CORE_JUDGE_QUOTATION_H
#define ASSAY_CORE_JUDGE_QUOTATION_H

#include "core/base/bytes.h"
#include "core/base/err.h"

enum { QUOTATION_SIZE_MAX = 4000 };

/* In place of a start: where it stands is not known. */
enum { QUOTATION_ANYWHERE = -1 };

/* Offsets are bytes of the text as it is stored. {0}: none. */
struct quotation {
    int64_t start;     /* the bytes before it */
    struct bytes text; /* any bytes, at most QUOTATION_SIZE_MAX; empty: there is none */
};

/* Whether the text has it, at its place; none is in every text. */
bool quotation_stands_in(const struct quotation *quotation, struct bytes text);
/* Finds the first place of one whose place is not known. ERR_INPUT: the text does not have it, there or anywhere. */
bool quotation_find(struct quotation *quotation, struct bytes text, struct err *err)
    __attribute__((warn_unused_result));
/* Whether it is short enough to be kept; ERR_INPUT when not. */
bool quotation_is_accepted(const struct quotation *quotation, struct err *err)
    __attribute__((warn_unused_result));

#endif
