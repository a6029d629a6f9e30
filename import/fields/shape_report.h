/* What is said to people of the fields of records, beside what they are taken for. */
#ifndef ASSAY_IMPORT_FIELDS_SHAPE_REPORT_H
#define ASSAY_IMPORT_FIELDS_SHAPE_REPORT_H

#include "import/fields/record_shape.h"

/* A field of the first records, for people. */
struct field_report {
    struct bytes name;
    const char *looks; /* what stands in it: "lists of ids" */
    const char *taken; /* what the shape takes it for: "the grade"; NULL: nothing */
};
/* The fields in their order, `shape` NULL: nothing is taken; n of them. All in the arena or in the content. */
size_t record_shape_report(struct bytes content, const struct record_shape *shape, struct arena *arena,
                           struct field_report reports[SAMPLE_FIELDS]);
/*
 * The first field of the records, beside those of `shape` (NULL: there is none), whose values are ids or texts of known documents
 * (import/fields/known_names.h); {0}: there is none. In the arena or in the content.
 */
struct bytes record_shape_unused(struct bytes content, const struct record_shape *shape, struct arena *arena);
/*
 * A field of records that are no truth, or no run, as it is wanted: it holds ids, and may be what is missing; {0}: there is none. In
 * the arena or in the content.
 */
struct bytes record_shape_suggest(struct bytes content, enum shape_wanted wanted, struct arena *arena);

#endif
