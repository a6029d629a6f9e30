/*
 * `assay agreement` has three forms, which share a table of options: ballots that several annotators of a database
 * answered; the grades of everybody who graded in a database, pair by pair; the grades of two raters.
 */
#ifndef ASSAY_CLI_TRUST_AGREEMENT_H
#define ASSAY_CLI_TRUST_AGREEMENT_H

#include "cli/command.h"

enum agreement_option {
    AGREEMENT_GRADES,
    AGREEMENT_QUESTIONS,
    AGREEMENT_WITHOUT,
    AGREEMENT_RUNS,
    AGREEMENT_MEASURES,
    AGREEMENT_TIES,
    AGREEMENT_RELEVANT,
    AGREEMENT_DISAGREEMENTS,
    AGREEMENT_PER_QUESTION,
    AGREEMENT_SEED,
    AGREEMENT_PRECISION,
    AGREEMENT_FORMAT,
};

enum { AGREEMENT_SEED_DEFAULT = 1, AGREEMENT_PRECISION_DEFAULT = 3, AGREEMENT_PRECISION_MAX = 17 };

/*
 * Compares grades: with one operand, a database, those of everybody who graded in it; with two those of A and B.
 * Prints its table to world->out. Returns false with *err set as a command does.
 */
bool agreement_of_grades(const struct arguments *arguments, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
/* Adds the lines of help that explain the coefficients of grades. */
void agreement_add_coefficients(struct buffer *out);

#endif
