/* Decides which number of the records counts: the grade in a truth, the score in a run. */
#pragma once

#include "import/fields/field_facts.h"

struct fields {
    int at[SAMPLE_FIELDS];
    size_t n;
};

/* Returns the outer fields with one of the names. Of these only the numbers, if there are any. */
struct fields shape_find_all_named(const struct shape_finding *finding, const char *const *names);
/* Marks the shape as unreadable: several fields have names of the wanted kind. */
void shape_say_ambiguous(struct shape_finding *finding, const struct fields *fields, const char *what);

/* Marks the shape of a run as unreadable, if it is not yet: records name one document without a score. */
void shape_say_unscored(struct shape_finding *finding);

/*
 * Sets the number of the shape and its meaning, or says why it is unclear. The question and the document must be
 * decided before.
 */
void shape_decide_number(struct shape_finding *finding);
/* Does the same for the numbers beside a list of ids: an object by id, or a list of the same length. */
void shape_decide_beside_list(struct shape_finding *finding);
