/* How far answers are known to whoever asks what came since. */
#ifndef ASSAY_CORE_STORE_VOTES_ANSWER_CHANGE_H
#define ASSAY_CORE_STORE_VOTES_ANSWER_CHANGE_H

#include <stdint.h>

/* Up to where the answers are known: the last one that was given, the last withdrawal, the last addition; {0}: before all. */
struct answer_change {
    int64_t answer_id;
    int64_t withdrawal_id;
    int64_t addition_id;
};

#endif
