/* The status as metrics for monitoring systems. */
#pragma once

#include "core/base/bytes.h"

struct activity;
struct status;

/*
 * Adds an exposition of OpenMetrics 1.0 (https://github.com/prometheus/OpenMetrics, "OpenMetrics Exposition Format"),
 * up to its "# EOF". All metrics are gauges, because undoing a vote lowers them.
 */
void status_add_metrics(const struct status *status, const struct activity *activity, struct buffer *text);
