/*
 * How far the labelling is, as the JSON of commands and faces has it.
 */
#ifndef ASSAY_EXPORT_PROGRESS_H
#define ASSAY_EXPORT_PROGRESS_H

#include "core/store/strata.h"

struct json;

/* Adds "strata", an object for each; nothing where none are set. */
void json_add_strata(struct json *object, const struct strata *strata);

#endif
