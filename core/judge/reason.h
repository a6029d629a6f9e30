/*
 * Reasons for a vote, as the lead has set them: a few words, of which one key gives one.
 */
#ifndef ASSAY_CORE_JUDGE_REASON_H
#define ASSAY_CORE_JUDGE_REASON_H

#include "core/base/bytes.h"
#include "core/base/err.h"

enum { REASONS_MAX = 6, REASON_SIZE_MAX = 60 };

/* {0}: there are none. */
struct reason_list {
    struct bytes items[REASONS_MAX];
    size_t n;
};

/* Of a text such as "correct, complete, current", which the list points into. ERR_USAGE: it is none. */
bool reason_list_parse(struct bytes text, struct reason_list *list, struct err *err)
    __attribute__((warn_unused_result));
/* The reason that is written so, capitals or not; ERR_INPUT with those that there are. */
bool reason_list_find(const struct reason_list *list, struct bytes written, struct bytes *reason,
                      struct err *err) __attribute__((warn_unused_result));

#endif
