/*
 * Finds the meaning of the fields of records: the question, the documents, and the number that counts. It is decided
 * once for each file, from the names of its fields and the values of its first records (import/fields/field_sample.h).
 * The result is the same for a table and for JSON, in any order of columns or keys. A field that could be a grade, a
 * rank or a count is never ignored: if nothing tells what it is, the shape says so and no record is read.
 */
#pragma once

#include "core/base/err.h"
#include "import/fields/field_choice.h"
#include "import/fields/shape.h"

/* Sets the user's choice for everything that is read from now on. NULL: no choice. */
void record_shape_choose(const struct field_choice *choice);
struct field_choice *record_shape_choice(void);

/*
 * Finds the shape of the content as records of a truth or of a run. Returns false when the records name no question or
 * no document. All results lie in the arena or the content. Reads only the first SAMPLE_BYTES.
 */
bool record_shape_find(struct bytes content, enum shape_wanted wanted, struct arena *arena,
                       struct record_shape *shape);
/* Return whether the shape uses the field; or whether the field holds the grades of one of several raters. */
bool shape_uses(const struct record_shape *shape, struct bytes field);
bool shape_is_rater(const struct record_shape *shape, struct bytes field);
/* Returns the rater whose grades are in this field. */
struct bytes shape_rater_name(struct bytes field);
