/*
 * Annotators whose votes don't count, as the setting `set_aside` names them: no label, score or figure of agreement is made of
 * their votes. They themselves, what they answered and how far the labelling is are told as ever, and no ballot is dealt again.
 *
 * As those who are left out (left_out.h) they are passed over by the reader of each query. Until store_heed_set_aside
 * (settings.h) is called for a store all count: what is kept of votes, which the setting does not change, is compared with all.
 */
#ifndef ASSAY_CORE_STORE_VOTES_SET_ASIDE_H
#define ASSAY_CORE_STORE_VOTES_SET_ASIDE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* ERR_INPUT unless each name of such a list is an annotator's. */
bool set_aside_check(struct store *store, struct bytes names, struct err *err)
    __attribute__((warn_unused_result));
/* From now on these don't count, and nobody else. A name that nobody has is passed over. */
bool set_aside_take(struct store *store, struct bytes names, struct err *err)
    __attribute__((warn_unused_result));
/* Adds the list with another name in the place of `old`. */
void set_aside_rename(struct bytes names, struct bytes old, struct bytes new, struct buffer *list);

#endif
