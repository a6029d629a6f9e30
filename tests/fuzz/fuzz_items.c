/* Documents and questions in any format: any bytes give items or one clean line of error. */
#include "tests/support/hostile_items.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hostile_items("", data, size);
    return 0;
}
