#include "import/chunk_end.h"

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* "#" of "#0", "_chunk_" of "_chunk_3" */
static struct bytes separator_of(struct bytes end)
{
    while (end.size > 0 && is_alphanumeric(end.data[end.size - 1]))
        end.size--;
    return end;
}

struct bytes chunk_separator(struct bytes docid, bool (*is_document)(void *context, struct bytes docid),
                             void *context)
{
    for (size_t at = docid.size; at-- > 1;) {
        if (!is_alphanumeric(docid.data[at]) && is_document(context, bytes_slice(docid, 0, at)))
            return separator_of(bytes_from(docid, at));
    }
    return (struct bytes){0};
}
