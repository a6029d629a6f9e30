/*
 * Files of office programs, except PDF, which another program reads: any bytes give a text or one clean line of error.
 */
#include "core/base/bug.h"
#include "import/office/office.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SIZE_MOST = 8192 }; /* from so many bytes deflate can make 8 MB */
    const struct bytes content = {.data = (const char *)data, .size = size < SIZE_MOST ? size : SIZE_MOST};
    const struct office_kind *kind = bytes_starts_with(content, "PK") ? office_kind_of(content) : NULL;
    struct buffer text = {0};
    struct err err = {0};
    if (kind != NULL && !office_add_text(kind, content, bytes_of("f"), &text, &err))
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    buffer_release(&text);
    return 0;
}
