/*
 * For this folder alone: questions with work, the one with the least labelling done first, of equal ones the first in
 * the order of dealing (question_places.h). A step lists them once, and takes each at most once.
 */
#pragma once

#include "core/store/labelling/step.h"

/* Prefetches the first part of the list. */
void work_prefetch(struct labelling_step *step);
/* Reads the first part of the list, unless it was read, and prefetches the docket of its first question. */
MUST_CHECK bool work_prefetch_first(struct labelling_step *step, struct err *err);
/* Takes the first question that was not taken yet; 0: there is none. */
MUST_CHECK bool work_take_first(struct labelling_step *step, int64_t *question_id, struct err *err);
