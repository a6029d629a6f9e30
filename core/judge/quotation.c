#include "core/judge/quotation.h"

#include <string.h>

bool quotation_stands_in(const struct quotation *quotation, struct bytes text)
{
    int64_t end = quotation->start + (int64_t)quotation->text.size;
    return quotation->text.size == 0 ||
           (quotation->start >= 0 && end <= (int64_t)text.size &&
            bytes_equal(bytes_slice(text, (size_t)quotation->start, (size_t)end), quotation->text));
}

bool quotation_find(struct quotation *quotation, struct bytes text, struct err *err)
{
    const char *found = NULL;
    if (quotation->start == QUOTATION_ANYWHERE && quotation->text.size > 0 && text.size > 0)
        found = memmem(text.data, text.size, quotation->text.data, quotation->text.size);
    if (found != NULL)
        quotation->start = found - text.data;
    return quotation_stands_in(quotation, text) ||
           err_set(err, ERR_INPUT, "the document's text does not have the evidence%s",
                   quotation->start == QUOTATION_ANYWHERE ? "" : " where it is said to start");
}

bool quotation_is_accepted(const struct quotation *quotation, struct err *err)
{
    return quotation->text.size <= QUOTATION_SIZE_MAX ||
           err_set(err, ERR_INPUT, "evidence is at most %d bytes long, this has %zu; choose less",
                   QUOTATION_SIZE_MAX, quotation->text.size);
}
