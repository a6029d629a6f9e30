/* The state of the answers up to which a reader knows them, to ask for later changes. */
#pragma once

#include <stdint.h>

/* The last answer, the last withdrawal and the last addition that are known; {0}: none is. */
struct answer_change {
    int64_t answer_id;
    int64_t withdrawal_id;
    int64_t addition_id;
};
