#include "import/field_names.h"

#include <string.h>

const char *const document_id_names[] = {
    "docid", "corpusid", "documentid", "passageid", "docno", "pid", "doc", "document", NULL,
};
const char *const question_id_names[] = {"qid", "queryid", "questionid", "topicid", "topic", NULL};

bool field_is_called(struct bytes field, const char *name)
{
    for (size_t i = 0; i < field.size; i++) {
        if (memchr("-_ ", field.data[i], 3) != NULL)
            continue;
        if (*name == '\0' || !bytes_equal_ignoring_case((struct bytes){.data = field.data + i, .size = 1},
                                                        (struct bytes){.data = name, .size = 1}))
            return false;
        name++;
    }
    return *name == '\0';
}

const char *field_find_name(struct bytes field, const char *const *names)
{
    while (*names != NULL && !field_is_called(field, *names))
        names++;
    return *names;
}
