/*
 * What the fields of records are: which one names the question, which the documents, which number counts. It is decided once a
 * file, of the names of its fields and of what stands in its first records (import/fields/field_sample.h), and is the same for a
 * table and for JSON, whatever the order of columns or keys. What could be a grade, a rank or a count is never passed over: where
 * nothing says what it is, the shape says so and no record is read.
 */
#ifndef ASSAY_IMPORT_FIELDS_RECORD_SHAPE_H
#define ASSAY_IMPORT_FIELDS_RECORD_SHAPE_H

#include "core/base/err.h"
#include "import/fields/field_choice.h"
#include "import/fields/shape.h"

/* Holds for whatever is read from now on; NULL: nothing is said. */
void record_shape_choose(const struct field_choice *choice);
struct field_choice *record_shape_choice(void);

/*
 * What the content is as records of a truth or of a run; false: they name no question, or no document. All in the arena or in
 * the content. Looks at the first SAMPLE_BYTES.
 */
bool record_shape_find(struct bytes content, enum shape_wanted wanted, struct arena *arena,
                       struct record_shape *shape);
/* Whether the shape has the field for something; or it is one of several raters'. */
bool shape_uses(const struct record_shape *shape, struct bytes field);
bool shape_is_rater(const struct record_shape *shape, struct bytes field);

#endif
