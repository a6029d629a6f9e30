/* Lists of measures: any text gives a clean error or measures whose names are read as the same measures again. */
#include "core/base/bug.h"
#include "core/metric/measures/measure_name.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const struct measure *measure)
{
    struct buffer name = {0}, again = {0};
    struct measure read;
    struct err err = {0};
    measure_add_name(measure, &name);
    BUG_UNLESS(measure_parse(buffer_bytes(&name), &read, &err));
    measure_add_name(&read, &again);
    BUG_UNLESS(bytes_equal(buffer_bytes(&name), buffer_bytes(&again)));
    buffer_release(&name);
    buffer_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct measure_list list = {0};
    struct err err = {0};
    if (!measure_list_parse((struct bytes){.data = (const char *)data, .size = size}, &list, &err))
        BUG_UNLESS(err.code == ERR_USAGE && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    for (size_t i = 0; i < list.count; i++)
        check_name(&list.items[i]);
    measure_list_release(&list);
    return 0;
}
