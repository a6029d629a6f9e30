#include "cli/shared/fields.h"

#include "import/fields/grade_words.h"
#include "import/fields/record_shape.h"

bool fields_choose(const struct arguments *arguments, size_t first, struct err *err)
{
    const struct field_choice choice = {
        .names =
            {
                [FIELD_ROLE_QUESTION] = argument_value(arguments, first + FIELD_QUESTION),
                [FIELD_ROLE_TRUTH] = argument_value(arguments, first + FIELD_TRUTH),
                [FIELD_ROLE_HITS] = argument_value(arguments, first + FIELD_HITS),
                [FIELD_ROLE_GRADE] = argument_value(arguments, first + FIELD_GRADE),
                [FIELD_ROLE_SCORE] = argument_value(arguments, first + FIELD_SCORE),
            },
    };
    record_shape_choose(&choice);
    return grade_words_choose(argument_value(arguments, first + FIELD_GRADES), err);
}

bool fields_check(struct err *err)
{
    return field_choice_check(record_shape_choice(), err);
}
