#include "cli/fields.h"

#include "import/fields/grade_words.h"
#include "import/fields/record_shape.h"

bool fields_choose(const struct arguments *arguments, size_t first, struct err *err)
{
    static struct field_choice choice;
    choice = (struct field_choice){
        .question = argument_value(arguments, first + FIELD_QUESTION),
        .truth = argument_value(arguments, first + FIELD_TRUTH),
        .hits = argument_value(arguments, first + FIELD_HITS),
        .grade = argument_value(arguments, first + FIELD_GRADE),
        .score = argument_value(arguments, first + FIELD_SCORE),
    };
    record_shape_choose(&choice);
    return grade_words_choose(argument_value(arguments, first + FIELD_GRADES), err);
}

bool fields_check(struct err *err)
{
    return record_shape_check_choice(err);
}
