/*
 * The parameters of measures: how each is written, checked and printed. Part of the parsing and printing of
 * core/metric/measures/measure.h.
 */
#pragma once

#include "core/metric/measures/measure.h"

/* How each kind of cutoff is written, by enum measure_cutoff. */
extern const struct cutoff_kind {
    const char *what;    /* "cutoff" */
    const char *example; /* "10" */
    const char *letter;  /* stands for it in help: "k" */
    int decimals;        /* in trec_eval's names */
    bool is_needed;
} cutoff_kinds[];

/* Parses the text after the @ into a measure whose row is set. ERR_USAGE says what the measure takes. */
MUST_CHECK bool cutoff_parse(struct bytes text, struct measure *measure, struct err *err);

/*
 * Parses "p=0.95,rel=2" into a measure whose row is set. A cutoff may be among the parameters, as "cutoff=10" or
 * "recall=0.1". ERR_USAGE says what the measure takes.
 */
MUST_CHECK bool parameters_parse(struct bytes text, struct measure *measure, struct err *err);
/* Adds the parameters of the bits `which` with their values: "p=0.95,rel=2" if the separator is ",". */
void parameters_add(const struct measure *measure, unsigned which, const char *separator,
                    struct buffer *text);
