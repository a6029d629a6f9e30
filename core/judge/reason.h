/*
 * Reasons for a vote, which the lead configures: a few words each, chosen by one key.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

enum { REASONS_MAX = 6, REASON_SIZE_MAX = 60 };

/* {0}: there are none. */
struct reason_list {
    struct bytes items[REASONS_MAX];
    size_t n;
};

/*
 * Reads a text such as "correct, complete, current"; the list points into it. Fails with ERR_USAGE if the text is
 * invalid.
 */
MUST_CHECK bool reason_list_parse(struct bytes text, struct reason_list *list, struct err *err);
/* Finds the reason with this text, ignoring case. Fails with ERR_INPUT, which lists the reasons. */
MUST_CHECK bool reason_list_find(const struct reason_list *list, struct bytes written, struct bytes *reason,
                                 struct err *err);
