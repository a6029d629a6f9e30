/*
 * `assay agreement` has three forms, which share a table of options: ballots that several annotators of a database
 * answered; the grades of all graders of a database, in pairs; the grades of two raters.
 */
#pragma once

#include "cli/command.h"
#include "core/metric/ranking.h"
#include "core/metric/statistics/resampling.h"

struct agreement_call {
    bool of_grades;
    int64_t n_worst;
    struct text_list left_out, runs, measures;
    enum ties ties;
    const char *relevant, *disagreements; /* NULL: not given */
    bool per_question;
    struct resampling resampling;
    int precision;
    size_t format;
};

/*
 * Compares grades: with one operand, a database, those of all graders; with two operands those of A and B. Prints its
 * table to world->out. Returns false with *err set, like a command.
 */
MUST_CHECK bool agreement_of_grades(const struct arguments *arguments, struct world *world, struct err *err);
/* Adds the lines of help that explain the coefficients of grades. */
void agreement_add_coefficients(struct buffer *out);
