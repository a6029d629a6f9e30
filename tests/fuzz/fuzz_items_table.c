/* Tables with a header, separated by commas or tabs. */
#include "tests/support/hostile_items.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hostile_items("id,text\n", data, size);
    read_hostile_items("id\ttext\n", data, size);
    read_hostile_items("question\n", data, size);
    return 0;
}
