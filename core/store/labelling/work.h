/*
 * For this folder alone: questions with work, the one with the least labelling done first, of equal ones the first in the order of
 * dealing (question_places.h). They are listed once in a step; each is taken once.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_WORK_H
#define ASSAY_CORE_STORE_LABELLING_WORK_H

#include "core/store/labelling/step.h"

/* The first part of the list will be read. */
void work_foresee(struct labelling_step *step);
/* The docket of the first question will be read; the list is, if it was not. */
bool work_foresee_first(struct labelling_step *step, struct err *err) __attribute__((warn_unused_result));
/* The first one of those that were not taken yet; 0: there is none. */
bool work_take_first(struct labelling_step *step, int64_t *question_id, struct err *err)
    __attribute__((warn_unused_result));

#endif
