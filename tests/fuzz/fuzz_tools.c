/* Files of other tools: any bytes give records in JSON, or one clean line of error that names the line in the file. */
#include "core/base/bug.h"
#include "import/fields/field_sample.h"
#include "import/tools/tools.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bytes content = {.data = (const char *)data, .size = size};
    const struct tool *tool = tool_of(content);
    struct buffer records = {0};
    struct err err = {0};
    size_t line = 0;
    if (tool != NULL && !tool_add_records(tool, content, &records, &line, &err))
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    buffer_release(&records);
    return 0;
}
