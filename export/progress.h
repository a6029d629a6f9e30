/*
 * How far the labelling is, as the JSON of commands and faces has it.
 */
#ifndef ASSAY_EXPORT_PROGRESS_H
#define ASSAY_EXPORT_PROGRESS_H

#include "core/judge/forecast.h"
#include "core/store/content/strata.h"

struct json;

/* Adds "strata", an object for each; nothing where none are set. */
void json_add_strata(struct json *object, const struct strata *strata);

/* Adds "forecast": what is left, with the ends of its interval of 95 %; null is what is not known. */
void json_add_forecast(struct json *object, const struct forecast *forecast);

#endif
