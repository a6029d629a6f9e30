/* What the user says about the fields of records: which field is the question, and so on. */
#pragma once

#include "core/base/err.h"
#include "import/fields/field_sample.h"

enum field_role {
    FIELD_ROLE_QUESTION,
    FIELD_ROLE_TRUTH, /* the relevant documents */
    FIELD_ROLE_HITS,  /* the documents that a search found */
    FIELD_ROLE_GRADE,
    FIELD_ROLE_SCORE,
    FIELD_ROLES
};

/*
 * Applies to all files of a call. A name that a file does not contain has no effect on that file. {0}: the user says
 * nothing.
 */
struct field_choice {
    const char *names[FIELD_ROLES]; /* NULL: the user names no field for this role */
    bool is_met[FIELD_ROLES];       /* a file had this field */
};

enum { NO_FIELD = -1 };

/*
 * Returns the field of the sample that the user names for the role. NO_FIELD: the user names none, or this file lacks
 * it.
 */
int field_choice_find(struct field_choice *choice, enum field_role role, const struct field_sample *sample);
/* Returns whether the user says that there is no grade, so that each document counts the same. */
bool field_choice_has_no_grade(const struct field_choice *choice);
/* Returns false with ERR_INPUT when no file that was read since the choice contains one of its fields. */
MUST_CHECK bool field_choice_check(const struct field_choice *choice, struct err *err);
