/* Packed files: any bytes give a content or one clean line of error. */
#include "core/base/bug.h"
#include "import/files/spool.h"
#include "import/files/unpack.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SIZE_MOST = 512 }; /* from so many bytes zstd can make 16 MB */
    struct bytes packed = {.data = (const char *)data, .size = size < SIZE_MOST ? size : SIZE_MOST};
    const struct packing *packing = packing_of(packed);
    if (packing == NULL)
        return 0;
    struct spool content = {.most_in_memory = SIZE_MAX};
    struct err err = {0};
    if (!unpack(packing, (struct packed){.bytes = packed}, &content, &err))
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    else
        bytes_hash((struct bytes){.data = content.data, .size = content.size}); /* all bytes can be read */
    spool_release(&content);
    return 0;
}
