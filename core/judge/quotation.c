#include "core/judge/quotation.h"

#include <string.h>

bool quotation_stands_in(const struct quotation *quotation, struct bytes text)
{
    size_t start = (size_t)quotation->start, size = quotation->text.size;
    return size == 0 || (quotation->start >= 0 && start <= text.size && size <= text.size - start &&
                         bytes_equal(bytes_slice(text, start, start + size), quotation->text));
}

bool quotation_find(struct quotation *quotation, struct bytes text, struct err *err)
{
    const char *found = NULL;
    if (quotation->start == QUOTATION_ANYWHERE && quotation->text.size > 0 && text.size > 0)
        found = memmem(text.data, text.size, quotation->text.data, quotation->text.size);
    if (found != NULL)
        quotation->start = found - text.data;
    return quotation_stands_in(quotation, text) ||
           err_set(err, ERR_INPUT, "the evidence is not in the document's text%s",
                   quotation->start == QUOTATION_ANYWHERE ? "" : " at the place given by its start");
}

bool quotation_is_accepted(const struct quotation *quotation, struct err *err)
{
    return quotation->text.size <= QUOTATION_SIZE_MAX ||
           err_set(err, ERR_INPUT, "evidence can have at most %d bytes, but this has %zu; choose less text",
                   QUOTATION_SIZE_MAX, quotation->text.size);
}
