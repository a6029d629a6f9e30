/*
 * Collects the grades that annotators gave to pairs of a question and a document. With one annotator, each pair becomes
 * a record with a grade. With several, each annotator has a field of his own, which record_shape takes for a rater's.
 */
#pragma once

#include "core/base/map.h"
#include "import/tools/record_writer.h"

struct graded;

struct graded_pairs {
    struct arena *arena;
    struct map by_name, annotators;
    struct graded *graded;
    size_t n_graded;
    struct bytes *names; /* of annotators */
    size_t n_names;
};

/* Returns the number of the pair. Question and document only tell pairs apart. `place`: of the pair's record. */
size_t graded_find(struct graded_pairs *pairs, struct bytes question, struct bytes document,
                   const char *place, bool *is_new);
/* Sets the members of the record of a new pair, without its grades: as in JSON, in the arena of the pairs. */
void graded_describe(struct graded_pairs *pairs, size_t pair, struct bytes members);
/*
 * Notes a grade, as in JSON. `who`: the annotator; empty: unknown. ERR_INPUT: the annotator gave another grade before, or
 * there are too many annotators.
 */
MUST_CHECK bool graded_note(struct graded_pairs *pairs, size_t pair, struct bytes who, struct bytes grade,
                            struct err *err);
/* Writes the pairs that have a grade, in the order in which they were found. */
void graded_write(const struct graded_pairs *pairs, struct record_writer *writer);
void graded_release(struct graded_pairs *pairs);
