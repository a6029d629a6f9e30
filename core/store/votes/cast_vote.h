/* A vote, in the form that all readers of votes share. */
#pragma once

#include "core/judge/ballot.h"

/* A vote that stands. */
struct cast_vote {
    int64_t answer_id;
    int64_t annotator_id;
    /* By the numbers of the candidates; a candidate that stands for several shown documents is in it once. */
    struct choice choice;
};
