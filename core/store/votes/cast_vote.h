/* A vote, as all that read votes have it. */
#ifndef ASSAY_CORE_STORE_VOTES_CAST_VOTE_H
#define ASSAY_CORE_STORE_VOTES_CAST_VOTE_H

#include "core/judge/ballot.h"

/* A vote that stands. */
struct cast_vote {
    int64_t answer_id;
    int64_t annotator_id;
    struct choice
        choice; /* by the numbers of the candidates; one that stands for identical documents is there once */
};

#endif
