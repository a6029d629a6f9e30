/* Describes the fields of records for the user. */
#pragma once

#include "import/fields/record_shape.h"

/* One field of the first records. */
struct field_report {
    struct bytes name;
    const char *looks; /* description of its values: "lists of ids" */
    const char *taken; /* meaning in the shape: "the grade"; NULL: unused */
};
/*
 * Describes the fields in their order and returns how many there are. `shape` NULL: no field is used. All results lie
 * in the arena or the content.
 */
size_t record_shape_report(struct bytes content, const struct record_shape *shape, struct arena *arena,
                           struct field_report reports[SAMPLE_FIELDS]);
/*
 * Returns the first field whose values are ids or texts of known documents (import/fields/known_names.h) and that
 * `shape` does not use. `shape` NULL: it uses none. {0}: there is no such field. The result lies in the arena or the
 * content.
 */
struct bytes record_shape_unused(struct bytes content, const struct record_shape *shape, struct arena *arena);
/*
 * Returns the field of hits that is called like a grade and holds words, which a run does not use; {0}: there is none.
 * The result lies in the arena or the content.
 */
struct bytes record_shape_labels(struct bytes content, const struct record_shape *run, struct arena *arena);
/*
 * Returns a field that may be the missing one, for records that are no truth or no run as `wanted`: it holds ids. {0}:
 * there is none. The result lies in the arena or the content.
 */
struct bytes record_shape_suggest(struct bytes content, enum shape_wanted wanted, struct arena *arena);
/* A field with lists of texts that is called as documents are; {0}: there is none. In the arena or in the content. */
struct bytes record_shape_texts(struct bytes content, struct arena *arena);
/* Returns whether the content is lists by question that hold texts and not ids: {"q1": ["Rinse the filter."]}. */
bool record_shape_lists_texts(struct bytes content);
