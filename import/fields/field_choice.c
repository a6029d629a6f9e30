#include "import/fields/field_choice.h"

#include "import/field_names.h"
#include "import/fields/shape.h"

#include <string.h>

/* Returns whether the user names this field. A rater may be named without the prefix of his field. */
static bool is_chosen(struct bytes field, const char *name, enum field_role role)
{
    const size_t before = sizeof RATER_PREFIX - 1;
    bool is_rater = role == FIELD_ROLE_GRADE && bytes_starts_with(field, RATER_PREFIX) &&
                    bytes_equal(bytes_from(field, before), bytes_of(name));
    return is_rater || bytes_equal(field, bytes_of(name)) || field_is_called(field, name);
}

int field_choice_find(struct field_choice *choice, enum field_role role, const struct field_sample *sample)
{
    const char *name = choice->names[role];
    for (int field = 0; name != NULL && field < (int)sample->n_fields; field++) {
        if (is_chosen(sample->names[field], name, role)) {
            choice->is_met[role] = true;
            return field;
        }
    }
    return NO_FIELD;
}

bool field_choice_has_no_grade(const struct field_choice *choice)
{
    const char *grade = choice->names[FIELD_ROLE_GRADE];
    return grade != NULL && strcmp(grade, "none") == 0;
}

bool field_choice_check(const struct field_choice *choice, struct err *err)
{
    static const char *const options[FIELD_ROLES] = {"question", "truth", "hits", "grade", "score"};
    for (size_t role = 0; role < FIELD_ROLES; role++) {
        bool is_none = role == FIELD_ROLE_GRADE && field_choice_has_no_grade(choice);
        if (choice->names[role] != NULL && !choice->is_met[role] && !is_none)
            return err_set(err, ERR_INPUT,
                           "--%s %s: no file has this field; correct its name or leave it out", options[role],
                           choice->names[role]);
    }
    return true;
}
