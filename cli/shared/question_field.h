/*
 * A field of the questions of a database, by which a report parts or weighs them.
 */
#ifndef ASSAY_CLI_SHARED_QUESTION_FIELD_H
#define ASSAY_CLI_SHARED_QUESTION_FIELD_H

#include "cli/shared/truth.h"

/*
 * Sets values[i] to what question i of the truth has in the field, empty where it has none; the arena holds them.
 * ERR_USAGE: the truth is no database, or none of its questions has the field.
 */
bool question_field_read(const struct truth *truth, const char *field, struct arena *arena,
                         struct bytes **values, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
/*
 * The same as numbers. ERR_INPUT names a question that has none there, or something else than a number from 0; or says that
 * all are 0.
 */
bool question_field_read_weights(const struct truth *truth, const char *field, struct arena *arena,
                                 double **weights, struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
