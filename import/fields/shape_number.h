/* Decides which number of records counts: the grade of a truth, the score of a run. */
#ifndef ASSAY_IMPORT_FIELDS_SHAPE_NUMBER_H
#define ASSAY_IMPORT_FIELDS_SHAPE_NUMBER_H

#include "import/fields/field_facts.h"

struct fields {
    int at[SAMPLE_FIELDS];
    size_t n;
};

/* Of the fields that are called so the outer ones; of these the numbers, if there are any. */
struct fields shape_find_all_named(const struct shape_finding *finding, const char *const *names);
/* Nothing can be read: several fields go by the names of what is wanted. */
void shape_say_ambiguous(struct shape_finding *finding, const struct fields *fields, const char *what);

/* Sets the shape's number and what it means, or says why it is unclear. The question and the document are decided before. */
void shape_decide_number(struct shape_finding *finding);
/* The same for the grades beside a list of ids: an object by id, or a list as long as it. */
void shape_decide_beside_list(struct shape_finding *finding);

#endif
