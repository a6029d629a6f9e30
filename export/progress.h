/* The progress of labelling, as JSON for commands and faces. */
#pragma once

#include "core/judge/forecast.h"
#include "core/store/content/strata.h"

struct json;

/* Adds "strata", one object each; nothing when none are set. */
void json_add_strata(struct json *object, const struct strata *strata);

/* Adds "forecast": the remaining work, with its 95 % interval. Unknown values are null. */
void json_add_forecast(struct json *object, const struct forecast *forecast);
