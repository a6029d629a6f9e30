#include "cli/fields.h"

#include "import/fields/record_shape.h"

void fields_choose(const struct arguments *arguments, size_t first)
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
}
