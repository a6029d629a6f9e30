/* Decides where the documents of records stand. Each sets the shape's document and number; false: there is no such field. */
#ifndef ASSAY_IMPORT_FIELDS_SHAPE_DOCUMENTS_H
#define ASSAY_IMPORT_FIELDS_SHAPE_DOCUMENTS_H

#include "import/fields/field_facts.h"

/* What lists of ratings are called. */
extern const char *const rating_list_names[];

/* What the user says, whatever stands there. */
bool shape_take_chosen(struct shape_finding *finding);
/* A list of ids, or of objects with ids, that by its name or by what is in it is what is wanted. */
bool shape_take_list(struct shape_finding *finding);
/* A field that names one document. */
bool shape_take_one(struct shape_finding *finding);

#endif
