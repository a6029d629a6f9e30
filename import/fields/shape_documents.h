/*
 * Decides where the documents of records are. Each function sets the document and the number of the shape, and returns
 * false when there is no such field.
 */
#pragma once

#include "import/fields/field_facts.h"

/* Names of lists of ratings. */
extern const char *const rating_list_names[];

/* Takes the user's choice, whatever the field holds. */
bool shape_take_chosen(struct shape_finding *finding);
/* Takes a list of ids, or of objects with ids, that fits by its name or its content. */
bool shape_take_list(struct shape_finding *finding);
/* Takes a field that names one document. */
bool shape_take_one(struct shape_finding *finding);
