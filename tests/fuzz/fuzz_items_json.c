/* JSON over several lines: arrays, objects that contain items, objects with ids as keys, bulk requests. */
#include "tests/support/hostile_items.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hostile_items("[", data, size);
    read_hostile_items("[{\"id\":\"a\",\"text\":\"b\"},", data, size);
    read_hostile_items("{\"documents\":", data, size);
    read_hostile_items("{\"index\":{\"_id\":\"a\"}}\n", data, size);
    return 0;
}
