/* The status as metrics for a monitoring system. */
#ifndef ASSAY_CLI_LABEL_STATUS_METRICS_H
#define ASSAY_CLI_LABEL_STATUS_METRICS_H

#include "core/base/bytes.h"

struct activity;
struct status;

/*
 * Adds one exposition of OpenMetrics 1.0 (https://github.com/prometheus/OpenMetrics, "OpenMetrics Exposition Format"), up to its "# EOF".
 * All are gauges: an undone vote is one less.
 */
void status_add_metrics(const struct status *status, const struct activity *activity, struct buffer *text);

#endif
