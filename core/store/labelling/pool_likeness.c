#include "core/store/labelling/pool_likeness.h"

#include <stdlib.h>

void pool_likeness_free(struct pool_likeness *likeness)
{
    if (likeness == NULL)
        return;
    free(likeness->document_ids);
    free(likeness->likeness);
    free(likeness->words);
    free(likeness);
}
