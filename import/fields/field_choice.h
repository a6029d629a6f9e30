/* What the user says of the fields of records: which one is the question, and so on. */
#ifndef ASSAY_IMPORT_FIELDS_FIELD_CHOICE_H
#define ASSAY_IMPORT_FIELDS_FIELD_CHOICE_H

#include "core/base/err.h"
#include "import/fields/field_sample.h"

enum field_role {
    FIELD_ROLE_QUESTION,
    FIELD_ROLE_TRUTH, /* the documents that are right */
    FIELD_ROLE_HITS,  /* those that were found */
    FIELD_ROLE_GRADE,
    FIELD_ROLE_SCORE,
    FIELD_ROLES
};

/* Holds for all files of a call; names that a file lacks say nothing of it. {0}: nothing is said. */
struct field_choice {
    const char *names[FIELD_ROLES]; /* NULL: nothing is said */
    bool is_met[FIELD_ROLES];       /* a file has had this field */
};

enum { NO_FIELD = -1 };

/* The field of the sample that the user names for the role; NO_FIELD: none is named, or this file has none. */
int field_choice_find(struct field_choice *choice, enum field_role role, const struct field_sample *sample);
/* Whether the user says that there is no grade: each document counts alike. */
bool field_choice_has_no_grade(const struct field_choice *choice);
/* ERR_INPUT: a field of the choice stands in no file that was read since. */
bool field_choice_check(const struct field_choice *choice, struct err *err)
    __attribute__((warn_unused_result));

#endif
