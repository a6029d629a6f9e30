/* A field of the questions of a database that splits a report into slices, or gives weights. */
#pragma once

#include "cli/shared/truth.h"

/*
 * Sets values[i] to the value of the field for question i of the truth, empty when it has none; in the arena.
 * ERR_USAGE: the truth is not a database, or no question has the field.
 */
MUST_CHECK bool question_field_read(const struct truth *truth, const char *field, struct arena *arena,
                                    struct bytes **values, struct world *world, struct err *err);
/*
 * Does the same for numbers. ERR_INPUT names a question without a value, or with anything but a number from 0; or says
 * that all are 0.
 */
MUST_CHECK bool question_field_read_weights(const struct truth *truth, const char *field, struct arena *arena,
                                            double **weights, struct world *world, struct err *err);
